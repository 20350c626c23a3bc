import { counterReference } from '#kernel/invoice-reference.ts'
import type { Answer, Books, Request } from './books.ts'
import type { LateArrivals } from './late-arrivals.ts'
import type { Memory } from './memory-store.ts'
import type { Life } from './process-life.ts'
import type { Random } from './random.ts'
import type { TokenServer } from './token-server.ts'

type Time = { now(): number; sleep(ms: number): Promise<void> }
export type Limit = { requests: number; seconds: number }

const timeoutMs = { GET: 30_000, POST: 60_000, PUT: 60_000, DELETE: 60_000, token: 20_000 }

const isCreate = (method: string, path: string) => method === 'POST' && path === 'supplierinvoices'

/**
 * The way to the other side and back, on which things are lost, late, doubled and refused. A doubled payment or refresh is left
 * out: without an idempotency key at the other side nobody can prevent it (decisions/015).
 */
export function createNetwork(options: {
  time: Time
  random: Random
  books: Books
  limit: Limit
  tokens: TokenServer
  memory: Memory
  late: LateArrivals
  /** The other side takes no connection meanwhile. */
  isAway(): boolean
  /** How many of a hundred requests meet a fault. */
  faultPercent: number
  /** Whether a create is sent twice as well: of the two one is to be taken away. */
  doublesCreates: boolean
  tell(line: string): void
}) {
  const { time, random, books, tokens, limit, late, tell } = options
  let arrivals: number[] = []
  let most = 0
  let isCalm = false
  /** Writes that left though nobody had kept that they would, or no longer kept it. */
  const unintended: string[] = []

  function count(): void {
    arrivals = [...arrivals.filter((at) => time.now() - at < limit.seconds * 1000), time.now()]
    most = Math.max(most, arrivals.length)
  }
  const drawFault = () => (!isCalm && random.chance(options.faultPercent / 100) ? random.between(1, 9) : 0)
  /** An answer that never comes, until whoever waits for it has had enough. */
  async function giveUp(method: keyof typeof timeoutMs, since: number): Promise<never> {
    await time.sleep(random.chance(0.5) ? 300 : since + timeoutMs[method] - time.now())
    throw new TypeError('fetch failed')
  }
  async function request(url: string, init: RequestInit, life: Life, given: Promise<void>): Promise<Response> {
    const method = (init.method ?? 'GET') as keyof typeof timeoutMs
    const { pathname, searchParams } = new URL(url)
    const path = pathname.replace('/3/', '')
    if (options.isAway()) return refuseConnection(time, random)
    late.left(method, path, init.body)
    const work = workOf(options, { method, path, query: searchParams, body: init.body })
    if (method !== 'GET' && !isIntended(options, path, init)) {
      unintended.push(`${method} ${path}`)
      tell(`${life.name} was never to send ${method} ${path}`)
    }
    const drawn = drawFault()
    const fault = !isCalm && late.isHeldUp(method, path) ? 5 : drawn
    const sentAt = time.now()
    await time.sleep(random.between(20, 150))
    if (fault > 0) tell(`fault ${fault} on ${method} ${path}`)
    if (fault === 1) return giveUp(method, sentAt) // lost on its way there
    count()
    const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? ''
    if (!tokens.isGood(token)) return respond({ status: 401, body: { message: 'unauthorized' } })
    if (fault === 2) return respond({ status: 429, body: {} })
    if (fault === 3) return respond({ status: 429, body: {} }, { 'retry-after': String(random.between(1, 20)) })
    if (fault === 4) return respond({ status: 503, body: {} })
    if (fault === 5) {
      // Given up here, carried out over there all the same, some time later.
      const arrive = late.schedule(method, path, init.body)
      const waitedFor = giveUp(method, sentAt)
      // Who dies gives up what it had sent: its connection is closed.
      void given.then(() => tell(`${life.name} gives up ${method} ${path}, which comes later`))
      void Promise.race([waitedFor.catch(() => undefined), given, life.died]).then(() => arrive(work))
      return waitedFor
    }
    let done = work()
    if (fault === 6) return giveUp(method, sentAt) // the answer is lost
    if (fault === 7) done = { status: 500, body: {} }
    const isSentTwice = options.doublesCreates && isCreate(method, path)
    if (fault === 8 && (isSentTwice || !books.doubles(method, path))) done = work() // by a proxy
    if (fault === 9) await time.sleep(random.between(1_000, 20_000)) // overtaken by others
    await time.sleep(random.between(20, 150))
    return respond(done)
  }
  const refresh = openRefreshing({ ...options, drawFault, giveUp })
  return {
    isAway: options.isAway,
    fetchFor: (life: Life) =>
      ((url: string, init: RequestInit) =>
        url.endsWith('/token')
          ? refresh(init, life)
          : untilGivenUp(init, (given) => request(url, init, life, given))) as typeof fetch,
    unintended,
    mostInWindow: () => most,
    calmDown: () => {
      isCalm = true
    },
  }
}

/** Whoever gives a request up hears no more of it; what becomes of it over there is another matter. */
function untilGivenUp({ signal }: RequestInit, send: (given: Promise<void>) => Promise<Response>): Promise<Response> {
  const given = Promise.withResolvers<void>()
  const stop = () => given.resolve()
  signal?.addEventListener('abort', stop)
  const refused = given.promise.then(() => Promise.reject(new TypeError('given up')))
  return Promise.race([send(given.promise), refused]).finally(() => signal?.removeEventListener('abort', stop))
}

/** Refreshes of tokens on the same way; each has 20 s at most. */
function openRefreshing({
  time,
  random,
  tokens,
  late,
  isAway,
  tell,
  drawFault,
  giveUp,
}: {
  time: Time
  random: Random
  tokens: TokenServer
  late: LateArrivals
  isAway(): boolean
  tell(line: string): void
  drawFault(): number
  giveUp(method: 'token', since: number): Promise<never>
}) {
  return async function refresh(init: RequestInit, life: Life): Promise<Response> {
    if (isAway()) return refuseConnection(time, random)
    const use = tokens.begin(new URLSearchParams(String(init.body)).get('refresh_token') ?? '', life)
    const fault = drawFault()
    const sentAt = time.now()
    tell(`${life.name} refreshes with ${use.refreshToken}${fault > 0 ? `, fault ${fault}` : ''}`)
    await time.sleep(random.between(20, 150))
    const answer = fault >= 1 && fault <= 5 ? null : tokens.refresh(use)
    const isLost = fault === 1 || fault === 5 || fault === 6
    if (fault === 5) {
      const lateMs = random.between(0, late.boundMs)
      void time.sleep(timeoutMs.token + lateMs).then(() => tokens.refresh(use))
    }
    if (isLost || fault === 9) await time.sleep(random.between(0, 19_000))
    if (answer?.status !== 200 || isLost || fault === 7) use.end = 'given-up'
    if (isLost) return giveUp('token', sentAt)
    if (answer === null || fault === 7) return respond({ status: fault === 2 ? 429 : 503, body: {} })
    await time.sleep(random.between(20, 150))
    if (use.end === 'open') use.end = 'answered'
    return respond(answer)
  }
}

/** One request, carried out over there when it is called. */
function workOf(
  { books, late, tell }: { books: Books; late: LateArrivals; tell(line: string): void },
  { body, ...asked }: Omit<Request, 'body'> & { body: RequestInit['body'] },
): () => Answer {
  return () => {
    const done = books.carryOut({ ...asked, body: body ? JSON.parse(String(body)) : undefined })
    tell(`${asked.method} ${asked.path} -> ${done.status}`)
    late.arrived(asked.method, asked.path, asked.query)
    return done
  }
}

/** Nothing has left this machine, and whoever asked can tell. */
async function refuseConnection(time: Time, random: Random): Promise<never> {
  await time.sleep(random.between(1, 20))
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
}

/** Not a Response: that reads its body by a stream, which takes turns of the event loop that nothing orders. */
function respond({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body)
  const made = { status, ok: status < 300, headers: new Headers(headers), text: async () => text }
  return { ...made, body: [new TextEncoder().encode(text)] } as unknown as Response
}

/** Whether a step of the invoice that a write is about is kept as sent. */
function isIntended(
  { books, memory }: { books: Books; memory: Memory },
  path: string,
  { body, method }: RequestInit,
): boolean {
  const [resource, ofPath, action] = path.split('/')
  const given = body ? JSON.parse(String(body)) : {}
  const payment = books.payments.find(({ number }) => resource === 'supplierinvoicepayments' && number === ofPath)
  const number = payment?.invoiceNumber ?? given.SupplierInvoicePayment?.InvoiceNumber ?? ofPath
  const invoice = books.invoices.find((one) => one.number === String(number))
  const original = invoice?.isCredit ? books.invoices.find((one) => one.number === invoice.creditReference) : invoice
  const reference = given.SupplierInvoice?.ExternalInvoiceNumber ?? original?.reference
  const isOf = (one: { reference: string }) =>
    one.reference === reference || counterReference(one.reference) === reference
  // What was asked for twice and stands there twice: to cancel it twice does nothing (cancel-twins.ts).
  const isTwin = memory.postings.some(
    (one) =>
      isOf(one) &&
      ((action === 'cancel' && isAnother(one.invoiceNumber, invoice?.number)) ||
        (method === 'DELETE' && isAnother(one.paymentNumber, payment?.number))),
  )
  if (isTwin) return true
  return memory.postings.some((one) => isOf(one) && one.steps.some(({ state }) => state === 'sent'))
}

const isAnother = (known: string | null, number: string | undefined) => known !== null && known !== number

import { z } from 'zod'
import type { ErrorCode } from '#kernel/errors.ts'
import { textParams } from '#kernel/problem-schemas.ts'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { suspectAway } from './reachability.ts'
import { readSession, type Session, signOut } from './session.ts'
import { waitToSignInAgain } from './session-end.ts'
import { type CallKind, silenceMs, startDeadline, timeLimit } from './time-limit.ts'

const base = '/api/v1'
/** Of the calls about signing in only these are the signed-in person's: an old token would have the others refused. */
const signedInOnly = new Set(['/auth/sign-out', '/auth/invitation/accept'])
/** A GET is tried again on these, and where no answer came, at most three times. Nothing else is ever sent twice. */
const retryStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504])
/** What only a person can mend: connect a system, or choose another name. Asked again it is refused again. */
const lastingCodes = new Set<string>([
  'not-connected',
  'connection-lost',
  'source-access-missing',
  'email-taken',
  'organisation-number-taken',
] satisfies ErrorCode[])
const maxRetries = 3
/** An answer that did not come in time is waited for once more only: three times would be minutes. */
const maxRetriesOutOfTime = 1
const longestWaitMs = 10_000

const problem = z.object({
  status: z.number(),
  code: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  errors: z
    .array(
      z.object({
        path: z.string(),
        code: z.string(),
        message: z.string().optional(),
        params: textParams.optional(),
      }),
    )
    .default([]),
  params: textParams.default({}),
})
export type FieldProblem = z.infer<typeof problem>['errors'][number]

/** An answer of the server that is no success. `title` is a sentence in the user's language, fit to be shown. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  /** What the accounting system answered, as it came; where there is one the title says what it means. */
  readonly detail: string | undefined
  readonly errors: readonly FieldProblem[]
  readonly params: Readonly<Record<string, string | number>>

  constructor(body: z.infer<typeof problem>, cause?: unknown) {
    super(body.title, { cause })
    this.name = 'ApiProblem'
    this.status = body.status
    this.code = body.code
    this.title = body.title
    this.detail = body.detail
    this.errors = body.errors
    this.params = body.params
  }
}

export type Query = Record<string, string | number | boolean | null | undefined>
export type CallOptions<Schema extends z.ZodType> = {
  query?: Query
  /** JSON, or FormData as it is. */
  body?: unknown
  /** What the answer is parsed as; without it nothing is read of it. */
  schema?: Schema
  signal?: AbortSignal
  /** The company it is for; the current one unless told. For calls that follow on one made earlier. */
  companyId?: string | undefined
  /** Whom it is for, where that is no longer who is signed in here. */
  session?: Session
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

function caller(method: Method, mayChange = method !== 'GET') {
  return async <Schema extends z.ZodType = z.ZodVoid>(
    path: string,
    options: CallOptions<Schema> = {},
  ): Promise<z.infer<Schema>> => {
    const { schema } = options
    const how = { kind: method === 'GET' ? ('read' as const) : ('write' as const), mayChange }
    if (!schema) return (await send(method, path, options, { ...how, read: readNothing })) as z.infer<Schema>
    const answer = schema.safeParse(await send(method, path, options, { ...how, read: readJson }))
    if (!answer.success) throw unknownAnswer(answer.error)
    return answer.data
  }
}

/** Calls of /api/v1 for the signed-in user and their current company. Answers that are no success throw ApiProblem. */
export const api = {
  get: caller('GET'),
  post: caller('POST'),
  /** A POST that changes nothing: a question with a body. */
  ask: caller('POST', false),
  put: caller('PUT'),
  patch: caller('PATCH'),
  delete: caller('DELETE'),
  tell,
  events: readEvents,
  download,
  view,
}

/** A PUT that goes through though the page is left meanwhile, once and without an answer that anybody reads. */
function tell(path: string, body: unknown): void {
  const headers = { ...sessionHeaders(readSession(), undefined), 'Content-Type': 'application/json' }
  const told = fetch(`${base}${path}`, { method: 'PUT', headers, body: JSON.stringify(body), keepalive: true })
  told.catch(() => undefined)
}

const file = {
  kind: 'download' as const,
  mayChange: false,
  read: async (response: Response) => {
    const disposition = response.headers.get('content-disposition')
    if (disposition === null) throw foreignAnswer(false, response)
    return { url: URL.createObjectURL(await response.blob()), name: attachmentName(disposition) }
  },
}

/** Fetches a file and hands it to the browser to be saved under the name the server gave it. */
async function download(path: string, { query, signal }: Pick<CallOptions<z.ZodType>, 'query' | 'signal'> = {}) {
  const { url, name } = await send('GET', path, { ...(query && { query }), ...(signal && { signal }) }, file)
  const link = document.createElement('a')
  link.href = url
  link.download = name ?? 'radvis'
  link.click()
  URL.revokeObjectURL(url)
}

/**
 * Fetches a file and shows it in a window of its own; it is fetched here since a link carries no session. Where the fetching
 * took longer than a click allows for a window (about five seconds) the caller has the person click once more, and opens it then.
 */
async function view(path: string): Promise<{ isOpened: boolean; open(): void }> {
  const { url } = await send('GET', path, {}, file)
  const open = () => {
    window.open(url, '_blank', 'noopener')
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  // What is blocked looks like what was opened: without an opener the window is not told of.
  const isOpened = navigator.userActivation?.isActive ?? true
  if (isOpened) open()
  return { isOpened, open }
}

const readStream = async (response: Response) => {
  const type = response.headers.get('content-type')
  if (!type?.startsWith('text/event-stream')) throw foreignAnswer(false, response)
  return response.body
}

/** The name in a Content-Disposition header (RFC 6266, `filename*` of RFC 8187). */
export function attachmentName(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : null
}

/** How an answer is read, within the time that it may take. What is none of Radvis' is thrown as a foreign one. */
type Reading<Read> = {
  kind: CallKind
  mayChange: boolean
  read: (response: Response, mayChange: boolean) => Promise<Read>
}

const readJson = async (response: Response, mayChange: boolean): Promise<unknown> => {
  if (!isJson(response)) throw foreignAnswer(mayChange, response)
  return response.json()
}

/** A page that a network shows instead of the answer is not taken for the word that it was done. */
const readNothing = async (response: Response, mayChange: boolean): Promise<undefined> => {
  if (response.status !== 204 && !isJson(response)) throw foreignAnswer(mayChange, response)
}

const isJson = (response: Response) =>
  /^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')

async function send<Read>(
  method: Method,
  path: string,
  { query, body, signal, companyId, session }: CallOptions<z.ZodType>,
  { kind, mayChange, read }: Reading<Read>,
): Promise<Read> {
  const url = `${base}${path}${queryString(query)}`
  const isForm = body instanceof FormData
  const sent = isForm || body === undefined ? body : JSON.stringify(body)
  let sentAs = path.startsWith('/auth/') && !signedInOnly.has(path) ? null : (session ?? readSession())
  // Read once: a call that is tried again goes to the company it was made for.
  let headers: Record<string, string> = {
    ...sessionHeaders(sentAs, companyId),
    ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
  }
  for (let attempt = 0; ; attempt++) {
    const deadline = startDeadline(timeLimit(kind, sent), signal)
    const request: RequestInit = { method, headers, ...(sent !== undefined && { body: sent }), signal: deadline.signal }
    const outcome = await fetch(url, request)
      .then(async (response) =>
        response.ok
          ? { read: await read(response, mayChange) }
          : { response, problem: await readProblem(mayChange, response) },
      )
      .catch((error: unknown) => {
        if (signal?.aborted) throw error
        const foreign = error instanceof ApiProblem ? error : null
        return { response: null, problem: foreign ?? noAnswer(mayChange, deadline.isOver()) }
      })
      .finally(deadline.end)
    if ('read' in outcome) return outcome.read
    const { response, problem: found } = outcome
    const retries = deadline.isOver() ? maxRetriesOutOfTime : maxRetries
    if (method === 'GET' && attempt < retries && mayPass(response, found)) {
      await wait(retryDelay(attempt, response?.headers.get('retry-after') ?? null), signal)
      continue
    }
    if (isUnanswered(found)) suspectAway()
    sentAs = found.code === 'not-signed-in' && sentAs ? await signedInAgain(sentAs, signal) : null
    if (sentAs === null) throw found
    headers = { ...headers, Authorization: `Bearer ${sentAs.token}` }
  }
}

/** Whether the same call may come through a moment later. */
function mayPass(response: Response | null, { code }: ApiProblem): boolean {
  return response === null || (retryStatuses.has(response.status) && !lastingCodes.has(code))
}

const [noAnswerCode, foreignCode] = ['no-answer', 'foreign-answer']

/** Nothing of Radvis came back: what can be asked for again without being done twice is. */
export const isUnanswered = (error: unknown) =>
  error instanceof ApiProblem && (error.code === noAnswerCode || error.code === foreignCode)

/** What is known when no answer came: a reading can be made again, a change may have been made. */
function noAnswer(mayChange: boolean, isOutOfTime: boolean): ApiProblem {
  const text = isOutOfTime ? m.shell_request_out_of_time : m.shell_request_failed
  const title = mayChange && navigator.onLine !== false ? m.shell_request_unknown() : text()
  return new ApiProblem({ status: 0, code: noAnswerCode, title, errors: [], params: {} })
}

/** Something on the way answered, as a proxy, a firewall or a network with a page of its own to sign in on. */
function foreignAnswer(mayChange: boolean, { ok, status }: Response): ApiProblem {
  const text =
    status === 413
      ? m.shell_foreign_too_large
      : mayChange && (ok || status >= 500)
        ? m.shell_foreign_unknown
        : m.shell_foreign_answer
  const params = { status: String(status) }
  return new ApiProblem({ status: ok ? 0 : status, code: foreignCode, title: text(params), errors: [], params })
}

/** Radvis' own, and not what this page knows, which may be older or newer than it. */
function unknownAnswer(cause: z.ZodError): ApiProblem {
  const title = m.shell_answer_unknown()
  return new ApiProblem({ status: 0, code: 'answer-unknown', title, errors: [], params: {} }, cause)
}

/** The session of the same person who has signed in again, once they have; null when it is over. */
async function signedInAgain(refused: Session, signal: AbortSignal | undefined): Promise<Session | null> {
  // A wrong password is refused too, but with another code; and who has signed in anew since is not asked to again.
  if (readSession()?.token === refused.token) {
    const asked = waitToSignInAgain(refused)
    if (!asked) leaveToSignIn()
    else await orAborted(asked, signal)
  }
  const now = readSession()
  return now?.user.id === refused.user.id && now.token !== refused.token ? now : null
}

function sessionHeaders(session: Session | null, companyId: string | undefined): Record<string, string> {
  const company = companyId ?? session?.company?.id
  return {
    Accept: 'application/json',
    'Accept-Language': getLocale(),
    ...(session && { Authorization: `Bearer ${session.token}` }),
    ...(company && { 'X-Company-Id': company }),
  }
}

export function queryString(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

async function readProblem(mayChange: boolean, response: Response): Promise<ApiProblem> {
  const body = problem.safeParse(await response.json().catch(() => null))
  return body.success ? new ApiProblem(body.data) : foreignAnswer(mayChange, response)
}

/** The session is over: back to sign-in, and from there to where the user was. */
export function leaveToSignIn(): void {
  signOut()
  const here = window.location.pathname + window.location.search
  window.location.assign(`/signin?ended=1&next=${encodeURIComponent(here)}`)
}

/** Seconds or a date in Retry-After are honoured; otherwise 0.3, 0.6, 1.2 s. Never more than ten seconds. */
export function retryDelay(attempt: number, retryAfter: string | null, now = Date.now()): number {
  const backoff = 300 * 2 ** attempt
  if (retryAfter === null) return backoff
  const seconds = Number(retryAfter)
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1000
  return Number.isNaN(asked) ? backoff : Math.min(Math.max(asked, 0), longestWaitMs)
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return orAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal)
}

/** As the promise comes out, unless the caller no longer waits for it. */
function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/**
 * Follows server-sent events (EventSource cannot send our headers). Resolves when the server ends the stream or the
 * signal aborts; a stream that breaks or falls silent throws, and the caller decides whether to follow again.
 */
async function readEvents<Schema extends z.ZodType>(
  path: string,
  options: { schema: Schema; onEvent: (event: z.infer<Schema>) => void; signal: AbortSignal; query?: Query },
): Promise<void> {
  const { schema, onEvent, signal, query } = options
  const body = await send(
    'GET',
    path,
    { signal, ...(query && { query }) },
    { kind: 'read', mayChange: false, read: readStream },
  )
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const silence = startDeadline(silenceMs, signal)
  silence.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
  let unread = ''
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      silence.extend(silenceMs)
      const blocks = `${unread}${next.value}`.replaceAll('\r\n', '\n').split('\n\n')
      unread = blocks.pop() ?? ''
      for (const data of blocks.map(dataOf)) if (data !== '') onEvent(schema.parse(JSON.parse(data)))
    }
    if (silence.isOver()) throw noAnswer(false, true)
  } catch (error) {
    if (signal.aborted) return
    suspectAway()
    throw error
  } finally {
    silence.end()
    void reader.cancel().catch(() => undefined)
  }
}

/** The data of one event; empty for comments, which only keep the line open. */
export function dataOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
}

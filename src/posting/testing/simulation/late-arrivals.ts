import { isAnyOf } from './memory-runs.ts'
import type { Memory } from './memory-store.ts'
import type { Random } from './random.ts'
import { supplierOf } from './runs.ts'

type Time = { now(): number; sleep(ms: number): Promise<void> }

/**
 * A look-up that missed it and the request that is sent anew lie so much further apart than the lane waits, at most: the
 * request waits for its place, a new token and what 429 asks for.
 */
const onItsWayMs = 20_000

/** Of what comes whatever the lane does; well within the time in which it looks for what it asked for twice. */
const latestMs = 300_000

/**
 * When a request is carried out that its sender gave up. Any may come within the time that the lane waits for it. A create
 * may come at any time after, where the lane has neither sent it anew nor looked for it just before: what comes
 * between the last look and the request that is sent anew, no client can tell (decisions/015).
 */
export function createLateArrivals({
  time,
  random,
  memory,
  settleMs,
  isUnbound,
  isBoundless,
}: {
  time: Time
  random: Random
  memory: Memory
  settleMs: number
  /** Whether creates come after the lane has waited for them, too. */
  isUnbound: boolean
  /** Whether they do whatever the lane has done: what stands there twice is for it to take away (cancel-twins.ts). */
  isBoundless: boolean
}) {
  const boundMs = settleMs - 1
  /** How many creates of a reference have left. */
  const creates = new Map<string, number>()
  /** When a supplier's invoices were listed last. */
  const listedAt = new Map<string, number>()

  const isWaitedFor = (reference: string) =>
    memory.postings.some(
      (one) => one.reference === reference && one.steps.some((step) => step.step === 'create' && isAwaited(step)),
    )
  const isAwaited = (step: Memory['postings'][number]['steps'][number]) => isAnyOf(step, 'waiting', 'sent', 'unknown')
  const wasJustLookedFor = (reference: string) =>
    time.now() - (listedAt.get(supplierOf(reference)) ?? Number.NEGATIVE_INFINITY) <= settleMs + onItsWayMs

  async function comeLater(reference: string, work: () => unknown): Promise<void> {
    const before = creates.get(reference)
    await time.sleep(random.between(settleMs, 120_000))
    while (isWaitedFor(reference) && creates.get(reference) === before) {
      if (!wasJustLookedFor(reference)) return void work()
      await time.sleep(500)
    }
  }
  return {
    boundMs,
    left(method: string, path: string, body: unknown): void {
      const reference = createdBy(method, path, body)
      if (reference !== null) creates.set(reference, (creates.get(reference) ?? 0) + 1)
    },
    arrived(method: string, path: string, query: URLSearchParams): void {
      const supplier = query.get('suppliernumber')
      if (method === 'GET' && path === 'supplierinvoices' && supplier !== null) listedAt.set(supplier, time.now())
    },
    /** Whether a create comes late rather than meet what was drawn for it. */
    isHeldUp: (method: string, path: string) =>
      isUnbound &&
      ((method === 'POST' && path === 'supplierinvoices') || (isBoundless && isPayment(method, path))) &&
      random.chance(0.3),
    /** Draws when; what is answered carries it out when the sender has given it up. */
    schedule(method: string, path: string, body: unknown): (work: () => unknown) => void {
      const reference = createdBy(method, path, body)
      const makesSomething = reference !== null || isPayment(method, path)
      if (makesSomething && isBoundless) return (work) => void time.sleep(random.between(settleMs, latestMs)).then(work)
      if (reference !== null && isUnbound && random.chance(0.7)) return (work) => void comeLater(reference, work)
      const lateMs = random.between(0, boundMs)
      return (work) => void time.sleep(lateMs).then(work)
    },
  }
}
export type LateArrivals = ReturnType<typeof createLateArrivals>

const isPayment = (method: string, path: string) => method === 'POST' && path === 'supplierinvoicepayments'

function createdBy(method: string, path: string, body: unknown): string | null {
  if (method !== 'POST' || path !== 'supplierinvoices') return null
  return JSON.parse(String(body)).SupplierInvoice.ExternalInvoiceNumber
}

/** In some worlds the other side is away for a while, or what a check of a run reads there. */
export function drawOutages(time: Time, random: Random) {
  const draw = (chance: number) => {
    if (!random.chance(chance)) return () => false
    const start = random.between(1_000, 30_000)
    const end = start + random.between(20_000, 300_000)
    return () => time.now() >= start && time.now() < end
  }
  return { isAway: draw(0.2), isUnreadable: draw(0.6) }
}

import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import { nameOriginals, type Original } from '../../credited-purchases.ts'
import type { LaneStore } from '../../lane.ts'
import type { LeaseStore } from '../../lease.ts'
import type { StepView } from '../../rules.ts'
import type { OpenPosting, PostingNumbers } from '../../step-store.ts'
import type { Operation } from './process-life.ts'

export type ToldEvent = { reference: string; step: string; kind: 'done' | 'rejected' }

/** What the database holds, of one connection; each operation is one transaction. */
export function createMemory(postings: OpenPosting[], now: () => number) {
  const events: ToldEvent[] = []
  let holder = ''
  let leaseUntil = Number.NEGATIVE_INFINITY

  const openLeases = (operation: Operation, isGreedy: boolean): LeaseStore => ({
    hold: (mine, ms) =>
      operation(async () => {
        if (holder !== mine && leaseUntil >= now() && !isGreedy) return false
        holder = mine
        leaseUntil = now() + ms
        return true
      }),
    end: (mine) =>
      operation(async () => {
        if (holder === mine) leaseUntil = Number.NEGATIVE_INFINITY
      }),
  })

  /** The same writes under the same conditions as step-store.ts, and the database's clock, read as the process's own. */
  function openLane(mine: string, operation: Operation, clock: () => number): LaneStore & { begin(): Promise<void> } {
    const write = (
      posting: OpenPosting,
      { ordinal }: StepView,
      change: Partial<StepView>,
      told: ToldEvent['kind'] | null = null,
      numbers: PostingNumbers = {},
    ) =>
      operation(async () => {
        const kept = postings.find(({ id }) => id === posting.id)
        const step = kept?.steps[ordinal]
        if (!kept || !step) throw new Error('no such step')
        if (holder !== mine || step.state === 'done') return false
        if (change.state === 'sent' && step.state !== 'waiting' && step.state !== 'unknown') return false
        // Until a request is answered what its last try met stands.
        Object.assign(step, change.state === 'sent' ? {} : { problem: null }, change)
        Object.assign(kept, numbers)
        if (told) events.push({ reference: kept.reference, step: step.step, kind: told })
        return true
      })
    const ours = (at: Date) => new Date(at.getTime() + clock() - now())
    return {
      begin: () =>
        operation(async () => {
          if (holder !== mine) return
          for (const step of postings.flatMap(({ steps }) => steps))
            if (step.state === 'sent') Object.assign(step, { state: 'unknown', sentAt: new Date(now()) })
        }),
      listOpen: (limit, except) =>
        operation(async () =>
          structuredClone(postings.filter((one) => isOpen(one) && !except.includes(one.id)).slice(0, limit)).map(
            (one) => ({
              ...one,
              steps: one.steps.map((step) => ({ ...step, sentAt: step.sentAt && ours(step.sentAt) })),
            }),
          ),
        ),
      markSent: (posting, step) =>
        write(posting, step, { state: 'sent', sentAt: new Date(now()), attempts: step.attempts + 1 }),
      finishStep: (posting, step, { numbers }) => write(posting, step, { state: 'done' }, 'done', numbers),
      nameOriginals: ({ id }) => operation(async () => nameIn(postings, id, holder === mine)),
      rejectStep: (posting, step, problem) => write(posting, step, { state: 'rejected', problem }, 'rejected'),
      keepStep: (posting, step, state, problem) =>
        write(posting, step, {
          ...{ state, problem, attempts: step.attempts },
          ...(state === 'unknown' && { sentAt: new Date(now()) }),
        }),
    }
  }
  return { postings, events, openLeases, openLane, hasWork: () => postings.some(isOpen) }
}
export type Memory = ReturnType<typeof createMemory>

/** How the postings stand that others may take back. */
function originalsIn(postings: readonly OpenPosting[]): Map<string, Original> {
  return new Map(
    postings.map(({ reference, invoiceNumber: number, steps: [create] }) => [
      reference,
      { number, isUnderWay: number === null && ['waiting', 'sent', 'unknown'].includes(create?.state ?? '') },
    ]),
  )
}

/** As original-store.ts does. */
export function nameIn(postings: readonly OpenPosting[], id: string, holdsLane: boolean): SupplierInvoice | null {
  const kept = postings.find((one) => one.id === id)
  if (!kept) throw new Error('no such posting')
  const named = nameOriginals(kept.invoice, originalsIn(postings))
  if (named && holdsLane) kept.invoice = named
  return named && structuredClone(named)
}

function isOpen({ steps }: OpenPosting): boolean {
  return steps.some(({ state }) => state !== 'done') && steps.every(({ state }) => state !== 'rejected')
}

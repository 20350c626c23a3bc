import type { Step } from '../../contract.ts'
import type { OpenPosting } from '../../step-store.ts'
import type { Books } from './books.ts'
import type { Memory } from './memory-store.ts'

/** What must never happen; the first four are what issue 4 asks for. */
export const counted = [
  ...['lost', 'doubled', 'halfDone', 'overLimit', 'untrueEvents'],
  /** Refreshes with a token that another refresh had, and connections that nobody took from us. */
  ...['doubleRefreshes', 'tokensLost'],
] as const
export type Verdict = Record<(typeof counted)[number], number>

/** What is wrong when everything has settled. */
export function checkWorld(
  memory: Memory,
  books: Books,
  seen: Pick<Verdict, 'overLimit' | 'doubleRefreshes' | 'tokensLost'>,
): Verdict {
  const verdict = { lost: 0, doubled: 0, halfDone: 0, untrueEvents: 0, ...seen }
  for (const posting of memory.postings) {
    const there = stepsThere(books, posting)
    const isRefused = posting.steps.some(({ state }) => state === 'rejected')
    if (there.created > 1 || there.paid > 1) verdict.doubled += 1
    if (there.created === 0 && !isRefused) verdict.lost += 1
    if (!isRefused && posting.steps.some(({ state }) => state !== 'done')) verdict.halfDone += 1
    if (isNamedWrongly(posting, memory)) verdict.halfDone += 1
    for (const { step, state } of posting.steps) {
      if (state === 'done' && !there.isDone[step as Step]) verdict.halfDone += 1
      // A create that is there and not known would be made again by whoever tries again.
      if (step === 'create' && state === 'rejected' && there.created > there.cancelled) verdict.halfDone += 1
      const told = memory.events.filter((event) => event.reference === posting.reference && event.step === step)
      const done = told.filter(({ kind }) => kind === 'done').length
      const refused = told.length - done
      if (done !== Number(state === 'done') || refused !== Number(state === 'rejected')) verdict.untrueEvents += 1
    }
  }
  return verdict
}

/** A credit invoice that was made names the invoice that it takes back, if that was made. */
function isNamedWrongly({ invoice, steps: [create] }: OpenPosting, { postings }: Memory): boolean {
  if (create?.state !== 'done') return false
  return (invoice.credits ?? []).some(({ reference, text, number }) => {
    const there = postings.find((one) => one.reference === reference)?.invoiceNumber ?? null
    return number !== there || (there !== null && invoice.comments !== `${text}, löpnummer ${there}`)
  })
}

function stepsThere(books: Books, { reference }: OpenPosting) {
  const invoices = books.invoices.filter((one) => one.reference === reference)
  const numbers = new Set(invoices.map(({ number }) => number))
  const payments = books.payments.filter((one) => numbers.has(one.invoiceNumber))
  return {
    created: invoices.length,
    cancelled: invoices.filter(({ isCancelled }) => isCancelled).length,
    paid: payments.filter(({ isDeleted }) => !isDeleted).length,
    isDone: {
      create: invoices.length > 0,
      bookkeep: invoices.some(({ isBookkept }) => isBookkept),
      // It may have been deleted by the person since.
      'create-payment': payments.length > 0,
      'bookkeep-payment': payments.some(({ isBookkept }) => isBookkept),
    },
  }
}

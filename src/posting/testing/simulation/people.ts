import { purchaseOf } from '#kernel/invoice-reference.ts'
import type { Books } from './books.ts'
import type { Memory } from './memory-store.ts'
import type { Random } from './random.ts'
import { newPurchase, newRun } from './runs.ts'

type Time = { now(): number; sleep(ms: number): Promise<void> }
export type Office = { time: Time; random: Random; memory: Memory; tell(line: string): void }

const choices = ['retry', 'return', 'handle', 'unhandle'] as const
const confirmer = { userId: 'confirmer', role: 'admin' } as const
const approver = { userId: 'approver', role: 'admin' } as const

/** People who pause, cancel, approve, send again, return, mark, confirm anew and take back while everything is under way. */
export async function workInRadvis(office: Office, untilMs: number): Promise<void> {
  const { time, random, memory } = office
  const busyMs = random.between(1_000, 12_000)
  while (time.now() < untilMs) {
    await time.sleep(random.between(300, busyMs))
    const run = memory.runs[random.between(0, memory.runs.length - 1)]
    if (run) act(office, run.id)
    if (random.chance(0.3)) confirmAnew(office)
  }
}

function act({ random, memory, tell }: Office, runId: string): void {
  const said = (what: string, answered: unknown) => tell(`person ${what} ${runId}: ${answered}`)
  const kind = random.between(1, 24)
  if (kind <= 3) said('pauses', memory.changeRun(runId, 'pause'))
  else if (kind <= 7) said('resumes', memory.changeRun(runId, 'resume'))
  else if (kind <= 10) said('cancels', memory.changeRun(runId, 'cancel'))
  else if (kind <= 13) said('retries', memory.retryRun(runId))
  else if (kind <= 17) {
    const isApproved = random.chance(0.7)
    const person = random.chance(0.7) ? approver : confirmer
    said(isApproved ? 'approves' : 'refuses', memory.decideRun(runId, person, isApproved))
  } else if (kind <= 23) {
    const ids = memory.postings.filter((one) => one.runId === runId && random.chance(0.5)).map(({ id }) => id)
    const choice = choices[random.between(0, choices.length - 1)] ?? 'retry'
    said(`${choice}s ${ids.length} of`, memory.changePostings(runId, ids, choice))
    // Whoever tries again pays anew what was deleted there.
    if (choice === 'retry') said('pays anew of', memory.changePostings(runId, ids, 'pay-anew'))
  } else said('undoes', memory.undoRun(runId))
}

/** What was sent back to the preview, or taken back, is confirmed once more, as another invoice (imports/load-assessment.ts). */
function confirmAnew({ time, random, memory, tell }: Office): void {
  const byPurchase = Map.groupBy(memory.postings, ({ reference }) => purchaseOf(reference))
  const given = (purchase: string) => (byPurchase.get(purchase) ?? []).filter(isGivenBack)
  const roundOf = (purchase: string) => given(purchase).length
  const waiting = [...byPurchase]
    .filter(([purchase, all]) => given(purchase).length === all.length)
    .map(([, [first]]) => newPurchase((first?.rowNumber ?? 2) - 2, roundOf))
  if (waiting.length === 0) return
  const { run, postings } = newRun(memory.runs.length, waiting, { now: time.now(), needsApproval: random.chance(0.2) })
  memory.insertRun(run, postings)
  tell(`person confirms ${waiting.length} anew as ${run.id}`)
}

const isGivenBack = ({ settledAs, undoOutcome }: Memory['postings'][number]) =>
  settledAs === 'returned' || undoOutcome === 'removed' || undoOutcome === 'credited'

/** Somebody who cancels invoices in the accounting system, sends them back to edit and posts them again, over and over. */
export async function cancelAndPostAnew(office: Office & { books: Books }, untilMs: number): Promise<void> {
  const { time, random, memory, books, tell } = office
  while (time.now() < untilMs) {
    await time.sleep(random.between(100, 4_000))
    const fit = books.invoices.filter((one) => !one.isBookkept && !one.isCancelled && !one.isCredit)
    const invoice = fit[random.between(0, Math.max(0, fit.length - 1))]
    if (invoice) tell(`person cancels ${invoice.reference}: ${books.cancel(invoice.number).status}`)
    for (const { id } of memory.runs.slice()) {
      const ids = memory.postings.filter(({ runId }) => runId === id).map((one) => one.id)
      for (const choice of ['return', 'retry'] as const)
        if (random.chance(0.4)) tell(`person ${choice}s all of ${id}: ${memory.changePostings(id, ids, choice)}`)
    }
    if (random.chance(0.6)) confirmAnew(office)
  }
}

/** Somebody who deletes payments in the accounting system while they cannot be bookkept, and pays anew in Radvis, or by hand there. */
export async function deleteAndPayAnew(office: Office & { books: Books }, untilMs: number): Promise<void> {
  const { time, random, memory, books, tell } = office
  while (time.now() < untilMs) {
    books.lock(random.chance(0.5))
    await time.sleep(random.between(100, 6_000))
    for (const one of books.payments.filter(({ isBookkept, isDeleted }) => !isBookkept && !isDeleted)) {
      if (random.chance(0.5)) continue
      one.isDeleted = true
      tell(`person deletes payment ${one.number}`)
      const again = { InvoiceNumber: one.invoiceNumber, Amount: one.amount, PaymentDate: one.date }
      if (!books.takesSecondPayment && random.chance(0.2)) books.pay(again)
    }
    for (const { id } of memory.runs.slice()) {
      const ids = memory.postings.filter(({ runId }) => runId === id).map((one) => one.id)
      for (const choice of ['retry', 'pay-anew'] as const)
        if (random.chance(0.5)) tell(`person ${choice}s all of ${id}: ${memory.changePostings(id, ids, choice)}`)
    }
  }
  books.lock(false)
}

/** Somebody who takes back what has ended, and tries again what was kept, while requests may still come whenever they like. */
export async function takeBack({ time, random, memory, tell }: Office, untilMs: number): Promise<void> {
  while (time.now() < untilMs) {
    await time.sleep(random.between(2_000, 30_000))
    for (const { id, finishedAt, phase } of memory.runs)
      if (finishedAt !== null && phase !== 'reverted' && random.chance(0.4))
        tell(`person undoes ${id}: ${memory.undoRun(id)}`)
  }
}

/** True where something was to be paid anew. */
function payAllAnew({ runs, postings, changePostings }: Memory): boolean {
  const answers = runs.map(({ id }) => {
    const ids = postings.filter(({ runId }) => runId === id).map((one) => one.id)
    return changePostings(id, ids, 'pay-anew')
  })
  return answers.some((answered) => typeof answered === 'number')
}

/** When nothing disturbs any more: what people left half way goes on, and in the end everything stands still. */
export async function putToRest(
  { time, random, memory, tell }: Office,
  patienceMs: number,
): Promise<{ isRetried: boolean }> {
  const goOn = () => {
    for (const { id, phase } of memory.runs) {
      if (phase === 'paused') memory.changeRun(id, 'resume')
      if (phase === 'awaiting-approval') memory.decideRun(id, approver, true)
    }
  }
  goOn()
  const settled = async () => {
    do await time.sleep(1_000)
    while (memory.hasWork() && time.now() < patienceMs)
  }
  await settled()
  const isRetried = random.chance(0.5)
  for (const { id } of memory.runs) if (isRetried) tell(`everything refused is sent again: ${memory.retryRun(id)}`)
  goOn()
  await settled()
  if (isRetried && payAllAnew(memory)) await settled()
  for (const { id } of memory.runs) if (random.chance(0.2)) tell(`person undoes ${id}: ${memory.undoRun(id)}`)
  await settled()
  for (const { id, phase } of memory.runs)
    if (phase === 'partly-reverted' && random.chance(0.5)) tell(`person undoes ${id} again: ${memory.undoRun(id)}`)
  await settled()
  return { isRetried }
}

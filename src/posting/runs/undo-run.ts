import type { Activity } from '#activity/index.ts'
import type { Connections } from '#connections/index.ts'
import type { Imports } from '#imports/index.ts'
import { AppError } from '#kernel/errors.ts'
import { dayInSweden, type LocalDate } from '#kernel/local-dates.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, readCompany, withCompany } from '#platform/database.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { UndoReport } from '../contract.ts'
import { runLaneJob } from '../jobs.ts'
import { type UndoPhase, undoPhases } from '../steps/run-phases.ts'
import { kept, planUndo, type UndoPlan } from '../steps/undo-plan.ts'
import { refuseChange } from './refuse-change.ts'
import { findRun, lockRun, type RunRecord, saveRun } from './run-store.ts'
import {
  countOutcomes,
  countReasons,
  countTied,
  listPostedSoFar,
  openUndo,
  type PostedSoFar,
  settleUndo,
} from './undo-store.ts'

export type UndoDeps = {
  db: Database
  clock: Clock
  activity: Pick<Activity, 'record'>
  jobs: () => Jobs
  connections: Pick<Connections, 'registers'>
  listRefundTies: Imports['listRefundTies']
  nameOf(userId: string): Promise<string | null>
}
type Asked = { companyId: string; runId: string }

/** Begins to take a run back, or tries again what was kept; the lane does the rest. Asking twice changes nothing. */
export async function undoRun(deps: UndoDeps, { companyId, runId, userId }: Asked & { userId: string }): Promise<void> {
  await withCompany(deps.db, companyId, async (tx) => {
    const run = await lockRun(tx, companyId, runId)
    if (!run) throw new AppError('not-found', 'no such run')
    if (run.phase === 'reverting' || run.phase === 'reverted') return
    if (run.phase === 'refused' || run.finishedAt === null) throw refuseChange(run) // nothing of a refused one was sent
    await beginUndo(tx, deps, run, userId)
  })
}

async function beginUndo(tx: CompanyDatabase, deps: UndoDeps, run: RunRecord, userId: string): Promise<void> {
  const { companyId, id: runId, connectionId } = run
  await saveRun(tx, run, {
    ...{ phase: 'reverting', status: 'ongoing', undoneBy: userId },
    ...{ finishedAt: null, undoStartedAt: deps.clock.now(), undoFinishedAt: null },
  })
  const invoices = await openUndo(tx, companyId, runId)
  await deps.activity.record(tx, companyId, [
    { type: 'info', activity: 'undo-started', subject: run.source, runId, actorId: userId, params: { invoices } },
  ])
  await settleUndo(tx, deps, companyId, runId)
  await deps.jobs().enqueue(tx, runLaneJob, { companyId, connectionId }, { key: connectionId })
}

/** What taking the run back would do, or has done so far. */
export async function readUndo(deps: UndoDeps, { companyId, runId }: Asked): Promise<UndoReport> {
  const run = await readCompany(deps.db, companyId, (tx) => findRun(tx, companyId, runId))
  if (!run) throw new AppError('not-found', 'no such run')
  const state = undoPhases.find((phase) => phase === run.phase) ?? null
  return state === null ? foresee(deps, run) : tell(deps, run, state)
}

async function tell(deps: UndoDeps, run: RunRecord, state: UndoPhase): Promise<UndoReport> {
  const { companyId, id } = run
  const [counts, reasons, refundedElsewhere] = await withCompany(deps.db, companyId, async (tx) => [
    (await countOutcomes(tx, companyId, [id]))(id),
    await countReasons(tx, companyId, id),
    await countTied(tx, run, await deps.listRefundTies(tx, run)),
  ])
  return {
    ...{ state, hindrance: null, ...counts, refundedElsewhere, reasons },
    open: counts.invoices - counts.removed - counts.credited - counts.kept,
    startedAt: run.undoStartedAt?.toISOString() ?? null,
    finishedAt: run.undoFinishedAt?.toISOString() ?? null,
    by: run.undoneBy && (await deps.nameOf(run.undoneBy)),
  }
}

/** From what Radvis knows; what people changed in the accounting system shows when each invoice is looked at. */
async function foresee(deps: UndoDeps, run: RunRecord): Promise<UndoReport> {
  const { companyId, id } = run
  const [posted, refundedElsewhere] = await withCompany(deps.db, companyId, async (tx) => [
    await listPostedSoFar(tx, companyId, id),
    await countTied(tx, run, await deps.listRefundTies(tx, run)),
  ])
  const lockedUntil = await readLockedUntil(deps, run)
  const day = dayInSweden(deps.clock.now())
  const plans = posted.map((one) => foreseeOne(one, day, lockedUntil))
  const count = (outcome: UndoPlan['outcome']) => plans.filter((plan) => plan.outcome === outcome).length
  const reasons = Map.groupBy(
    plans.flatMap((plan) => ('reason' in plan && plan.reason !== undefined ? [plan.reason] : [])),
    (reason) => reason,
  )
  return {
    ...{ state: 'none', hindrance: run.finishedAt === null ? 'still-posting' : null, invoices: posted.length },
    ...{ removed: count('removed'), credited: count('credited'), kept: count('kept'), open: 0 },
    refundedElsewhere,
    paidBack: plans.filter(({ steps }) => steps.some((step) => step === 'pay-back')).length,
    reasons: [...reasons].map(([code, all]) => ({ code, count: all.length })),
    ...{ startedAt: null, finishedAt: null, by: null },
  }
}

function foreseeOne(
  { amount, isCreated, isBookkept, isPaid, isByHand }: PostedSoFar,
  day: LocalDate,
  lockedUntil: LocalDate | null,
): UndoPlan {
  if (isByHand) return kept('by-hand')
  if (!isCreated) return { outcome: 'removed', reason: 'never-created', steps: [] }
  const invoice = { isBookkept, isCancelled: false, total: amount, balance: isPaid ? 0 : amount, currency: 'SEK' }
  const payments = isPaid ? [{ number: '', isBookkept: true }] : []
  const known = {
    ...{ paymentNumber: '', creditNumber: null, creditPaymentNumber: null, isCancelledByUs: false, day },
    isBookkeptByPayment: isPaid && !isBookkept,
  }
  return planUndo({ invoice, payments, credit: null, lockedUntil }, known)
}

/** As it was read last: the accounting system may be away while the answer is only a forecast. */
async function readLockedUntil(
  { connections }: UndoDeps,
  { companyId, connectionId }: RunRecord,
): Promise<LocalDate | null> {
  const anyAge = { maxAgeSeconds: Number.MAX_SAFE_INTEGER }
  return connections.registers(companyId, connectionId, anyAge).then(
    ({ lockedUntil }) => lockedUntil,
    (error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    },
  )
}

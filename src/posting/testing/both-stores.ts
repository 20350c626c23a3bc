import { asc, eq, sql } from 'drizzle-orm'
import { events } from '#activity/tables.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import type { CheckStore } from '../lane/check-runs.ts'
import type { LaneStore } from '../lane/lane.ts'
import { createLaneStore } from '../lane/lane-store.ts'
import { createLeaseStore, type LeaseStore, renewTogether, takeTogether } from '../lane/lease.ts'
import { decideRun } from '../runs/approve-run.ts'
import { changeRun, retryRun } from '../runs/change-run.ts'
import type { NewRun } from '../runs/run-store.ts'
import { settleRuns } from '../runs/run-store.ts'
import { changePostings } from '../runs/settle-postings.ts'
import { undoRun } from '../runs/undo-run.ts'
import { markLostAnswersUnknown, type OpenPosting } from '../steps/step-store.ts'
import { postingSteps, postings, runs } from '../tables.ts'
import { createFarSide } from './far-side.ts'
import { openPosting } from './open-posting.ts'
import type { Answered, Persons } from './simulation/memory-persons.ts'
import type { KeptPosting, KeptRun } from './simulation/memory-runs.ts'
import { createMemory } from './simulation/memory-store.ts'

export const holders = [newId(), newId()] as const
export const confirmer = newId()

type Asked<Act> = Act extends (...given: infer Given) => unknown ? (...given: Given) => Promise<unknown> : never
export type Side = {
  leases: readonly LeaseStore[]
  lanes: readonly (LaneStore & CheckStore & { begin(): Promise<void>; end(): Promise<void> })[]
  persons: { [Name in keyof Persons]: Asked<Persons[Name]> }
  /** Everything that a lane, a person or a report goes by. */
  readAll(): Promise<{ runs: KeptRun[]; postings: KeptPosting[] }>
  readTold(): Promise<string[]>
}

/** The store that postings are kept in, and the simulation's, about the same runs. */
export function openBoth(database: OpenDatabase, readClock: () => number) {
  const near = openPosting(database, createFarSide({}).session)
  const memory = createMemory(readClock)
  const stored = openStored(database, near, () => new Date(readClock()))
  async function start(references: readonly string[], more: Partial<NewRun> = {}): Promise<void> {
    const id = await near.start(references, ['create', 'bookkeep'], undefined, { performedBy: confirmer, ...more })
    const all = await stored.readAll()
    const run = all.runs.find((one) => one.id === id)
    if (!run) throw new Error('the run was not kept')
    memory.insertRun(
      run,
      all.postings.filter(({ runId }) => runId === id),
    )
  }
  const textOf = (id: string | null) => memory.postings.find((one) => one.id === id)?.text ?? ''
  const inMemory: Side = {
    leases: holders.map(() => memory.openLeases((work) => work(), false)),
    lanes: holders.map((holder) => memory.openLane(holder, (work) => work(), readClock)),
    persons: memory as never,
    readAll: async () => structuredClone({ runs: memory.runs, postings: memory.postings }),
    readTold: async () =>
      memory.events.map(({ activity, posting, step }) => `${activity} ${textOf(posting)} ${step}`).sort(),
  }
  return { stored, inMemory, start }
}

function openStored(database: OpenDatabase, near: ReturnType<typeof openPosting>, now: () => Date): Side {
  const { companyId, connectionId } = near
  const { db, promptDb } = database
  const key = { companyId, connectionId }
  const databaseNow = () => sql`${now().toISOString()}::timestamptz`
  const asked = { take: takeTogether({ promptDb, databaseNow }), renew: renewTogether({ promptDb, databaseNow }) }
  const deps = { ...near.deps, clock: { now }, databaseNow, obstacles: near.deps.connections.obstacles }
  const of = (runId: string) => ({ companyId, runId, userId: confirmer })
  const answer = (work: Promise<Answered | undefined>) =>
    work.then(
      (done) => done ?? 'done',
      (error: unknown) => {
        if (error instanceof AppError) return error.code
        throw error
      },
    )
  return {
    leases: holders.map(() => createLeaseStore({ promptDb, ...key, ...asked })),
    lanes: holders.map((holder) => ({
      ...createLaneStore(deps, { ...key, holder }),
      begin: async () => {
        await withCompany(db, companyId, (tx) => markLostAnswersUnknown(tx, { ...key, holder }, databaseNow()))
      },
      end: async () => {
        await withCompany(db, companyId, (tx) => settleRuns(tx, deps, key))
      },
    })),
    persons: {
      changeRun: (id, change) => answer(changeRun(deps, of(id), change).then(() => undefined)),
      retryRun: (id) => answer(retryRun(deps, of(id))),
      decideRun: (id, person, isApproved) => {
        const decision = isApproved ? ({ isApproved } as const) : ({ isApproved: false, reason: 'Fel konto' } as const)
        return answer(
          decideRun({ ...deps, holdRole: async () => person.role }, { ...of(id), ...person }, decision).then(
            () => undefined,
          ),
        )
      },
      changePostings: (id, ids, choice) => {
        const wish = choice === 'handle' ? { choice, note: 'gjort' } : { choice }
        return answer(changePostings(deps, of(id), { ids: [...ids] }, wish).then(({ changed }) => changed))
      },
      undoRun: (id) => answer(undoRun(deps, of(id)).then(() => undefined)),
    },
    readAll: () => readAll(database, companyId),
    async readTold() {
      const rows = await db.select().from(events).where(eq(events.companyId, companyId))
      return rows.map(({ activity, params }) => `${activity} ${params.text ?? ''} ${toldStep(params)}`).sort()
    },
  }
}

/** Who asks for an approval says why, which the simulation does not keep. */
const toldStep = ({ step }: Record<string, unknown>) => (step === undefined ? '' : String(step))

async function readAll({ db }: OpenDatabase, companyId: string) {
  const keptRuns = await db.select().from(runs).where(eq(runs.companyId, companyId)).orderBy(asc(runs.createdAt))
  const steps = await db
    .select()
    .from(postingSteps)
    .where(eq(postingSteps.companyId, companyId))
    .orderBy(asc(postingSteps.ordinal))
  const rows = await db.select().from(postings).where(eq(postings.companyId, companyId)).orderBy(asc(postings.position))
  const byPosting = Map.groupBy(steps, ({ postingId }) => postingId)
  const ofRun = (run: KeptRun): KeptPosting[] =>
    rows
      .filter(({ runId }) => runId === run.id)
      .map((row) => ({ ...row, runCreatedAt: run.createdAt, steps: byPosting.get(row.id) ?? [] }))
  return { runs: keptRuns, postings: keptRuns.flatMap(ofRun) }
}

/** What of it both keep. */
export function seen({ runs, postings }: Awaited<ReturnType<Side['readAll']>>) {
  return {
    runs: runs.map(({ id, phase, status, finishedAt, decidedBy, checkedAt }) => ({
      ...{ id, phase, status, finishedAt, decidedBy, checkedAt },
    })),
    postings: postings.map((one) => ({
      ...seenPosting(one),
      ...{ settledAs: one.settledAs, undoOutcome: one.undoOutcome, undoProblem: one.undoProblem },
    })),
  }
}

/** What a lane sees of a posting. */
export function seenPosting(one: OpenPosting) {
  const { reference, invoiceNumber, paymentNumber, creditNumber, creditPaymentNumber } = one
  const steps = one.steps.map(({ step, state, attempts, sentAt, problem }) => ({
    ...{ step, state, attempts, problem },
    sentAt: sentAt?.toISOString() ?? null,
  }))
  const credit = { creditNumber: creditNumber ?? null, creditPaymentNumber: creditPaymentNumber ?? null }
  return { reference, invoiceNumber, paymentNumber, isLookUpOnly: one.isLookUpOnly ?? null, ...credit, steps }
}

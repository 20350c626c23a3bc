import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { LaneStore } from './lane.ts'
import { createLaneStore } from './lane-store.ts'
import { createLeaseStore, type LeaseStore, renewTogether } from './lease.ts'
import type { StepProblem } from './rules.ts'
import { markLostAnswersUnknown, type OpenPosting } from './step-store.ts'
import { createFarSide } from './testing/far-side.ts'
import { openPosting } from './testing/open-posting.ts'
import { createMemory } from './testing/simulation/memory-store.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const refusal: StepProblem = { code: 'rejected', serviceCode: '2000637', message: 'Nej' }
const outage: StepProblem = { code: 'unavailable', serviceCode: null, message: null }
const holders = [newId(), newId()] as const

const worker = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const)
/** Few steps, so that much happens to each. */
const step = { worker, posting: fc.nat(1), ordinal: fc.nat(1), attempts: fc.nat(3) }
/** What the workers do, one thing after the other. */
const action = fc.oneof(
  fc.record({ kind: fc.constant('hold' as const), worker, ms: fc.constantFrom(1_000, 15_000) }),
  fc.record({ kind: fc.constant('let-go' as const), worker }),
  fc.record({ kind: fc.constant('time-passes' as const), ms: fc.constantFrom(500, 5_000, 20_000) }),
  fc.record({ kind: fc.constant('begin' as const), worker }),
  fc.record({ kind: fc.constant('list' as const), worker, limit: fc.integer({ min: 1, max: 3 }), except: fc.nat(3) }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), ...step }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('finish' as const), ...step }) },
  fc.record({ kind: fc.constant('reject' as const), ...step }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('keep' as const), ...step, state: fc.constantFrom('unknown', 'waiting') }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
type Side = {
  leases: readonly LeaseStore[]
  lanes: readonly (LaneStore & { begin(): Promise<void> })[]
  readTold(): Promise<string[]>
}

async function perform(side: Side, postings: readonly OpenPosting[], one: Action): Promise<unknown> {
  if (one.kind === 'time-passes') return null
  const [lease, lane] = [side.leases[one.worker]!, side.lanes[one.worker]!]
  if (one.kind === 'hold') return lease.hold(holders[one.worker]!, one.ms)
  if (one.kind === 'let-go') return lease.end(holders[one.worker]!)
  if (one.kind === 'begin') return lane.begin()
  if (one.kind === 'list')
    return (
      await lane.listOpen(
        one.limit,
        postings.slice(0, one.except).map(({ id }) => id),
      )
    ).map(seen)
  const posting = postings[one.posting]!
  const view = { ...posting.steps[one.ordinal]!, attempts: one.attempts }
  if (one.kind === 'send') return lane.markSent(posting, view)
  if (one.kind === 'reject') return lane.rejectStep(posting, view, refusal)
  if (one.kind === 'keep') return lane.keepStep(posting, view, one.state as 'unknown' | 'waiting', outage)
  const number = `${one.posting}${one.ordinal}`
  const numbers = [{ invoiceNumber: number }, { voucher: number }, { paymentNumber: number }, {}][one.ordinal]!
  return lane.finishStep(posting, view, { numbers })
}

/** What a lane sees of a posting. */
function seen({ reference, invoiceNumber, paymentNumber, steps }: OpenPosting) {
  const views = steps.map(({ step, state, attempts, sentAt, problem }) => ({
    ...{ step, state, attempts, problem },
    sentAt: sentAt?.toISOString() ?? null,
  }))
  return { reference, invoiceNumber, paymentNumber, steps: views }
}

const told: Record<string, string> = {
  'invoice-created': 'create done',
  'invoice-bookkept': 'bookkeep done',
  'payment-created': 'create-payment done',
  'payment-bookkept': 'bookkeep-payment done',
}

/** The store that postings are kept in, and the simulation's, about the same three invoices. */
async function openBoth(readClock: () => number) {
  const near = openPosting(database, createFarSide({}).session)
  await near.start(['A', 'B', 'C'])
  const { companyId, connectionId, deps } = near
  const key = { companyId, connectionId }
  const now = () => new Date(readClock())
  const databaseNow = () => sql`${now().toISOString()}::timestamptz`
  const laneDeps = { ...deps, clock: { now }, databaseNow, obstacles: deps.connections.obstacles }
  const { promptDb } = database
  const renew = renewTogether({ promptDb, databaseNow })
  const stored: Side = {
    leases: holders.map(() => createLeaseStore({ promptDb, ...key, databaseNow, renew })),
    lanes: holders.map((holder) => ({
      ...createLaneStore(laneDeps, { ...key, holder }),
      begin: async () => {
        await withCompany(database.db, companyId, (tx) => markLostAnswersUnknown(tx, { ...key, holder }, databaseNow()))
      },
    })),
    async readTold() {
      const rows = await database.db.select().from(events).where(eq(events.companyId, companyId))
      return rows
        .map(({ activity, params }) =>
          activity === 'posting-rejected'
            ? `${params.text} ${params.step} rejected`
            : `${params.text} ${told[activity]}`,
        )
        .filter((line) => !line.endsWith('undefined'))
        .sort()
    },
  }
  const postings = await stored.lanes[0]!.listOpen(10, [])
  const memory = createMemory(structuredClone(postings), readClock)
  const inMemory: Side = {
    leases: holders.map(() => memory.openLeases((work) => work(), false)),
    lanes: holders.map((holder) => memory.openLane(holder, (work) => work(), readClock)),
    readTold: async () => memory.events.map(({ reference, step, kind }) => `KÖP ${reference} ${step} ${kind}`).sort(),
  }
  return { stored, inMemory, postings }
}

test("the simulation's store does what the database does, whatever two workers do", { timeout: 180_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (actions) => {
      let clock = Date.parse('2026-11-21T10:00:00Z')
      const { stored, inMemory, postings } = await openBoth(() => clock)
      const held: Action = { kind: 'hold', worker: 0, ms: 15_000 }
      for (const [index, one] of [held, ...actions].entries()) {
        if (one.kind === 'time-passes') clock += one.ms
        const name = `${index} ${JSON.stringify(one)}`
        expect([name, await perform(inMemory, postings, one)]).toEqual([name, await perform(stored, postings, one)])
      }
      expect(await inMemory.readTold()).toEqual(await stored.readTold())
      const all = { kind: 'list' as const, worker: 0 as const, limit: 3, except: 0 }
      expect(await perform(inMemory, postings, all)).toEqual(await perform(stored, postings, all))
    }),
    { numRuns: 40 },
  ),
)

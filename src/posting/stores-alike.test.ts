import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { StepProblem, StepView } from './rules.ts'
import type { StepOutcome } from './steps/step-outcome.ts'
import { kept, type UndoPlan } from './steps/undo-plan.ts'
import { confirmer, holders, openBoth, type Side, seen, seenPosting } from './testing/both-stores.ts'
import type { KeptPosting } from './testing/simulation/memory-runs.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const refusals: StepProblem[] = [
  { code: 'rejected', serviceCode: '2000637', message: 'Nej' },
  { code: 'cancelled-there', serviceCode: null, message: null },
  { code: 'unknown', serviceCode: null, message: null },
  { code: 'payment-gone', serviceCode: null, message: null },
]
const outage: StepProblem = { code: 'unavailable', serviceCode: null, message: null }
const plans: UndoPlan[] = [
  { outcome: 'removed', steps: ['cancel'] },
  { outcome: 'removed', reason: 'never-created', steps: [] },
  { outcome: 'credited', steps: ['credit', 'pay-back'] },
  kept('paid-there'),
]
const colleague = newId()
const people = [
  { userId: colleague, role: 'admin' },
  { userId: confirmer, role: 'admin' },
  { userId: colleague, role: 'full' },
] as const

const worker = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const)
const run = fc.nat(1)
const posting = fc.nat(2)
/** Few steps, so that much happens to each. */
const step = { worker, posting, ordinal: fc.nat(3), attempts: fc.nat(3) }
const of = <Kind extends string, Rest>(kind: Kind, rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> }) =>
  fc.record({ kind: fc.constant(kind), ...rest }) as fc.Arbitrary<{ kind: Kind } & Rest>
/** What two workers and people do, one thing after the other. */
const action = fc.oneof(
  of('hold', { worker, ms: fc.constantFrom(1_000, 15_000), isRenewal: fc.boolean() }),
  of('let-go', { worker }),
  of('time-passes', { ms: fc.constantFrom(500, 5_000, 20_000, 700_000) }),
  of('check', { worker, isHeldBack: fc.boolean() }),
  of('begin', { worker }),
  of('end', { worker }),
  of('list', { worker, limit: fc.integer({ min: 1, max: 3 }), except: fc.nat(3) }),
  { weight: 3, arbitrary: of('send', step) },
  { weight: 2, arbitrary: of('finish', { ...step, plan: fc.nat(plans.length - 1) }) },
  of('reject', { ...step, problem: fc.nat(refusals.length - 1) }),
  { weight: 2, arbitrary: of('keep', { ...step, state: fc.constantFrom('unknown' as const, 'waiting' as const) }) },
  /** As an undisturbed lane takes a posting on: whatever is next in it is sent and ends so. */
  { weight: 12, arbitrary: of('go-on', { posting, plan: fc.nat(plans.length - 1), problem: fc.nat(15) }) },
  { weight: 2, arbitrary: of('change', { run, change: fc.constantFrom('pause', 'resume', 'cancel') }) },
  of('retry', { run }),
  { weight: 2, arbitrary: of('decide', { run, person: fc.nat(people.length - 1), isApproved: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: of('settle', {
      run,
      posting,
      choice: fc.constantFrom('retry', 'pay-anew', 'return', 'handle', 'unhandle'),
    }),
  },
  { weight: 3, arbitrary: of('undo', { run }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

async function perform(side: Side, one: Action, now: number): Promise<unknown> {
  if (one.kind === 'time-passes') return null
  if (isPersons(one)) return performPerson(side, one)
  const lane = side.lanes['worker' in one ? one.worker : 0]!
  if (one.kind === 'hold')
    return side.leases[one.worker]![one.isRenewal ? 'renew' : 'take'](holders[one.worker], one.ms)
  if (one.kind === 'let-go') return side.leases[one.worker]!.end(holders[one.worker])
  if (one.kind === 'begin') return lane.begin()
  if (one.kind === 'end') return lane.end()
  if (one.kind === 'check') return check(lane, one.isHeldBack, new Date(now))
  const all = (await side.readAll()).postings
  const but = (count: number) => all.slice(0, count).map(({ id }) => id)
  if (one.kind === 'list') return (await lane.listOpen(one.limit, but(one.except))).map(seenPosting)
  const view = all[one.posting]!
  if (one.kind === 'go-on') return goOn(side, view, one)
  const found = view.steps[one.ordinal % view.steps.length]!
  const asked = { ...found, attempts: one.attempts }
  if (one.kind === 'send') return lane.markSent(view, asked)
  if (one.kind === 'reject') return lane.rejectStep(view, asked, refusals[one.problem]!)
  if (one.kind === 'keep') return lane.keepStep(view, asked, one.state, outage)
  return lane.finishStep(view, asked, outcomeOf(view, asked, one.plan))
}

/** As check-runs.ts does with the first run that is due. */
async function check(lane: Side['lanes'][number], isHeldBack: boolean, at: Date): Promise<unknown> {
  const due = await lane.listDue()
  const [run] = due
  if (!run) return []
  const { postings } = await lane.listWaiting(run, -1)
  const [first] = postings
  const held = { code: 'account-inactive', serviceCode: null, message: null, params: { account: 6110 } }
  const isHeld = first && isHeldBack && (await lane.rejectStep(first, first.next, held))
  await lane.markChecked(run, at)
  return [due.map(({ id }) => id), postings.map((one) => [seenPosting(one), one.next.step]), isHeld]
}

async function goOn({ lanes }: Side, view: KeptPosting, { plan, problem }: { plan: number; problem: number }) {
  const next = view.steps.find(({ state }) => state !== 'done' && state !== 'dropped')
  if (!next || !(await lanes[0]!.markSent(view, next))) return false
  const refusal = refusals[problem]
  return refusal
    ? lanes[0]!.rejectStep(view, next, refusal)
    : lanes[0]!.finishStep(view, next, outcomeOf(view, next, plan))
}

function outcomeOf({ reference }: KeptPosting, { step }: StepView, plan: number): StepOutcome {
  const number = `${step} ${reference}`
  if (step === 'inspect') return { numbers: { invoiceNumber: number }, plan: plans[plan]! }
  if (step === 'create') return { numbers: { invoiceNumber: number }, ...(plan === 1 && { hindrance: refusals[0]! }) }
  if (step === 'credit') return { numbers: { creditNumber: number } }
  return { numbers: step === 'pay-back' ? { creditPaymentNumber: number } : {} }
}

type Persons = Extract<Action, { kind: 'change' | 'retry' | 'decide' | 'settle' | 'undo' }>
const isPersons = (one: Action): one is Persons => 'run' in one

async function performPerson({ persons, readAll }: Side, one: Persons): Promise<unknown> {
  const { runs, postings } = await readAll()
  const { id } = runs[one.run]!
  if (one.kind === 'change') return persons.changeRun(id, one.change as 'pause')
  if (one.kind === 'retry') return persons.retryRun(id)
  if (one.kind === 'decide') return persons.decideRun(id, people[one.person]!, one.isApproved)
  if (one.kind === 'undo') return persons.undoRun(id)
  const chosen = postings.filter(({ runId }) => runId === id).slice(0, one.posting + 1)
  return persons.changePostings(
    id,
    chosen.map((each) => each.id),
    one.choice as 'retry',
  )
}

test(
  "the simulation's store does what the database does, whatever two workers and people do",
  { timeout: 240_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
        let clock = Date.parse('2026-11-21T10:00:00Z')
        const { stored, inMemory, start } = openBoth(database, () => clock)
        await start(['A', 'B'])
        await start(['C'], { needsApproval: true })
        const held: Action = { kind: 'hold', worker: 0, ms: 15_000, isRenewal: false }
        for (const [index, one] of [held, ...actions].entries()) {
          if (one.kind === 'time-passes') clock += one.ms
          const name = `${index} ${JSON.stringify(one)}`
          expect([name, await perform(inMemory, one, clock)]).toEqual([name, await perform(stored, one, clock)])
          expect([name, seen(await inMemory.readAll())]).toEqual([name, seen(await stored.readAll())])
          const returned = await listReturned(stored)
          if (returned.length > 0) await start(returned)
        }
        expect(await inMemory.readTold()).toEqual(await stored.readTold())
      }),
      { numRuns: 40 },
    ),
)

/** References whose rows wait in the preview: they are confirmed anew. */
async function listReturned({ readAll }: Side): Promise<string[]> {
  const byReference = Map.groupBy((await readAll()).postings, ({ reference }) => reference)
  return [...byReference]
    .filter(([, all]) => all.every(({ settledAs }) => settledAs === 'returned'))
    .map(([reference]) => reference)
}

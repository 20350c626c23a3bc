import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import { createPacer, type Pacer } from '#connectors/pacer.ts'
import type { PaceLimit } from '#connectors/shared-pacer.ts'
import { createSimulatedTime } from '#connectors/testing/simulated-time.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import { type AnyStep, steps as allSteps, type Step } from '../contract.ts'
import { type LaneEnd, type LaneStore, runLane } from '../lane/lane.ts'
import { leftByDeath, type StepView, stepAfter } from '../rules.ts'
import type { OpenPosting, PostingNumbers } from '../steps/step-store.ts'
import { createFarSide } from './far-side.ts'
import { invoiceFixture, paymentFixture } from './invoice-fixture.ts'
import { nameIn } from './simulation/memory-originals.ts'

/** `againMs`: how long the database takes to keep that something is sent once more. */
type SceneOptions = { limit?: PaceLimit; width?: number; againMs?: number }
type FarSideOptions = Omit<Parameters<typeof createFarSide>[0], 'sleep'>

/** How a lane that works on the scene is taken out of it. */
export type Loss =
  /** The process dies: nothing of it happens any more, but what it has sent travels on. */
  | 'killed'
  /** The process goes on, but its lease has run out and somebody else has taken the lane. */
  | 'lease-lost'
  /** The process sleeps through its lease and wakes when somebody else has long been at work. */
  | 'slept'
  /** No loss: a slow database, and the lease is renewed in the last seconds. */
  | 'renewed-late'

/** Postings in a store that survives the lanes which work on it, beside an accounting system, in simulated time. */
export function createLaneScene(
  count: number,
  { limit, width = 3, againMs = 0, ...options }: FarSideOptions & SceneOptions = {},
  steps: readonly Step[] = allSteps,
) {
  const time = createSimulatedTime()
  const pacer = limit ? createPacer({ ...limit, ...time }) : null
  const far = createFarSide({ ...options, sleep: time.sleep })
  const kept = Array.from({ length: count }, (_, index) => newPosting(`RV-${index + 1}`, steps))
  let holder = 0

  /** Starts a lane; after `operations` reads, writes and requests it is lost. Answers when it is lost or has ended. */
  async function work(
    planned: { operations: number; loss: Loss } = { operations: Number.POSITIVE_INFINITY, loss: 'killed' },
  ): Promise<LaneEnd | Loss> {
    const mine = ++holder
    const life = createLife(planned, time.sleep)
    for (const step of kept.flatMap((posting) => posting.steps))
      if (step.state === 'sent') Object.assign(step, leftByDeath(step), { sentAt: new Date(time.now()) })
    const store = openStore(kept, time.now, life.operation, () => holder === mine)
    const lane = runLane({
      store: {
        ...store,
        async markSent(posting, step) {
          if (step.attempts > 0) await time.sleep(againMs)
          return store.markSent(posting, step)
        },
      },
      session: throughLife(far.session, life, pacer),
      untilTurn: pacer?.untilTurn ?? (() => 0),
      mayStillSend: life.holdsLease,
      now: time.now,
      sleep: (ms) => life.operation(() => time.sleep(ms)),
      signal: life.signal,
      width,
    })
    return Promise.race([lane, life.ended])
  }
  /** As somebody does who wants every posting taken back. */
  function askForUndo(day: LocalDate): void {
    for (const posting of kept) {
      posting.undoDay = day
      posting.steps.push(newStep('inspect', posting.steps.length))
    }
  }
  return {
    time,
    far,
    kept,
    work,
    askForUndo,
    states: () => kept.map((posting) => posting.steps.map(({ state }) => state)),
  }
}

type Life = {
  operation: Operation
  holdsLease(): boolean
  /** That the lease is lost is told a moment after nothing may be sent any more. */
  signal: AbortSignal
  ended: Promise<Loss>
}
type Operation = <Result>(work: () => Promise<Result>) => Promise<Result>

const sleptMs = 20_000
const toldMs = 2_000

/** A process that is lost after so many operations: before one begins, or after it has happened. */
function createLife(
  { operations, loss }: { operations: number; loss: Loss },
  sleep: (ms: number) => Promise<void>,
): Life {
  const gone = Promise.withResolvers<Loss>()
  const lost = new AbortController()
  let left = operations
  let [isLost, maySend] = [false, true]
  async function comeToLoss(): Promise<void> {
    maySend = false
    isLost = loss !== 'renewed-late'
    if (isLost) gone.resolve(loss)
    await sleep(loss === 'slept' ? sleptMs + toldMs : toldMs)
    if (isLost) lost.abort()
    else maySend = true
  }
  async function passPoint(): Promise<void> {
    if (left-- === 0) void comeToLoss()
    if (isLost && loss === 'killed') await new Promise(() => undefined)
    if (isLost && loss === 'slept') await sleep(sleptMs)
  }
  return {
    async operation(work) {
      await passPoint()
      const result = await work()
      await passPoint()
      return result
    },
    holdsLease: () => maySend,
    signal: lost.signal,
    ended: gone.promise,
  }
}

/** As connections do it: whoever slept while waiting for its turn is not let through. */
function throughLife(session: AccountingSession, life: Life, pacer: Pacer | null): AccountingSession {
  return new Proxy(session, {
    get: (target, name) => (given: never, more: never) =>
      life.operation(async () => {
        const answered = await pacer?.pace()
        if (!life.holdsLease()) throw new ConnectorError('unavailable', 'safe')
        const answer = (target[name as 'createPayment'] as (a: never, b: never) => Promise<never>)(given, more)
        return answer.finally(() => answered?.({ isRateLimited: false }))
      }),
  })
}

function openStore(
  kept: readonly OpenPosting[],
  now: () => number,
  operation: Operation,
  holdsLane: () => boolean,
): LaneStore {
  const write = (
    posting: OpenPosting,
    { ordinal }: StepView,
    change: Partial<StepView>,
    numbers: PostingNumbers = {},
  ) =>
    operation(async () => {
      const found = kept.find(({ id }) => id === posting.id)
      const step = found?.steps[ordinal]
      if (!found || !step) throw new Error('no such step')
      if (!holdsLane() || step.state === 'done') return false
      Object.assign(step, change)
      Object.assign(found, numbers)
      return true
    })
  return {
    listOpen: (limit, except) =>
      operation(async () =>
        structuredClone(kept.filter((posting) => isOpen(posting) && !except.includes(posting.id)).slice(0, limit)),
      ),
    markSent: (posting, step) =>
      write(posting, step, { state: 'sent', sentAt: new Date(now()), attempts: step.attempts + 1 }),
    async finishStep(posting, step, { numbers, plan, hindrance }) {
      if (!(await write(posting, step, { state: 'done' }, numbers))) return false
      const next = stepAfter(posting, step)
      if (hindrance && next) await write(posting, next, { state: 'rejected', problem: hindrance })
      const planned = (plan?.steps ?? []).map((one, index) => newStep(one, step.ordinal + 1 + index))
      kept.find(({ id }) => id === posting.id)?.steps.push(...structuredClone(planned))
      posting.steps.push(...planned)
      return true
    },
    listMet: async () => [],
    nameOriginals: ({ id }) => operation(async () => nameIn(kept, id, holdsLane())),
    rejectStep: (posting, step, problem) => write(posting, step, { state: 'rejected', problem }),
    keepStep: (posting, step, state, problem) =>
      write(posting, step, {
        state,
        problem,
        attempts: step.attempts,
        ...(state === 'unknown' && { sentAt: new Date(now()) }),
      }),
  }
}

function isOpen({ steps }: OpenPosting): boolean {
  return steps.some(({ state }) => state !== 'done') && steps.every(({ state }) => state !== 'rejected')
}

function newPosting(reference: string, steps: readonly Step[]): OpenPosting {
  return {
    id: reference,
    runId: 'run',
    position: 0,
    rowNumber: 1,
    supplierName: 'Kontorshallen',
    text: 'KONTORSHALLEN',
    reference,
    invoice: invoiceFixture(reference),
    payment: paymentFixture,
    invoiceNumber: null,
    paymentNumber: null,
    runCreatedAt: new Date(0),
    steps: steps.map(newStep),
  }
}

function newStep(step: AnyStep, ordinal: number): StepView {
  return { ordinal, step, state: 'waiting', attempts: 0, sentAt: null, problem: null }
}

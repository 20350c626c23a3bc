import { createHash } from 'node:crypto'
import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import { createFortnoxConnector } from '#connectors/fortnox/index.ts'
import { createPacer, type Pacer } from '#connectors/pacer.ts'
import { createSharedPacers, type PaceStore } from '#connectors/shared-pacer.ts'
import { createSimulatedTime } from '#connectors/testing/simulated-time.ts'
import { steps as allSteps } from '../../contract.ts'
import { type LaneStore, runLane } from '../../lane.ts'
import { holdLease } from '../../lease.ts'
import type { OpenPosting } from '../../step-store.ts'
import { invoiceFixture, paymentFixture } from '../invoice-fixture.ts'
import { createBooks } from './books.ts'
import { checkWorld, type Verdict } from './check-world.ts'
import { createMemory, type Memory } from './memory-store.ts'
import { createNetwork } from './network.ts'
import { createPaceMemory } from './pace-memory.ts'
import { actAsPerson } from './person.ts'
import { createLife, type Life, type Operation } from './process-life.ts'
import { createRandom, type Random } from './random.ts'
import { createTokens, type TokensModel } from './tokens.ts'

/** Faults put into the lane on purpose, to prove that the simulation finds them. */
export const plants = [
  'look-up-sees-nothing',
  'no-intent',
  'wide-pace',
  'pace-of-its-own',
  'lease-for-everybody',
  'event-before-outcome',
  'unknown-is-refused',
] as const
export type Plant = (typeof plants)[number]

export type Simulated = Verdict & { seed: number; hash: string; trace: string[]; simulatedMs: number }

/** Fortnox's own, and smaller ones at which few invoices are enough to meet them. */
const limits = [
  { requests: 25, seconds: 5 },
  { requests: 5, seconds: 5 },
  { requests: 3, seconds: 2 },
] as const
type Limit = (typeof limits)[number]
/** Everything that disturbs ends after this; what is left must then come to its end. */
const troubleMs = 120_000
const patienceMs = 3_600_000

type World = {
  time: ReturnType<typeof createSimulatedTime>
  random: Random
  memory: Memory
  network: ReturnType<typeof createNetwork>
  tokens: TokensModel
  plant: Plant | null
  limit: Limit
  paceStore(operation: Operation): PaceStore
  tell(line: string): void
}

/** Whole postings by real lanes over the real Fortnox connector, with everything around them made up from the seed. */
export async function simulate(seed: number, plant: Plant | null = null): Promise<Simulated> {
  const time = createSimulatedTime()
  const random = createRandom(seed)
  const trace: string[] = []
  const tell = (line: string) => void trace.push(`${time.now()} ${line}`)
  const books = createBooks()
  const memory = createMemory(
    Array.from({ length: random.between(1, 8) }, (_, index) => newPosting(index)),
    time.now,
  )
  const tokens = createTokens(time, random.between(5_000, 200_000))
  const faultPercent = random.between(0, 30)
  const limit = limits[random.between(0, limits.length - 1)] ?? limits[0]
  const network = createNetwork({ time, random, books, limit, isTokenGood: tokens.isGood, faultPercent, tell })
  const paceStore = createPaceMemory(time.now)
  const world: World = { time, random, memory, network, tokens, plant, limit, paceStore, tell }
  const hasPerson = random.chance(0.5)
  await time.run(
    (async () => {
      const workers = Array.from({ length: random.between(1, 3) }, (_, index) => runWorker(world, `w${index}`))
      if (random.chance(0.5)) workers.push(readRegisters(world))
      if (hasPerson) await actAsPerson({ time, random, books, tokens, tell }, troubleMs)
      else await time.sleep(troubleMs)
      network.calmDown()
      await Promise.all(workers)
      await time.sleep(70_000) // what is still on its way arrives
    })(),
  )
  const verdict = checkWorld({ memory, books, overLimit: network.mostInWindow() > limit.requests })
  const hash = createHash('sha256').update(trace.join('\n')).digest('hex')
  return { ...verdict, seed, hash, trace, simulatedMs: time.now() }
}

/** A worker that dies now and then and is started again, until there is no work left. */
async function runWorker(world: World, name: string): Promise<void> {
  const { time, random, memory, tell } = world
  const skewMs = random.between(-20_000, 20_000)
  const deaths = random.chance(0.6) ? random.between(1, 4) : 0
  for (let start = 0; time.now() < patienceMs && (memory.hasWork() || time.now() < troubleMs); start++) {
    const life = createLife(() => time.sleep(random.between(0, 15)))
    if (start < deaths)
      void time.sleep(random.between(200, 20_000)).then(() => {
        tell(`${name} dies`)
        life.die()
      })
    const isEnded = await Promise.race([workOn(world, `${name}.${start}`, life, skewMs), life.died])
    if (isEnded === 'ended') return
    await time.sleep(random.between(500, 10_000))
  }
}

async function workOn(world: World, name: string, life: Life, skewMs: number): Promise<'ended'> {
  const { time, random, memory, tokens, plant, tell } = world
  const clock = () => time.now() + skewMs
  const sleep = (ms: number) => life.operation(() => time.sleep(ms))
  const pacer = openPace(world, name, life, clock)
  for (let turn = 0; time.now() < patienceMs; turn++) {
    await sleep(random.between(50, 3_000))
    if (!memory.hasWork()) {
      if (time.now() > troubleMs) return 'ended'
      continue
    }
    const holder = `${name}.${turn}`
    const stopping = new AbortController()
    const lease = await holdLease({
      store: memory.openLeases(life.operation, plant === 'lease-for-everybody'),
      holder,
      now: clock,
      every: (ms, work) => repeat(time.sleep, life, ms, work),
      onLost: () => stopping.abort(),
    })
    if (!lease) continue
    tell(`${holder} has the lane`)
    const store = memory.openLane(holder, life.operation, clock)
    await store.begin()
    // post-connection.ts lets go after a minute; shorter turns pass the lane on at full pace.
    void time.sleep(time.now() < troubleMs ? random.between(500, 60_000) : 60_000).then(() => stopping.abort())
    if (!tokens.isLost())
      await runLane({
        store: plant === null ? store : spoilStore(store, plant, memory),
        session: openSession(world, life, pacer, lease.mayStillSend),
        mayStillSend: lease.mayStillSend,
        now: clock,
        sleep,
        signal: stopping.signal,
      })
    await lease.release()
  }
  return 'ended'
}

function openPace({ time, plant, limit, paceStore }: World, name: string, life: Life, now: () => number): Pacer {
  if (plant === 'pace-of-its-own') return createPacer({ ...limit, now, sleep: time.sleep })
  return createSharedPacers({
    store: paceStore(life.operation),
    holder: name,
    now,
    sleep: (ms) => life.operation(() => time.sleep(ms)),
    every: (ms, work) => repeat(time.sleep, life, ms, work),
  }).paceOf('far', plant === 'wide-pace' ? { ...limit, requests: 60 } : limit)
}

/** The web process, which never posts: what it reads counts in the same limit. */
async function readRegisters(world: World): Promise<void> {
  const { time, random, tokens } = world
  const life = createLife(async () => undefined)
  const pacer = openPace(world, 'web', life, time.now)
  const session = openSession(world, life, pacer, () => true)
  while (time.now() < troubleMs) {
    await time.sleep(random.between(500, 20_000))
    if (tokens.isLost()) continue
    const reads = Array.from({ length: random.between(1, 6) }, () => session.listPayments('0'))
    await Promise.allSettled(reads)
  }
}

function repeat(sleep: (ms: number) => Promise<void>, life: Life, ms: number, work: () => void): () => void {
  let isOn = true
  void (async () => {
    for (;;) {
      await sleep(ms)
      if (!isOn || life.isDead()) return
      work()
    }
  })()
  return () => {
    isOn = false
  }
}

/** As connections/index.ts opens it: whoever lost the lane while waiting for a turn is not let through. */
function openSession(
  { network, tokens, time, plant, limit }: World,
  life: Life,
  pacer: Pacer,
  mayStillSend: () => boolean,
): AccountingSession {
  const connector = createFortnoxConnector({
    ...{ clientId: 'id', clientSecret: 'secret', apiUrl: 'http://far', authUrl: 'http://far', rateLimit: limit },
    ...{ fetch: network.fetchUntil(life.died), now: time.now, sleep: time.sleep },
  })
  const session = connector.openSession({
    accessToken: (options) => life.operation(() => tokens.accessToken(options)),
    async pace() {
      const answered = await life.operation(() => pacer.pace())
      if (mayStillSend()) return answered
      answered({ isRateLimited: false, turn: 'unsent' })
      throw new ConnectorError('unavailable', 'safe')
    },
  })
  return plant === null ? session : spoilSession(session, plant)
}

function spoilSession(session: AccountingSession, plant: Plant): AccountingSession {
  if (plant === 'look-up-sees-nothing') return { ...session, findByReference: async () => [] }
  if (plant !== 'unknown-is-refused') return session
  return {
    ...session,
    createSupplierInvoice: (invoice) =>
      session.createSupplierInvoice(invoice).catch((error: unknown) => {
        throw error instanceof ConnectorError && error.kind === 'unknown'
          ? new ConnectorError('rejected', 'never')
          : error
      }),
  }
}

function spoilStore(store: LaneStore, plant: Plant, memory: Memory): LaneStore {
  if (plant === 'no-intent') return { ...store, markSent: async () => true }
  if (plant !== 'event-before-outcome') return store
  return {
    ...store,
    markSent: async (posting, step) => {
      memory.events.push({ reference: posting.reference, step: step.step, kind: 'done' })
      return store.markSent(posting, step)
    },
    finishStep: async (posting, step, outcome) => {
      const isKept = await store.finishStep(posting, step, outcome)
      if (isKept) memory.events.pop()
      return isKept
    },
  }
}

function newPosting(index: number): OpenPosting {
  const reference = `RV-${index + 1}`
  // Every third is a refund of the purchase before it.
  const credited = { reference: `RV-${index}`, text: `Kreditfaktura till faktura ${index}` }
  const changes = index % 3 === 2 ? { comments: credited.text, credits: [credited] } : {}
  return {
    ...{ id: reference, runId: 'run', rowNumber: index + 2, supplierName: 'Kontorshallen', text: 'KÖP', reference },
    ...{
      invoice: invoiceFixture(reference, changes),
      payment: paymentFixture,
      invoiceNumber: null,
      paymentNumber: null,
    },
    runCreatedAt: new Date(0),
    steps: allSteps.map((step, ordinal) => ({
      ...{ ordinal, step, state: 'waiting' as const, attempts: 0, sentAt: null, problem: null },
    })),
  }
}

import { createHash } from 'node:crypto'
import { createSimulatedTime } from '#connectors/testing/simulated-time.ts'
import { twinsForMs } from '../../lane/cancel-twins.ts'
import { createBooks } from './books.ts'
import { checkWorld, type Verdict } from './check-world.ts'
import { createLateArrivals, drawOutages } from './late-arrivals.ts'
import { createMemory, type Memory } from './memory-store.ts'
import { createNetwork } from './network.ts'
import { createPaceMemory } from './pace-memory.ts'
import { cancelAndPostAnew, deleteAndPayAnew, putToRest, takeBack, workInRadvis } from './people.ts'
import { keepConnected, workInBooks } from './person.ts'
import { type Plant, storePlantOf } from './plants.ts'
import { createRandom, type Random } from './random.ts'
import { newPurchase, newRun } from './runs.ts'
import { createTokenServer } from './token-server.ts'
import { patienceMs, readRegisters, runWorker, troubleMs, type World } from './worker.ts'

export type Simulated = Verdict & { seed: number; hash: string; trace: string[]; simulatedMs: number }

/** Fortnox's own, and smaller ones at which few invoices are enough to meet them. */
const limits = [
  { requests: 25, seconds: 5 },
  { requests: 5, seconds: 5 },
  { requests: 3, seconds: 2 },
] as const
/** What POSTING_SETTLE_SECONDS may be. */
const settleTimes = [10_000, 10_000, 30_000, 120_000] as const

/** Whole postings by real lanes over the real Fortnox connector, with everything around them made up from the seed. */
export async function simulate(seed: number, plant: Plant | null = null): Promise<Simulated> {
  const time = createSimulatedTime()
  const random = createRandom(seed)
  const trace: string[] = []
  const tell = (line: string) => void trace.push(`${time.now()} ${line}`)
  const memory = createMemory(time.now, storePlantOf(plant), createRandom(seed + 0.5).between(4_000, 30_000))
  startRuns(memory, random)
  const tokens = createTokenServer(time, random.between(5_000, 200_000))
  const faultPercent = random.between(0, 30)
  const [isMadeAnew, others] = [seed % 4 === 0, createRandom(-seed)]
  const isPaidAnew = seed % 16 === 4
  const limit = limits[random.between(0, limits.length - 1)] ?? limits[0]
  const [isDisturbed, hasPeople] = [random.chance(0.5) || isMadeAnew, random.chance(0.6)]
  const ofTime = createRandom(seed + 0.25)
  const settleMs = settleTimes[ofTime.between(0, settleTimes.length - 1)] ?? 10_000
  // What comes later than it is waited for cannot be kept from standing beside what a person did meanwhile.
  const isUnbound = !isMadeAnew && !hasPeople
  // A person who goes on with the one that nobody waits for makes it theirs.
  const isBoundless = isUnbound && !isDisturbed && seed % 2 === 1
  const books = createBooks({ takesSecondPayment: isBoundless || seed % 32 === 4 })
  const late = createLateArrivals({ time, random: ofTime, memory, settleMs, isUnbound, isBoundless })
  const { isAway, isUnreadable } = drawOutages(time, ofTime)
  const ofOutages = createRandom(seed + 0.75)
  const way = { time, random, books, limit, tokens, faultPercent, tell, memory, late, isAway }
  const network = createNetwork({ ...way, doublesCreates: isBoundless })
  const paceStore = createPaceMemory(time.now)
  let isOver = false
  const world: World = {
    ...{ time, random, memory, network, tokens, plant, limit, paceStore, tell, isOver: () => isOver },
    ...{ settleMs, isUnreadable, refusesInChecks: !isUnbound, ofOutages },
  }
  let isRetried = false
  await time.run(
    (async () => {
      const workers = Array.from({ length: random.between(1, 3) }, (_, index) => runWorker(world, `w${index}`))
      if (random.chance(0.5)) workers.push(readRegisters(world))
      const connected = keepConnected(world, () => isOver)
      await Promise.all([
        time.sleep(troubleMs),
        isDisturbed && workInBooks({ time, random, books, tokens, tell }, troubleMs),
        hasPeople && workInRadvis(world, troubleMs),
        isMadeAnew && cancelAndPostAnew({ ...world, books, random: others }, troubleMs),
        isBoundless && takeBack({ ...world, random: createRandom(seed + 0.125) }, troubleMs),
        isPaidAnew && deleteAndPayAnew({ ...world, books, random: others }, troubleMs),
      ])
      network.calmDown()
      isRetried = (await putToRest(world, patienceMs)).isRetried
      if (isBoundless) await time.sleep(twinsForMs + 120_000)
      isOver = true
      await Promise.all([...workers, connected])
      await time.sleep(62_000 + settleMs) // what is still on its way arrives
    })(),
  )
  const seen = {
    ...{ overLimit: Number(network.mostInWindow() > limit.requests), sentInSpite: network.unintended.length },
    ...tokens.faults,
  }
  const verdict = checkWorld(memory, books, seen, { isUndisturbed: !isDisturbed, isRetried, isBoundless })
  for (const { id, phase, status } of memory.runs) tell(`${id} is ${phase}, ${status}`)
  for (const { id, settledAs, undoOutcome, steps } of memory.postings)
    tell(`${id} ${settledAs} ${undoOutcome}: ${steps.map(({ step, state }) => `${step} ${state}`).join(', ')}`)
  const hash = createHash('sha256').update(trace.join('\n')).digest('hex')
  return { ...verdict, seed, hash, trace, simulatedMs: time.now() }
}

/** One to three imports of up to eight purchases together; some wait for approval. */
function startRuns(memory: Memory, random: Random): void {
  const purchases = Array.from({ length: random.between(1, 8) }, (_, index) => newPurchase(index))
  const size = Math.ceil(purchases.length / random.between(1, 3))
  for (let start = 0; start < purchases.length; start += size) {
    const needsApproval = random.chance(0.4)
    const { run, postings } = newRun(memory.runs.length, purchases.slice(start, start + size), {
      now: start,
      needsApproval,
    })
    memory.insertRun(run, postings)
  }
}

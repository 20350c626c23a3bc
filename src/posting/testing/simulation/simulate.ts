import { createHash } from 'node:crypto'
import { createSimulatedTime } from '#connectors/testing/simulated-time.ts'
import { steps as allSteps } from '../../contract.ts'
import type { OpenPosting } from '../../step-store.ts'
import { invoiceFixture, paymentFixture } from '../invoice-fixture.ts'
import { createBooks } from './books.ts'
import { checkWorld, type Verdict } from './check-world.ts'
import { createMemory } from './memory-store.ts'
import { createNetwork } from './network.ts'
import { createPaceMemory } from './pace-memory.ts'
import { keepConnected, workInBooks } from './person.ts'
import type { Plant } from './plants.ts'
import { createRandom } from './random.ts'
import { createTokenServer } from './token-server.ts'
import { readRegisters, runWorker, troubleMs, type World } from './worker.ts'

export type Simulated = Verdict & { seed: number; hash: string; trace: string[]; simulatedMs: number }

/** Fortnox's own, and smaller ones at which few invoices are enough to meet them. */
const limits = [
  { requests: 25, seconds: 5 },
  { requests: 5, seconds: 5 },
  { requests: 3, seconds: 2 },
] as const
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
  const tokens = createTokenServer(time, random.between(5_000, 200_000))
  const faultPercent = random.between(0, 30)
  const limit = limits[random.between(0, limits.length - 1)] ?? limits[0]
  const network = createNetwork({ time, random, books, limit, tokens, faultPercent, tell })
  const paceStore = createPaceMemory(time.now)
  const world: World = { time, random, memory, network, tokens, plant, limit, paceStore, tell }
  const hasPerson = random.chance(0.5)
  await time.run(
    (async () => {
      const workers = Array.from({ length: random.between(1, 3) }, (_, index) => runWorker(world, `w${index}`))
      if (random.chance(0.5)) workers.push(readRegisters(world))
      let isOver = false
      const connected = keepConnected(world, () => isOver)
      if (hasPerson) await workInBooks({ time, random, books, tokens, tell }, troubleMs)
      else await time.sleep(troubleMs)
      network.calmDown()
      await Promise.all(workers)
      isOver = true
      await connected
      await time.sleep(70_000) // what is still on its way arrives
    })(),
  )
  const overLimit = Number(network.mostInWindow() > limit.requests)
  const verdict = checkWorld(memory, books, { overLimit, ...tokens.faults })
  const hash = createHash('sha256').update(trace.join('\n')).digest('hex')
  return { ...verdict, seed, hash, trace, simulatedMs: time.now() }
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

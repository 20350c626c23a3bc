import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { counted } from '#posting/testing/simulation/check-world.ts'
import { type Plant, plants } from '#posting/testing/simulation/plants.ts'
import { simulate } from '#posting/testing/simulation/simulate.ts'

/**
 * `npm run simulate -- --seeds N [--from S] [--json] [--plant NAME]`: postings in simulated time under everything that can
 * go wrong (decisions/015). `--seed S` replays one and prints its trace.
 */
const none = Object.fromEntries(counted.map((name) => [name, 0])) as Omit<Totals, 'failing'>
type Totals = Record<(typeof counted)[number], number> & { failing: number[] }

if (isMainThread) await main()
else parentPort?.postMessage(await runSeeds(workerData as Share))

type Share = { from: number; seeds: number; stride: number; plant: Plant | null }

async function runSeeds({ from, seeds, stride, plant }: Share): Promise<Totals> {
  const totals: Totals = { ...none, failing: [] }
  for (let index = 0; index < seeds; index++) {
    const result = await simulate(from + index * stride, plant)
    for (const name of counted) totals[name] += result[name]
    if (counted.some((name) => result[name] > 0)) totals.failing.push(result.seed)
  }
  return totals
}

async function main(): Promise<void> {
  const plant = plants.find((one) => one === option('plant')) ?? null
  const seed = option('seed')
  if (seed !== undefined) {
    const { trace, ...result } = await simulate(Number(seed), plant)
    process.stdout.write(`${trace.join('\n')}\n${JSON.stringify(result)}\n`)
    process.exit(counted.some((name) => result[name] > 0) ? 1 : 0)
  }
  const seeds = Number(option('seeds') ?? 1000)
  const from = Number(option('from') ?? 1)
  const threads = Math.min(2, availableParallelism())
  const startedAt = performance.now()
  const shares = await Promise.all(
    Array.from({ length: threads }, (_, index) =>
      inThread({ from: from + index, stride: threads, seeds: Math.ceil((seeds - index) / threads), plant }),
    ),
  )
  const totals = Object.fromEntries(counted.map((name) => [name, shares.reduce((sum, one) => sum + one[name], 0)]))
  const failing = shares.flatMap((one) => one.failing).sort((a, b) => a - b)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  process.stdout.write(
    `${JSON.stringify({ seeds, ...totals, seconds, ...(failing.length > 0 && { failing: failing.slice(0, 20) }) })}\n`,
  )
  process.exit(failing.length > 0 ? 1 : 0)
}

function inThread(share: Share): Promise<Totals> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

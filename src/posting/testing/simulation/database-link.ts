import type { Life, Operation } from './process-life.ts'
import type { Random } from './random.ts'

type Time = { now(): number; sleep(ms: number): Promise<void> }

/** What a process keeps apart: what must be prompt has connections of its own (platform/database.ts). */
export type Part = 'prompt' | 'rest'
export type Link = { ask(part: Part): Operation; isAway(part: Part): boolean }
type Outage = { from: number; until: number; parts: readonly Part[]; isSilent: boolean }

export const away = new Error('the database is away')

/**
 * When one worker does not get at the database, while its way to the accounting system and all other workers go on. Each
 * question is refused, or hangs until the database is back.
 */
export function drawDatabaseOutages(random: Random, lastMs: number): Outage[] {
  if (!random.chance(0.5)) return []
  return Array.from({ length: random.between(1, 3) }, () => {
    const from = random.between(500, lastMs)
    const parts = ([['prompt', 'rest'], ['prompt', 'rest'], ['prompt'], ['rest']] as const)[random.between(0, 3)]
    return { from, until: from + random.between(1_000, 90_000), parts: parts ?? [], isSilent: random.chance(0.5) }
  })
}

/** One process's way to the database: what it asks may not get there, or be done and its answer lost. */
export function openDatabaseLink(
  { time, random, outages }: { time: Time; random: Random; outages: readonly Outage[] },
  life: Life,
): Link {
  const outageOf = (part: Part) =>
    outages.find(({ from, until, parts }) => parts.includes(part) && from <= time.now() && time.now() < until)
  async function pass(part: Part): Promise<void> {
    const outage = outageOf(part)
    if (!outage) return
    if (!outage.isSilent) throw away
    await time.sleep(outage.until - time.now())
    if (life.isDead()) await new Promise(() => undefined)
    if (random.chance(0.5)) throw away
  }
  return {
    isAway: (part) => outageOf(part) !== undefined,
    ask: (part) => (work) =>
      life.operation(async () => {
        await pass(part)
        const result = await work()
        await pass(part)
        return result
      }),
  }
}

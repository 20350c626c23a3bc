import type { PaceStore } from '#connectors/shared-pacer.ts'
import type { Operation } from './process-life.ts'

const heirMs = 2_000

/** What connections/pace-store.ts keeps, of one pace. */
export function createPaceMemory(now: () => number): (operation: Operation) => PaceStore {
  let holder: string | null = null
  let heldUntil = 0
  let freeAt: number[] = []
  let mayHaveBegun: number | null = null
  let heir: { holder: string; until: number } | null = null
  const heard = new Map<string, () => void>()
  const wants = (mine: string) => heir === null || heir.holder === mine || heir.until < now()
  return (operation) => ({
    hear(mine, wanted) {
      heard.set(mine, wanted)
      return () => void heard.delete(mine)
    },
    take: (_key, mine, { ms, limit, unheardOf }) =>
      operation(async () => {
        const isFree = holder === null || holder === mine || heldUntil < now()
        if (!isFree || !wants(mine)) {
          const isNew = heir?.holder !== mine || heir.until < now()
          if (!wants(mine)) return null
          heir = { holder: mine, until: now() + heirMs }
          if (isNew && holder !== null) heard.get(holder)?.()
          return null
        }
        const unheard = Array<number>(mayHaveBegun ?? limit.requests).fill(heldUntil + limit.seconds * 1000)
        if (holder !== null) freeAt = mayHaveBegun === null ? unheard : [...freeAt, ...unheard]
        mayHaveBegun = unheardOf
        if (heir?.holder === mine) heir = null
        holder = mine
        heldUntil = now() + ms
        return freeAt.map((at) => at - now()).filter((left) => left > 0)
      }),
    keep: (mine, held, ms) =>
      operation(async () => {
        if (holder !== mine) return []
        heldUntil = now() + ms
        for (const { busyMs } of held) if (busyMs) freeAt = busyMs.map((busy) => now() + busy)
        return held.map(({ key }) => ({ key, isWanted: heir !== null && heir.until > now() }))
      }),
    release: (_key, mine, busyMs) =>
      operation(async () => {
        if (holder !== mine) return
        holder = null
        freeAt = busyMs.map((ms) => now() + ms)
      }),
  })
}

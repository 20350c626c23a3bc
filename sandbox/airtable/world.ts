import { createStage, type StageOptions } from '../source-stage.ts'
import type { AirtableTables, Base, Table } from './records.ts'
import { seedBases, users } from './seed.ts'

export type WorldOptions = StageOptions & {
  client: { id: string; secret: string | null }
  requestsPerSecond: number
}
export type World = ReturnType<typeof createWorld>

/** A listing under way, as Airtable keeps it behind `offset`: what was there when it began. */
type Listing = { ids: string[] }

export function createWorld(options: WorldOptions) {
  const stage = createStage(options)
  const shelf = stage.shelves.shelf<AirtableTables>('airtable')
  const listings = new Map<string, Listing>()
  const seedWhenEmpty = () => {
    if (shelf.table('bases').size === 0) for (const base of seedBases(stage.now())) shelf.put('bases', base.id, base)
  }
  stage.shelves.atomically(seedWhenEmpty)
  const limit = createBaseLimit(options.requestsPerSecond, stage.clock)
  return {
    ...stage,
    client: options.client,
    shelf,
    users,
    listings,
    isAllowed: limit.isAllowed,
    saveTable(base: Base, table: Table): void {
      const tables = base.tables.map((one) => (one.id === table.id ? table : one))
      stage.shelves.atomically(() => shelf.put('bases', base.id, { ...base, tables }))
    },
    reset(everything: boolean): void {
      stage.shelves.atomically(() => {
        for (const id of shelf.table('bases').keys()) shelf.remove('bases', id)
        if (everything)
          for (const table of ['codes', 'pairs'] as const)
            for (const key of shelf.table(table).keys()) shelf.remove(table, key)
        seedWhenEmpty()
      })
      listings.clear()
      limit.forget()
      stage.faults.set([])
      stage.stats.forget()
    },
  }
}

const shutOutMs = 30_000

/** Five a second for each base; whoever goes over it is shut out of the base for 30 s. */
function createBaseLimit(requestsPerSecond: number, clock: () => number) {
  const bases = new Map<string, { times: number[]; shutUntil: number }>()
  return {
    isAllowed(base: string): boolean {
      const now = clock()
      const before = bases.get(base) ?? { times: [], shutUntil: Number.NEGATIVE_INFINITY }
      const times = [...before.times.filter((time) => now - time < 1000), now]
      const isOver = times.length > requestsPerSecond
      const shutUntil = isOver ? now + shutOutMs : before.shutUntil
      bases.set(base, { times, shutUntil })
      return !isOver && now >= shutUntil
    },
    forget: () => bases.clear(),
  }
}

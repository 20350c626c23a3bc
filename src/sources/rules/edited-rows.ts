import type { SourceRow } from '#connectors/source-connector.ts'

/**
 * Of a row without identity. `keys`: what it says without its amounts, and without its shop (row-contents.ts). `places`: the
 * imports that it came with, and its row in each; those of what it was before an edit as well.
 */
export type Origin = { keys: readonly string[]; places: readonly (readonly [importId: string, row: number])[] }
/** A row, by its number, that was imported before as it stood then. */
export type EditedRow = { number: number; importId: string; row: number }
export type KeysOf = (row: SourceRow) => readonly string[] | null

/** So many edits of a row are remembered. */
const mostPlaces = 6

/** New rows that say what one that is gone said, but for its amounts or its shop: each of those is edited once. */
export function findEdited(fresh: readonly SourceRow[], gone: readonly Origin[], keysOf: KeysOf): EditedRow[] {
  const byKey = new Map<string, Origin[]>()
  for (const origin of gone.toReversed())
    for (const key of origin.keys) {
      const known = byKey.get(key)
      if (known) known.push(origin)
      else byKey.set(key, [origin])
    }
  if (byKey.size === 0) return []
  const taken = new Set<Origin>()
  /** The first that is left of those with this key. */
  const firstOf = (key: string): Origin | undefined => {
    const left = byKey.get(key) ?? []
    for (let last = left.at(-1); last && taken.has(last); last = left.at(-1)) left.pop()
    return left.at(-1)
  }
  return fresh.flatMap((row) => {
    const [byShop, byAmount] = (keysOf(row) ?? []).map(firstOf)
    const origin = byShop ?? byAmount
    if (!origin) return []
    taken.add(origin)
    return origin.places.map(([importId, place]) => ({ number: row.number, importId, row: place }))
  })
}

type Imported = { importId: string; fresh: readonly SourceRow[]; edited: readonly EditedRow[] }

/** Rows walked between two breaks. */
const rowsInStep = 1000

/** Where the rows that are there came from; `imported`: what is imported of them now. Stops at every thousandth row. */
export function* originsOf(
  rows: readonly SourceRow[],
  before: Readonly<Record<string, Origin>>,
  { contentOf, keysOf }: { contentOf: (row: SourceRow) => string; keysOf: KeysOf },
  imported: Imported | null,
): Generator<undefined, Record<string, Origin>> {
  const origins: Record<string, Origin> = {}
  const fresh = new Set(imported?.fresh)
  const placesBefore = Map.groupBy(imported?.edited ?? [], ({ number }) => number)
  for (const [index, row] of rows.entries()) {
    if (index % rowsInStep === rowsInStep - 1) yield
    if (row.recordId !== null) continue
    const content = contentOf(row)
    const known = before[content]
    const keys = imported && fresh.has(row) ? keysOf(row) : null
    if (imported && keys) {
      const earlier = (placesBefore.get(row.number) ?? []).map(({ importId, row: place }) => [importId, place] as const)
      const places = [...(known?.places ?? []), ...earlier, [imported.importId, row.number] as const]
      origins[content] = { keys, places: places.slice(-mostPlaces) }
    } else if (known) origins[content] = known
  }
  return origins
}

import type { SourceRow } from '#connectors/source-connector.ts'
import type { EditedSince, RowPlace } from '#imports/rules/record-version.ts'

/**
 * Of a row without identity. `keys`: what it says without its amounts, and without its shop (row-contents.ts). `places`: the
 * imports that it came with, and its row in each; those of what it was before an edit as well, which say so.
 */
export type Origin = { keys: readonly string[]; places: readonly Place[] }
type Place = readonly [importId: string, row: number, wasOther?: true]
export type KeysOf = (row: SourceRow) => readonly string[] | null

/** So many edits of a row, and imports of it, are remembered: the first, which was booked most likely, and the last. */
const mostPlaces = 6

function firstAndLast(places: readonly Place[]): readonly Place[] {
  return places.length <= mostPlaces ? places : [...places.slice(0, mostPlaces / 2), ...places.slice(-mostPlaces / 2)]
}

/** New rows that say what one that is gone said, but for its amounts or its shop: each of those is edited once. */
export function findEdited(fresh: readonly SourceRow[], gone: readonly Origin[], keysOf: KeysOf): EditedSince[] {
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

/** Where those came from last that are gone and were not edited, as far as it is known. */
export function placesOfGone(gone: readonly Origin[], edited: readonly EditedSince[]): RowPlace[] {
  const placeOf = (importId: string, row: number) => `${importId} ${row}`
  const known = new Set(edited.map(({ importId, row }) => placeOf(importId, row)))
  return gone.flatMap(({ places }) => {
    const last = places.at(-1)
    if (!last || places.some(([importId, row]) => known.has(placeOf(importId, row)))) return []
    return { importId: last[0], row: last[1] }
  })
}

/** Rows that say what an edit made of them, when they come once more: tied to what they were before it. */
export function findEditedBefore(
  fresh: readonly SourceRow[],
  origins: Readonly<Record<string, Origin>>,
  contentOf: (row: SourceRow) => string,
): EditedSince[] {
  return fresh.flatMap((row) => {
    const places = row.recordId === null ? (origins[contentOf(row)]?.places ?? []) : []
    return places.flatMap(([importId, place, wasOther]) =>
      wasOther ? [{ number: row.number, importId, row: place }] : [],
    )
  })
}

type Imported = {
  importId: string
  edited: readonly EditedSince[]
  contentOf: (row: SourceRow) => string
  keysOf: KeysOf
}

/** Rows walked between two breaks. */
const rowsInStep = 1000

/** Adds where rows that are new come from: the import that is made of them. Stops at every thousandth row. */
export function* addOrigins(
  origins: Record<string, Origin>,
  fresh: readonly SourceRow[],
  { importId, edited, contentOf, keysOf }: Imported,
): Generator<undefined, void> {
  const placesBefore = Map.groupBy(edited, ({ number }) => number)
  for (const [index, row] of fresh.entries()) {
    if (index % rowsInStep === rowsInStep - 1) yield
    const keys = row.recordId === null ? keysOf(row) : null
    if (keys === null) continue
    const content = contentOf(row)
    const earlier = (placesBefore.get(row.number) ?? []).map((one) => [one.importId, one.row, true] as const)
    const places = [...(origins[content]?.places ?? []), ...earlier, [importId, row.number] as const]
    origins[content] = { keys, places: firstAndLast(places) }
  }
}

import type { EditField, ImportRow } from '#imports/contract.ts'

type Fields = Partial<Record<EditField, string | null>>
/** One row's fields as they are to stand again, and as they stand until then; or the change of many rows that is to be undone. */
export type WayBack = { rowId: number; fields: Fields; before: Fields } | { changeId: string }

/** The ways back from what was changed on this page, of each import, the last one last. */
const waysBack = new Map<string, WayBack[]>()

export function keepWayBack(importId: string, way: WayBack): void {
  // Of changes of many rows only the last can be undone.
  const before = 'changeId' in way ? [] : (waysBack.get(importId) ?? [])
  waysBack.set(importId, [...before, way])
}

/** The last one, which is gone with that; `putBack` where it was not gone after all: it stands before what was changed since. */
export function takeWayBack(importId: string): { way: WayBack; putBack(): void } | null {
  const ways = waysBack.get(importId) ?? []
  const [way, place] = [ways.at(-1), ways.length - 1]
  if (!way) return null
  waysBack.set(importId, ways.slice(0, place))
  return {
    way,
    putBack() {
      const now = waysBack.get(importId) ?? []
      // Many rows were changed since: what came before that leads nowhere.
      if (now.length >= place) waysBack.set(importId, now.toSpliced(place, 0, way))
    },
  }
}

/** It was gone, by Ctrl+Z or otherwise, or leads nowhere any more. */
export function dropWayBack(importId: string, isIt: (way: WayBack) => boolean): void {
  waysBack.set(
    importId,
    (waysBack.get(importId) ?? []).filter((way) => !isIt(way)),
  )
}

/** The fields that are to be written to have a row as it was: what was not written by hand stands as in the file again. */
export function fieldsBefore({ edits }: Pick<ImportRow, 'edits'>, written: Fields): Fields {
  return Object.fromEntries((Object.keys(written) as EditField[]).map((field) => [field, edits[field] ?? null]))
}

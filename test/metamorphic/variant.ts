import { type Base, isFilled, type MetaCell, type MetaRow } from './base-files.ts'
import type { Way } from './compare.ts'
import { containers, type TextOptions, writeText } from './write-variants.ts'

export type Variant = {
  relation: string
  bytes: Uint8Array
  /** Of each row that is not empty, in order, which row of the file it was. */
  ids: (number | null)[]
  /** Fields that may differ. */
  ignore?: readonly string[]
  /** Ways in which the change is told, so that rows may be read otherwise. */
  toldIn?: readonly Way[]
}

export const cell = (text: string): MetaCell => ({ text })

export function made(
  relation: string,
  rows: readonly MetaRow[],
  bytes: Uint8Array,
  more: Partial<Variant> = {},
): Variant {
  return { relation, bytes, ids: rows.filter(isFilled).map(({ id }) => id), ...more }
}

export function inText(
  base: Base,
  relation: string,
  rows: readonly MetaRow[],
  options: TextOptions = {},
  more: Partial<Variant> = {},
) {
  return made(relation, rows, writeText(rows, base.isText, options), more)
}

/** In text, and where a workbook keeps the texts. */
export function* bothWays(
  base: Base,
  relation: string,
  rows: readonly MetaRow[],
  more: Partial<Variant> = {},
): Generator<Variant> {
  yield inText(base, relation, rows, {}, more)
  const write = containers['xlsx typed']
  if (write) yield made(`${relation} (xlsx)`, rows, write(rows, base.isText), more)
}

export function mapCells(
  rows: readonly MetaRow[],
  change: (one: MetaCell, row: MetaRow, column: number) => MetaCell,
): MetaRow[] {
  return rows.map((row) => ({ ...row, cells: row.cells.map((one, column) => change(one, row, column)) }))
}

export const blank: MetaRow = { id: null, is: 'blank', cells: [] }
export const added = (...texts: string[]): MetaRow => ({ id: null, is: 'other', cells: texts.map(cell) })

/** Rows of transactions that stand under each other, each with the notes below it. */
export function blocksOf(base: Base): { start: number; end: number; groups: MetaRow[][] }[] {
  const blocks: { start: number; end: number; groups: MetaRow[][] }[] = []
  let groups: MetaRow[][] = []
  let start = 0
  base.rows.forEach((row, index) => {
    const outcome = row.id === null ? undefined : base.outcomes.get(row.id)
    const isNote = outcome?.kind === 'skipped' && outcome.reason === 'rate-note'
    if (row.is === 'row') {
      if (groups.length === 0) start = index
      groups.push([row])
    } else if (isNote && groups.length > 0) groups.at(-1)?.push(row)
    else if (groups.length > 0) {
      blocks.push({ start, end: index, groups })
      groups = []
    }
  })
  if (groups.length > 0) blocks.push({ start, end: base.rows.length, groups })
  return blocks
}

export function rearranged(base: Base, change: (groups: MetaRow[][]) => MetaRow[][]): MetaRow[] {
  const rows = [...base.rows]
  for (const { start, end, groups } of blocksOf(base).toReversed())
    rows.splice(start, end - start, ...change(groups).flat())
  return rows
}

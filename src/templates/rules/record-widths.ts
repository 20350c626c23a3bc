import { looksLikeNumber } from './amounts.ts'
import { columnsOfBound } from './bind-fields.ts'
import { type ColumnRole, roleOf } from './header-words.ts'
import type { LocatedRow, Table } from './lay-out-rows.ts'
import { sizeInMinor } from './profile-columns.ts'

/**
 * How many cells rows have under a header of so many, where a comma that the header lacks ends each of them. Of text delimited
 * by commas; without an entry they have as many.
 */
export type RecordWidths = ReadonlyMap<number, number>

/** Of text delimited by commas: a cell more than the other records have, were it an empty one at the end. */
export function hasLongRecord({ row, table }: LocatedRow, widths: RecordWidths): boolean {
  if (row.width === undefined || !table?.width) return false
  return row.width > (widths.get(table.recordWidth) ?? table.recordWidth)
}

/** Rows longer by as many cells. `isTold`: one that nothing was cut in says so. `isLikely`: what stands beside is of its own in all. */
type Longer = { rows: number; isTold: boolean; isLikely: boolean }

/**
 * Most rows have as many cells more than the header, all empty and at the end: those are no rest of an amount that was cut, if
 * one of the rows shows it, or what stands beside every amount may be what its column is called.
 */
export function surveyRecordWidths() {
  const rows = new Map<number, number>()
  const longer = new Map<number, Map<number, Longer>>()
  return {
    add(located: LocatedRow): void {
      const { row, table, isHeader } = located
      if (row.width === undefined || !table?.width || isHeader) return
      const more = row.width - table.recordWidth
      const place = more > 0 ? placeOfAmount(row.cells, table) : null
      if (more > 0 && place === null) return
      rows.set(table.recordWidth, (rows.get(table.recordWidth) ?? 0) + 1)
      if (place === null || row.cells.length > table.width) return
      const byMore = longer.get(table.recordWidth) ?? new Map<number, Longer>()
      const known = byMore.get(more) ?? { rows: 0, isTold: false, isLikely: true }
      longer.set(table.recordWidth, byMore)
      byMore.set(more, {
        rows: known.rows + 1,
        isTold: known.isTold || !row.cells.some((_, column) => mayGoOn(row.cells, column)),
        isLikely: known.isLikely && (!mayGoOn(row.cells, place) || isOfItsOwn(row.cells, place, table.names)),
      })
    },
    decide(): RecordWidths {
      const found = new Map<number, number>()
      for (const [width, byMore] of longer)
        for (const [more, { rows: count, isTold, isLikely }] of byMore)
          if (count * 2 > (rows.get(width) ?? 0) && (isTold || isLikely)) found.set(width, width + more)
      return found
    },
  }
}

const amountFields = ['total', 'amountOut', 'amountIn'] as const

function placeOfAmount(cells: readonly string[], { bound }: Table): number | null {
  for (const field of amountFields) {
    const source = bound.fields.get(field)
    const place = source && columnsOfBound(source).find((column) => looksLikeNumber(cells[column] ?? ''))
    if (place !== undefined) return place
  }
  return null
}

/** VAT that is no more than a quarter on top, a rate of it, or a number of something; and no figure stands where a text should. */
function isOfItsOwn(cells: readonly string[], place: number, names: readonly string[]): boolean {
  const isMoved = cells
    .slice(place + 1)
    .some((cell, step) => /\d/.test(cell) && looksLikeNumber(cell) && isNamedText(names[place + 1 + step]))
  if (isMoved) return false
  const role = roleOf(names[place + 1] ?? '')?.role
  const [amount, beside] = [cells[place] ?? '', cells[place + 1] ?? ''].map((cell) => Math.abs(sizeInMinor(cell)))
  if (amount === undefined || beside === undefined) return false
  if (role === 'vat') return beside <= amount * mostVat + 100
  if (role === 'vatRate') return beside <= mostRate
  return ofCodes.has(role)
}
/** Hungary's 27 % of what a thing costs without it, and a krona for rounding. */
const mostVat = 27 / 127
const mostRate = 27_00

const dot = 0x2e
const groupStart = /^[^\d.,]{0,6}\d{1,3}$/
const whole = /^[^\d.,]{0,6}\d+$/
const group = /^\d{3}\D*$/
const groupWithDecimals = /^\d{3}\.\d\d(?!\d)/

/** `2 | 000.00`: a group and its decimals, which few columns hold, beside what may be the beginning of an amount. */
export function isBesideGroup(cells: readonly string[], place: number): boolean {
  const beside = cells[place + 1]?.trim() ?? ''
  return beside.charCodeAt(3) === dot && groupWithDecimals.test(beside) && groupStart.test(cells[place]?.trim() ?? '')
}

/** Whether what stands beside a figure may be the rest of it: `2 | 500`, `2 | 000.00`, `312 | 50`. */
export function mayGoOn(cells: readonly string[], place: number): boolean {
  const [figure = '', beside = ''] = [cells[place], cells[place + 1]].map((cell) => cell?.trim())
  if (whole.test(figure) && isCents(beside)) return true
  return groupStart.test(figure) && (groupWithDecimals.test(beside) || group.test(beside))
}

export function isCents(text: string): boolean {
  return /^\d\d$/.test(text)
}

/** Columns that hold no figures with decimals. */
const ofTexts: ReadonlySet<ColumnRole | undefined> = new Set([
  ...(['merchant', 'detail', 'place', 'address', 'currency', 'foreignCurrency', 'accountCurrency', 'card'] as const),
  ...(['holder', 'status', 'type', 'direction', 'comments', 'purchaseDate', 'bookedDate', 'reference'] as const),
])
/** Columns whose figures are numbers of something. */
const ofCodes: ReadonlySet<ColumnRole | undefined> = new Set([
  ...(['other', 'ledgerAccount', 'accountNumber', 'costCenter', 'project', 'persons', 'invoiceNumber'] as const),
])

export function isNamedText(name: string | undefined): boolean {
  return ofTexts.has(roleOf(name ?? '')?.role)
}

import { looksLikeNumber } from '../cells/amounts.ts'
import { writtenCodes } from '../cells/stated-currency.ts'
import { sizeInMinor } from '../columns/profile-columns.ts'
import { columnsOfBound } from '../mapping/bind-fields.ts'
import { type ColumnRole, roleOf } from '../words/header-words.ts'
import type { LocatedRow, Table } from './lay-out-rows.ts'

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

/**
 * Rows longer by as many cells. `told`: those that nothing was cut in. `isOwn`: what stands beside each amount that
 * it could be the rest of is what its column says; `telling`: in how many of them that is no chance. `isOpen`: a figure
 * that may be the rest of an amount stands beside one; `isOfWords`: what stands there is text by the column's name or in another
 * row, and a text with a comma of its own makes other rows as long.
 */
type Longer = { rows: number; told: number; isOwn: boolean; telling: number; isOpen: boolean; isOfWords: boolean }
/** Öre come out as a share of the amount in one row of twenty, in two of them hardly. */
const fewestTelling = 2

/**
 * Most rows have as many cells more than the header, all empty and at the end: those are no rest of an amount that was cut, if
 * half of the rows show it, or what stands beside every amount is the VAT that its column is called by.
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
      const known = byMore.get(more) ?? { rows: 0, told: 0, isOwn: true, telling: 0, isOpen: false, isOfWords: false }
      longer.set(table.recordWidth, byMore)
      const own = mayGoOn(row.cells, place) ? ownBeside(row.cells, place, table.names) : 'open'
      byMore.set(more, {
        rows: known.rows + 1,
        told: known.told + (isUncut(row.cells, place) ? 1 : 0),
        isOwn: known.isOwn && own !== 'no',
        telling: known.telling + (own === 'telling' ? 1 : 0),
        isOpen: known.isOpen || mayGoOn(row.cells, place),
        isOfWords: known.isOfWords || isNamedText(table.names[place + 1]) || isWords(row.cells[place + 1]),
      })
    },
    decide(): RecordWidths {
      const found = new Map<number, number>()
      for (const [width, byMore] of longer)
        for (const [more, { rows: count, told, isOwn, telling, isOpen, isOfWords }] of byMore)
          if (
            count * 2 > (rows.get(width) ?? 0) &&
            ((told * 2 >= count && !(isOpen && isOfWords)) || (isOwn && telling >= fewestTelling))
          )
            found.set(width, width + more)
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

/** A note, whatever its column is called; not `3 st` or `kr`. */
function isWords(cell = ''): boolean {
  return /\p{L}{3}/u.test(cell)
}

/** Nothing that could be the rest of a figure stands beside one, nor the dash of `312,-`. */
function isUncut(cells: readonly string[], place: number): boolean {
  const beside = cells[place + 1]?.trim() ?? ''
  const isDash = beside !== '' && !/[\p{L}\d]/u.test(beside)
  return !isDash && !cells.some((_, column) => mayGoOn(cells, column))
}

/**
 * Whether what stands beside an amount is VAT of it or a rate of VAT, which öre are by chance alone, and no figure stands where a
 * text should. A number of something may be öre in every row, and so may a nought.
 */
function ownBeside(cells: readonly string[], place: number, names: readonly string[]): 'telling' | 'open' | 'no' {
  const isMoved = cells
    .slice(place + 1)
    .some((cell, step) => /\d/.test(cell) && looksLikeNumber(cell) && isNamedText(names[place + 1 + step]))
  const beside = cells[place + 1]?.trim() ?? ''
  const role = roleOf(names[place + 1] ?? '')?.role
  if (isMoved || (role !== 'vat' && role !== 'vatRate')) return 'no'
  if (beside === '0') return 'open'
  const rates = role === 'vatRate' ? vatRates : vatRates.flatMap((rate) => wholeVat(cells[place] ?? '', rate))
  return rates.some((one) => String(one) === beside) ? 'telling' : 'no'
}
const vatRates = [25, 12, 6] as const

/** Of a rate, in whole kronor, rounded up or down. */
function wholeVat(amount: string, rate: number): number[] {
  const vat = (Math.abs(sizeInMinor(amount)) / 100) * (rate / (100 + rate))
  return [Math.floor(vat), Math.ceil(vat)]
}

const dot = 0x2e
const groupStart = /^[^\d.,]{0,6}\d{1,3}$/
const whole = /^[^\d.,]{0,6}(?:\d+|\d{1,3}(?:[.\s\u00a0\u202f'’]\d{3})+)$/
const group = /^\d{3}\D*$/
const groupWithDecimals = /^\d{3}\.\d\d(?!\d)/

/** `2 | 000.00`: a group and its decimals, which few columns hold, beside what may be the beginning of an amount. */
export function isBesideGroup(cells: readonly string[], place: number): boolean {
  const beside = cells[place + 1]?.trim() ?? ''
  return beside.charCodeAt(3) === dot && groupWithDecimals.test(beside) && groupStart.test(cells[place]?.trim() ?? '')
}

/** Whether what stands beside a figure may be the rest of it: `2 | 500`, `2 | 000.00`, `312 | 50`, `1 245 | 5`. */
export function mayGoOn(cells: readonly string[], place: number): boolean {
  const [figure = '', beside = ''] = [cells[place], cells[place + 1]].map((cell) => cell?.trim())
  if (whole.test(figure) && isOre(beside)) return true
  return groupStart.test(figure) && (groupWithDecimals.test(beside) || group.test(beside))
}

/** `50`, `5`, `50 kr`, `50-`: what may stand behind a figure's comma. */
export function isOre(text: string): boolean {
  return text.length < 12 && ore.test(text)
}
const ore = new RegExp(`^\\d{1,2}(?: ?(?:${writtenCodes}|kr\\.?|€|\\$|£|:-))? ?(?:[-+\u2212]|[CD]R)?$`, 'i')

export function isCents(text: string): boolean {
  return /^\d\d$/.test(text)
}

/** Columns that hold no figures with decimals. */
const ofTexts: ReadonlySet<ColumnRole | undefined> = new Set([
  ...(['merchant', 'detail', 'place', 'address', 'currency', 'foreignCurrency', 'accountCurrency', 'card'] as const),
  ...(['holder', 'status', 'type', 'direction', 'comments', 'purchaseDate', 'bookedDate', 'reference'] as const),
])
export function isNamedText(name: string | undefined): boolean {
  return ofTexts.has(roleOf(name ?? '')?.role)
}

import { dateText } from '#spreadsheets/cell-text.ts'
import { shownUnit } from '#spreadsheets/shown-unit.ts'
import { rangeAddress } from './addresses.ts'
import { formatBytes, mostRanges, payloadBytes, shownBytes } from './limits.ts'
import { formatFields, formats, type RawCell, shownRanges } from './schemas.ts'
import type { SheetsRequests } from './sheets-requests.ts'
import type { Block } from './tab-blocks.ts'

/**
 * What a number is shown as. `digits`: with zeros before it, which the number alone does not say (`0012`, of a card).
 * `time`: what Sheets took for a time of day or a duration, as `12:50` for twelve kronor and fifty öre: a part of a day.
 */
export type Look = { isDate: boolean; unit: string | null; digits?: string; time?: string }
export type Looks = {
  of(row: number, column: number): Look
  /** Numbers of one column look different: rows that moved between two requests would be given each other's looks. */
  areMixed: boolean
}

type Tab = { documentId: string; title: string; locale: string | null }
type Area = { column: number; fromRow: number; toRow: number }
type Shown = (row: number, column: number) => string
type IsDate = (row: number, column: number) => boolean

/**
 * A value tells neither that 46035 is a day nor that 12.5 is in euro. What its cell shows does, for as many bytes as the
 * value itself; the number format, which weighs ten times that, is asked for only where that leaves open what may be a day.
 */
export async function readLooks(requests: SheetsRequests, tab: Tab, block: Block): Promise<Looks> {
  const shown = await readShown(requests, tab, block)
  const isDate = await readDates(requests, tab, block, shown)
  const region = tab.locale?.slice(-2) ?? ''
  const of = (row: number, column: number): Look => {
    const text = shown(row, column)
    if (isDate(row, column)) return { isDate: true, unit: null }
    if (/^0\d+$/.test(text)) return { isDate: false, unit: null, digits: text }
    if (shownTime.test(text)) return { isDate: false, unit: null, time: text }
    const unit = shownUnit(text)
    return { isDate: false, unit: unit && (ownSigns.get(`${region} ${unit}`) ?? unit) }
  }
  return { of, areMixed: areMixed(block, of) }
}

const shownTime = /^-?\d+:\d\d(?::\d\d(?:[.,]\d+)?)?(?:\s?[\p{L}.]+)?$/u

/** Whose kronor and dollars a sheet shows that is written as in these countries. */
const ownSigns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ 'NO kr': 'NOK', 'DK kr': 'DKK', 'IS kr': 'ISK', 'CN ¥': 'CNY', 'CA $': 'CAD', 'AU $': 'AUD' },
    ...{ 'NZ $': 'NZD', 'SG $': 'SGD', 'HK $': 'HKD', 'MX $': 'MXN' },
  }),
)

function areMixed({ fromRow, rows }: Block, of: Looks['of']): boolean {
  const first = new Map<number, string>()
  for (const [index, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      if (typeof cell !== 'number') continue
      const { isDate, unit, time } = of(fromRow + index, column)
      const look = isDate ? 'day' : time === undefined ? (unit ?? '') : 'time'
      if ((first.get(column) ?? look) !== look) return true
      first.set(column, look)
    }
  return false
}

async function readShown(requests: SheetsRequests, { documentId, title }: Tab, block: Block): Promise<Shown> {
  const areas = areasOf(block, (cell) => typeof cell === 'number')
  const texts = new Map<number, string[]>()
  for (const portion of inPortions(areas, shownBytes)) {
    const { valueRanges } = await requests.get(
      `${encodeURIComponent(documentId)}/values:batchGet`,
      {
        ranges: portion.map((area) => addressOf(title, area)),
        valueRenderOption: 'FORMATTED_VALUE',
        majorDimension: 'COLUMNS',
      },
      shownRanges,
    )
    for (const [index, { column, fromRow }] of portion.entries()) {
      const found = texts.get(column) ?? []
      for (const [offset, text] of (valueRanges[index]?.values[0] ?? []).entries()) found[fromRow + offset] = text
      texts.set(column, found)
    }
  }
  return (row, column) => texts.get(column)?.[row] ?? ''
}

async function readDates(requests: SheetsRequests, tab: Tab, block: Block, shown: Shown): Promise<IsDate> {
  const isOpen = (cell: RawCell | undefined, row: number, column: number) =>
    couldBeDay(cell) && !isShownAsDay(cell, shown(row, column)) && !isShownAsFigures(cell, shown(row, column))
  const dates = new Set<string>()
  for (const portion of inPortions(areasOf(block, isOpen), formatBytes)) {
    const ranges = portion.map((area) => addressOf(tab.title, area))
    const answer = await requests.get(encodeURIComponent(tab.documentId), { ranges, fields: formatFields }, formats)
    for (const data of answer.sheets.flatMap((sheet) => sheet.data))
      for (const [index, { values }] of data.rowData.entries())
        for (const [offset, cell] of values.entries())
          if (isDateFormat(cell.effectiveFormat?.numberFormat?.type))
            dates.add(`${data.startRow + index} ${data.startColumn + offset}`)
  }
  return (row, column) => {
    const cell = block.rows[row - block.fromRow]?.[column]
    return couldBeDay(cell) && (isShownAsDay(cell, shown(row, column)) || dates.has(`${row} ${column}`))
  }
}

function isDateFormat(type: string | undefined): boolean {
  return type === 'DATE' || type === 'DATE_TIME'
}

/** 1954 to 2119. */
const couldBeDay = (cell: RawCell | undefined): cell is number =>
  typeof cell === 'number' && cell >= 20_000 && cell < 80_000

/** `2026-01-13`, as sheets in Swedish show a day: no other number format shows that of its serial number. */
function isShownAsDay(serial: number, shown: string): boolean {
  return shown.slice(0, 10) === dateText(serial, false)?.slice(0, 10)
}

/** `46 035,00 kr`. But 42115 may be shown as `4/21/15`. */
function isShownAsFigures(value: number, shown: string): boolean {
  const figures = shown.replace(/\D/g, '')
  return !/\d[/:-]\d/.test(shown) && [Math.trunc(value), Math.round(value)].some((one) => figures.startsWith(`${one}`))
}

/** Of each column with such cells, from the first to the last of them. */
function areasOf(
  { fromRow, rows }: Block,
  isWanted: (cell: RawCell | undefined, row: number, column: number) => boolean,
): Area[] {
  const areas = new Map<number, Area>()
  for (const [index, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const row = fromRow + index
      if (!isWanted(cell, row, column)) continue
      const area = areas.get(column)
      if (area) area.toRow = row + 1
      else areas.set(column, { column, fromRow: row, toRow: row + 1 })
    }
  return [...areas.values()].sort((one, other) => one.column - other.column)
}

const addressOf = (title: string, { column, ...rows }: Area) =>
  rangeAddress(title, { ...rows, fromColumn: column, toColumn: column + 1 })

/** Ranges side by side in one request, as many as its address holds and its answer may weigh. */
function* inPortions(areas: readonly Area[], cellBytes: number): Generator<Area[]> {
  const mostCells = Math.floor(payloadBytes / cellBytes)
  let portion: Area[] = []
  let cells = 0
  for (const { column, fromRow, toRow } of areas) {
    for (let from = fromRow; from < toRow; ) {
      const to = Math.min(toRow, from + mostCells - cells)
      portion.push({ column, fromRow: from, toRow: to })
      cells += to - from
      from = to
      if (cells < mostCells && portion.length < mostRanges) continue
      yield portion
      portion = []
      cells = 0
    }
  }
  if (portion.length > 0) yield portion
}

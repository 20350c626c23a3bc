import { readdirSync, readFileSync } from 'node:fs'
import { readSpreadsheet } from '../../src/spreadsheets/index.ts'
import { decideDecimalMark } from '../../src/templates/rules/cells/amounts.ts'
import { isBlank } from '../../src/templates/rules/cells/cell-text.ts'
import { decideDateOrder } from '../../src/templates/rules/cells/dates.ts'
import { type ColumnProfile, profileColumns } from '../../src/templates/rules/columns/profile-columns.ts'
import { isDateRole } from '../../src/templates/rules/layout/locate-table.ts'
import type { RowOutcome } from '../../src/templates/rules/mapping/reading.ts'
import { readSource } from '../../src/templates/rules/rows/read-source.ts'
import { type MappingSuggestion, suggestMapping } from '../../src/templates/rules/suggest/suggest-mapping.ts'
import { decimalIn, isoIn } from './written-values.ts'

export const today = '2026-08-01'

/** `text` as the file has it; `decimal` or `date` where a program would take the cell for a figure or a day. */
export type MetaCell = { text: string; decimal?: string; date?: string; time?: string }
/** `id`: which row of the file it is; null for one that was added. */
export type MetaRow = { id: number | null; is: 'header' | 'row' | 'other' | 'blank'; cells: MetaCell[] }

/** A file to be changed, with what is read of it as it is. */
export type Base = {
  name: string
  isText: boolean
  rows: MetaRow[]
  columns: ColumnProfile[]
  found: MappingSuggestion
  outcomes: ReadonlyMap<number, RowOutcome>
  today: string
}

const amountRoles = new Set([
  'amount',
  'amountIn',
  'amountOut',
  'foreignAmount',
  'foreignAmountOrVat',
  'fee',
  'balance',
  'rate',
  'vat',
])

function readBase(name: string, bytes: Uint8Array, day = today): Base | null {
  const spreadsheet = readSpreadsheet(bytes)
  const found = suggestMapping(spreadsheet, { today: day })
  const [sheet, ...others] = spreadsheet.sheets
  if (!found || !sheet || others.length > 0) return null
  const { rows: read } = readSource(spreadsheet, found.mapping, { today: day })
  const outcomes = new Map(read.map(({ number, outcome }) => [number, outcome]))
  const columns = profileColumns(found.table.header, found.table.rows)
  const type = createTyper(columns, found, day)
  const rows: MetaRow[] = []
  for (const { number, cells, kinds } of sheet.rows) {
    while (rows.length < number - 1) rows.push({ id: null, is: 'blank', cells: [] })
    const outcome = outcomes.get(number)
    const isHeader = outcome?.kind === 'skipped' && outcome.reason === 'header'
    const isRow = found.table.rows.some((row) => row.number === number)
    rows.push({
      id: number,
      is: isHeader ? 'header' : isRow ? 'row' : 'other',
      cells: cells.map((text, index) => type(text, index, kinds?.charAt(index))),
    })
  }
  return { name, isText: spreadsheet.kind === 'csv', rows, columns, found, outcomes, today: day }
}

/** `?1 243,01`, as OKQ8 saves it. */
const lostMinus = /^[?\ufffd](?=\d)/

/** What a spreadsheet program would take a cell for, by what its column says. */
function createTyper(columns: readonly ColumnProfile[], found: MappingSuggestion, day: string) {
  const { mapping } = found
  const rules = columns.map((column) => {
    const isDate = isDateRole(column.role) || column.dates > column.filled / 2
    if (isDate) {
      const { order } = decideDateOrder(column.values, day)
      return { kind: 'date' as const, order: order ?? (mapping.dateOrder === 'auto' ? null : mapping.dateOrder) }
    }
    const isAmount = column.role !== null && amountRoles.has(column.role)
    const isId = column.values.some((value) => /^\d{9,}$/.test(value.trim()))
    const isFigure = isAmount || (column.role === null && column.figures > column.filled / 2 && !isId)
    if (!isFigure) return null
    const { mark } = decideDecimalMark(column.figureTexts)
    const wanted = mark ?? (mapping.numberFormat === 'auto' ? null : mapping.numberFormat)
    return { kind: 'figure' as const, mark: wanted as 'comma' | 'dot' | null }
  })
  return (text: string, index: number, kind: string | undefined): MetaCell => {
    if (kind === 'n') return { text, decimal: text }
    if (kind === 'd') return { text, date: text.slice(0, 10), ...(text.length > 10 && { time: text.slice(11) }) }
    const rule = rules[index]
    if (!rule || text.trim() === '') return { text }
    // `-456,30 EUR`: without its currency it would be another amount
    if (rule.kind === 'figure' && / [A-Z]{3}$/.test(text.trim())) return { text }
    if (rule.kind === 'figure') {
      const decimal = decimalIn(text.replace(lostMinus, '-'), rule.mark)
      return decimal === null ? { text } : { text, decimal }
    }
    const read = isoIn(text, rule.order)
    return read === null ? { text } : { text, ...read }
  }
}

/** Every file of the golden set, and the samples of the field. */
export function fixtureFiles(): Base[] {
  const golden = new URL('../fixtures/golden/', import.meta.url)
  const samples = new URL('../fixtures/samples/', import.meta.url)
  const files = readdirSync(golden).map((layout) => {
    const home = new URL(`${layout}/`, golden)
    const name = readdirSync(home).find((one) => one !== 'expected.json') ?? ''
    return { name: layout, url: new URL(encodeURIComponent(name), home) }
  })
  for (const name of readdirSync(samples)) files.push({ name, url: new URL(name, samples) })
  return files.flatMap(({ name, url }) => readBase(name, new Uint8Array(readFileSync(url))) ?? [])
}

export const isFilled = ({ cells }: MetaRow) => cells.some(({ text }) => !isBlank(text))

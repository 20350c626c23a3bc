import type { RowProblem } from '#kernel/row-problem.ts'
import type { RowSheet, SheetRow } from '#spreadsheets/index.ts'
import type { ColumnRef, FieldSource, TemplateMapping } from '../../contract.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { isNamedIn } from '../cells/stated-currency.ts'
import {
  type Doubt,
  doubtsOfState,
  findNewColumns,
  type NewAmounts,
  newAmountsOf,
  newCurrencyOf,
  newDoubtsOf,
  stateAndKindFrom,
} from '../columns/new-columns.ts'
import { isStateOfOrder } from '../columns/row-state.ts'
import { openSheetChoice } from '../layout/choose-sheets.ts'
import { hasDateAndFigure, holdsFigures, isHeaderRow as isAnyHeader, isDateRole } from '../layout/locate-table.ts'
import { createPreambleWatch } from '../layout/repeated-preamble.ts'
import { createCurrencyWatch, type StatedAbove } from '../layout/section-currencies.ts'
import { findTablesBeside, type TablesBeside } from '../layout/table-beside.ts'
import { type BoundFields, bindFields, plainColumnOf } from '../mapping/bind-fields.ts'
import { columnsOfSource } from '../mapping/columns-of-source.ts'
import { columnsOf, createHeaderTest } from '../mapping/table-columns.ts'
import { roleOf } from '../words/header-words.ts'

/** The table that a row stands in: the columns as its header names them. */
export type Table = {
  bound: BoundFields
  /** `status` is taken from the booking date, so a row without one is not booked yet. */
  isBlankStatusPending: boolean
  /** `status` says how far an order has come, or what a company calls it in a list of its own. */
  hasOwnStates: boolean
  balanceColumn: number | null
  /** Named as days of purchase or of booking. */
  dateColumns: readonly number[]
  names: readonly string[]
  /** How many columns the header names, up to its last; 0 without a header. */
  width: number
  /** How many cells its record has, where the file is delimited by commas. */
  recordWidth: number
  beside: TablesBeside | null
  /** Of an account whose title says another currency than the first one's. */
  currency: string | null
  /** What stands above the file's first table says another currency than the template's, which no column and no name says. */
  statedAbove: StatedAbove | null
  /** A column of currencies that the template was made without. */
  newCurrency: number | null
  newDoubts: readonly Doubt[]
  newAmounts: NewAmounts
}
export type LocatedRow = {
  sheet: string
  row: SheetRow
  isHeader: boolean /** null above the first header */
  table: Table | null
}
export type LaidOutRows = {
  /** May be walked again where the sheets may. */
  rows: Iterable<LocatedRow>
  /** What the walk that came to its end found. */
  found(): { hasHeader: boolean; warnings: RowProblem[] }
}

/**
 * Every row that is not empty of the sheets that the template reads, with the header it stands under. A header found again
 * starts a new table, and so does another one below rows: what stands under it are not the template's columns.
 */
export function layOutRows(sheets: Iterable<RowSheet>, mapping: TemplateMapping): LaidOutRows {
  const isHeader = createHeaderTest(mapping.header)
  const isHeaderless = mapping.columnsByPlace === true || !mapping.header.some((name) => !isBlank(name))
  const headerless = isHeaderless ? openTable(mapping, { cells: [] }) : null
  let found: ReturnType<LaidOutRows['found']> = { hasHeader: isHeaderless, warnings: [] }
  function* locate(): Generator<LocatedRow> {
    const warnings: RowProblem[] = []
    const emptySheets: string[] = []
    const choice = openSheetChoice(mapping.sheets, isHeader)
    const currencies = createCurrencyWatch()
    let hasHeader = isHeaderless
    let isOtherFile = false
    for (const sheet of sheets) {
      if (!choice.takes(sheet)) continue
      const preamble = createPreambleWatch<LocatedRow>()
      currencies.startSheet(sheet.name)
      let table = headerless
      let hasRows = false
      let hasFigures = false // since the last header
      for (const row of sheet.rows) {
        if (row.cells.every(isBlank)) continue
        hasRows ||= !sheet.isOfPage || hasDateAndFigure(row) // what lays out a page has neither
        const isUnexpected = table !== null && table === headerless && isAnyHeader(row.cells)
        if (isUnexpected && !mapping.columnsByPlace) {
          table = null
          isOtherFile = true
          warnings.push({ code: 'header-not-expected', params: { row: row.number, sheet: sheet.name } })
        }
        if (isUnexpected && mapping.columnsByPlace) {
          yield { sheet: sheet.name, row, isHeader: true, table }
          continue
        }
        const isOfFigures = hasFigureCell(row.cells)
        const isBelow = table !== null && table !== headerless && !isOfFigures
        const isOther = isBelow && (isAnyHeader(row.cells) || isOfOtherColumns(row.cells, table))
        if (!hasFigures && (isOther || isLowerPart(row.cells, table)) && !isHeader(row.cells)) {
          // the names once more, in another language, or the last row of a header of several
          yield* preamble.flush(false)
          yield { sheet: sheet.name, row, isHeader: true, table }
          continue
        }
        const isHeaderRow = isOther || isHeader(row.cells)
        hasFigures = !isHeaderRow && (hasFigures || isOfFigures)
        if (isHeaderRow) {
          yield* preamble.flush(true)
          warnings.push(...(table?.beside?.warnings(sheet.name) ?? []))
          const statedAbove = table ? table.statedAbove : otherCurrency(currencies.above(), mapping)
          table = { ...openTable(mapping, row), currency: table?.currency ?? null, statedAbove }
          warn(warnings, table, sheet.name)
        } else if (table) table.beside?.count(row)
        else preamble.addAbove(row)
        const currency = currencies.next(row, { isHeader: isHeaderRow, isInTable: table !== null })
        if (table && currency !== undefined && currency !== table.currency) table = { ...table, currency }
        const located = { sheet: sheet.name, row, isHeader: isHeaderRow, table }
        const next = isHeaderRow || !table ? located : preamble.add(located)
        if (next) yield next
      }
      yield* preamble.flush(false)
      warnings.push(...(table?.beside?.warnings(sheet.name) ?? []))
      if (table) hasHeader = true
      else if (hasRows) emptySheets.push(sheet.name)
    }
    if (isOtherFile) hasHeader = false
    const isSilent = isOtherFile || choice.isNothingRead()
    const lacks = isSilent ? [] : lackOfHeaders(mapping, hasHeader, emptySheets)
    found = { hasHeader, warnings: [...choice.warnings(), ...warnings, ...lacks] }
  }
  return { rows: { [Symbol.iterator]: locate }, found: () => found }
}

/** Names of three columns or more, a day's among them and one where the amounts stand: balances, VAT or limits below the purchases. */
function isOfOtherColumns(cells: readonly string[], table: Table | null): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  if (!table || filled.length < 3 || holdsFigures(filled)) return false
  const places = amountFields.map((field) => plainColumnOf(table.bound.fields.get(field)))
  const hasName = places.some((place) => place !== null && !isBlank(cells[place]))
  return hasName && filled.some((cell) => isDateRole(roleOf(cell)?.role))
}
const amountFields = ['total', 'amountOut', 'amountIn'] as const

const rule = /^[-=_:+ ]{2,}$/

/**
 * Some of its names are merged down from the header above (`Datum` beside `inkl.` under `SEK`), or several stand where one
 * above is over them all (`Belopp` over `Netto | Brutto`), and it has no figure; or it rules the header off (`--- | ---:`).
 */
function isLowerPart(cells: readonly string[], table: Table | null): boolean {
  const names = table?.names ?? []
  const filled = cells.filter((cell) => !isBlank(cell))
  if (names.length === 0 || filled.some((cell) => /\d/.test(cell))) return false
  const isOfSpan = (cell: string, column: number) =>
    !isBlank(cell) && isBlank(names[column]) && !isBlank(cells[column - 1])
  return (
    filled.every((cell) => rule.test(cell)) ||
    cells.some((cell, column) => (!isBlank(cell) && cell === names[column]) || isOfSpan(cell, column))
  )
}

/** One that begins with a digit or a minus, as no header's does in most files: keeps rows of figures cheap. */
export function hasFigureCell(cells: readonly string[]): boolean {
  for (const cell of cells) {
    const code = cell.charCodeAt(0)
    if (code >= 45 && code <= 57) return true
  }
  return false
}

function lackOfHeaders(mapping: TemplateMapping, hasHeader: boolean, emptySheets: readonly string[]): RowProblem[] {
  if (hasHeader) return emptySheets.map((sheet) => ({ code: 'sheet-without-header', params: { sheet } }))
  const names = mapping.header.filter((name) => !isBlank(name)).join(', ')
  return [{ code: 'header-not-found', params: { names } }]
}

function openTable(mapping: TemplateMapping, { cells: header, width }: Pick<SheetRow, 'cells' | 'width'>): Table {
  const status = mapping.fields.status
  const last = status && lastOf(status)
  const booked = last?.kind === 'column' ? last : null
  const isBooked = roleOf(booked?.name ?? '')?.role === 'bookedDate'
  const balanceColumn = header.findIndex((cell) => roleOf(cell)?.role === 'balance')
  const columns = columnsOf(header)
  const added = findNewColumns(mapping, columns)
  const bind = (fields: TemplateMapping['fields']) =>
    bindFields({ fields, header: mapping.columnsByPlace ? [] : mapping.header }, columns)
  const lost = new Set(bind(mapping.fields).missing.map(({ field }) => field))
  const fields = { ...mapping.fields, ...stateAndKindFrom(mapping.fields, added, lost, isBooked ? booked : null) }
  const bound = bind(fields)
  const isStateLost = bound.missing.some(({ field }) => field === 'status')
  return {
    bound,
    beside: findTablesBeside(bound, header),
    isBlankStatusPending: isBooked,
    hasOwnStates: mapping.hasOwnStates === true || isOfOrders(fields.status),
    balanceColumn: balanceColumn < 0 ? null : balanceColumn,
    dateColumns: header.flatMap((cell, index) => (isDateRole(roleOf(cell)?.role) ? index : [])),
    names: header,
    currency: null,
    statedAbove: null,
    newCurrency: newCurrencyOf(mapping, added),
    newDoubts: [...newDoubtsOf(mapping, added), ...(isStateLost ? doubtsOfState(mapping, columns, added) : [])],
    newAmounts: newAmountsOf(mapping, added),
    width: header.findLastIndex((cell) => !isBlank(cell)) + 1,
    recordWidth: width ?? header.length,
  }
}

/** The next month's file may be of another account, with the same columns. */
function otherCurrency(stated: StatedAbove | null, { currency, fields }: TemplateMapping): StatedAbove | null {
  if (stated === null || stated.currency === currency || fields.currency || fields.accountCurrency) return null
  const amounts = [fields.total, fields.amountOut].flatMap((source) => (source ? columnsOfSource(source) : []))
  return amounts.some(({ name }) => isNamedIn(name, currency) === true) ? null : stated
}

function isOfOrders(status: FieldSource | undefined): boolean {
  return status ? columnsOfSource(status).some(({ name }) => isStateOfOrder(name)) : false
}

/** What says a row's state where nothing before it does. */
function lastOf(status: FieldSource): ColumnRef | undefined {
  if (status.kind === 'first') return status.from.at(-1)
  if (status.kind === 'choose') return status.otherwise ?? undefined
  return status.kind === 'source' ? status.from : undefined
}

/** Of a workbook: cells beyond the last name of the header, which may be remarks. */
export function hasMoreCells({ row, table }: LocatedRow): boolean {
  return row.kinds !== undefined && !!table?.width && row.cells.length > table.width
}

/** Of a text file: cells beyond the last name of the header. */
export function hasStrayCells({ row, table }: LocatedRow): boolean {
  if (row.kinds || !table?.width || row.cells.length <= table.width) return false
  return row.cells.slice(table.width).some((cell) => !isBlank(cell))
}

/** Names each lost column once, however many tables the file has. */
function warn(warnings: RowProblem[], table: Table, sheet: string): void {
  for (const { field, column } of table.bound.missing) {
    const isKnown = warnings.some(
      ({ code, params }) =>
        code === 'column-missing' &&
        params?.field === field &&
        normaliseLabel(String(params.column)) === normaliseLabel(column),
    )
    if (!isKnown) warnings.push({ code: 'column-missing', params: { column, field, sheet } })
  }
}

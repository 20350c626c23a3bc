import type { SheetRow } from '#spreadsheets/index.ts'
import type { FieldSource } from '../../contract.ts'
import { hasLostSign, isSumOfCurrency, looksLikeNumber, looksNegative } from '../cells/amounts.ts'
import { isBlank, tidyText } from '../cells/cell-text.ts'
import { currencyOfWord, saysKronor } from '../cells/currency-words.ts'
import { looksLikeDate, looksLikeSerial, looksLikeShortDay, looksLikeSixDigits } from '../cells/dates.ts'
import { currencyCodes, currencyOfCell } from '../cells/stated-currency.ts'
import { isDateRole } from '../layout/locate-table.ts'
import { columnsOf, type NamedColumn } from '../mapping/table-columns.ts'
import { type ColumnRole, mayBeBalance, roleOf } from '../words/header-words.ts'
import { withoutRemainders } from './paid-so-far.ts'
import { withRunningBalances } from './running-balance.ts'

/** What stands in a column, counted over the rows that look like transactions. */
export type ColumnProfile = NamedColumn & {
  role: ColumnRole | null
  /** Place of the name among the names of its role; lower is more telling. */
  rank: number
  filled: number
  dates: number
  figures: number
  currencies: number
  texts: number
  distinct: number
  /** First values, each once. */
  samples: string[]
  values: string[]
  /** Of each value, in hundredths, whichever mark stands before them: for comparing columns, not for reading amounts. None without figures. */
  sizes: number[]
  /** The rows whose values these are, counted from the first. */
  rows: number[]
  /** Figures as text, which say how numbers are written; those that the workbook holds as numbers do not. */
  figureTexts: string[]
  /** What values state as their currency: `9,99 $`, or a number that a workbook shows so. */
  statedCurrencies: string[]
}

const profiledRows = 2000
/** In columns of these `752`, `$` and `euro` are currencies. */
const currencyRoles: ReadonlySet<ColumnRole> = new Set(['currency', 'foreignCurrency', 'accountCurrency'])

function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) || (/^[a-z]{3}$/.test(text) && currencyCodes.has(text.toUpperCase()))
}

export function profileColumns(header: SheetRow | null, rows: readonly SheetRow[]): ColumnProfile[] {
  const width = Math.max(header?.cells.length ?? 0, ...rows.slice(0, profiledRows).map(({ cells }) => cells.length))
  const names = Array.from({ length: width }, (_, index) => tidyText(header?.cells[index] ?? ''))
  const columns = columnsOf(names).map((column) => profile(column, rows.slice(0, profiledRows)))
  const saysElse = (column: ColumnProfile) =>
    isPaidByCard(column, columns) || isWhatWasBought(column) || isRepaid(column, columns)
  const called = columns.map((column): ColumnProfile => {
    if (isSpentAbroad(column, columns)) return { ...column, role: 'foreignAmount', rank: 999 }
    if (isSignedMovement(column)) return { ...column, role: 'amount', rank: -1 }
    return saysElse(column) ? unnamed(column) : column
  })
  return withoutRemainders(withRunningBalances(called))
}

/** A figure stands beside the currency in every row. */
function holdsSums({ index }: NamedColumn, rows: readonly SheetRow[]): boolean {
  return rows.every(({ cells: { [index]: cell = '' } }) => isBlank(cell) || isSumOfCurrency(cell))
}

/** `GBP 120,00` under `Utländsk valuta`, beside what was drawn for it: a sum and no currency. */
function isSpentAbroad(column: ColumnProfile, columns: readonly ColumnProfile[]): boolean {
  const { role, filled, figures, statedCurrencies } = column
  const isNamed = role === 'currency' || role === 'foreignCurrency'
  if (!isNamed || filled === 0 || figures !== filled || statedCurrencies.length !== filled) return false
  return columns.some((other) => other !== column && other.figures > 0 && mayBePaid(other))
}

function profile(column: NamedColumn, rows: readonly SheetRow[]): ColumnProfile {
  const known = roleOf(column.name)
  const isDate = isDateRole(known?.role)
  const isCurrency = currencyRoles.has(known?.role ?? 'other') && !holdsSums(column, rows)
  const counts = { filled: 0, dates: 0, figures: 0, currencies: 0, texts: 0 }
  const distinct = new Set<string>()
  const values: string[] = []
  const filledRows: number[] = []
  const figureTexts: string[] = []
  const statedCurrencies: string[] = []
  for (const [place, row] of rows.entries()) {
    const cell = row.cells[column.index]
    if (cell === undefined || isBlank(cell)) continue
    const kind = row.kinds?.charAt(column.index)
    counts.filled++
    const stated = currencyOfCell({ unit: row.units?.[column.index], text: cell }, 'SEK')
    if (stated !== null && isCurrencyCode(stated)) statedCurrencies.push(stated)
    const worded = isCurrency ? currencyOfWord(cell, 'SEK') : null
    values.push(worded !== null && !saysKronor(cell) ? worded : cell)
    filledRows.push(place)
    distinct.add(cell)
    if (worded !== null) counts.currencies++
    else if (kind === 'd' || ((kind !== 'n' || isDate) && looksLikeDate(cell))) counts.dates++
    else if (isDate && (looksLikeSixDigits(cell) || looksLikeSerial(cell))) counts.dates++
    else if (isDate && kind !== 'n' && looksLikeShortDay(cell)) counts.dates++
    else if (kind === 'n' && row.units?.[column.index] === '%') counts.texts++
    else if (kind === 'n') counts.figures++
    else if (looksLikeNumber(cell)) {
      counts.figures++
      figureTexts.push(cell)
    } else if (hasLostSign(cell)) counts.figures++
    else if (isCurrencyCode(cell.trim())) counts.currencies++
    else counts.texts++
  }
  const samples = [...distinct].slice(0, 4).map(tidyText)
  const isBalance = known === null && counts.figures > 0 && mayBeBalance(column.name) && !values.every(isAccount)
  const named = isBalance ? { role: 'balance' as const, rank: 999 } : known
  return {
    ...column,
    role: named?.role ?? null,
    rank: named?.rank ?? 999,
    ...counts,
    distinct: distinct.size,
    samples,
    values,
    sizes: counts.figures > 0 ? values.map(sizeInMinor) : [],
    rows: filledRows,
    figureTexts,
    statedCurrencies,
  }
}

/** `2440`, as bookkeepers number their accounts. */
function isAccount(value: string): boolean {
  return /^\d{3,6}$/.test(value.trim())
}

/** `In/Out` or `Debet/Kredit` of -100,00 and 250,50 holds what came in and went out, not which of both it was. */
function isSignedMovement({ role, values, figures, filled }: ColumnProfile): boolean {
  return (
    role === 'direction' &&
    figures === filled &&
    values.some(hasDecimals) &&
    values.some(looksNegative) &&
    !values.every((value) => /^[-+−]?1(?:[.,]0+)?$/.test(value.trim()))
  )
}

const unnamed = (column: ColumnProfile): ColumnProfile => ({ ...column, role: null, rank: 999 })

/** `Köpt` may say when, and what or for how much as well: without a day in it the name says nothing. */
function isWhatWasBought({ role, name, filled, dates }: ColumnProfile): boolean {
  return role === 'purchaseDate' && filled > 0 && dates === 0 && bought.test(name)
}
const bought = /^(?:inköpt|köptes|köpt|handlades|handlat|kjøpt|købt|purchased|bought)$/i

/** `Utbetalning` is money out beside a column of money in; of somebody's expenses it is what was paid back so far. */
function isRepaid({ role, name }: ColumnProfile, columns: readonly ColumnProfile[]): boolean {
  const isOut = role === 'amountOut' && paidOut.test(name.trim())
  return isOut && !columns.some((other) => other.role === 'amountIn' || paidIn.test(other.name.trim()))
}
export const paidOut = /^(?:ut|ud)betal(?:ningar|ning|inger|ing)$/i
export const paidIn = /^(?:inn?|ind)betal(?:ningar|ning|inger|ing)$/i

/**
 * What was paid with `Företagskort`, beside `Privat`: figures with decimals, or not all as long, of which a card's last four are
 * the shortest. Those may be cards too, of which `0456` lost its nought, where another column holds what was paid.
 */
function isPaidByCard(column: ColumnProfile, columns: readonly ColumnProfile[]): boolean {
  const { role, values, figures, filled, distinct } = column
  if (role !== 'card' || figures <= filled / 2) return false
  if (values.some(hasDecimals)) return true
  const lengths = values.map((value) => value.replace(/\D/g, '').length)
  if (Math.min(...lengths) >= 4 || new Set(lengths).size === 1) return false
  const isOfEachRow = filled >= fewestAmounts && distinct >= filled * 0.9
  return isOfEachRow || !columns.some((other) => other !== column && mayBePaid(other))
}
/** In fewer rows each may well have a card of its own. */
const fewestAmounts = 6

function mayBePaid({ role, values, figures, filled }: ColumnProfile): boolean {
  if (figures <= filled / 2) return false
  return role === 'amount' || role === 'amountOut' || (role === null && values.some(hasDecimals))
}

/** `12,50`, `12.5 kr`: a figure with one or two decimals, whatever stands behind it. */
export function hasDecimals(value: string): boolean {
  return /\d[.,]\d{1,2}\D*$/.test(value)
}

/** A column that nobody named may hold other words of three letters: `PST`, `DEB`. */
export function holdsCurrencies({ values }: ColumnProfile): boolean {
  return values.every((value) => currencyCodes.has(value.trim().toUpperCase()))
}

/** Each row says one, in a column that is called so or has no word that is none: `AWS` and `ICA` in all rows are shops. */
export function isOfCurrencies(column: ColumnProfile): boolean {
  const { role, filled, currencies } = column
  if (filled === 0 || currencies !== filled) return false
  return role !== null && currencyRoles.has(role) ? true : role !== 'merchant' && holdsCurrencies(column)
}

/** The column that a field is read from, where it is one; of a sum its first part, which says sign and currency. */
export function columnOf(
  columns: readonly ColumnProfile[],
  source: FieldSource | undefined,
): ColumnProfile | undefined {
  if (source?.kind === 'sum') return columnOf(columns, source.from[0] && { kind: 'source', from: source.from[0] })
  if (source?.kind !== 'source' || source.from.kind !== 'column') return undefined
  const { index } = source.from
  return columns[index]?.index === index ? columns[index] : columns.find((column) => column.index === index)
}

/** In hundredths, whichever mark stands before them: for comparing amounts, not for reading them. */
export function sizeInMinor(text: string): number {
  const fraction = /[.,:](\d{1,2})\D*$/.exec(text)
  const whole = text.slice(0, fraction?.index ?? text.length).replace(/\D/g, '')
  const minor = Number(`${whole || '0'}${(fraction?.[1] ?? '').padEnd(2, '0')}`)
  return looksNegative(text) ? -minor : minor
}

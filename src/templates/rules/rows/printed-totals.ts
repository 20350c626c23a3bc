import { minorFromDecimal } from '#kernel/money.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import { looksLikeNumber } from '../cells/amounts.ts'
import { isBlank, normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { type RowInContext, readText } from '../mapping/bind-fields.ts'
import { isOnlyTotal, isTotalLabel, mayBeTotal, type RowMark, totalsAndShops } from '../words/row-marks.ts'
import type { Table } from './lay-out-rows.ts'
import { readSourceNumber } from './read-amount.ts'
import { isCarriedLabel } from './side-notes.ts'
import type { TransactionRules } from './transaction.ts'
import type { Walk } from './walk.ts'

type PrintedTotal = Extract<RowMark, { kind: 'printed-total' }>

/** Printed totals are in the file's own sign. */
export function inFileSign(minor: number, walk: Walk): number {
  return walk.rules.mapping.signRule === 'as-is' ? minor : -minor
}

/**
 * A row with a date that is called a total. `Summa kort 1234` is one whatever stands beside it; `Summa` with a date and a figure
 * alone is one also where it is not what the rows above it come to, and then disagrees with them; `Total` is a chain of petrol
 * stations, `Summa kostnader` may be a shop.
 */
export function datedTotal(context: RowInContext, table: Table, minor: number, walk: Walk): PrintedTotal | null {
  const source = table.bound.fields.get('merchant')
  const text = source ? tidyText(readText(source, context).text) : ''
  const label = normaliseLabel(text)
  if (!mayBeTotal(label)) return null
  const isBare = context.row.cells.filter((cell) => !isBlank(cell)).length <= 3
  if (mayBeShop.test(label) && !walk.sums.mayBeTotal(inFileSign(minor, walk))) return null
  const isSure = isOnlyTotal(label) || (isBare && isTotalLabel(label) && !totalsAndShops.has(label))
  return isSure || walk.sums.isSum(inFileSign(minor, walk), 2) ? totalCalled(text) : null
}

/** Short enough to be a shop's name too, where it is less than what was bought above it. */
const mayBeShop = /^(?:tot\.?|s:a)$/

/** A figure with none but figures on its row, or beside `Summa kostnader`, `*1234 Summa` or `Transport`, that is what the rows above it come to. */
export function undatedTotal(row: SheetRow, minor: number, walk: Walk): PrintedTotal | null {
  const filled = row.cells.filter((cell) => !isBlank(cell))
  const isLabel = (label: string) => mayBeTotal(label) || isCarriedLabel(label)
  const label = filled.find((cell) => isLabel(normaliseLabel(cell)))
  const isAlone = filled.every((cell) => cell === label || looksLikeNumber(cell))
  const fewestRows = isCarriedLabel(normaliseLabel(label ?? '')) ? 2 : 0 // a haulier without its day
  return isAlone && walk.sums.isSum(inFileSign(minor, walk), fewestRows) ? totalCalled(tidyText(label ?? '')) : null
}

function totalCalled(label: string): PrintedTotal {
  return { kind: 'printed-total', label, labelColumn: -1, isPurchaseSum: false }
}

/** The label's column moves, the figure's less so: the amount column first, else the last figure of the row. */
export function readPrinted(
  mark: PrintedTotal,
  context: RowInContext,
  table: Table,
  rules: TransactionRules,
): { minor: number; column: number } | null {
  const total = table.bound.fields.get('total')
  const own = total?.kind === 'part' && total.part.kind === 'column' ? [total.part.index] : []
  for (const column of [...own, ...Array.from(context.row.cells.keys()).reverse()]) {
    const text = context.row.cells[column] ?? ''
    if (column === mark.labelColumn || isBlank(text)) continue
    const isTyped = context.row.kinds?.charAt(column) === 'n'
    const number = readSourceNumber({ text, isTyped, cells: [] }, rules.columns.numbers.total)
    const minor = number.kind === 'number' ? minorFromDecimal(number.decimal, rules.mapping.currency) : null
    if (minor !== null) return { minor, column }
  }
  return null
}

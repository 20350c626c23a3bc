import type { SheetRow } from '#spreadsheets/index.ts'
import { looksLikeNumber } from '../cells/amounts.ts'
import { isBlank } from '../cells/cell-text.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { roleOf } from '../words/header-words.ts'
import { hasDateAndFigure, isDateRole } from './locate-table.ts'

/** A day, a text and a figure in cells of their own. */
export function looksLikePurchase(row: SheetRow): boolean {
  return hasDateAndFigure(row) && hasTextAndFigure(row)
}

/** Beside a third cell, which may be a day that nobody can read. */
export function hasTextAndFigure({ cells }: SheetRow): boolean {
  // `Datum:` is what stands before a day or a figure above a table
  const isName = (cell: string) =>
    /\p{L}/u.test(cell) && !/:\s*$/.test(cell) && !looksLikeNumber(cell) && !looksLikeDate(cell)
  const filled = cells.filter((cell) => !isBlank(cell))
  return filled.length >= 3 && filled.some(looksLikeNumber) && filled.some(isName)
}

const nameOfDay = /(?:datum|date|dato|(?<!mån|tis|ons|tors|fre|lör|sön)dag|period|skapad|utskriven|created|printed):?$/i

/** `Fakturadatum | 2026-03-31 | OCR | 123456` above a table: a day with its name before it is no purchase's. */
export function hasNamedDay({ cells }: Pick<SheetRow, 'cells'>): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  const day = filled.findIndex(looksLikeDate)
  const before = filled[day - 1]?.trim() ?? ''
  const role = roleOf(before)?.role
  return isDateRole(role) || role === 'dueDate' || role === 'balance' || nameOfDay.test(before)
}

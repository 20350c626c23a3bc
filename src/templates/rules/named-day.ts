import type { SheetRow } from '#spreadsheets/index.ts'
import { isBlank } from './cell-text.ts'
import { looksLikeDate } from './dates.ts'
import { roleOf } from './header-words.ts'
import { isDateRole } from './locate-table.ts'

const nameOfDay = /(?:datum|date|dato|dag|period|skapad|utskriven|created|printed):?$/i

/** `Fakturadatum | 2026-03-31 | OCR | 123456` above a table: a day with its name before it is no purchase's. */
export function hasNamedDay({ cells }: Pick<SheetRow, 'cells'>): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  const day = filled.findIndex(looksLikeDate)
  const before = filled[day - 1]?.trim() ?? ''
  const role = roleOf(before)?.role
  return isDateRole(role) || role === 'dueDate' || role === 'balance' || nameOfDay.test(before)
}

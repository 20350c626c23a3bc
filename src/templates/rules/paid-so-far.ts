import { normaliseLabel } from './cell-text.ts'
import type { ColumnProfile } from './profile-columns.ts'

const paidName = /^(?:(?:redan |hittills )?(?:in)?betal(?:t|d|ts)|paid|amount paid|already paid|prepaid)(?: |$)/

/**
 * `Totalt`, `Betalt hittills` and `Kvar` of a list of bills: what is left to pay is no account's balance, and neither it nor
 * what is paid so far is what was bought for.
 */
export function withoutRemainders(columns: ColumnProfile[]): ColumnProfile[] {
  for (const paid of columns.filter(({ name, figures, filled }) => isPaid(name) && figures === filled))
    for (const total of columns.filter(({ role }) => role === 'amount')) {
      const left = columns.find((column) => column !== total && column !== paid && isLeft(column, total, paid))
      if (!left) continue
      return columns.map((column) => (column === left || column === paid ? { ...column, role: 'other' } : column))
    }
  return columns
}

function isPaid(name: string): boolean {
  return paidName.test(normaliseLabel(name))
}

function isLeft(left: ColumnProfile, total: ColumnProfile, paid: ColumnProfile): boolean {
  if (total === paid || total.sizes.length === 0 || (left.role !== null && !roles.has(left.role))) return false
  const isNothing = left.sizes.every((size) => size === 0)
  if (isNothing && left.role !== 'balance') return false
  const [leftAt, paidAt] = [sizesByRow(left), sizesByRow(paid)]
  return total.rows.every((row, place) => (total.sizes[place] ?? 0) - (paidAt.get(row) ?? 0) === (leftAt.get(row) ?? 0))
}
const roles: ReadonlySet<string> = new Set(['balance', 'amount', 'other'])

function sizesByRow({ rows, sizes }: ColumnProfile): ReadonlyMap<number, number> {
  return new Map(rows.map((row, place) => [row, sizes[place] ?? 0]))
}

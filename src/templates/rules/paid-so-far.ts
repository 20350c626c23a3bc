import { normaliseLabel } from './cell-text.ts'
import type { ColumnRole } from './header-words.ts'

/** What is asked of a column (profile-columns.ts). */
type Column = {
  name: string
  role: ColumnRole | null
  figures: number
  filled: number
  rows: readonly number[]
  sizes: readonly number[]
}

const paidName = /^(?:(?:redan |hittills )?(?:in)?betal(?:t|d|ts)|paid|amount paid|already paid|prepaid)(?: |$)/

/**
 * `Totalt`, `Betalt hittills` and `Kvar` of a list of bills: what is left to pay is no account's balance, and neither it nor
 * what is paid so far is what was bought for.
 */
export function withoutRemainders<Of extends Column>(columns: Of[]): Of[] {
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

function isLeft(left: Column, total: Column, paid: Column): boolean {
  if (total === paid || total.sizes.length === 0 || (left.role !== null && !roles.has(left.role))) return false
  const isNothing = left.sizes.every((size) => size === 0)
  if (isNothing && left.role !== 'balance') return false
  const [leftAt, paidAt] = [sizesByRow(left), sizesByRow(paid)]
  return total.rows.every((row, place) => (total.sizes[place] ?? 0) - (paidAt.get(row) ?? 0) === (leftAt.get(row) ?? 0))
}
const roles: ReadonlySet<string> = new Set(['balance', 'amount', 'other'])

function sizesByRow({ rows, sizes }: Column): ReadonlyMap<number, number> {
  return new Map(rows.map((row, place) => [row, sizes[place] ?? 0]))
}

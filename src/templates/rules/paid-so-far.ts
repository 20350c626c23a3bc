import { normaliseLabel } from './cell-text.ts'
import type { ColumnRole } from './header-words.ts'
import { sizesByRow } from './sizes-by-row.ts'

/** What is asked of a column (profile-columns.ts). */
type Column = {
  name: string
  role: ColumnRole | null
  figures: number
  filled: number
  rows: readonly number[]
  sizes: readonly number[]
  values: readonly string[]
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
  const left = columns.find((column) => isUnpaid(column, columns))
  return left ? columns.map((column) => (column === left ? { ...column, role: 'other' } : column)) : columns
}

const unpaidName =
  /^(?:(?:kvar |återstår |resterande )?att betala|(?:amount|balance) due|due amount|(?:still )?to pay|remaining(?: amount| balance)?|(?:amount )?(?:outstanding|unpaid)|outstanding amount|restbelopp|obetalt|återstående(?: belopp)?|kvarstående(?: belopp)?|öppet belopp)(?: \(?(?:kr|sek)\)?)?$/
/** What a thing costs, of which the buyer pays less with a discount. */
const priceName = /^(?:\p{L}+[ .]*)?(?:pris|price|preis|cost|kostnad|value|värde)$/u

/**
 * `Amount due` beside `Amount`, which is never less: what is left to pay of an invoice. Not where another column holds the
 * difference, as a discount does, nor where that is öre alone or may be a currency's.
 */
function isUnpaid(left: Column, columns: readonly Column[]): boolean {
  const isAmount = ({ role, figures, filled }: Column) => role === 'amount' && figures === filled && filled > 0
  if (!unpaidName.test(normaliseLabel(left.name)) || (left.role !== null && !roles.has(left.role))) return false
  const leftAt = sizesByRow(left)
  return columns.some((total) => {
    const isOther = total !== left && isAmount(total) && total.filled === left.filled
    if (!isOther || unpaidName.test(normaliseLabel(total.name)) || priceName.test(normaliseLabel(total.name)))
      return false
    const pairs = total.rows.map((row, place) => ({ row, all: total.sizes[place] ?? 0, rest: leftAt.get(row) ?? 0 }))
    const parts = pairs.map(({ row, all, rest }) => ({ row, part: Math.abs(all) - Math.abs(rest) }))
    const isRounded = parts.some(({ part }) => part > 0) && parts.every(({ part }) => part < 100)
    if (parts.some(({ part }) => part < 0) || isRounded) return false
    const isHeld = columns.some((column) => column !== total && column !== left && holds(column, parts))
    const isSettled = pairs.some(({ all, rest }) => rest === 0 || rest === all)
    return !isHeld && !columns.some(isMixed) && (isSettled || !columns.some(isAbroad))
  })
}

/** Whatever was taken off, before it was to be paid. */
function holds({ role, rows, sizes, figures, name }: Column, parts: readonly { row: number; part: number }[]): boolean {
  if (role === 'discount') return true
  const at = new Map(rows.map((row, place) => [row, Math.abs(sizes[place] ?? 0)]))
  return figures > 0 && !isPaid(name) && parts.every(({ row, part }) => (at.get(row) ?? 0) === part)
}

function isAbroad({ role, values }: Column): boolean {
  if (role === 'rate') return values.length > 0
  const isCurrency = role === 'currency' || role === 'foreignCurrency'
  return isCurrency && values.some((value) => !/^(?:sek|kr)$/i.test(value.trim()))
}

/** One of the two is the account's, where rows are in several currencies. */
function isMixed({ role, values }: Column): boolean {
  const isCurrency = role === 'currency' || role === 'foreignCurrency'
  return isCurrency && new Set(values.map((value) => value.trim().toUpperCase())).size > 1
}

/** Less is to be paid in some row, and nothing in none: what was paid before, or a discount, is for a person to say. */
export function isDiscounted(amount: Column, columns: readonly Column[]): boolean {
  const sizeAt = sizesByRow(amount)
  return columns.some((left) => {
    if (left === amount || left.figures !== amount.figures || !unpaidName.test(normaliseLabel(left.name))) return false
    const rests = left.rows.map((row, place) => ({
      all: Math.abs(sizeAt.get(row) ?? 0),
      rest: Math.abs(left.sizes[place] ?? 0),
    }))
    return rests.some(({ all, rest }) => rest < all) && rests.every(({ all, rest }) => rest > 0 && rest <= all)
  })
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

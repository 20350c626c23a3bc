import { normaliseLabel } from '../cells/cell-text.ts'
import { anyKronor, currencyKey } from '../cells/currency-words.ts'
import { isNamedIn } from '../cells/stated-currency.ts'
import type { ColumnRole } from '../words/header-words.ts'
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
  const left = columns.find((column) => columns.some((total) => standingOf(column, total, columns) === 'left'))
  return left ? columns.map((column) => (column === left ? { ...column, role: 'other' } : column)) : columns
}

/** `Belopp` and `Att betala` of which either may be what was paid: with a discount it is the latter, of a bill that was paid in part it is not. */
export function mayBeRemainder(column: Column, columns: readonly Column[]): boolean {
  const isOpen = (left: Column, total: Column) => standingOf(left, total, columns) === 'open'
  return columns.some((other) => isOpen(column, other) || isOpen(other, column) || isMoreToPay(other, column, columns))
}

/** `Belopp att betala` of more than `Belopp`, and nothing says of what: VAT, a fee, or what was not paid before. */
function isMoreToPay(due: Column, amount: Column, columns: readonly Column[]): boolean {
  const isWhole = ({ figures, filled }: Column) => figures === filled && filled > 0
  const [dueLabel, label] = [due, amount].map(({ name }) => normaliseLabel(name))
  if (due === amount || !unpaidName.test(dueLabel ?? '') || unpaidName.test(label ?? '')) return false
  if (!isWhole(due) || !isWhole(amount) || due.filled !== amount.filled || mayBeExchanged(due, columns)) return false
  const dueAt = sizesByRow(due)
  const parts = amount.rows.map((row, place) => ({
    row,
    part: Math.abs(dueAt.get(row) ?? 0) - Math.abs(amount.sizes[place] ?? 0),
  }))
  if (parts.some(({ part }) => part < 0) || parts.every(({ part }) => part < 100)) return false
  if (isOfLines(parts, dueAt)) return false
  return !columns.some((column) => column !== due && column !== amount && holds(column, parts))
}

/** Lines of a bill come to what is to be paid for all of it, which stands beside each. */
function isOfLines(parts: readonly { row: number; part: number }[], dueAt: ReadonlyMap<number, number>): boolean {
  const left = new Map<number, number>()
  for (const { row, part } of parts) {
    const due = Math.abs(dueAt.get(row) ?? 0)
    left.set(due, (left.get(due) ?? due) - (due - part))
  }
  return [...left.values()].every((rest) => rest === 0)
}

const kronorAtEnd = '(?: \\(?(?:kr|sek)\\)?)?$'
/** `Att betala`, `Belopp att betala`, `Total due`: what is left to pay, or what there was to pay at all; for regular expressions. */
export const toPay =
  '(?:(?:(?:belopp|summa|totalt?|totalbelopp|netto|nettobelopp) )?att betala(?: (?:nu|totalt))?|(?:(?:net|total) )?(?:amount (?:due|payable|to pay)|to pay)|(?:total|net) (?:due|payable)|due amount|payable(?: amount)?)'
const unpaidName = new RegExp(`^${toPay}${kronorAtEnd}`)
/** What is left, and nothing else. */
const leftName = new RegExp(
  `^(?:(?:kvar|återstår|resterande) att betala|balance due|still to pay|remaining(?: amount| balance)?|(?:amount )?(?:outstanding|unpaid)|outstanding amount|restbelopp|obetalt|återstående(?: belopp)?|kvarstående(?: belopp)?|öppet belopp)${kronorAtEnd}`,
)
/** What a thing costs, of which the buyer pays less with a discount. */
const costName = /^(?:\p{L}+[ .]*)?(?:pris|price|preis|cost|kostnad|value|värde)$/u

/**
 * `Amount due` beside `Amount`, which is never less: what is left to pay of an invoice, if nothing is left of one of them or all is of
 * each. Not where another column holds the difference, as a discount does, nor where that is öre alone or may be a currency's.
 */
function standingOf(left: Column, total: Column, columns: readonly Column[]): 'left' | 'open' | 'none' {
  const isAmount = ({ role, figures, filled }: Column) => role === 'amount' && figures === filled && filled > 0
  const [leftLabel, label] = [left, total].map(({ name }) => normaliseLabel(name))
  const isLeftName = leftName.test(leftLabel ?? '')
  if (!isLeftName && !unpaidName.test(leftLabel ?? '')) return 'none'
  if (total === left || !isAmount(total) || total.filled !== left.filled) return 'none'
  if (left.role !== null && !roles.has(left.role)) return 'none'
  if ([leftName, unpaidName, costName].some((name) => name.test(label ?? ''))) return 'none'
  const leftAt = sizesByRow(left)
  const pairs = total.rows.map((row, place) => ({ row, all: total.sizes[place] ?? 0, rest: leftAt.get(row) ?? 0 }))
  const parts = pairs.map(({ row, all, rest }) => ({ row, part: Math.abs(all) - Math.abs(rest) }))
  const isRounded = parts.some(({ part }) => part > 0) && parts.every(({ part }) => part < 100)
  if (parts.some(({ part }) => part < 0) || isRounded) return 'none'
  if (columns.some((column) => column !== total && column !== left && holds(column, parts))) return 'none'
  const paid = pairs.filter(({ all, rest }) => all !== rest)
  const isPaidOff = paid.some(({ rest }) => rest === 0)
  if (!mayBeExchanged(left, columns)) return isLeftName || isPaidOff || paid.length === 0 ? 'left' : 'open'
  if (isPaidOff) return paid.every(({ rest }) => rest === 0) ? 'left' : 'open'
  if (isInKronor(left) || !columns.some(isPaidAbroad)) return 'none'
  return paid.length === 0 ? 'left' : 'open'
}

/** Whatever was taken off, before it was to be paid. */
function holds(column: Column, parts: readonly { row: number; part: number }[]): boolean {
  if (column.role === 'discount') return true
  const sizeAt = sizesByRow(column)
  const isHeld = parts.every(({ row, part }) => Math.abs(sizeAt.get(row) ?? 0) === part)
  return column.figures > 0 && !isPaid(column.name) && isHeld
}

/** Rows say another currency or a rate, or say one while what is to be paid is said to be in kronor: the next file may have others. */
function mayBeExchanged(left: Column, columns: readonly Column[]): boolean {
  const isRate = ({ role, filled }: Column) => role === 'rate' && filled > 0
  const saysCurrency = (column: Column) => isOfPurchase(column) && column.filled > 0
  return columns.some((column) => isRate(column) || isPaidAbroad(column) || (isInKronor(left) && saysCurrency(column)))
}

function isInKronor({ name }: Column): boolean {
  return isNamedIn(name, 'SEK') !== null
}

function isPaidAbroad(column: Column): boolean {
  return isOfPurchase(column) && column.values.some((value) => !['SEK', anyKronor].includes(currencyKey(value)))
}

function isOfPurchase({ role }: Column): boolean {
  return role === 'currency' || role === 'foreignCurrency'
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

import { looksNegative } from '../cells/amounts.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { isTaxOf, swedishRates } from '../cells/tax-within.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { sizesByRow } from './sizes-by-row.ts'

/** Most of what stands in it is a figure. */
export const isFigure = (column: ColumnProfile): boolean => column.figures > column.filled / 2

/**
 * Whether the account's balance falls by each fee besides the amount, downwards or upwards, in the rows that have one. Some
 * row must say so, and none the contrary.
 */
export function isTakenBeside(fee: ColumnProfile, amount: ColumnProfile, balance: ColumnProfile): boolean {
  const { filled } = amount
  if (fee.filled !== filled || balance.filled !== filled || fee === amount || balance === amount) return false
  const [fees, amounts, balances] = [fee.sizes.map(Math.abs), amount.sizes, balance.sizes]
  const says = (step: (row: number) => number | null) => {
    const left = fees.flatMap((size, row) => (size > 0 ? [{ size, left: step(row) }] : []))
    return left.some(({ size, left }) => left === -size) && left.every(({ left }) => left !== 0)
  }
  const change = (row: number, before: number) =>
    balances[before] === undefined || amounts[row] === undefined
      ? null
      : (balances[row] ?? 0) - balances[before] - amounts[row]
  return says((row) => change(row, row - 1)) || says((row) => change(row, row + 1))
}

/** Each row has a figure in one of two columns: money out and money in, and nothing says which. */
export function hasParted(figures: readonly ColumnProfile[], rowCount: number): boolean {
  return figures.some((one, place) => figures.slice(place + 1).some((other) => isParted(one, other, rowCount)))
}

/** What is not of a row is left empty in it, or is 0. */
function isParted(one: ColumnProfile, other: ColumnProfile, rowCount: number): boolean {
  const isEmptied = one.filled < rowCount && one.filled + other.filled === rowCount
  if (isEmptied || one.filled !== rowCount || other.filled !== rowCount || rowCount < 2) return isEmptied
  return (
    one.sizes.includes(0) &&
    other.sizes.includes(0) &&
    one.sizes.every((size, row) => size === 0 || other.sizes[row] === 0)
  )
}

/**
 * Of two figures without names either may be the balance of the account: with a single row, or without signs, nothing tells.
 * Beside currencies, or with a 0 among them, the lesser are what it cost abroad or its VAT.
 */
export function isAsLikely(other: ColumnProfile, guessed: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const isBare = (column: ColumnProfile) => isBlank(column.name) && decimalsIn(column) > 0
  if (other === guessed || !isBare(other) || !isBare(guessed) || other.filled !== guessed.filled) return false
  if (guessed.filled === 1) return true
  const hasSigns = negativesIn(other) > 0 || negativesIn(guessed) > 0
  const isPart = profiles.some(({ currencies }) => currencies > 0) || other.sizes.includes(0)
  return !hasSigns && !isPart
}

export function decimalsIn({ values }: ColumnProfile): number {
  return values.filter((value) => /[.,:]\d{1,2}\D*$/.test(value)).length
}

export function negativesIn({ values }: ColumnProfile): number {
  return values.filter(looksNegative).length
}

/** `6` beside 30,00 is the VAT in kronor that 25 % gives, in every row: a rate would be that of hardly any amount. */
export function isTaxWithin(vat: ColumnProfile, total: ColumnProfile): boolean {
  const pairs = taxedIn(vat, total)
  return pairs.length > 0 && !vat.values.some((value) => value.includes('%')) && pairs.every(isWithin)
}

/**
 * The amounts are without their VAT, whatever their column is called: it is 25, 12 or 6 % of each of them, and of none the
 * share that a price with VAT holds. In one row that may be by chance.
 */
export function isTaxOnTop(vat: ColumnProfile, amount: ColumnProfile): boolean {
  const pairs = taxedIn(vat, amount)
  if (
    new Set(pairs.map(({ paid }) => paid)).size < 2 ||
    vat.values.some((value) => /^(?:6|12|25)$|%/.test(value.trim()))
  )
    return false
  return pairs.every((pair) => !isWithin(pair) && isOnTop(pair))
}

/**
 * The price holds its VAT in some row, and in no fewer than it has it on top of it: those may be taxed by several rates, or by another
 * country's. Where both are as many nobody knows.
 */
export function isMostlyWithin(vat: ColumnProfile, price: ColumnProfile): boolean {
  const pairs = taxedIn(vat, price)
  const within = pairs.filter((pair) => isWithin(pair) && !isOnTop(pair)).length // of a few öre either may be
  return within > 0 && within >= pairs.filter(isOnTop).length
}

type Taxed = { tax: number; paid: number }

function isWithin({ tax, paid }: Taxed): boolean {
  return isTaxOf(tax, paid, swedishRates)
}

function isOnTop({ tax, paid }: Taxed): boolean {
  return swedishRates.some((rate) => Math.abs(tax - paid * rate) <= 1)
}

/** The sizes of both in the rows that have any VAT. */
function taxedIn({ sizes, rows }: ColumnProfile, amount: ColumnProfile): Taxed[] {
  const paidIn = sizesByRow(amount)
  return sizes.flatMap((size, place) =>
    size === 0 ? [] : [{ tax: Math.abs(size), paid: Math.abs(paidIn.get(rows[place] ?? -1) ?? 0) }],
  )
}

/** Less than what was bought without VAT: it is a part of what was paid, freight or an order's number. */
export function isBelow({ sizes }: ColumnProfile, net: ColumnProfile | undefined): boolean {
  return net?.sizes.some((size, row) => Math.abs(sizes[row] ?? 0) < Math.abs(size)) ?? false
}

/** `Saldo före`: upwards an account's seems to fall by what the next row moves. */
export function isBalanceBefore({ name }: Pick<ColumnProfile, 'name'>): boolean {
  return /(?<!\p{L})(?:före|innan|before|previous|föregående|ingående|opening)(?!\p{L})/u.test(normaliseLabel(name))
}

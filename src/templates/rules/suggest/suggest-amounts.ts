import { isBlank } from '../cells/cell-text.ts'
import { isGivenBackBeside, isNothingBeside, isOfUnknownSum, withAdded } from '../columns/added-amounts.ts'
import { decimalsIn, hasParted, isAsLikely, isBelow, isFigure, negativesIn } from '../columns/compare-amounts.ts'
import { mayBeRemainder } from '../columns/paid-so-far.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import { isBalanceOf } from '../columns/running-balance.ts'
import { sizesByRow } from '../columns/sizes-by-row.ts'
import { isWithoutVat } from '../columns/split-amounts.ts'
import type { Add, ByRole } from '../columns/suggest-by-format.ts'
import { isSomewhereElse } from '../columns/twin-amounts.ts'
import { hasUnitPrices, isOfUnits } from '../columns/unit-prices.ts'
import type { ColumnRole } from '../words/header-words.ts'
import { accountAmount } from './account-amount.ts'
import { directionsAmong } from './directions-among.ts'
import { hasRepeatedTotal, isRepeatedTotal } from './repeated-totals.ts'
import { paidInBeside } from './suggest-sides.ts'

/** What each row came to: by the names of one column or of two, else the figures that are most likely; none where that stays open. */
export function suggestAmounts(profiles: readonly ColumnProfile[], rowCount: number, byRole: ByRole, add: Add): void {
  // A card's statement may hold no payment, and its column for money in nothing; an account's nothing but what came in.
  const moneyIn = profiles.find(({ role, texts }) => role === 'amountIn' && texts === 0) ?? paidInBeside(profiles)
  const isUnfilled = ({ role, filled }: ColumnProfile) => role === 'amountOut' && filled === 0
  const moneyOut = byRole('amountOut', isFigure) ?? (moneyIn?.filled ? profiles.find(isUnfilled) : undefined)
  const isTwoColumns = moneyOut !== undefined && moneyIn !== undefined
  const named = accountAmount(profiles, byRole)
  const isSaidAgain =
    named && isTwoColumns && negativesIn(named) === 0 && sizeOf(moneyIn) + sizeOf(moneyOut) === sizeOf(named)
  // `Köpbelopp` beside `Debitering` is not what the account paid
  const abroad = moneyOut ? undefined : byRole('foreignAmount', isFigure)
  const other = abroad && isOnlyBeside(abroad, profiles, rowCount) ? undefined : abroad
  const amount = isSaidAgain ? undefined : (named ?? other)
  if (amount && negativesIn(amount) === 0)
    add('direction', profiles.find(directionsAmong(profiles)), 0.6, undefined, 'content-directions')
  if (!amount && moneyOut) {
    if (isNotOfRow(moneyOut, profiles, moneyIn)) return
    add(!moneyIn && hasBothSigns(moneyOut) ? 'total' : 'amountOut', moneyOut, 0.85)
    add('amountIn', moneyIn, 0.85)
    return
  }
  const paid = amount && withAdded(amount, profiles)
  if (amount && (isOfUnknownSum(amount, profiles) || isGivenBackBeside(amount, profiles))) return
  if (paid && isNotOfRow(paid, profiles)) return
  add('total', paid, 0.9)
  if (hasUnitPrices(profiles)) return
  const figures = profiles.filter((column) => isFigure(column) && mayBeAmount(column) && !holdsNumbers(column))
  const movements = figures.filter((column) => !figures.some((other) => isBalanceOf(column, other)))
  const unknown = movements.filter(({ role }) => role === null)
  const [guessed] = (unknown.length > 0 ? unknown : movements).sort(
    (a, b) =>
      Number(decimalsIn(b) > 0) - Number(decimalsIn(a) > 0) ||
      negativesIn(b) - negativesIn(a) ||
      sizeOf(b) - sizeOf(a) || // VAT and what a purchase cost abroad are mostly less than it cost
      b.filled - a.filled,
  )
  const isOpen =
    guessed !== undefined &&
    (isBelow(guessed, byRole('netAmount', isFigure)) ||
      hasParted(figures, rowCount) ||
      movements.some((other) => isAsLikely(other, guessed, profiles)))
  if (isOpen || (guessed && isNotOfRow(withAdded(guessed, profiles), profiles))) return
  if (guessed && negativesIn(guessed) === 0)
    add('direction', profiles.find(directionsAmong(profiles)), 0.4, undefined, 'content-directions')
  add('total', guessed && withAdded(guessed, profiles), 0.4, undefined, 'content-amounts')
}

/** In kronor beside it in some rows, nothing where another column has the sum, without its VAT, perhaps left to pay, of all lines of an order together, or of lines that do not come to the order's total beside them. */
function isNotOfRow(amount: ColumnProfile, profiles: readonly ColumnProfile[], moneyIn?: ColumnProfile): boolean {
  if (mayBeRemainder(amount, profiles) || isSomewhereElse(amount, profiles)) return true
  if (!moneyIn && isNothingBeside(amount, profiles)) return true
  return isWithoutVat(amount, profiles) || isRepeatedTotal(amount, profiles) || hasRepeatedTotal(profiles)
}

/** `Köp belopp` of 100,00 and -20,00: what was given back stands in it too, where there is no column for that. */
function hasBothSigns(column: ColumnProfile): boolean {
  const negative = negativesIn(column)
  return negative > 0 && negative < column.filled
}

/**
 * What a purchase cost abroad and no more: its own currency stands beside another one, or rows have none of it. What was
 * paid then stands in figures whose column has a name that nobody knows.
 */
function isOnlyBeside(abroad: ColumnProfile, profiles: readonly ColumnProfile[], rowCount: number): boolean {
  const unknown = profiles.filter((column) => column.role === null && decimalsIn(column) > 0 && !isBlank(column.name))
  if (unknown.length === 0) return false
  const holds = (role: ColumnRole) => profiles.some((column) => column.role === role && column.currencies > 0)
  const isPaidInstead = (row: number) => unknown.some((column) => (sizesByRow(column).get(row) ?? 0) !== 0)
  const isNone =
    abroad.filled < rowCount || abroad.rows.some((row, place) => abroad.sizes[place] === 0 && isPaidInstead(row))
  return isNone || (holds('foreignCurrency') && (holds('currency') || holds('accountCurrency')))
}

/** Numbers of something: whole, seven figures or more, and nothing between them. */
function holdsNumbers({ values }: ColumnProfile): boolean {
  return values.every((value) => /^\d{7,}$/.test(value.trim()))
}

/** `Soll/Haben` is what some banks call the column of signed amounts. */
function mayBeAmount({ role, name }: ColumnProfile): boolean {
  return (role === null || role === 'other' || role === 'direction') && !isOfUnits({ name })
}

function sizeOf({ sizes }: ColumnProfile): number {
  return sizes.reduce((sum, size) => sum + Math.abs(size), 0)
}

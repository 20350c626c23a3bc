import { currencyOfName, isNamedIn, writtenCodes } from '../cells/stated-currency.ts'
import { isFigure } from '../columns/compare-amounts.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import type { ByRole } from '../columns/suggest-by-format.ts'
import { sameIn } from '../columns/twin-amounts.ts'

/** The name of an amount says which currency it is in. */
export const namedCurrency = new RegExp(
  `(?:^|[ (])(?:${writtenCodes}|kr|kronor|account currency|sąskaitos valiuta)\\)?$|^(?:${writtenCodes}|kr)[ -]`,
  'iu',
)

/**
 * Of `Belopp` and `Belopp SEK` the latter is what the account paid, where rows have other currencies, were it all of them, or where it
 * is another sum in some row and no column says why.
 */
export function accountAmount(profiles: readonly ColumnProfile[], byRole: ByRole): ColumnProfile | undefined {
  const amount = byRole('amount', isFigure)
  const inKronor = byRole('amount', (column) => isFigure(column) && isNamedIn(column.name, 'SEK') === true)
  const isElse = (column: ColumnProfile) => isFigure(column) && isNamedIn(column.name, 'SEK') === false
  const abroad = byRole('amount', (column) => isElse(column) && currencyOfName(column.name) !== null)
  // `Belopp USD` beside `Belopp SEK` is what a purchase cost before it was exchanged
  if (inKronor && abroad && inKronor.filled >= abroad.filled) return inKronor
  const named = byRole('amount', (column) => isFigure(column) && namedCurrency.test(column.name))
  const isOther = (code: string) => /^[A-Z]{3}$/.test(code) && isNamedIn(named?.name ?? '', code) === false
  const hasOthers = profiles.some(
    ({ role, samples, values }) => role === 'currency' && (samples.length > 1 || values.slice(0, 1).some(isOther)),
  )
  if (amount && inKronor && sameIn(inKronor, amount) === 'all') return inKronor
  return amount && named && hasOthers ? named : amount
}

import { isBlank } from '../cells/cell-text.ts'
import { decimalsIn, isFigure } from '../columns/compare-amounts.ts'
import { type ColumnProfile, holdsCurrencies } from '../columns/profile-columns.ts'
import { isBalanceOf } from '../columns/running-balance.ts'
import type { Add, ByRole } from '../columns/suggest-by-format.ts'
import { isNamedAlike } from '../columns/twin-amounts.ts'
import type { ColumnRole } from '../words/header-words.ts'
import { accountAmount, namedCurrency } from './account-amount.ts'
import { mayBeOfAmount } from './currencies-abroad.ts'

/** `Billing amount` beside `Billing currency`: what the account paid, whatever the shop charged in. */
const accountAmountName =
  /^(?:billing|billed|settlement|wallet|debited|buchungs|base |account )|(?:base|account) currency|\(debited\)|debited$/i

/** What nobody knows under the name of a currency is none of ours: those rows are asked about. */
function isWords({ texts, currencies, filled, values }: ColumnProfile): boolean {
  return filled > 0 && texts + currencies >= filled * 0.8 && !values.some((value) => /\d/.test(value))
}

/** Which currency the account's amounts are in and which a purchase was made in, with what that cost. */
export function suggestCurrency(
  profiles: readonly ColumnProfile[],
  byRole: ByRole,
  add: Add,
  total: ColumnProfile | undefined,
): void {
  const isCode = (column: ColumnProfile) => column.currencies >= column.filled * 0.8
  const ofRow = byRole('currency', isCode) ?? byRole('currency', isWords)
  // Nothing was bought abroad yet: the next file's rows fill these, and their amount is in the account's currency all the same.
  const isDomestic = (ofRow?.distinct ?? 0) <= 1
  const unfilled = (role: ColumnRole) =>
    isDomestic ? profiles.find((column) => column.role === role && column.filled === 0) : undefined
  const combined = byRole('foreignAmountOrVat') ?? unfilled('foreignAmountOrVat')
  const amount = accountAmount(profiles, byRole)
  const ofAccount = byRole('accountCurrency', isCode)
  const isOfAccount = amount !== undefined && ofAccount !== undefined && accountAmountName.test(amount.name)
  const isNamed =
    isOfAccount ||
    (amount !== undefined && namedCurrency.test(amount.name)) ||
    (!isDomestic && isCounted(total, profiles))
  const isOther = (column: ColumnProfile) => column !== amount && isFigure(column) && !namedCurrency.test(column.name)
  const other = isNamed ? byRole('amount', isOther) : undefined
  const hasAmount = amount !== undefined || byRole('amountOut', isFigure) !== undefined
  const foreign =
    combined ?? (hasAmount ? (byRole('foreignAmount', isFigure) ?? other ?? unfilled('foreignAmount')) : undefined)
  const ofPurchase =
    byRole('foreignCurrency', isCode) ??
    (foreign?.filled === 0 ? (unfilled('foreignCurrency') ?? (ofRow ? undefined : unfilled('currency'))) : undefined)
  // `Paid amount` is in `Paid currency`, whatever `Currency` beside it says of another amount.
  const ofTotal = profiles.find(
    (column) => total !== undefined && column.distinct > 1 && isCode(column) && isNamedAlike(total, column),
  )
  if (foreign) add('currency', ofPurchase, 0.85)
  else if (ofTotal) add('currency', ofTotal, 0.85)
  else if (isOfAccount) add('currency', ofAccount, 0.85)
  if (foreign && ofPurchase) add('accountCurrency', ofAccount ?? ofRow, 0.8)
  // `Belopp i SEK` is in SEK whatever the row was bought in.
  if (foreign || !isNamed) add('currency', ofRow, 0.9)
  if (foreign && ofRow) add('accountCurrency', ofAccount, 0.8)
  const isInPurchases = !foreign && ofPurchase !== undefined && mayBeOfAmount(ofPurchase, amount ?? total, profiles)
  if (foreign || !isNamed) {
    add('currency', foreign || isInPurchases ? (ofPurchase ?? ofAccount) : ofAccount, 0.8)
    const unnamed = profiles.find(
      (column) => column.role === null && column.currencies > 0 && isCode(column) && holdsCurrencies(column),
    )
    // beside two amounts without names it may as well be the other one's
    const figures = profiles.filter((column) => isBlank(column.name) && isFigure(column) && decimalsIn(column) > 0)
    const isOpen = (unnamed?.distinct ?? 0) > 1 && figures.length > 1
    if (!isOpen) add('currency', unnamed, 0.5, undefined, 'content-currencies')
    // no row has said one yet: the next file's may
    if (!isNamed && hasAmount) add('currency', unfilled('currency'), 0.6)
  }
  add('foreignAmount', foreign, 0.85, 'foreign', combined ? 'combined-foreign' : 'header-name')
  add('vatAmount', combined, 0.85, 'domestic', 'combined-vat')
  if (foreign || isInPurchases || (ofRow && !isNamed)) add('rate', byRole('rate', isFigure), 0.7, 'foreign')
}

/** One running balance holds the amounts of all rows, whatever currency stands beside them: they are in the account's. */
function isCounted(total: ColumnProfile | undefined, profiles: readonly ColumnProfile[]): boolean {
  return total !== undefined && profiles.some((column) => column.role === 'balance' && isBalanceOf(column, total))
}

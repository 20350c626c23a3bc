import { currencyKey } from '../cells/currency-words.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { sizesByRow } from './sizes-by-row.ts'
import type { TwinAmounts } from './twin-amounts.ts'

/** What one of them has been worth in kronor for as long as there are euros, with room to spare. */
const worths: Readonly<Record<string, readonly [number, number]>> = {
  ...{ EUR: [7, 14], USD: [5, 13], GBP: [9, 19], CHF: [5, 15] },
  ...{ NOK: [0.7, 1.5], DKK: [1, 2] },
}
const isOfKronor = (code: string) => code === 'NOK' || code === 'DKK'
/** Each is compared with each. */
const mostColumns = 8
/** A part of the amount, or what it was reckoned with. */
const notAmounts =
  /moms|mva|vat|tax|avgift|gebyr|geb[üu]hr|fee|påslag|tillägg|charge|rabatt|discount|dricks|tip|kurs|rate|saldo|balance|antal|qty/iu

/**
 * Two columns of figures beside one of currencies, where names do not tell both: the one has something in every row, the other in each
 * row of another currency than kronor, and there as much as that currency may be worth. The former is kronor and the latter
 * what a purchase cost abroad.
 */
export function findExchanged(columns: readonly ColumnProfile[]): TwinAmounts | null {
  const isNamed = (name: string) => columns.some(({ role, filled }) => role === name && filled > 0)
  if (isNamed('foreignAmountOrVat') || isNamed('amountOut') || isNamed('amountIn')) return null
  if (isNamed('foreignAmount') && isNamed('amount')) return null
  const rows = Math.max(0, ...columns.map(({ filled }) => filled))
  const figures = columns.filter(
    ({ role, name, figures: count, filled }) =>
      (role === null || role === 'amount' || role === 'foreignAmount') &&
      count === filled &&
      filled > 0 &&
      !notAmounts.test(name),
  )
  const currencies = columns.filter(
    ({ role, currencies: count, filled }) =>
      (role === 'currency' || role === 'foreignCurrency') && filled > 0 && count === filled,
  )
  if (figures.length > mostColumns || currencies.length > mostColumns) return null
  for (const currency of currencies)
    for (const account of figures.filter(({ filled, role }) => filled === rows && role !== 'foreignAmount'))
      for (const foreign of figures)
        if (foreign !== account && isExchanged(account, foreign, currency))
          return { account, foreign, currency, base: 'SEK', accountCurrency: undefined }
  return null
}

function isExchanged(account: ColumnProfile, foreign: ColumnProfile, currency: ColumnProfile): boolean {
  const abroad = sizesByRow(foreign)
  const codes = new Map(currency.rows.map((row, place) => [row, currencyKey(currency.values[place] ?? '')]))
  let atHome = 0
  const abroadIn = new Set<string>()
  for (const [place, row] of account.rows.entries()) {
    const [paid, spent] = [Math.abs(account.sizes[place] ?? 0), Math.abs(abroad.get(row) ?? 0)]
    const code = codes.get(row) ?? 'SEK'
    if (code === 'SEK') {
      if (spent !== 0 || paid === 0) return false
      atHome += 1
      continue
    }
    const worth = worths[code]
    if (spent === 0 || paid === 0) return false
    if (worth && (paid < spent * worth[0] || paid > spent * worth[1])) return false
    if (worth) abroadIn.add(code)
  }
  // without a purchase at home only two currencies of another worth tell that neither column is a share of the other
  return abroadIn.size > 0 && (atHome > 0 || [...abroadIn].some(isOfKronor) !== [...abroadIn].every(isOfKronor))
}

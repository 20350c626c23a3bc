import { currencyKey } from '../cells/currency-words.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { sizesByRow } from './sizes-by-row.ts'
import { findTwinAmounts, foreignness, type TwinAmounts } from './twin-amounts.ts'

/** What the account paid and what a purchase cost abroad, side by side: as names say, else as the figures do. */
export function findAmountsBeside(columns: readonly ColumnProfile[]): TwinAmounts | null {
  return findTwinAmounts(columns) ?? findExchanged(columns)
}

/** What one of them has been worth in kronor for as long as there are euros, with room to spare. */
const worths: Readonly<Record<string, readonly [number, number]>> = {
  ...{ EUR: [7, 14], USD: [5, 13], GBP: [9, 19], CHF: [5, 15] },
  ...{ SEK: [1, 1], NOK: [0.7, 1.5], DKK: [1, 2] },
}
const isOfKronor = (code: string) => code === 'SEK' || code === 'NOK' || code === 'DKK'
/** Each is compared with each. */
const mostColumns = 8
/** A part of the amount, or what it was reckoned with. */
const notAmounts =
  /moms|mva|vat|tax|avgift|gebyr|geb[üu]hr|fee|påslag|tillägg|charge|rabatt|discount|dricks|tip|kurs|rate|saldo|balance|antal|qty/iu

/**
 * Two columns of figures beside one of currencies, where names do not tell both: the one has something in every row, the other in each
 * row of another currency than the account's kronor, and there as much as that currency may be worth. The former is the account's
 * and the latter what a purchase cost abroad.
 */
function findExchanged(columns: readonly ColumnProfile[]): TwinAmounts | null {
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
      for (const foreign of figures) {
        const home = foreign === account ? null : homeOf(account, foreign, currency)
        if (home) return { account, foreign, currency, base: home.code, accountCurrency: undefined }
      }
  return null
}

/** The currency of the rows for which nothing was exchanged, null where they do not say it or there are none; null alone where nothing shows an exchange. */
function homeOf(
  account: ColumnProfile,
  foreign: ColumnProfile,
  currency: ColumnProfile,
): { code: string | null } | null {
  const spentIn = sizesByRow(foreign)
  const codes = new Map(currency.rows.map((row, place) => [row, currencyKey(currency.values[place] ?? '')]))
  const pairs = account.rows.map((row, place) => ({
    code: codes.get(row) ?? '',
    paid: Math.abs(account.sizes[place] ?? 0),
    spent: Math.abs(spentIn.get(row) ?? 0),
  }))
  if (pairs.some(({ paid }) => paid === 0)) return null
  const atHome = new Set(pairs.filter(({ spent }) => spent === 0).map(({ code }) => code))
  const abroad = pairs.filter(({ spent }) => spent !== 0)
  const [home = ''] = atHome
  if (atHome.size > 1 || (home !== '' && !isOfKronor(home))) return null
  if (abroad.some(({ code }) => code === '' || code === home)) return null
  const known = abroad.filter(({ code }) => worths[code])
  if (known.length === 0 || !known.every((pair) => mayBeWorth(pair, home))) return null
  if (known.every(({ paid, spent }) => paid % spent === 0)) return null // a price, and what so many came to
  // without a purchase at home only names or two currencies of another worth tell that neither column is a share of the other
  const isTold =
    atHome.size > 0 ||
    foreignness(foreign.name) > foreignness(account.name) ||
    known.some(({ code }) => isOfKronor(code) !== isOfKronor(known[0]?.code ?? ''))
  return isTold ? { code: home || null } : null
}

function mayBeWorth({ code, paid, spent }: { code: string; paid: number; spent: number }, home: string): boolean {
  const [least, most] = worths[code] ?? [0, 0]
  const [leastHome, mostHome] = worths[home] ?? [1, 1]
  return paid >= (spent * least) / mostHome && paid <= (spent * most) / leastHome
}

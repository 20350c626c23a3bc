import { currencyKey } from '../cells/currency-words.ts'
import { type ColumnProfile, isOfCurrencies, paidIn, paidOut } from '../columns/profile-columns.ts'
import type { Add } from '../columns/suggest-by-format.ts'

/** `Inbetalning` beside `Utbetalning` is money in on an account; beside `Köp` it may as well pay a card's bill. */
export function paidInBeside(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  const isPaid = (way: RegExp) => (column: ColumnProfile) => column.texts === 0 && way.test(column.name.trim())
  return profiles.some(isPaid(paidOut)) ? profiles.find(isPaid(paidIn)) : undefined
}

type ByRow = ReadonlyMap<number, number>
type SidesAbroad = { foreign: ColumnProfile; currency: ColumnProfile; accountCurrency: ColumnProfile | undefined }

/**
 * `Amount | Original currency | … | Currency | Debit | Credit`: what the account paid or got back stands in a column of its own,
 * and the amount beside it is what the shop charged, in that currency. False where the rows do not say so.
 */
export function suggestSides(profiles: readonly ColumnProfile[], add: Add): boolean {
  const out = profiles.find(({ role, figures, filled }) => role === 'amountOut' && filled > 0 && figures === filled)
  const back = profiles.find(({ role, figures, filled }) => role === 'amountIn' && figures === filled)
  const found = out && findSidesAbroad(profiles, out, back)
  if (!found) return false
  const isTurned = back !== undefined && isPaidByCredit(found.foreign, out, back)
  add('amountOut', isTurned ? back : out, 0.85)
  add('amountIn', isTurned ? out : back, 0.85)
  add('accountCurrency', found.accountCurrency, 0.8)
  add('currency', found.currency, 0.8)
  add('foreignAmount', found.foreign, 0.8, 'foreign')
  const isRate = ({ role, figures, filled }: ColumnProfile) => role === 'rate' && figures > filled / 2
  add('rate', profiles.find(isRate), 0.7, 'foreign')
  return true
}

/**
 * `Credit` is what the account gave, as its books have it: it holds most rows, whose amounts are above zero, and those of
 * `Debit` are below.
 */
function isPaidByCredit(amount: ColumnProfile, debit: ColumnProfile, credit: ColumnProfile): boolean {
  const signs = new Map(amount.rows.map((row, place) => [row, Math.sign(amount.sizes[place] ?? 0)]))
  const areAll = (side: ColumnProfile, sign: number) =>
    side.rows.every((row, place) => side.sizes[place] === 0 || signs.get(row) === sign)
  const paid = ({ sizes }: ColumnProfile) => sizes.filter((size) => size !== 0).length
  return paid(credit) > paid(debit) && paid(debit) > 0 && areAll(credit, 1) && areAll(debit, -1)
}

function findSidesAbroad(
  profiles: readonly ColumnProfile[],
  out: ColumnProfile,
  back: ColumnProfile | undefined,
): SidesAbroad | null {
  const paid = new Map([...sizesOf(back), ...sizesOf(out)])
  const amounts = profiles.filter(({ role, figures, filled }) => role === 'amount' && filled > 0 && figures === filled)
  const codes = profiles.filter(isOfCurrencies)
  for (const foreign of amounts)
    for (const currency of codes.filter(mayBeOfPurchase)) {
      const accountCurrency = codes.find((column) => column !== currency && column.distinct === 1)
      const own = accountCurrency ? currencyKey(accountCurrency.values[0] ?? '') : null
      if (isAbroad({ foreign, currency, paid, own })) return { foreign, currency, accountCurrency }
    }
  return null
}

/** `Paid currency` is called the account's, which is one: where rows say several it is what the shop charged in. */
function mayBeOfPurchase({ role, distinct }: ColumnProfile): boolean {
  return role === 'currency' || role === 'foreignCurrency' || (role === 'accountCurrency' && distinct > 1)
}

/**
 * The same as what was paid in every row of the account's currency, and another sum in rows of others; before anything was bought
 * abroad, where the one currency is called the purchase's and the other stands beside it. Of what is called the purchase's no
 * row need be in the account's.
 */
function isAbroad(columns: {
  foreign: ColumnProfile
  currency: ColumnProfile
  paid: ByRow
  own: string | null
}): boolean {
  const { foreign, currency, paid } = columns
  const amounts = new Map(sizesOf(foreign))
  const alike = new Set<string>()
  const different = new Set<string>()
  for (const [place, row] of currency.rows.entries()) {
    const [size, charged] = [paid.get(row), amounts.get(row)]
    if (size === undefined || charged === undefined) continue
    ;(size === charged ? alike : different).add(currencyKey(currency.values[place] ?? ''))
  }
  if (columns.own === null && alike.size === 0 && currency.role === 'foreignCurrency') return different.size > 0
  const own = columns.own ?? (alike.size === 1 ? [...alike][0] : undefined)
  if (own === undefined || different.has(own)) return false
  return different.size > 0 || (currency.role === 'foreignCurrency' && columns.own !== null && alike.has(own))
}

/** A side that a row has nothing on may say 0. */
function sizesOf(column: ColumnProfile | undefined): [number, number][] {
  const sizes = column?.rows.map((row, place): [number, number] => [row, Math.abs(column.sizes[place] ?? 0)]) ?? []
  return sizes.filter(([, size]) => size > 0)
}

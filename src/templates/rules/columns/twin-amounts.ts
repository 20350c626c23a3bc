import { normaliseLabel } from '../cells/cell-text.ts'
import { anyKronor, currencyKey, currencyOfWord } from '../cells/currency-words.ts'
import { currencyOfName, isNamedIn } from '../cells/stated-currency.ts'
import { toPay } from './paid-so-far.ts'
import { type ColumnProfile, isOfCurrencies } from './profile-columns.ts'
import { sizesByRow } from './sizes-by-row.ts'
import type { Add } from './suggest-by-format.ts'

/** What a purchase cost in the account's currency and in the shop's, as two columns beside one of currencies. */
export type TwinAmounts = {
  account: ColumnProfile
  foreign: ColumnProfile
  currency: ColumnProfile
  /** The account's; null where rows say kronor and nothing in these columns whose. */
  base: string | null
  /** Says the account's currency in every row. */
  accountCurrency: ColumnProfile | undefined
}

const ofShop =
  /foreign|orig|local|currency|valuta|\bval\b|utl(?:änd|and|(?!\p{L}))|utenl|transaction|transaktion|txn|merchant|expense|spend|fremd|urspr/iu
const ofAccount =
  /account|konto|bill|settle|debit|charge|paid|wallet|funding|base|home|faktur|buchung|sąskait|\bsek\b|\b(?:kr|kronor)\b|bokf|omräkn|omregn|convert|motvärde|equivalent|umgerechnet/i
/** Says more than any other word: `Paid amount` beside `Paid amount (base currency)` is what the shop was paid. */
const inOwnCurrency =
  /(?:account|company|base|home|reporting|functional|accounting|booking|entity|organi[sz]ation|reimbursement) currency|\((?:base|home)\)|(?:konto|bas|hem|bolags|företags|redovisnings|bokförings|huvud|hoved)valuta/i

/**
 * Two columns of figures that are alike in every row of one currency and in no row of another: the former is the account's
 * currency, and the names of the columns say which of them is in it. Null where they do not. Before anything was bought
 * abroad one of them must say it plainly (`Belopp SEK`), so that the next file's purchases abroad are read right.
 */
export function findTwinAmounts(columns: readonly ColumnProfile[]): TwinAmounts | null {
  const rows = Math.max(0, ...columns.map(({ filled }) => filled))
  const whole = columns.filter(({ filled }) => filled === rows)
  const sides = columns.filter(({ role, filled }) => filled > 0 && (role === 'amountIn' || role === 'amountOut'))
  // `Credit` of every row and no `Debit` beside it is what the account gave for each
  const isOnlySide = (column: ColumnProfile) => sides.length === 1 && sides[0] === column
  const isFigures = (column: ColumnProfile) =>
    column.figures === rows && (column.role === null || isAmount(column.role) || isOnlySide(column))
  // a number in a column that nobody knows may be what a row cost by chance: those that are called amounts come first
  const figures = whole.filter(isFigures).sort((one, other) => Number(one.role === null) - Number(other.role === null))
  const rate = whole.find(({ role }) => role === 'rate')
  for (const currency of currenciesOf(whole, rows)) {
    const codes = currency.values.map(currencyKey)
    for (const [place, one] of figures.entries())
      for (const other of figures.slice(place + 1)) {
        const told =
          foreignnessByWorth(one, other, codes) ||
          foreignnessByOwnCode(one, other, codes) ||
          Number(isNamedAlike(one, currency)) - Number(isNamedAlike(other, currency)) ||
          foreignness(one.name) - foreignness(other.name) ||
          foreignnessByPlace(one, other, currency, whole) ||
          Number(toPayName.test(other.name)) - Number(toPayName.test(one.name))
        const [account, foreign] = told > 0 ? [other, one] : [one, other]
        const own = told === 0 ? null : ownOf({ account, foreign, codes, rate })
        if (own === null) continue
        const accountCurrency = whole.find(
          (column) => column !== currency && column.values.every((code) => own.words.has(currencyKey(code))),
        )
        return { account, foreign, currency, base: own.base, accountCurrency }
      }
  }
  return null
}

export function suggestTwins({ account, foreign, currency, accountCurrency }: TwinAmounts, add: Add): void {
  add('total', account, 0.8)
  add('accountCurrency', accountCurrency, 0.8)
  add('currency', currency, 0.8)
  add('foreignAmount', foreign, 0.8, 'foreign')
}

/** Of a purchase abroad the account pays it in its own currency. */
const toPayName = new RegExp(`^${toPay}(?!\\p{L})`, 'iu')

const ofPurchase: readonly (string | null)[] = ['currency', 'foreignCurrency']

/** Those that differ from row to row first, then those called the purchase's: the account's own says the same for ever. */
function currenciesOf(whole: readonly ColumnProfile[], rows: number): ColumnProfile[] {
  return whole
    .filter((column) => column.currencies === rows && isOfCurrencies(column))
    .filter(({ distinct, role }) => distinct > 1 || ofPurchase.includes(role))
    .sort(
      (one, other) =>
        Number(other.distinct > 1) - Number(one.distinct > 1) ||
        ofPurchase.indexOf(other.role) - ofPurchase.indexOf(one.role),
    )
}

function isAmount(role: string): boolean {
  return role === 'amount' || role === 'foreignAmount'
}

/** Above zero where a name says the currency of the purchase, below where the one of the account. */
export function foreignness(name: string): number {
  return inOwnCurrency.test(name) ? -2 : Number(ofShop.test(name)) - Number(ofAccount.test(name))
}

const kind = /valuta|currency|währung|belopp|beløp|beløb|amount|betrag|[^\p{L}]/gu

/** `Transaktionsbelopp` and `Transaktionsvaluta`. */
export function isNamedAlike(amount: ColumnProfile, currency: ColumnProfile): boolean {
  const of = ({ name }: ColumnProfile) => normaliseLabel(name).replace(kind, '')
  return of(amount) !== '' && of(amount) === of(currency)
}

/** `Total expense (SEK)` is in the currency of the rows for which nothing was exchanged, whatever else its name says. */
function foreignnessByOwnCode(one: ColumnProfile, other: ColumnProfile, codes: readonly string[]): number {
  const own = codes.find(
    (_, row) => one.sizes[row] !== 0 && Math.abs(one.sizes[row] ?? 0) === Math.abs(other.sizes[row] ?? 0),
  )
  const isOwn = ({ name }: ColumnProfile) => Number(own !== undefined && isNamedIn(name, own) === true)
  return isOwn(other) - isOwn(one)
}

/** `Belopp | Valuta | Belopp | Valuta`: each beside its own currency, of which the account's says the same in every row. */
function foreignnessByPlace(
  one: ColumnProfile,
  other: ColumnProfile,
  currency: ColumnProfile,
  columns: readonly ColumnProfile[],
): number {
  const isBeside = (amount: ColumnProfile, rest: ColumnProfile) => {
    const step = currency.index - amount.index
    const own = columns.find(({ index }) => index === rest.index + step)
    return Math.abs(step) === 1 && own?.distinct === 1 && own.currencies === own.filled
  }
  return Number(isBeside(one, other)) - Number(isBeside(other, one))
}

/** A krona of whichever country has been worth between a twentieth and a fourth of each for as long as there are euros. */
const worthKronor: ReadonlySet<string> = new Set(['EUR', 'USD', 'GBP', 'CHF'])
const kronor: ReadonlySet<string> = new Set(['SEK', 'NOK', 'DKK', anyKronor])

/**
 * Says more than any name: Payhawk's `Paid amount` is what the shop took, as `Slutsumma` may be. 113 beside 10 in a row of
 * EUR are kronor, beside rows of kronor that are alike. 50 and 100 beside 10 are five and ten of something, in euro all of them.
 */
function foreignnessByWorth(one: ColumnProfile, other: ColumnProfile, codes: readonly string[]): number {
  const pairs = codes.map((code, row) => ({
    code,
    first: Math.abs(one.sizes[row] ?? 0),
    last: Math.abs(other.sizes[row] ?? 0),
  }))
  // a row in which both are nothing says nothing of what the others are worth
  const abroad = pairs.filter(({ code, first, last }) => worthKronor.has(code) && (first !== 0 || last !== 0))
  const isHome = pairs.some(({ code, first, last }) => kronor.has(code) && first === last && first !== 0)
  if (!isHome || abroad.every(({ first, last }) => isCounted(first, last))) return 0
  if (abroad.every(({ first, last }) => first >= 4 * last && first <= 20 * last)) return -1
  return abroad.every(({ first, last }) => last >= 4 * first && last <= 20 * first) ? 1 : 0
}

/** The greater is so many of the lesser, but for what was rounded off in the price of one. */
function isCounted(first: number, last: number): boolean {
  const [price, sum] = [Math.min(first, last), Math.max(first, last)]
  const count = Math.round(sum / price)
  return Math.abs(sum - count * price) <= count / 2
}

type Twins = Pick<TwinAmounts, 'account' | 'foreign'> & {
  rate: ColumnProfile | undefined
  /** Of each row (`currencyKey`). */
  codes: readonly string[]
}

/** The account's currency, and what rows write for it; null where they do not say that it is the account's. */
function ownOf({ account, foreign, codes, rate }: Twins): { base: string | null; words: ReadonlySet<string> } | null {
  const alike = new Set<string>()
  const different = new Set<string>()
  let isAtPar = rate !== undefined
  for (const [row, code] of codes.entries()) {
    const size = Math.abs(account.sizes[row] ?? 0)
    const isSame = size === Math.abs(foreign.sizes[row] ?? 0)
    if (size > 0) (isSame ? alike : different).add(code)
    if (size > 0 && isSame) isAtPar &&= atPar.test(rate?.values[row]?.trim() ?? '')
  }
  const code = [...alike].find((word) => word !== anyKronor)
  const own = code ?? currencyOfName(account.name)
  // `kr` beside `SEK` says the same
  const isOwn = (word: string) =>
    word === own || (word === anyKronor && (own === null || currencyOfWord('kr', own) === own))
  if (alike.size === 0 || ![...alike].every(isOwn) || [...different].some(isOwn)) return null
  const isPlain = inOwnCurrency.test(account.name) || isNamedIn(account.name, own ?? 'SEK') === true
  return different.size > 0 || isPlain || isAtPar ? { base: own, words: alike } : null
}

/** The rate of the account's own currency. */
const atPar = /^1(?:[.,]0+)?$/

/**
 * Called as the amount is and in kronor besides (`Belopp` and `Belopp SEK`), with another sum in some row: of every row, or of some,
 * where it is empty or nothing in the others. Null where it is not so called, or says nothing else.
 */
export function sameIn(inKronor: ColumnProfile, amount: ColumnProfile): 'all' | 'some' | null {
  if (!normaliseLabel(inKronor.name).startsWith(`${normaliseLabel(amount.name)} `)) return null
  const kronorAt = sizesByRow(inKronor)
  const pairs = amount.rows.map((row, place) => ({ own: kronorAt.get(row) ?? 0, size: amount.sizes[place] ?? 0 }))
  if (!pairs.some(({ own, size }) => own !== 0 && Math.abs(own) !== Math.abs(size))) return null
  return pairs.every(({ own, size }) => own !== 0 || size === 0) ? 'all' : 'some'
}

/** `Belopp SEK` beside it is filled in for some rows, and neither a column nor the amount itself says which those are: neither is what all of them cost. */
export function isSomewhereElse(amount: ColumnProfile, columns: readonly ColumnProfile[]): boolean {
  if (columns.some(({ role, filled }) => role !== null && ofPurchase.includes(role) && filled > 0)) return false
  if (amount.statedCurrencies.length > 0) return false
  const isInKronor = ({ role, name, figures }: ColumnProfile) =>
    role === 'amount' && figures > 0 && isNamedIn(name, 'SEK') === true
  return columns.some((column) => isInKronor(column) && sameIn(column, amount) === 'some')
}

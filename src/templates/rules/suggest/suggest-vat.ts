import { currencyOfWord } from '../cells/currency-words.ts'
import { currencyOfName, isNamedIn } from '../cells/stated-currency.ts'
import { isTaxWithin } from '../columns/compare-amounts.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import { onlyVat } from '../columns/split-amounts.ts'
import type { Add, ByRole, FieldSuggestion } from '../columns/suggest-by-format.ts'

/** `found`: what other columns were found to hold. */
type Paid = { total: ColumnProfile | undefined; found: readonly FieldSuggestion[] }

/**
 * The column of VAT: what it came to in each row, or its rate. Of several the one in the currency of the amounts; a single one stays,
 * whose rows say when they are read that it is in another.
 */
export function suggestVat(profiles: readonly ColumnProfile[], byRole: ByRole, add: Add, paid: Paid): void {
  const { total } = paid
  const own = ownCurrency(profiles, paid)
  const isVat = ({ role, filled }: ColumnProfile) => role === 'vat' && filled > 0
  const isInOwn = ({ name }: ColumnProfile) => own === null || isNamedIn(name, own) !== false
  const hasOwn = profiles.some((column) => isVat(column) && isInOwn(column))
  const inOwn = hasOwn ? profiles.filter((column) => !isVat(column) || isInOwn(column)) : profiles
  const only = onlyVat(inOwn)
  const vat =
    byRole('vat', (column) => column === only) ?? byRole('vatRate', isSwedishRate) ?? inOwn.find(saysVatAmount)
  const mayBeRate = !byRole('vatRate') && vat !== undefined && holdsRates(vat)
  const isRate = vat?.role === 'vatRate' || (mayBeRate && !(total && isTaxWithin(vat, total)))
  add(isRate ? 'vatRate' : 'vatAmount', vat, 0.85)
}

/**
 * What the amounts are in by the name of their column, else by the one currency of all rows: the account's, where what was paid abroad
 * was exchanged. Null where rows differ.
 */
function ownCurrency(profiles: readonly ColumnProfile[], { total, found }: Paid): string | null {
  const named = total && currencyOfName(total.name)
  if (named) return named
  const isExchanged = found.some(({ field }) => field === 'foreignAmount')
  const isOwn = ({ role }: ColumnProfile) =>
    role === 'accountCurrency' || (!isExchanged && (role === 'currency' || role === 'foreignCurrency'))
  const codes = profiles
    .filter(isOwn)
    .flatMap(({ values }) => values.map((value) => currencyOfWord(value, 'SEK') ?? value.trim().toUpperCase()))
  const [code = 'SEK', other] = new Set(codes)
  return other === undefined ? code : null
}

/** A column of the name `Moms` may say 25, 25 % or, as workbooks hold it, 0.25; `Moms (SEK)` says kronor. */
function holdsRates({ name, values }: ColumnProfile): boolean {
  if (isNamedIn(name, 'SEK') !== null) return false
  const isRate = (value: string) => /^(?:0|6|12|25|0[.,](?:06|12|25)|\d{1,2} ?%)$/.test(value.trim())
  return values.every(isRate) && values.some((value) => /[1-9]/.test(value))
}

/** Of `Momssats`: the rate of another country is for a person to look at, row by row it would stop a whole file. */
function isSwedishRate({ values }: ColumnProfile): boolean {
  return values.every((value) => /^(?:(?:0|6|12|25)(?:[.,]0+)? ?%?|0[.,](?:06|12|25)0*)$/.test(value.trim()))
}

/** Empty so far; of one that is called `Moms` its values have to tell whether they are amounts or rates. */
function saysVatAmount({ role, filled, name }: ColumnProfile): boolean {
  return role === 'vat' && filled === 0 && /amount|belopp|beløp|beløb|betrag|summa|\b(?:kr|sek)\b/i.test(name)
}

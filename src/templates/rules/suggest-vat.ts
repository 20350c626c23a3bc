import { isTaxWithin } from './compare-amounts.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { onlyVat } from './split-amounts.ts'
import { isNamedIn } from './stated-currency.ts'
import type { Add, ByRole } from './suggest-by-format.ts'

/** The column of VAT: what it came to in each row, or its rate. */
export function suggestVat(
  profiles: readonly ColumnProfile[],
  byRole: ByRole,
  add: Add,
  total: ColumnProfile | undefined,
): void {
  const isOnly = (column: ColumnProfile) => column === onlyVat(profiles)
  const vat = byRole('vat', isOnly) ?? byRole('vatRate', isSwedishRate) ?? profiles.find(saysVatAmount)
  const mayBeRate = !byRole('vatRate') && vat !== undefined && holdsRates(vat)
  const isRate = vat?.role === 'vatRate' || (mayBeRate && !(total && isTaxWithin(vat, total)))
  add(isRate ? 'vatRate' : 'vatAmount', vat, 0.85)
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

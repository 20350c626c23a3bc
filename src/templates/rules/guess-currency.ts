import type { FieldSource, TargetField } from '../contract.ts'
import { normaliseLabel } from './cell-text.ts'
import { type ColumnProfile, columnOf } from './profile-columns.ts'
import { currencyOfName } from './stated-currency.ts'

/** The currency of most rows. */
export function currencyIn(column: ColumnProfile | undefined): string | null {
  const counts = new Map<string, number>()
  for (const value of column?.values ?? []) {
    const code = value.trim().toUpperCase()
    if (/^[A-Z]{3}$/.test(code)) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}

/** What more than half of so many are. */
function mostOf(codes: readonly string[], filled: number): string | null {
  return codes.find((code) => codes.filter((other) => other === code).length * 2 > filled) ?? null
}

/** Names of columns that are written so in one currency's countries alone. */
const ofLanguage: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:beløp|utl\. ?beløp|originalt beløp|inn|inn på konto|ut fra konto|kjøpsdato|bokført|bokføringsdato)(?!\p{L})/u,
    'NOK',
  ],
  [/^(?:beløb|beloeb|ind|bogført|bogføringsdato)(?!\p{L})/u, 'DKK'],
  [/^(?:betrag|umsatz|buchungstag|bedrag|määrä|kirjauspäivä)(?!\p{L})/u, 'EUR'],
]

/** By a code in the amount's name or its values, by the only currency of the file, by the language of the names. */
export function guessCurrency(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
): string {
  const amount = columnOf(columns, fields.total) ?? columnOf(columns, fields.amountOut)
  const named = currencyOfName(amount?.name ?? '')
  if (named) return named
  const stated = amount && mostOf(amount.statedCurrencies, amount.filled)
  if (stated && stated !== 'SEK') return stated
  const currency = columnOf(columns, fields.currency)
  const codes = new Set(currency?.values.map((value) => value.trim()) ?? [])
  const [only] = codes
  const isPaidAbroad = fields.foreignAmount && (columnOf(columns, fields.foreignAmount)?.filled ?? 1) > 0
  const isOfAll = (currency?.filled ?? 0) >= (amount?.filled ?? 0) // a code in a few rows only is theirs
  if (codes.size === 1 && only && isOfAll && !isPaidAbroad && /^[A-Z]{3}$/.test(only)) return only
  const names = columns.map(({ name }) => normaliseLabel(name))
  return ofLanguage.find(([words]) => names.some((name) => words.test(name)))?.[1] ?? 'SEK'
}

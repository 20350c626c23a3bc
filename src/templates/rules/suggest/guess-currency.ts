import type { FieldSource, TargetField } from '../../contract.ts'
import { normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { saysKronor } from '../cells/currency-words.ts'
import { currencyOfName, isNamedIn } from '../cells/stated-currency.ts'
import { type ColumnProfile, columnOf } from '../columns/profile-columns.ts'

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
    /^(?:(?:[\p{L}.]{1,20} ?)?beløp|brukersted|butikk|vekslingskurs|inn|inn på konto|ut fra konto|innbetaling|kjøpsdato|bokført|bokføringsdato)(?!\p{L})/u,
    'NOK',
  ],
  [
    /^(?:(?:[\p{L}.]{1,20} ?)?beløb|beloeb|købsdato|købssted|ind|indbetalt|indbetaling|udbetalt|udbetaling|bogført|bogføringsdato)(?!\p{L})/u,
    'DKK',
  ],
  [
    /^(?:betrag|umsatz|buchungstag|bedrag|omschrijving|boekdatum|määrä|kirjauspäivä|päivämäärä|ostopäivä|tapahtumapäivä)(?!\p{L})/u,
    'EUR',
  ],
  [/^(?:libellé|débit|crédit|montant|date (?:de l')?opération|date comptable|date de valeur)(?!\p{L})/u, 'EUR'],
  [/^(?:importe|fecha|concepto|importo|data (?:operazione|contabile|valuta)|descrizione)(?!\p{L})/u, 'EUR'],
  [/^(?:kuupäev|selgitus|datums|saņēmējs|maksātājs|mokėtojas|gavėjas|mokėjimo paskirtis)(?!\p{L})/u, 'EUR'],
  [/^(?:kwota|data operacji|opis operacji|data transakcji)(?!\p{L})/u, 'PLN'],
  [/^(?:upphæð|dagsetning|færslunúmer|skýring|erlend upphæð)(?!\p{L})/u, 'ISK'],
  [/^sort code(?!\p{L})/u, 'GBP'],
  [/^(?:částka|datum zaúčtování)(?!\p{L})/u, 'CZK'],
  [/^(?:összeg|könyvelés dátuma)(?!\p{L})/u, 'HUF'],
]

/** Of the countries in whose language the columns are named; null where that says none. */
export function currencyOfNames(names: readonly string[]): string | null {
  const labels = names.map(normaliseLabel)
  return ofLanguage.find(([words]) => labels.some((label) => words.test(label)))?.[1] ?? null
}

/** Bulgaria since 2026. */
const euroCountries = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))
const ofCountry: Readonly<Record<string, string>> = { NO: 'NOK', DK: 'DKK', GB: 'GBP', CH: 'CHF', PL: 'PLN', CZ: 'CZK' }
const ownAccountName =
  /^(?:account|account number|account no|iban|rekening|rekeningnummer|auftragskonto|konto|kontonummer)$/

/** Of the country whose IBAN stands as the account's own number in every row. */
function ofOwnAccount(columns: readonly ColumnProfile[], rowCount: number): string | null {
  const own = columns.find(
    ({ name, filled, distinct }) =>
      distinct === 1 && filled === rowCount && rowCount > 1 && ownAccountName.test(normaliseLabel(name)),
  )
  return currencyOfIban(own?.values[0]?.trim() ?? '')
}

/** Of its country; of a Swedish one null, since kronor are what is taken for granted and the account may be in euro. */
function currencyOfIban(iban: string): string | null {
  const country = /^([A-Z]{2})(?=(?:\D*\d){10})\d{2}[A-Z0-9 ]{11,36}$/.exec(iban)?.[1] ?? ''
  return euroCountries.has(country) ? 'EUR' : (ofCountry[country] ?? null)
}

/** Of the account whose IBAN stands above the rows, alone in its cell or after its name (`Konto: CH93 0076 …`). */
export function currencyOfAccountAbove(lines: readonly { cells: readonly string[] }[]): string | null {
  for (const cell of lines.toReversed().flatMap(({ cells }) => cells)) {
    const code = currencyOfIban(tidyText(cell).replace(/^\p{L}[^:]{0,30}:\s*|^(?:konto|account|iban)\s+/iu, ''))
    if (code !== null) return code
  }
  return null
}

/** Of the rows for which nothing was exchanged, where those in all other currencies say what they cost there. */
function ofRowsAtHome(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
): string | null {
  const currency = columnOf(columns, fields.currency)
  const abroad = columnOf(columns, fields.foreignAmount)
  const amount = columnOf(columns, fields.total)
  if (!currency || !abroad || !amount || abroad.role === 'foreignAmountOrVat') return null
  const codes = new Map(currency.rows.map((row, place) => [row, (currency.values[place] ?? '').trim()]))
  const exchanged = new Set(abroad.rows.filter((_, place) => (abroad.sizes[place] ?? 0) !== 0))
  const atHome = new Set(amount.rows.filter((row) => !exchanged.has(row)).map((row) => codes.get(row)))
  const [only] = atHome
  const isTold = exchanged.size > 0 && ![...exchanged].some((row) => (codes.get(row) ?? only) === only)
  return atHome.size === 1 && only && /^[A-Z]{3}$/.test(only) && isTold ? only : null
}

function isSwedish(code: string): boolean {
  return code === 'SEK' || saysKronor(code)
}

/** `isAssumed`: nothing in the file says a currency, so that a person is to see that it is taken for kronor. */
export type GuessedCurrency = { code: string; isAssumed: boolean }
/** `isOfLanguage`: only the language of the names says it, which several countries have. */
type Guess = GuessedCurrency & { isOfLanguage?: boolean }

/** A shop's own currency, in a language that says nothing of the account's. */
const currencyAbroad = /^(?:original|orig|foreign|local|merchant|purchase) currency$/

/** By a code in the amount's name or its values, by the only currency of the file, by its account, by the language of the names. */
export function guessCurrency(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
): Guess {
  const amount = columnOf(columns, fields.total) ?? columnOf(columns, fields.amountOut)
  const named = currencyOfName(amount?.name ?? '')
  if (named) return { code: named, isAssumed: false }
  const stated = amount && mostOf(amount.statedCurrencies, amount.filled)
  if (stated && stated !== 'SEK') return { code: stated, isAssumed: false }
  const currency = columnOf(columns, fields.currency)
  const codes = new Set(currency?.values.map((value) => value.trim()) ?? [])
  const [only] = codes
  const isPaidAbroad = fields.foreignAmount && (columnOf(columns, fields.foreignAmount)?.filled ?? 1) > 0
  const isOfAll = (currency?.filled ?? 0) >= (amount?.filled ?? 0) // a code in a few rows only is theirs
  if (codes.size === 1 && only && isOfAll && !isPaidAbroad && /^[A-Z]{3}$/.test(only))
    return { code: only, isAssumed: false }
  const ofAccount = ofOwnAccount(columns, amount?.filled ?? 0)
  if (ofAccount) return { code: ofAccount, isAssumed: false }
  const ofRows = ofRowsAtHome(columns, fields)
  if (ofRows) return { code: ofRows, isAssumed: false }
  const ofNames = currencyOfNames(columns.map(({ name }) => name))
  if (ofNames) return { code: ofNames, isAssumed: false, isOfLanguage: true }
  // `Original currency` of purchases that were all made abroad says nothing of an account that they were paid from
  const isAbroad = fields.amountOut !== undefined || currencyAbroad.test(normaliseLabel(currency?.name ?? ''))
  const isOthers = isAbroad && isPaidAbroad && ![...codes].some(isSwedish)
  // `kr` says no more than that, of which Danes and Norwegians have their own
  const isKronorOfOthers = columns.some(({ name }) => /^(?:\p{L}*dato|tekst)$/u.test(normaliseLabel(name)))
  const saysCode = amount?.values.some((value) => /sek/i.test(value)) ?? false
  const isOwn = /sek/i.test(amount?.name ?? '') || saysCode || !isKronorOfOthers
  const isStated = stated === 'SEK' || isNamedIn(amount?.name ?? '', 'SEK') === true
  const isSaid = (isStated && isOwn) || (codes.size > 0 && !isOthers)
  return { code: 'SEK', isAssumed: !isSaid }
}

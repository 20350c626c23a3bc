import type { FieldSource, TargetField } from '../../contract.ts'
import type { BuiltInFormat } from '../../formats/built-in-format.ts'
import { normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { readPattern } from '../cells/text-patterns.ts'
import { findAmountsBeside } from '../columns/exchanged-amounts.ts'
import { type ColumnProfile, columnOf } from '../columns/profile-columns.ts'
import type { LocatedTable } from '../layout/locate-table.ts'
import { currencyAbove } from '../layout/section-currencies.ts'
import {
  currencyIn,
  currencyOfAccountAbove,
  currencyOfNames,
  type GuessedCurrency,
  guessCurrency,
} from './guess-currency.ts'

/** As the rows say, else as the issuer has it (`likely`), else by what the file says of itself. */
export function decideCurrency(
  table: LocatedTable,
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  { format, likely }: { format: BuiltInFormat | null; likely: string | undefined },
): GuessedCurrency {
  const ofRows = currencyIn(columnOf(columns, fields.accountCurrency))
  if (ofRows !== null) return { code: ofRows, isAssumed: false }
  const elsewhere = format?.elsewhere ? elsewhereIn(columns, fields, format.elsewhere) : null
  const ofCountry = elsewhere && (currencyOfCountry[elsewhere.country] ?? likely)
  if (ofCountry) return { code: ofCountry, isAssumed: true }
  const code = likely ?? findAmountsBeside(columns)?.base ?? null
  if (code !== null) return { code, isAssumed: false }
  const guessed = guessCurrency(columns, fields)
  // the issuer has cards in several currencies, and what its rows say is what each was bought in
  const isAssumed = guessed.isAssumed || format !== null
  const lines = isAssumed || guessed.isOfLanguage ? linesAbove(table) : []
  const said = currencyAbove(lines) ?? currencyOfAccountAbove(lines)
  return said === null ? { code: guessed.code, isAssumed } : { code: said, isAssumed: false }
}

/** The issuer's own; of a file with its columns in the language of another country (`Beløp` for `Beløb`) that one's. */
export function currencyOfIssuer(format: BuiltInFormat, columns: readonly ColumnProfile[]): string | undefined {
  const ofFormat = currencyOfNames(format.signature.flat())
  const ofFile = currencyOfNames(columns.map(({ name }) => name))
  return ofFormat !== null && ofFormat === format.currency && ofFile !== null ? ofFile : format.currency
}

function linesAbove({ sheet, header, rows: [first] }: LocatedTable): { cells: readonly string[] }[] {
  const until = sheet.rows.findIndex(({ number }) => number === first?.number)
  return [{ cells: [sheet.name] }, ...sheet.rows.slice(0, Math.max(0, until)).filter((row) => row !== header)]
}

const currencyOfCountry: Readonly<Record<string, string>> = {
  ...{ 'UNITED STATES': 'USD', CANADA: 'CAD', AUSTRALIA: 'AUD', 'NEW ZEALAND': 'NZD', 'UNITED KINGDOM': 'GBP' },
  ...{ NORWAY: 'NOK', DENMARK: 'DKK', SWITZERLAND: 'CHF', FINLAND: 'EUR', GERMANY: 'EUR', NETHERLANDS: 'EUR' },
}

/** From where Google, Microsoft, Amazon and Uber charge kronor. */
const seats: ReadonlySet<string> = new Set(['IRELAND', 'LUXEMBOURG', 'NETHERLANDS'])

/**
 * The country of most shops that charged in the card's own currency, where it is not the format's nor has half as many of that, in
 * which nobody pays kronor with a card of another country; '' where a column says that
 * the file is another country's, and no shop which.
 */
function elsewhereIn(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  { country, home, columns: telling }: NonNullable<BuiltInFormat['elsewhere']>,
): { country: string } | null {
  const named = (name: string) => columns.find((column) => normaliseLabel(column.name) === normaliseLabel(name))
  const spent = fields.foreignAmount?.kind === 'pattern' ? fields.foreignAmount : null
  const details = spent?.from.kind === 'column' ? columns[spent.from.index] : undefined
  const abroad = new Set(
    details?.rows.filter((_, place) => spent && readPattern(details.values[place] ?? '', spent.pattern)),
  )
  const shops = named(country)
  const own = shops?.values.filter((_, place) => !abroad.has(shops.rows[place] ?? -1)) ?? []
  const all = own.map((name) => tidyText(name).toUpperCase())
  const atHome = all.filter((name) => home.includes(name)).length
  const countries = atHome > 0 ? all.filter((name) => !seats.has(name)) : all
  const [most] = [...Map.groupBy(countries, (name) => name)].sort(([, a], [, b]) => b.length - a.length)
  if (most && most[1].length * 2 > countries.length) return atHome * 2 >= most[1].length ? null : { country: most[0] }
  return telling.some(named) ? { country: '' } : null
}

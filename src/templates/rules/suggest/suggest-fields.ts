import type { TargetField } from '../../contract.ts'
import { findSplitDay } from '../cells/split-days.ts'
import { isFigure, isTakenBeside, negativesIn } from '../columns/compare-amounts.ts'
import { findAmountsBeside } from '../columns/exchanged-amounts.ts'
import { type ColumnProfile, columnOf } from '../columns/profile-columns.ts'
import { mayIdentify } from '../columns/provider-ids.ts'
import { findNetAndVat, findOre, findVatOfRates, type SplitAmount, sumOfColumns } from '../columns/split-amounts.ts'
import type { Add, CarriedValues, FieldSuggestion } from '../columns/suggest-by-format.ts'
import { suggestTwins } from '../columns/twin-amounts.ts'
import { withoutUnitPrices } from '../columns/unit-prices.ts'
import { labelOf, refOf } from '../mapping/table-columns.ts'
import type { ColumnRole } from '../words/header-words.ts'
import { directionsAmong } from './directions-among.ts'
import { suggestNamedAbroad } from './named-abroad.ts'
import { withoutRepeated } from './repeated-totals.ts'
import { suggestAmounts } from './suggest-amounts.ts'
import { suggestCurrency } from './suggest-currency.ts'
import { suggestDate } from './suggest-date.ts'
import { suggestMerchant } from './suggest-merchant.ts'
import { suggestSides } from './suggest-sides.ts'
import { suggestState } from './suggest-state.ts'
import { suggestType, suggestTypeByFlag } from './suggest-type.ts'
import { suggestVat } from './suggest-vat.ts'

const plainFields: readonly { field: TargetField; role: ColumnRole; confidence: number }[] = [
  { field: 'dueDate', role: 'dueDate', confidence: 0.8 },
  { field: 'invoiceNumber', role: 'invoiceNumber', confidence: 0.8 },
  { field: 'costCenter', role: 'costCenter', confidence: 0.85 },
  { field: 'project', role: 'project', confidence: 0.85 },
  { field: 'comments', role: 'comments', confidence: 0.7 },
  { field: 'ourReference', role: 'ourReference', confidence: 0.85 },
  { field: 'yourReference', role: 'yourReference', confidence: 0.85 },
  { field: 'place', role: 'place', confidence: 0.8 },
  { field: 'card', role: 'card', confidence: 0.85 },
  { field: 'card', role: 'accountNumber', confidence: 0.6 },
  { field: 'providerId', role: 'providerId', confidence: 0.8 },
]

/** Most say `5460` or `5460 Förbrukningsmaterial`; not a card's number in parts, and not 19, which is money itself. */
function holdsCostAccounts({ values }: ColumnProfile): boolean {
  const isCostAccount = (value: string) => /^(?!19)[1-8]\d{3}(?:$|[^\p{L}\d]*\p{L})/u.test(value.trim())
  return values.filter(isCostAccount).length > values.length / 2
}

/** An unknown file: by the names of its columns, and by what stands in them where no name tells. */
export function suggestByContent(
  columns: readonly ColumnProfile[],
  rowCount: number,
  carried: CarriedValues,
): FieldSuggestion[] {
  const dayParts = findSplitDay(columns.map(({ name }) => name))?.flatMap((place) => columns[place] ?? []) ?? []
  const others = columns.filter((column) => !dayParts.includes(column))
  const suggestions = suggestByColumns(others, rowCount, carried)
  const isDayFound = dayParts.length === 0 || suggestions.some(({ field }) => field === 'invoiceDate')
  return isDayFound ? suggestions : [suggestionOfDay(dayParts, rowCount), ...suggestions]
}

function suggestByColumns(
  columns: readonly ColumnProfile[],
  rowCount: number,
  carried: CarriedValues,
): FieldSuggestion[] {
  const suggestions: FieldSuggestion[] = []
  const oreOf = findOre(columns)
  const ore = new Set(oreOf.values())
  const profiles = withoutRepeated(withoutUnitPrices(columns.filter((column) => !ore.has(column))))
  const add = adderTo(suggestions, oreOf, rowCount)
  const byRole = (role: ColumnRole, isFit: (column: ColumnProfile) => boolean = () => true) =>
    profiles
      .filter((column) => column.role === role && column.filled > 0 && isFit(column))
      .sort((a, b) => a.rank - b.rank || b.filled - a.filled)[0]

  const flagged = suggestState(profiles, rowCount)
  if (flagged) suggestions.push(flagged)
  suggestDate(profiles, byRole, add)
  const twins = findAmountsBeside(profiles)
  add(
    'direction',
    byRole('direction', (column) => !isFigure(column)),
    0.8,
  )
  const paid = twins ? null : findNetAndVat(profiles)
  if (paid) suggestions.push(suggestionOfSum('total', paid, rowCount))
  if (twins && negativesIn(twins.account) === 0)
    add('direction', profiles.find(directionsAmong(profiles)), 0.6, undefined, 'content-directions')
  if (twins) suggestTwins(twins, add)
  else if (!suggestSides(profiles, add)) suggestAmounts(profiles, rowCount, byRole, add)
  const total = columnOf(profiles, suggestions.find(({ field }) => field === 'total')?.source)
  const [fee, balance] = [byRole('fee', isFigure), byRole('balance', isFigure)]
  if (total && fee && balance && isTakenBeside(fee, total, balance)) add('fee', fee, 0.8)
  suggestMerchant(profiles, rowCount, byRole, add)
  const abroad = twins ? [] : suggestNamedAbroad(profiles, total)
  suggestions.push(...abroad)
  if (!twins && abroad.length === 0) suggestCurrency(profiles, byRole, add, total)
  else add('rate', byRole('rate', isFigure), 0.7, 'foreign')
  const merchant = columnOf(profiles, suggestions.find(({ field }) => field === 'merchant')?.source)
  const isMerchant = (column: ColumnProfile) => column === merchant
  for (const { field, role, confidence } of plainFields)
    add(
      field,
      byRole(role, (column) => {
        if (role === 'providerId') return mayIdentify(column, profiles)
        return role === 'place' ? !isMerchant(column) : role !== 'accountNumber' || isOwnAccount(column)
      }),
      confidence,
    )
  const ofRates = findVatOfRates(profiles)
  if (ofRates) suggestions.push(suggestionOfSum('vatAmount', ofRates, rowCount))
  else suggestVat(profiles, byRole, add, { total, found: suggestions })
  add('account', byRole('ledgerAccount', holdsCostAccounts), 0.8)
  add('persons', byRole('persons', isFigure), 0.8)
  add(
    'status',
    byRole('status', (column) => column.texts > 0),
    0.8,
  )
  suggestType(profiles, byRole, add, isMerchant)
  const flag = suggestions.some(({ field }) => field === 'type') ? null : suggestTypeByFlag(profiles, rowCount)
  if (flag) suggestions.push(flag)
  add('providerId', byRole('reference', isIdentifier), 0.6, undefined, 'content-ids')
  // what stands in the row itself says more than what stands above the table
  if (carried.hasCards && !byRole('card')) suggestions.push(carriedSuggestion('card', 'card'))
  if (carried.hasRateNotes) suggestions.push(carriedSuggestion('rate', 'rate-note'))
  return suggestions
}

/** Each field once, the first that is found; a column of kronor with that of its öre. */
function adderTo(suggestions: FieldSuggestion[], oreOf: ReadonlyMap<number, ColumnProfile>, rows: number): Add {
  return (field, column, confidence, when, code = 'header-name') => {
    if (!column || suggestions.some((suggestion) => suggestion.field === field)) return
    const ore = oreOf.get(column.index)
    const split = ore && sumOfColumns([column, ore])
    suggestions.push({
      field,
      source: split?.source ?? { kind: 'source', from: refOf(column), ...(when && { when }) },
      reason: {
        code: split ? 'sum-of-parts' : code,
        params: { column: split?.label ?? labelOf(column), filled: column.filled, rows },
      },
      confidence,
    })
  }
}

function suggestionOfSum(field: TargetField, { source, label }: SplitAmount, rows: number): FieldSuggestion {
  const reason = { code: 'sum-of-parts', params: { column: label, filled: rows, rows } }
  return { field, source, reason, confidence: 0.6 }
}

/** `År`, `Månad` and `Dag`, each in a column of its own, are one day. */
function suggestionOfDay(parts: readonly ColumnProfile[], rows: number): FieldSuggestion {
  const params = { column: parts.map(labelOf).join(' + '), filled: parts[0]?.filled ?? 0, rows }
  const source = { kind: 'join' as const, from: parts.map(refOf), separator: '-' }
  return { field: 'invoiceDate', source, reason: { code: 'header-name', params }, confidence: 0.6 }
}

/** The other side's account is another one in nearly every row. */
function isOwnAccount({ filled, distinct }: ColumnProfile): boolean {
  return distinct === 1 || distinct <= filled / 3
}

/** Long, one word, and never twice. */
function isIdentifier({ values, distinct, dates }: ColumnProfile): boolean {
  return (
    values.length > 1 &&
    dates < values.length &&
    distinct === values.length &&
    values.every((value) => /^['"]?[A-Za-z0-9_-]{8,}['"]?$/.test(value.trim()) && /\d/.test(value))
  )
}

function carriedSuggestion(field: TargetField, name: 'card' | 'rate-note'): FieldSuggestion {
  return {
    field,
    source: { kind: 'source', from: { kind: 'carried', name } },
    reason: { code: name === 'card' ? 'carried' : 'rate-note', params: { column: name } },
    confidence: 0.85,
  }
}

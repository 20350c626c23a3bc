import type { TargetField } from '../../contract.ts'
import { isBlank } from '../cells/cell-text.ts'
import { findSplitDay } from '../cells/split-days.ts'
import { currencyOfName, isNamedIn, writtenCodes } from '../cells/stated-currency.ts'
import { isGivenBackBeside, isNothingBeside, isOfUnknownSum, withAdded } from '../columns/added-amounts.ts'
import {
  decimalsIn,
  hasParted,
  isAsLikely,
  isBalanceOf,
  isBelow,
  isTakenBeside,
  negativesIn,
} from '../columns/compare-amounts.ts'
import { findAmountsBeside } from '../columns/exchanged-amounts.ts'
import { mayBeRemainder } from '../columns/paid-so-far.ts'
import { type ColumnProfile, columnOf, holdsCurrencies } from '../columns/profile-columns.ts'
import { mayIdentify } from '../columns/provider-ids.ts'
import { sizesByRow } from '../columns/sizes-by-row.ts'
import {
  findNetAndVat,
  findOre,
  findVatOfRates,
  isWithoutVat,
  type SplitAmount,
  sumOfColumns,
} from '../columns/split-amounts.ts'
import {
  type Add,
  type ByRole,
  type CarriedValues,
  type FieldSuggestion,
  labelOf,
  refOf,
} from '../columns/suggest-by-format.ts'
import { isSomewhereElse, sameIn, suggestTwins } from '../columns/twin-amounts.ts'
import { hasUnitPrices, isOfUnits, withoutUnitPrices } from '../columns/unit-prices.ts'
import { isOutgoing, isOutgoingAlone, isPlusOrMinus, saysDifferent, saysOnlyDirections } from '../words/directions.ts'
import type { ColumnRole } from '../words/header-words.ts'
import { mayBeOfAmount } from './currencies-abroad.ts'
import { suggestNamedAbroad } from './named-abroad.ts'
import { hasRepeatedTotal, isRepeatedTotal, withoutRepeated } from './repeated-totals.ts'
import { suggestDate } from './suggest-date.ts'
import { suggestMerchant } from './suggest-merchant.ts'
import { paidInBeside, suggestSides } from './suggest-sides.ts'
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
        if (role === 'providerId') return mayIdentify(column)
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

const isFigure = (column: ColumnProfile) => column.figures > column.filled / 2

function suggestAmounts(profiles: readonly ColumnProfile[], rowCount: number, byRole: ByRole, add: Add): void {
  // A card's statement may hold no payment, and its column for money in nothing; an account's nothing but what came in.
  const moneyIn = profiles.find(({ role, texts }) => role === 'amountIn' && texts === 0) ?? paidInBeside(profiles)
  const isUnfilled = ({ role, filled }: ColumnProfile) => role === 'amountOut' && filled === 0
  const moneyOut = byRole('amountOut', isFigure) ?? (moneyIn?.filled ? profiles.find(isUnfilled) : undefined)
  const isTwoColumns = moneyOut !== undefined && moneyIn !== undefined
  const named = accountAmount(profiles, byRole)
  const isSaidAgain =
    named && isTwoColumns && negativesIn(named) === 0 && sizeOf(moneyIn) + sizeOf(moneyOut) === sizeOf(named)
  // `Köpbelopp` beside `Debitering` is not what the account paid
  const abroad = moneyOut ? undefined : byRole('foreignAmount', isFigure)
  const other = abroad && isOnlyBeside(abroad, profiles, rowCount) ? undefined : abroad
  const amount = isSaidAgain ? undefined : (named ?? other)
  if (amount && negativesIn(amount) === 0)
    add('direction', profiles.find(directionsAmong(profiles)), 0.6, undefined, 'content-directions')
  if (!amount && moneyOut) {
    if (isNotOfRow(moneyOut, profiles, moneyIn)) return
    add(!moneyIn && hasBothSigns(moneyOut) ? 'total' : 'amountOut', moneyOut, 0.85)
    add('amountIn', moneyIn, 0.85)
    return
  }
  const paid = amount && withAdded(amount, profiles)
  if (amount && (isOfUnknownSum(amount, profiles) || isGivenBackBeside(amount, profiles))) return
  if (paid && isNotOfRow(paid, profiles)) return
  add('total', paid, 0.9)
  if (hasUnitPrices(profiles)) return
  const figures = profiles.filter((column) => isFigure(column) && mayBeAmount(column) && !holdsNumbers(column))
  const movements = figures.filter((column) => !figures.some((other) => isBalanceOf(column, other)))
  const unknown = movements.filter(({ role }) => role === null)
  const [guessed] = (unknown.length > 0 ? unknown : movements).sort(
    (a, b) =>
      Number(decimalsIn(b) > 0) - Number(decimalsIn(a) > 0) ||
      negativesIn(b) - negativesIn(a) ||
      sizeOf(b) - sizeOf(a) || // VAT and what a purchase cost abroad are mostly less than it cost
      b.filled - a.filled,
  )
  const isOpen =
    guessed !== undefined &&
    (isBelow(guessed, byRole('netAmount', isFigure)) ||
      hasParted(figures, rowCount) ||
      movements.some((other) => isAsLikely(other, guessed, profiles)))
  if (isOpen || (guessed && isNotOfRow(withAdded(guessed, profiles), profiles))) return
  if (guessed && negativesIn(guessed) === 0)
    add('direction', profiles.find(directionsAmong(profiles)), 0.4, undefined, 'content-directions')
  add('total', guessed && withAdded(guessed, profiles), 0.4, undefined, 'content-amounts')
}

/** In kronor beside it in some rows, nothing where another column has the sum, without its VAT, perhaps left to pay, of all lines of an order together, or of lines that do not come to the order's total beside them. */
function isNotOfRow(amount: ColumnProfile, profiles: readonly ColumnProfile[], moneyIn?: ColumnProfile): boolean {
  if (mayBeRemainder(amount, profiles) || isSomewhereElse(amount, profiles)) return true
  if (!moneyIn && isNothingBeside(amount, profiles)) return true
  return isWithoutVat(amount, profiles) || isRepeatedTotal(amount, profiles) || hasRepeatedTotal(profiles)
}

/** `Köp belopp` of 100,00 and -20,00: what was given back stands in it too, where there is no column for that. */
function hasBothSigns(column: ColumnProfile): boolean {
  const negative = negativesIn(column)
  return negative > 0 && negative < column.filled
}

/**
 * What a purchase cost abroad and no more: its own currency stands beside another one, or rows have none of it. What was
 * paid then stands in figures whose column has a name that nobody knows.
 */
function isOnlyBeside(abroad: ColumnProfile, profiles: readonly ColumnProfile[], rowCount: number): boolean {
  const unknown = profiles.filter((column) => column.role === null && decimalsIn(column) > 0 && !isBlank(column.name))
  if (unknown.length === 0) return false
  const holds = (role: ColumnRole) => profiles.some((column) => column.role === role && column.currencies > 0)
  const isPaidInstead = (row: number) => unknown.some((column) => (sizesByRow(column).get(row) ?? 0) !== 0)
  const isNone =
    abroad.filled < rowCount || abroad.rows.some((row, place) => abroad.sizes[place] === 0 && isPaidInstead(row))
  return isNone || (holds('foreignCurrency') && (holds('currency') || holds('accountCurrency')))
}

/** Numbers of something: whole, seven figures or more, and nothing between them. */
function holdsNumbers({ values }: ColumnProfile): boolean {
  return values.every((value) => /^\d{7,}$/.test(value.trim()))
}

/** `Soll/Haben` is what some banks call the column of signed amounts. */
function mayBeAmount({ role, name }: ColumnProfile): boolean {
  return (role === null || role === 'other' || role === 'direction') && !isOfUnits({ name })
}

/** What a company calls `Kategori` may say no more than `Inkomst` or `Utgift`. */
const rolesOfDirections: ReadonlySet<ColumnRole> = new Set(['type', 'other', 'amount', 'detail'])

/**
 * `D` and `K` in every row, whatever the column is called; `OUT` in all of them where it has no other use, and `Debit` beside the
 * balance of an account, which is no kind of card.
 */
function directionsAmong(profiles: readonly ColumnProfile[]): (column: ColumnProfile) => boolean {
  const isOfAccount = profiles.some(({ role, figures }) => role === 'balance' && figures > 0)
  return ({ name, role, values }) => {
    const isOfCard = /kort|card|funding/i.test(name) // its kind: debit or credit
    const isFree = !isOfCard && (role === null || rolesOfDirections.has(role))
    if (!isFree || !saysOnlyDirections(values)) return false
    if (saysDifferent(values) || (role === 'amount' && values.every(isOutgoing))) return true // `In/Ut`
    const isSaid = isOfAccount ? (word: string) => isOutgoing(word) && !isPlusOrMinus(word) : isOutgoingAlone
    return (role === null || (isOfAccount && role === 'type')) && values.every(isSaid)
  }
}

const namedCurrency = new RegExp(
  `(?:^|[ (])(?:${writtenCodes}|kr|kronor|account currency|sąskaitos valiuta)\\)?$|^(?:${writtenCodes}|kr)[ -]`,
  'iu',
)

/**
 * Of `Belopp` and `Belopp SEK` the latter is what the account paid, where rows have other currencies, were it all of them, or where it
 * is another sum in some row and no column says why.
 */
function accountAmount(profiles: readonly ColumnProfile[], byRole: ByRole): ColumnProfile | undefined {
  const amount = byRole('amount', isFigure)
  const inKronor = byRole('amount', (column) => isFigure(column) && isNamedIn(column.name, 'SEK') === true)
  const isElse = (column: ColumnProfile) => isFigure(column) && isNamedIn(column.name, 'SEK') === false
  const abroad = byRole('amount', (column) => isElse(column) && currencyOfName(column.name) !== null)
  // `Belopp USD` beside `Belopp SEK` is what a purchase cost before it was exchanged
  if (inKronor && abroad && inKronor.filled >= abroad.filled) return inKronor
  const named = byRole('amount', (column) => isFigure(column) && namedCurrency.test(column.name))
  const isOther = (code: string) => /^[A-Z]{3}$/.test(code) && isNamedIn(named?.name ?? '', code) === false
  const hasOthers = profiles.some(
    ({ role, samples, values }) => role === 'currency' && (samples.length > 1 || values.slice(0, 1).some(isOther)),
  )
  if (amount && inKronor && sameIn(inKronor, amount) === 'all') return inKronor
  return amount && named && hasOthers ? named : amount
}

/** `Billing amount` beside `Billing currency`: what the account paid, whatever the shop charged in. */
const accountAmountName =
  /^(?:billing|billed|settlement|wallet|debited|buchungs|base |account )|(?:base|account) currency|\(debited\)|debited$/i

function sizeOf({ sizes }: ColumnProfile): number {
  return sizes.reduce((sum, size) => sum + Math.abs(size), 0)
}

/** What nobody knows under the name of a currency is none of ours: those rows are asked about. */
function isWords({ texts, currencies, filled, values }: ColumnProfile): boolean {
  return filled > 0 && texts + currencies >= filled * 0.8 && !values.some((value) => /\d/.test(value))
}

function suggestCurrency(
  profiles: readonly ColumnProfile[],
  byRole: ByRole,
  add: Add,
  total: ColumnProfile | undefined,
): void {
  const isCode = (column: ColumnProfile) => column.currencies >= column.filled * 0.8
  const ofRow = byRole('currency', isCode) ?? byRole('currency', isWords)
  // Nothing was bought abroad yet: the next file's rows fill these, and their amount is in the account's currency all the same.
  const isDomestic = (ofRow?.distinct ?? 0) <= 1
  const unfilled = (role: ColumnRole) =>
    isDomestic ? profiles.find((column) => column.role === role && column.filled === 0) : undefined
  const combined = byRole('foreignAmountOrVat') ?? unfilled('foreignAmountOrVat')
  const amount = accountAmount(profiles, byRole)
  const ofAccount = byRole('accountCurrency', isCode)
  const isOfAccount = amount !== undefined && ofAccount !== undefined && accountAmountName.test(amount.name)
  const isNamed =
    isOfAccount ||
    (amount !== undefined && namedCurrency.test(amount.name)) ||
    (!isDomestic && isCounted(total, profiles))
  const isOther = (column: ColumnProfile) => column !== amount && isFigure(column) && !namedCurrency.test(column.name)
  const other = isNamed ? byRole('amount', isOther) : undefined
  const hasAmount = amount !== undefined || byRole('amountOut', isFigure) !== undefined
  const foreign =
    combined ?? (hasAmount ? (byRole('foreignAmount', isFigure) ?? other ?? unfilled('foreignAmount')) : undefined)
  const ofPurchase =
    byRole('foreignCurrency', isCode) ??
    (foreign?.filled === 0 ? (unfilled('foreignCurrency') ?? (ofRow ? undefined : unfilled('currency'))) : undefined)
  if (foreign) add('currency', ofPurchase, 0.85)
  else if (isOfAccount) add('currency', ofAccount, 0.85)
  if (foreign && ofPurchase) add('accountCurrency', ofAccount ?? ofRow, 0.8)
  // `Belopp i SEK` is in SEK whatever the row was bought in.
  if (foreign || !isNamed) add('currency', ofRow, 0.9)
  if (foreign && ofRow) add('accountCurrency', ofAccount, 0.8)
  const isInPurchases = !foreign && ofPurchase !== undefined && mayBeOfAmount(ofPurchase, amount ?? total, profiles)
  if (foreign || !isNamed) {
    add('currency', foreign || isInPurchases ? (ofPurchase ?? ofAccount) : ofAccount, 0.8)
    const unnamed = profiles.find(
      (column) => column.role === null && column.currencies > 0 && isCode(column) && holdsCurrencies(column),
    )
    // beside two amounts without names it may as well be the other one's
    const figures = profiles.filter((column) => isBlank(column.name) && isFigure(column) && decimalsIn(column) > 0)
    const isOpen = (unnamed?.distinct ?? 0) > 1 && figures.length > 1
    if (!isOpen) add('currency', unnamed, 0.5, undefined, 'content-currencies')
    // no row has said one yet: the next file's may
    if (!isNamed && hasAmount) add('currency', unfilled('currency'), 0.6)
  }
  add('foreignAmount', foreign, 0.85, 'foreign', combined ? 'combined-foreign' : 'header-name')
  add('vatAmount', combined, 0.85, 'domestic', 'combined-vat')
  if (foreign || isInPurchases || (ofRow && !isNamed)) add('rate', byRole('rate', isFigure), 0.7, 'foreign')
}

/** One running balance holds the amounts of all rows, whatever currency stands beside them: they are in the account's. */
function isCounted(total: ColumnProfile | undefined, profiles: readonly ColumnProfile[]): boolean {
  return total !== undefined && profiles.some((column) => column.role === 'balance' && isBalanceOf(column, total))
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

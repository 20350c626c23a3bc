import type { LocalDate } from '#kernel/local-dates.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { FieldSource, TargetField, TemplateMapping } from '../../contract.ts'
import type { BuiltInFormat } from '../../formats/built-in-format.ts'
import { builtInFormats } from '../../formats/built-in-formats.ts'
import { decideDecimalMark, looksNegative, markOfPaddedOre } from '../cells/amounts.ts'
import { normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { decideDateOrder, needsDateOrder, settleDateOrder } from '../cells/dates.ts'
import { hasPurchaseDate } from '../cells/merchant-text.ts'
import { guessPurchaseTypes } from '../columns/guess-types.ts'
import { type ColumnProfile, columnOf, profileColumns } from '../columns/profile-columns.ts'
import { mayIdentify } from '../columns/provider-ids.ts'
import { hasOwnStates } from '../columns/row-state.ts'
import { type CarriedValues, type FieldSuggestion, suggestByFormat } from '../columns/suggest-by-format.ts'
import { withKinds, withNamedShop } from '../columns/with-kinds.ts'
import { type HeaderChoice, headerAlone, tableUnder } from '../layout/choose-header.ts'
import { findFormat } from '../layout/find-format.ts'
import { isDateRole, type LocatedTable, locateTable } from '../layout/locate-table.ts'
import { columnsOfSource } from '../mapping/columns-of-source.ts'
import { moneyFields } from '../rows/column-rules.ts'
import { isOfSeller } from '../rows/other-listings.ts'
import { accountMovements, otherMovements } from '../words/account-movements.ts'
import { cardPayments } from '../words/card-payments.ts'
import { markOf } from '../words/row-marks.ts'
import { findCardDebt } from './card-debt.ts'
import { hasContraryTables } from './contrary-tables.ts'
import { currencyOfIssuer, decideCurrency } from './decide-currency.ts'
import { guessAccount, saysAccount } from './guess-account.ts'
import { decideSign } from './guess-sign.ts'
import { withoutSpannedAmounts } from './names-below.ts'
import { findNearFormat, findTranslatedFormat } from './near-format.ts'
import { suggestByName } from './suggest-by-name.ts'
import { suggestDirections } from './suggest-directions.ts'
import { suggestByContent } from './suggest-fields.ts'
import { withNameBeside } from './suggest-name.ts'
import { withState } from './suggest-state.ts'

export type MappingSuggestion = {
  table: LocatedTable
  columns: ColumnProfile[]
  carried: CarriedValues
  format: BuiltInFormat | null
  suggestions: FieldSuggestion[]
  /** `examples`: a figure that can be read two ways; where figures are written in two ways, one of each. */
  numberFormat: { suggested: TemplateMapping['numberFormat']; isAmbiguous: boolean; examples: string[] }
  dateOrder: { suggested: TemplateMapping['dateOrder']; isAmbiguous: boolean }
  /** The amounts have the other sign than the file's format, or nearly as many the one as the other: a person must say it. */
  isSignOpen: boolean
  /** Nothing in the file says its currency. */
  isCurrencyAssumed: boolean
  mapping: TemplateMapping
}

/** `header`: the row that a person chose, where it is not to be looked for. */
type SuggestOptions = {
  today: LocalDate
  formats?: readonly BuiltInFormat[]
  header?: HeaderChoice | null
  /** What a person calls the file or its bank. */
  called?: string
}

/** What a file most likely means, field by field, each with its reason. Null where nothing in it looks like transactions. */
export function suggestMapping(
  spreadsheet: Spreadsheet,
  { today, formats = builtInFormats, header, called = '' }: SuggestOptions,
): MappingSuggestion | null {
  const table = header ? tableUnder(spreadsheet, header) : (locateTable(spreadsheet) ?? headerAlone(spreadsheet))
  if (!table) return null
  const columns = profileColumns(table.header, table.rows)
  const carried = findCarried(table)
  const { format, isNear, suggestions } = suggestFields(table, columns, carried, { formats, called })
  const fields = fieldsOf(suggestions)
  const owed = format ? null : findCardDebt(columns, fields, table, called)
  const account = format?.account ?? (owed ? 'card' : guessAccount(columns, fields, table, called))
  const guessed = () =>
    guessPurchaseTypes(
      columnOf(columns, fields.type),
      columnOf(columns, fields.total),
      account,
      format !== null && !isNear,
    )
  // in another language the issuer's words may be others than those that are known
  const types = format?.purchaseTypes ? withFound(format.purchaseTypes, isNear ? guessed() : []) : guessed()
  const numberFormat = guessNumberFormat(columns, fields, format)
  const isByOther = format?.isOfCommas === true && table.rows.some(({ width }) => width === undefined)
  const dateOrder = guessDateOrder(columns, columnOf(columns, fields.invoiceDate), isByOther ? null : format, today)
  const abroad = format?.abroad?.dateOrder === dateOrder.suggested ? format.abroad : undefined
  const sign = owed ?? decideSign(columns, fields, account, format, saysAccount(columns, table))
  // in Britain nobody writes a decimal comma: of which country the file is a person has to say
  const isElsewhere = abroad !== undefined && numberFormat.suggested === 'comma'
  const ofIssuer = format && isNear ? currencyOfIssuer(format, columns) : format?.currency
  const likely = isElsewhere ? ofIssuer : (abroad?.currency ?? ofIssuer)
  const currency = decideCurrency(table, columns, fields, { format, likely })
  const mapping: TemplateMapping = {
    header: table.header ? table.header.cells.map(tidyText) : [],
    ...(header?.row === 'none' && { columnsByPlace: true }),
    fields,
    numberFormat: numberFormat.suggested,
    dateOrder: dateOrder.suggested,
    signRule: sign.rule,
    ...suggestDirections(columnOf(columns, fields.direction), account, format),
    currency: currency.code,
    account,
    purchaseTypes: types,
    // Where a column says which rows are card purchases, a shop's name (`Överföring Media AB`) shall not say otherwise.
    notInvoices: [
      ...(account === 'card' ? cardPayments : types.length > 0 ? [] : [...accountMovements, ...otherMovements]),
      ...(format?.otherMovements ?? []),
    ],
    emptyFieldsConfirmed: false,
    ...(format?.purchaseSections && { purchaseSections: [...format.purchaseSections] }),
    ...(format?.missingYear && { missingYear: format.missingYear }),
    ...(!format && hasOwnStates(columns, fields) && { hasOwnStates: true }),
    ...(isOfSeller(table.header?.cells ?? [], table.rows) && { isSellersReport: true }),
    ...((format ? format.dateFromText : hasDatesInText(columns, fields)) && { dateFromText: true }),
  }
  const isSignOpen = sign.isOpen || (!format && hasContraryTables(spreadsheet, mapping))
  // of a file that differs from its format a person must say whether it is that
  const exact = isNear || abroad ? null : format
  const around = {
    hasCards: carried.hasCards || takes(fields, 'card'),
    hasRateNotes: carried.hasRateNotes || takes(fields, 'rate-note'),
  }
  const asked = { numberFormat, dateOrder, isSignOpen, isCurrencyAssumed: currency.isAssumed || isElsewhere }
  return { table, columns, carried: around, format: exact, suggestions, ...asked, mapping }
}

function withFound(known: readonly string[], found: readonly string[]): string[] {
  const labels = new Set(known.map(normaliseLabel))
  return [...known, ...found.filter((type) => !labels.has(normaliseLabel(type)))]
}

function suggestFields(
  table: LocatedTable,
  columns: readonly ColumnProfile[],
  carried: CarriedValues,
  { formats, called }: { formats: readonly BuiltInFormat[]; called: string },
): { format: BuiltInFormat | null; isNear: boolean; suggestions: FieldSuggestion[] } {
  const format = findFormat(table, formats)
  const complete = (suggestions: FieldSuggestion[]) =>
    withOwnColumns(withNamedShop(withKinds(withState(suggestions, columns), columns), columns), carried, () =>
      suggestByContent(columns, table.rows.length, carried),
    )
  if (format) return { format, isNear: false, suggestions: complete(suggestByFormat(format, columns)) }
  const named = table.header && findNearFormat(table.header.cells, formats)
  const ordered = table.header && findTranslatedFormat(columns, formats)
  // names say more than the order, which finds more of the columns of one format
  const translated = !named || named.format === ordered?.format ? ordered : null
  const near = translated ?? named
  if (near) {
    const suggestions = complete(withoutDoubtedIds(suggestByFormat(near.format, columns, near.renamed), columns))
    const fields = fieldsOf(suggestions)
    // a card's debt with the names of a bank's account is a card's
    const isOwed = () => near.format.account === 'bank' && findCardDebt(columns, fields, table, called) !== null
    if (translated || (hasSignOf(near.format, columns, fields) && !isOwed()))
      return { format: near.format, isNear: true, suggestions }
  }
  if (table.rows.length === 0) return { format: null, isNear: false, suggestions: suggestByName(columns) }
  const suggestions = withoutSpannedAmounts(suggestByContent(columns, table.rows.length, carried), table, columns)
  return { format: null, isNear: false, suggestions: withNameBeside(suggestions, columns, table.rows.length) }
}

/** In a file that only resembles a format's a column may hold no purchase's own number, though it is called so. */
function withoutDoubtedIds(suggestions: FieldSuggestion[], columns: readonly ColumnProfile[]): FieldSuggestion[] {
  return suggestions.filter(({ field, source }) => {
    const ids = field === 'providerId' ? columnOf(columns, source) : undefined
    return ids === undefined || mayIdentify(ids, columns)
  })
}

/** What the format carries down from above its purchases, and this file does not have there, may stand in a column of its own. */
function withOwnColumns(
  byFormat: readonly FieldSuggestion[],
  { hasCards, hasRateNotes }: CarriedValues,
  byContent: () => readonly FieldSuggestion[],
): FieldSuggestion[] {
  const isThere = { card: hasCards, holder: hasCards, section: true, sheet: true, 'rate-note': hasRateNotes }
  const placesOf = (source: FieldSource) =>
    columnsOfSource(source).flatMap((ref) => (ref.kind === 'column' ? [ref.index] : []))
  const taken = new Set(byFormat.flatMap(({ source }) => placesOf(source)))
  return byFormat.map((one) => {
    const { field, source } = one
    if (source.kind !== 'source' || source.from.kind !== 'carried' || isThere[source.from.name]) return one
    const own = byContent().find((other) => other.field === field)
    const places = own ? placesOf(own.source) : []
    return own && places.length > 0 && places.every((place) => !taken.has(place)) ? own : one
  })
}

function fieldsOf(suggestions: readonly FieldSuggestion[]): Partial<Record<TargetField, FieldSource>> {
  return Object.fromEntries(suggestions.map(({ field, source }) => [field, source]))
}

/** Most rows of a card's file are purchases, which have the sign that its format gives them; on an account there are some. */
function hasSignOf(
  { signRule, account }: BuiltInFormat,
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
): boolean {
  if (signRule !== 'as-is' && signRule !== 'inverted') return true
  const amounts = columnOf(columns, fields.total)?.values ?? []
  const negative = amounts.filter(looksNegative).length
  if (account === 'bank') return negative > 0
  return signRule === 'inverted' ? negative > amounts.length / 2 : negative < amounts.length / 2
}

function takes(fields: Partial<Record<TargetField, FieldSource>>, name: 'card' | 'rate-note'): boolean {
  return Object.values(fields).some(
    (source) => source.kind === 'source' && source.from.kind === 'carried' && source.from.name === name,
  )
}

function findCarried({ sheet }: LocatedTable): CarriedValues {
  let hasCards = false
  let hasRateNotes = false
  for (const row of sheet.rows) {
    if (hasCards && hasRateNotes) break
    const mark = markOf(row.cells)
    if (mark?.kind === 'card') hasCards = true
    if (mark?.kind === 'rate-note' && mark.rate !== null) hasRateNotes = true // a header may begin with `Valutakurs`
  }
  return { hasCards, hasRateNotes }
}

/** A fifth of the texts or more say when the purchase was made: those of an account are not all of its card. */
function hasDatesInText(columns: readonly ColumnProfile[], fields: Partial<Record<TargetField, FieldSource>>): boolean {
  const texts = columnOf(columns, fields.merchant)?.values ?? []
  const dated = texts.filter((text) => hasPurchaseDate(tidyText(text))).length
  return dated > 0 && dated >= texts.length / 5
}

/** The columns that hold money, where all their figures are written one way: what a reference holds (`18753493.6094`) is none. */
function plainMoney(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
): readonly ColumnProfile[] | null {
  const refs = moneyFields.flatMap((field) => (fields[field] ? columnsOfSource(fields[field]) : []))
  const places = new Set(refs.flatMap((ref) => (ref.kind === 'column' ? [ref.index] : [])))
  const money = columns.filter(({ index }) => places.has(index))
  const decisions = money.map(({ figureTexts }) => decideDecimalMark(figureTexts))
  const marks = new Set(decisions.flatMap(({ mark }) => mark ?? []))
  return marks.size === 1 && !decisions.some(({ isConflict }) => isConflict) ? money : null
}

/** One file is written one way: figures of any column settle it for all, where those of its money do not. */
function guessNumberFormat(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  format: BuiltInFormat | null,
): MappingSuggestion['numberFormat'] {
  const decisions = (plainMoney(columns, fields) ?? columns).map(({ figureTexts }) => decideDecimalMark(figureTexts))
  const marks = new Set(decisions.flatMap(({ mark }) => mark ?? []))
  const [only] = marks
  if (marks.size === 1 && only) return { suggested: only, isAmbiguous: false, examples: [] }
  const open = decisions.filter(({ isAmbiguous }) => isAmbiguous)
  const isOpen = open.length > 0
  if (marks.size === 0 && isOpen && format?.numberFormat)
    return { suggested: format.numberFormat, isAmbiguous: false, examples: [] }
  const padded = format?.oreMark && marks.size === 0 ? markOfPaddedOre(open, format.oreMark) : null
  if (padded) return { suggested: padded.mark, isAmbiguous: false, examples: [] }
  const isMixed = marks.size > 1 || decisions.some(({ isConflict }) => isConflict)
  const shown = isMixed ? (['comma', 'dot'] as const) : (['either'] as const)
  const examples = shown.flatMap(
    (kind) => decisions.find(({ first }) => first[kind] !== null)?.first[kind]?.trim() ?? [],
  )
  return { suggested: 'auto', isAmbiguous: isMixed || isOpen, examples: isMixed || isOpen ? examples : [] }
}

function guessDateOrder(
  columns: readonly ColumnProfile[],
  column: ColumnProfile | undefined,
  format: BuiltInFormat | null,
  today: LocalDate,
): MappingSuggestion['dateOrder'] {
  const ofFile = columns.filter(({ role }) => isDateRole(role)).flatMap(({ values }) => values.filter(needsDateOrder))
  const decision = settleDateOrder(
    decideDateOrder(column?.values ?? [], today, { isPast: true }),
    decideDateOrder(ofFile, today, { isPast: true }),
  )
  if (decision.order) return { suggested: decision.order, isAmbiguous: false }
  // A spreadsheet program may have written the issuer's dates anew: an order that no value fits settles nothing, nor does
  // DD/MM where `3/12/2026` stands, which Excel writes in the United States and no issuer does, nor MM/DD where `03-12-2026` does.
  const anew = format?.dateOrder === 'mdy' ? /^\d{1,2}-\d/ : /^(?:\d\/\d{1,2}|\d\d\/\d)\/\d/
  const isAnew = column?.values.some((value) => anew.test(value.trim()) || format?.otherDays?.test(value.trim()))
  if (
    decision.isAmbiguous &&
    format &&
    format.dateOrder !== 'auto' &&
    !isAnew &&
    decision.possible.includes(format.dateOrder)
  )
    return { suggested: format.dateOrder, isAmbiguous: false }
  return { suggested: 'auto', isAmbiguous: decision.isAmbiguous || decision.isConflict }
}

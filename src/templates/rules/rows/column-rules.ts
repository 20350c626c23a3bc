import type { LocalDate } from '#kernel/local-dates.ts'
import { remember } from '#kernel/remember.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { FieldSource, TargetField, TemplateMapping } from '../../contract.ts'
import {
  createDecimalMarkSurvey,
  type DecimalMark,
  type DecimalMarkDecision,
  markOfPaddedOre,
  type NumberRule,
} from '../cells/amounts.ts'
import {
  createDateOrderSurvey,
  createDateReader,
  type DateOrderDecision,
  type DateReading,
  type DateRule,
  needsDateOrder,
  type StatementMonth,
  settleDateOrder,
} from '../cells/dates.ts'
import { surveySerialDays } from '../cells/serial-days.ts'
import type { AskedStates } from '../columns/row-state.ts'
import { oreMarkOf } from '../layout/find-format.ts'
import { plainColumnOf, readParts, readText, textColumnOf } from '../mapping/bind-fields.ts'
import { columnsOfSource } from '../mapping/columns-of-source.ts'
import { type ColumnSigns, surveySigns } from './column-signs.ts'
import { surveyUnits } from './counted-units.ts'
import { hasFigureCell, type LocatedRow, type Table } from './lay-out-rows.ts'
import { surveyOwnAmounts } from './own-amounts.ts'
import { type RecordWidths, surveyRecordWidths } from './record-widths.ts'
import { surveyShownCurrencies } from './shown-currencies.ts'
import { surveyStateWords } from './state-words.ts'

/** Fields that hold money. */
export const moneyFields = ['total', 'fee', 'amountIn', 'amountOut', 'foreignAmount', 'vatAmount'] as const
export const numberFields = [...moneyFields, 'rate'] as const
export type NumberField = (typeof numberFields)[number]
export const dateFields = ['invoiceDate', 'dueDate', 'paymentDate'] as const
type DateField = (typeof dateFields)[number]
type SurveyedField = NumberField | DateField

/** How the columns of this file are written, decided before any row is read. */
export type ColumnRules = {
  numbers: Record<NumberField, NumberRule>
  /** By the sheet that the day stands in, whose name may say the year. */
  dates: Record<DateField, (text: string, sheet: string) => DateReading>
  signs: ColumnSigns
  /** The sign alone says which way the money went, and none of the rows looked at first has a minus. */
  lacksMinus: boolean
  askedStates: AskedStates | null
  recordWidths: RecordWidths
  /** Amounts in the account's own currency stand in the column of those abroad. */
  areOwnBeside: boolean
  /** Currencies in which the amounts are shown where their rows are in them (shown-currencies.ts). */
  shownApart: readonly string[]
  warnings: RowProblem[]
  /** What the rules were made of: the same where they are the same. */
  said: unknown
}

/** Looks at the columns of all rows before any is read. */
export type ColumnSurvey = {
  add(located: LocatedRow): void
  decide(options: { today: LocalDate; monthOf: (sheet: string) => StatementMonth | null }): ColumnRules
}

export function surveyColumns(mapping: TemplateMapping, today: LocalDate): ColumnSurvey {
  const numbers = mapFields(numberFields, createDecimalMarkSurvey)
  const balances = createDecimalMarkSurvey()
  const dates = mapFields(dateFields, (field) => createDateOrderSurvey(today, { isPast: field === 'invoiceDate' }))
  const datesOfFile = createDateOrderSurvey(today, { isPast: true })
  const serials = mapFields(dateFields, surveySerialDays)
  const units = surveyUnits()
  const signs = surveySigns(mapping)
  const states = surveyStateWords(mapping)
  const widths = surveyRecordWidths()
  const ownAmounts = surveyOwnAmounts(mapping)
  const shown = surveyShownCurrencies(mapping)
  const surveyed = ([...numberFields, ...dateFields] as const).filter((field) => mapping.fields[field] !== undefined)
  const look = createLook(surveyed, { ...numbers, ...dates })
  return {
    add(located) {
      if (!located.table || located.isHeader || !hasFigureCell(located.row.cells)) units.addWords(located)
      if (!located.table || located.isHeader) return
      signs.add(located)
      states.add(located)
      widths.add(located)
      ownAmounts.add(located)
      shown.add(located)
      units.add(located, currencyTextOf)
      look(located, located.table)
      const balance = balanceOf(located)
      if (balance !== '') balances.add(balance)
      if (located.row.kinds !== undefined) for (const field of dateFields) addSerials(located, field, serials[field])
      for (const column of located.table.dateColumns) {
        const text = located.row.cells[column]
        if (text && needsDateOrder(text)) datesOfFile.add(text)
      }
    },
    decide(options) {
      const warnings: RowProblem[] = []
      const decisions = mapFields(numberFields, (field) => numbers[field].decide())
      const ofFile = marksOfFile(decisions, balances.decide(), mapping)
      const numberRules = mapFields(numberFields, (field) =>
        decideNumbers(field, { ...decisions[field], ...ofFile }, { mapping, units }, warnings),
      )
      const dateRules = mapFields(dateFields, (field) => {
        const decision = settleDateOrder(dates[field].decide(), datesOfFile.decide())
        const isSerials = decision.isSerials || serials[field].areDays()
        return { ...decideDates(field, decision, mapping, warnings), isSerials }
      })
      const signRules = signs.decide(readerBySheet(dateRules.invoiceDate, options), warnings)
      const askedStates = states.decide()
      const recordWidths = widths.decide()
      const areOwnBeside = ownAmounts.areBeside()
      const shownApart = shown.decide()
      return {
        numbers: numberRules,
        signs: signRules,
        lacksMinus: signs.lacksMinus(),
        askedStates,
        recordWidths,
        areOwnBeside,
        shownApart,
        dates: mapFields(dateFields, (field) => readerBySheet(dateRules[field], options)),
        warnings,
        said: [numberRules, dateRules, signRules, askedStates, [...recordWidths], areOwnBeside, shownApart],
      }
    },
  }
}

type Surveys = Partial<Record<TargetField, { add(text: string): void }>>

/** Shows each row's texts to the surveys of their fields; which column a field's text is, is found once for each table. */
function createLook(fields: readonly SurveyedField[], surveys: Surveys): (located: LocatedRow, table: Table) => void {
  let known: Table | null = null
  let columns: { index: number; isDate: boolean; survey: { add(text: string): void } | undefined }[] = []
  let others: SurveyedField[] = []
  const enter = (table: Table) => {
    known = table
    columns = []
    others = []
    for (const field of fields) {
      const source = table.bound.fields.get(field)
      const index = source ? textColumnOf(source) : null
      if (index !== null) columns.push({ index, isDate: isDateField(field), survey: surveys[field] })
      else if (source) others.push(field)
    }
  }
  return (located, table) => {
    if (table !== known) enter(table)
    const { cells, kinds } = located.row
    for (const { index, isDate, survey } of columns) {
      const text = cells[index]
      if (text && (isDate || kinds?.charAt(index) !== 'n')) survey?.add(text)
    }
    for (const field of others) {
      for (const text of partsOf(located, field)) if (text !== '') surveys[field]?.add(text)
    }
  }
}

/** A reader for each month that sheets say, since it remembers what it read. */
function readerBySheet(
  rule: Omit<DateRule, 'today' | 'month'>,
  { today, monthOf }: Parameters<ColumnSurvey['decide']>[0],
): ColumnRules['dates'][DateField] {
  const readers = new Map<string, ReturnType<typeof createDateReader>>()
  const readerOf = remember((sheet: string) => {
    const month = monthOf(sheet)
    const key = JSON.stringify(month)
    const reader = readers.get(key) ?? createDateReader({ ...rule, today, month })
    readers.set(key, reader)
    return reader
  })
  return (text, sheet) => readerOf(sheet)(text)
}

function addSerials({ table, row }: LocatedRow, field: DateField, serials: ReturnType<typeof surveySerialDays>): void {
  const source = table?.bound.fields.get(field)
  const column = source ? plainColumnOf(source) : null
  if (column !== null) serials.add(row.cells[column] ?? '', row.kinds?.charAt(column) ?? '_')
}

/** What is left on the account, as text: one file is written one way, and among small amounts it says which. */
function balanceOf({ table, row }: LocatedRow): string {
  const column = table?.balanceColumn ?? null
  return column === null || row.kinds?.charAt(column) === 'n' ? '' : (row.cells[column] ?? '')
}

/** `ofFile`: the decimal mark of its money. `padded`: the one that öre and a zero stand behind. */
type MarksOfFile = { ofFile: DecimalMark | null; padded: ReturnType<typeof markOfPaddedOre> }

/** One file is written one way: what its money shows holds for a column that shows nothing, before what the template says. */
function marksOfFile(
  decisions: Record<NumberField, DecimalMarkDecision>,
  balance: DecimalMarkDecision,
  { header }: TemplateMapping,
): MarksOfFile {
  const money = [...moneyFields.map((field) => decisions[field]), balance]
  const [only, other] = new Set(money.flatMap(({ mark }) => mark ?? []))
  const isMixed = other !== undefined || money.some(({ isConflict }) => isConflict)
  const ofAccount = [decisions.total, decisions.amountIn, decisions.amountOut, balance]
  return { ofFile: isMixed ? null : (only ?? null), padded: markOfPaddedOre(ofAccount, oreMarkOf(header)) }
}

function decideNumbers(
  field: NumberField,
  decision: DecimalMarkDecision & MarksOfFile,
  { mapping: { numberFormat, fields }, units }: { mapping: TemplateMapping; units: ReturnType<typeof surveyUnits> },
  warnings: RowProblem[],
): NumberRule {
  const wanted = numberFormat === 'auto' ? null : numberFormat
  if (decision.mark && wanted && decision.mark !== wanted)
    warnings.push({ code: 'number-format-differs', params: { field, expected: wanted, found: decision.mark } })
  if (decision.isConflict) warnings.push({ code: 'number-format-mixed', params: { field } })
  // how the account is written says nothing of what a shop abroad charged
  const isPaddable = decision.paddedOre === 'shown' || (decision.paddedOre === 'open' && isOfAccount(field))
  const padded = isPaddable ? (decision.padded?.mark ?? null) : null
  const shown = decision.mark ?? (decision.isAmbiguous ? (padded ?? decision.ofFile) : null)
  const isPadded = shown !== null && shown === padded
  const isContradicted = shown !== null && wanted !== null && shown !== wanted && !isPadded
  // Money has no thousandths: `1,234` under the template's comma is no 1 kr 23 öre, so that somebody must say what it is.
  // A rate has them: `11,481` beside `0,0651`.
  const rule: NumberRule = { mark: shown ?? wanted, isFromEvidence: field !== 'rate' && !isPadded, isContradicted }
  const hasDecimals = decision.mark !== null || decision.isAmbiguous || decision.isConflict
  const source = fields[field]
  if (isPadded && !decision.padded?.isShown && decision.first.either !== null)
    warnings.push({ code: 'amounts-three-decimals', params: { field, figure: decision.first.either } })
  if (!source || field === 'rate') return rule
  if (units.isInThousands(columnsOfSource(source).map(({ name }) => name))) return { ...rule, isInThousands: true }
  const column = nameOfColumn(source)
  if (hasDecimals || !column) return rule
  const unit = units.unitOf(column)
  if (unit === 'open') return { ...rule, isUnitOpen: true }
  if (unit === 'major') return rule
  warnings.push({ code: 'amounts-in-minor-units', params: { field, column } })
  return { ...rule, isInMinorUnits: true }
}

function isOfAccount(field: NumberField): boolean {
  return field === 'total' || field === 'amountIn' || field === 'amountOut'
}

function nameOfColumn(source: FieldSource | undefined): string | null {
  return source?.kind === 'source' && source.from.kind === 'column' ? source.from.name : null
}

function decideDates(
  field: DateField,
  decision: DateOrderDecision,
  mapping: TemplateMapping,
  warnings: RowProblem[],
): Omit<DateRule, 'today' | 'month'> {
  const wanted = mapping.dateOrder === 'auto' ? null : mapping.dateOrder
  // Where the template's order fits the file too, the template stands; only values that refute it overrule it.
  const order = decision.isAmbiguous || decision.isConflict ? wanted : (decision.order ?? wanted)
  if (decision.order && wanted && decision.order !== wanted)
    warnings.push({ code: 'date-order-differs', params: { field, expected: wanted, found: decision.order } })
  return {
    order,
    isSixDigits: decision.isSixDigits,
    isSerials: decision.isSerials,
    isTurned: decision.isTurned,
    isDayFirst: decision.isDayFirst ?? (order === null || order === 'ymd' ? null : order === 'dmy'),
    // Year first says nothing of how days and months are ordered where the year stands last.
    isContradicted: decision.order !== null && wanted !== null && wanted !== 'ymd' && decision.order !== wanted,
    isLatestYear: mapping.missingYear === 'latest',
  }
}

function isDateField(field: TargetField): boolean {
  return dateFields.some((one) => one === field)
}

function mapFields<Field extends string, T>(fields: readonly Field[], make: (field: Field) => T): Record<Field, T> {
  return Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Field, T>
}

/** The texts that a field takes from all rows. */
export function* textsOf(rows: Iterable<LocatedRow>, field: TargetField): Generator<string> {
  for (const located of rows) {
    if (located.isHeader) continue
    for (const text of partsOf(located, field)) if (text !== '') yield text
  }
}

/** The text of a field, or those of the parts that its sum is made of. */
function partsOf(located: LocatedRow, field: TargetField): readonly string[] {
  const { table, row, sheet } = located
  const source = table?.bound.fields.get(field)
  if (source?.kind !== 'sum') return [textOf(located, field)]
  const parts = readParts(source, { row, sheet, section: null, rateNote: null })
  return parts.flatMap(({ text, isTyped }) => (isTyped ? [] : [text]))
}

/** The text that a field takes from a row; numbers that the workbook itself holds are no texts, except for dates. */
function currencyTextOf(located: LocatedRow): string {
  return textOf(located, 'accountCurrency') || textOf(located, 'currency')
}

function textOf({ table, row, sheet }: LocatedRow, field: TargetField): string {
  const source = table?.bound.fields.get(field)
  if (!source) return ''
  const column = textColumnOf(source)
  if (column !== null) return row.kinds?.charAt(column) === 'n' && !isDateField(field) ? '' : (row.cells[column] ?? '')
  const { text, isTyped } = readText(source, { row, sheet, section: null, rateNote: null })
  return isTyped && !isDateField(field) ? '' : text
}

import type { LocalDate } from '#kernel/local-dates.ts'
import { minorFromDecimal } from '#kernel/money.ts'
import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import type { RowSheet, Spreadsheet } from '#spreadsheets/index.ts'
import type { ControlSum, KnownOfRow, ReadRow, RowOutcome, SourceReading, TemplateMapping } from '../contract.ts'
import { readTypedNumber } from './amounts.ts'
import { type RowInContext, readText, type SectionWithCells } from './bind-fields.ts'
import { isBlank, normaliseLabel, tidyText } from './cell-text.ts'
import { missingFields } from './check-mapping.ts'
import { type ColumnRules, surveyColumns } from './column-rules.ts'
import { type ControlSums, createControlSums } from './control-sums.ts'
import { findStatementMonth, looksLikeDate } from './dates.ts'
import { type LocatedRow, layOutRows, type Table } from './lay-out-rows.ts'
import { merchantOf, purchaseDateIn } from './merchant-text.ts'
import { type AmountReading, readAmount, readSourceNumber } from './read-amount.ts'
import { readCurrencies } from './read-currencies.ts'
import { readTransaction, statusOf, type TransactionRules } from './read-transaction.ts'
import { isPendingLabel, markOf, type RowMark } from './row-marks.ts'

/**
 * Reads a source under a template: every row of the file that is not empty comes out once, in order, as a purchase, as
 * skipped with the reason, or as unreadable with the cell and the cause.
 */
export function readSource(
  spreadsheet: Spreadsheet,
  mapping: TemplateMapping,
  options: { today: LocalDate },
): SourceReading {
  const source = openSource(spreadsheet.sheets, mapping, options)
  const rows = [...source.rows]
  const { controlSums, warnings } = source.finish()
  return {
    rows,
    controlSums,
    warnings: [...spreadsheet.warnings, ...warnings],
    accountCurrency: mapping.currency,
  }
}

export type OpenedSource = {
  /** To be walked once. */
  rows: Iterable<ReadRow>
  /** What is known when every row has been read. */
  finish(): { controlSums: ControlSum[]; warnings: RowProblem[] }
}

/** Files up to this many rows are kept between the two walks over them; longer ones are read from their bytes again. */
const mostKept = 20_000

/**
 * The same for sources of any length: a first walk decides what the whole file decides (header, number formats, order
 * of dates, month), a second reads the rows one by one.
 */
export function openSource(
  sheets: Iterable<RowSheet>,
  mapping: TemplateMapping,
  { today }: { today: LocalDate },
): OpenedSource {
  const laidOut = layOutRows(sheets, mapping)
  const survey = surveyColumns(mapping, today)
  let month: ReturnType<typeof findStatementMonth> = null
  let kept: LocatedRow[] | null = []
  for (const located of laidOut.rows) {
    survey.add(located)
    if (!located.table) month ??= findStatementMonth([textAbove(located)])
    if (kept && kept.push(located) > mostKept) kept = null
  }
  const { hasHeader, warnings } = laidOut.found()
  const columns = survey.decide({ today, month })
  const walk: Walk = {
    rules: rulesOf(mapping, columns),
    hasHeader,
    sums: createControlSums(),
    section: null,
    fileCard: null,
    lastPurchase: null,
    hasRateNotes: usesRateNotes(mapping),
    unmapped: findUnmapped(mapping),
  }
  return {
    rows: readRows(kept ?? laidOut.rows, walk),
    finish: () => ({ controlSums: walk.sums.finish(), warnings: [...warnings, ...columns.warnings] }),
  }
}

function rulesOf(mapping: TemplateMapping, columns: ColumnRules): TransactionRules {
  return {
    mapping,
    columns,
    outgoing: new Set(mapping.outgoingDirections.map(normaliseLabel)),
    notInvoices: mapping.notInvoices.map(normaliseLabel),
    purchaseTypes: new Set((mapping.purchaseTypes ?? []).map(normaliseLabel)),
    sections: new Set((mapping.purchaseSections ?? []).map(normaliseLabel)),
  }
}

/** Each row is read when the next is known: a note with the rate stands under its purchase. */
function* readRows(rows: Iterable<LocatedRow>, walk: Walk): Generator<ReadRow> {
  let current: LocatedRow | null = null
  for (const next of rows) {
    if (current) yield readRow(current, next, walk)
    current = next
  }
  if (current) yield readRow(current, undefined, walk)
}

/** What is carried along from row to row. */
type Walk = {
  rules: TransactionRules
  hasHeader: boolean
  sums: ControlSums
  section: SectionWithCells | null
  /** The card that stands above the first table. */
  fileCard: SectionWithCells | null
  lastPurchase: number | null
  hasRateNotes: boolean
  /** The template lacks something that every invoice needs, so no row can be read. */
  unmapped: RowProblem | null
}

function findUnmapped(mapping: TemplateMapping): RowProblem | null {
  const [field] = missingFields(mapping)
  return field ? { code: 'field-not-mapped', params: { field } } : null
}

function usesRateNotes(mapping: TemplateMapping): boolean {
  return Object.values(mapping.fields).some(
    (source) => source?.kind === 'source' && source.from.kind === 'carried' && source.from.name === 'rate-note',
  )
}

function textAbove({ row }: LocatedRow): string {
  return row.cells.filter((cell) => !isBlank(cell)).join(' ')
}

function readRow(located: LocatedRow, next: LocatedRow | undefined, walk: Walk): ReadRow {
  const outcome = decideRow(located, next, walk)
  if (outcome.kind === 'purchase') walk.lastPurchase = located.row.number
  const { section } = walk
  return {
    sheet: located.sheet,
    number: located.row.number,
    cells: located.row.cells,
    section: section && { card: section.card, holder: section.holder, title: section.title },
    outcome: outcome.kind === 'unreadable' ? { ...outcome, ...readKnown(located, walk) } : outcome,
  }
}

/** What is left of a row that could not be read whole. */
function readKnown({ row, sheet, table }: LocatedRow, { section, rules }: Walk): { known?: KnownOfRow } {
  if (!table) return {}
  const context: RowInContext = { row, sheet, section, rateNote: null }
  const textOf = (field: 'merchant' | 'invoiceDate' | 'card') => {
    const source = table.bound.fields.get(field)
    return source ? tidyText(readText(source, context).text) : ''
  }
  const date = rules.columns.dates.invoiceDate(textOf('invoiceDate'))
  return {
    known: {
      merchant: merchantOf(textOf('merchant')) || null,
      invoiceDate: date.kind === 'date' ? date.date : null,
      currency: readCurrencies(context, table, rules).total,
      card: textOf('card') || section?.card || null,
    },
  }
}

function decideRow(located: LocatedRow, next: LocatedRow | undefined, walk: Walk): RowOutcome {
  const { row, table } = located
  if (located.isHeader) {
    walk.sums.startBlock()
    return { kind: 'skipped', reason: 'header' }
  }
  if (!table) return readAbove(located, walk)
  if (walk.unmapped) return { kind: 'unreadable', problems: [walk.unmapped] }
  const context: RowInContext = {
    row,
    sheet: located.sheet,
    section: walk.section,
    rateNote: walk.hasRateNotes ? noteBelow(next) : null,
  }
  const currency = readCurrencies(context, table, walk.rules)
  const dateSource = table.bound.fields.get('invoiceDate')
  const date = dateSource ? readText(dateSource, context) : { text: '', cells: [] }
  const reading = walk.rules.columns.dates.invoiceDate(date.text)
  const amount = readAmount(table.bound.fields, context, walk.rules, currency.total)
  if (reading.kind !== 'date' || amount.kind !== 'amount')
    return readOther({ context, table, date, dateReading: reading, amount }, walk)
  const problem = lostColumn(table) ?? currency.problem
  if (problem)
    return { kind: 'unreadable', problems: [problem], ...(currency.total === 'SEK' && { amountSek: amount.minor }) }
  const { fields } = table.bound
  const invoiceDate = walk.rules.mapping.dateFromText
    ? dayOfPurchase({ date: reading.date, cells: date.cells }, fields, context)
    : { date: reading.date, cells: date.cells }
  const outcome = readTransaction(
    {
      fields,
      context,
      isBlankStatusPending: table.isBlankStatusPending,
      isOutsideSections: isOutside(walk),
      invoiceDate,
      amount,
      currency,
    },
    walk.rules,
  )
  if (outcome.kind !== 'skipped' || (outcome.reason !== 'balance-row' && outcome.reason !== 'pending'))
    walk.sums.count(inFileSign(amount.minor, walk))
  return outcome
}

/** The text of a card row may say when the purchase was made; what is not said is the day of booking. */
function dayOfPurchase(
  booked: { date: LocalDate; cells: string[] },
  fields: Table['bound']['fields'],
  context: RowInContext,
): { date: LocalDate; cells: string[] } {
  const source = fields.get('merchant')
  const text = source ? readText(source, context) : { text: '', cells: [] }
  const date = purchaseDateIn(tidyText(text.text), booked.date)
  return date ? { date, cells: [...text.cells] } : booked
}

/** Under a section's title that is none of the template's, where sections have titles at all. */
function isOutside({ rules, section }: Walk): boolean {
  return rules.sections.size > 0 && section?.title != null && !rules.sections.has(normaliseLabel(section.title))
}

/** Printed totals are in the file's own sign. */
function inFileSign(minor: number, walk: Walk): number {
  return walk.rules.mapping.signRule === 'as-is' ? minor : -minor
}

const requiredFields = new Set(['merchant', 'invoiceDate', 'total', 'amountIn', 'amountOut', 'direction', 'currency'])

function lostColumn(table: Table): RowProblem | null {
  const lost = table.bound.missing.find(({ field }) => requiredFields.has(field))
  return lost ? { code: 'column-missing', params: { column: lost.column, field: lost.field } } : null
}

function noteBelow(next: LocatedRow | undefined): RowInContext['rateNote'] {
  if (!next) return null
  const column = next.row.cells.findIndex((cell) => !isBlank(cell))
  const first = next.row.cells[column] ?? ''
  if (!/^[a-zåäö]/i.test(first)) return null
  const mark = markOf(next.row.cells)
  return mark?.kind === 'rate-note' && mark.rate !== null
    ? { rate: mark.rate, cell: cellName(column, next.row.number) }
    : null
}

/** Above the first header: the file's title, the account, a card, a section's title. */
function readAbove({ row, sheet }: LocatedRow, walk: Walk): RowOutcome {
  const mark = markOf(row.cells)
  if (mark?.kind === 'card' || mark?.kind === 'section-title')
    return readMark(mark, { row, sheet, section: null, rateNote: null }, null, walk)
  if (!walk.hasHeader && row.cells.some(looksLikeDate))
    return { kind: 'unreadable', problems: [{ code: 'header-not-found' }] }
  return { kind: 'skipped', reason: 'preamble' }
}

type OddRow = {
  context: RowInContext
  table: Table
  date: { text: string; cells: string[] }
  dateReading: ReturnType<TransactionRules['columns']['dates']['invoiceDate']>
  amount: AmountReading
}

/** A row without date or amount: something around the transactions, a pending row, or one that cannot be read. */
function readOther(odd: OddRow, walk: Walk): RowOutcome {
  const { context, table, date, dateReading, amount } = odd
  const amountSek = amount.kind === 'amount' && walk.rules.mapping.currency === 'SEK' ? { amountSek: amount.minor } : {}
  const mark = markOf(context.row.cells)
  if (mark) return readMark(mark, context, table, walk)
  if (isLoneTotal(odd, walk))
    return readMark({ kind: 'printed-total', label: '', labelColumn: -1, isPurchaseSum: false }, context, table, walk)
  const merchant = table.bound.fields.get('merchant')
  const isPending =
    isPendingLabel(normaliseLabel(date.text)) ||
    isPendingLabel(normaliseLabel(merchant ? readText(merchant, context).text : '')) ||
    isPendingState(odd)
  if (isPending) return { kind: 'skipped', reason: 'pending', ...amountSek }
  if (isOpeningBalance(odd)) return { kind: 'skipped', reason: 'balance-row' }
  if (isRemark(odd)) return { kind: 'skipped', reason: 'blank-date-and-amount' }
  const problems: RowProblem[] = []
  const lost = lostColumn(table)
  if (lost) problems.push(lost)
  else {
    if (dateReading.kind === 'empty') problems.push({ code: 'date-missing' })
    if (dateReading.kind === 'unreadable')
      problems.push({ code: dateReading.reason, cell: date.cells[0], value: date.text })
    if (amount.kind === 'empty') problems.push({ code: 'amount-missing' })
    if (amount.kind === 'unreadable') problems.push(amount.problem)
  }
  return { kind: 'unreadable', problems, ...amountSek }
}

function isPendingState({ context, table, date }: OddRow): boolean {
  return (
    date.text !== '' &&
    statusOf({ fields: table.bound.fields, context, isBlankStatusPending: table.isBlankStatusPending }) === 'pending'
  )
}

/** Neither date nor amount, and no word that is meant as one: somebody wrote a line between the rows. */
function isRemark({ context, dateReading, amount }: OddRow): boolean {
  if (dateReading.kind === 'date' || amount.kind !== 'empty') return false
  if (dateReading.kind === 'empty') return true
  return !context.row.cells.some((cell) => /\d/.test(cell))
}

/** A date and a balance, but neither text nor amount: what stood on the account before the first row. */
function isOpeningBalance({ context, table, dateReading, amount }: OddRow): boolean {
  if (dateReading.kind !== 'date' || amount.kind !== 'empty' || table.balanceColumn === null) return false
  const merchant = table.bound.fields.get('merchant')
  return !isBlank(context.row.cells[table.balanceColumn]) && (!merchant || isBlank(readText(merchant, context).text))
}

/** A figure alone on its row that is what the rows above it come to. */
function isLoneTotal({ context, amount }: OddRow, walk: Walk): boolean {
  const isAlone = context.row.cells.filter((cell) => !isBlank(cell)).length === 1
  return isAlone && amount.kind === 'amount' && inFileSign(amount.minor, walk) === walk.sums.blockSum()
}

function readMark(mark: RowMark, context: RowInContext, table: Table | null, walk: Walk): RowOutcome {
  const firstCell = cellName(
    Math.max(
      0,
      context.row.cells.findIndex((cell) => !isBlank(cell)),
    ),
    context.row.number,
  )
  if (mark.kind === 'card') {
    walk.sums.startBlock()
    walk.section = { card: mark.card, holder: mark.holder, title: null, cardCell: firstCell, titleCell: null }
    if (!table) walk.fileCard = walk.section
    return { kind: 'skipped', reason: 'heading' }
  }
  if (mark.kind === 'section-title') {
    walk.sums.nameBlock(mark.isPurchases)
    const card = mark.isPurchases ? (walk.section?.card ? walk.section : walk.fileCard) : null
    walk.section = {
      card: card?.card ?? null,
      holder: card?.holder ?? null,
      cardCell: card?.cardCell ?? null,
      title: mark.title,
      titleCell: firstCell,
    }
    return { kind: 'skipped', reason: 'section-title' }
  }
  if (mark.kind === 'rate-note')
    return {
      kind: 'skipped',
      reason: 'rate-note',
      ...(walk.lastPurchase !== null && { params: { row: walk.lastPurchase } }),
    }
  if (mark.kind === 'balance') return { kind: 'skipped', reason: 'balance-row' }
  const printed = table ? readPrinted(mark, context, table, walk.rules) : null
  if (printed)
    walk.sums.print({
      cell: cellName(printed.column, context.row.number),
      label: mark.label,
      printed: printed.minor,
      isPurchaseSum: mark.isPurchaseSum,
    })
  return { kind: 'skipped', reason: 'printed-total', params: { label: mark.label } }
}

/** The label's column moves, the figure's less so: the amount column first, else the last figure of the row. */
function readPrinted(
  mark: Extract<RowMark, { kind: 'printed-total' }>,
  context: RowInContext,
  table: Table,
  rules: TransactionRules,
): { minor: number; column: number } | null {
  const total = table.bound.fields.get('total')
  const own = total?.kind === 'part' && total.part.kind === 'column' ? [total.part.index] : []
  for (const column of [...own, ...Array.from(context.row.cells.keys()).reverse()]) {
    const text = context.row.cells[column] ?? ''
    if (column === mark.labelColumn || isBlank(text)) continue
    const isTyped = context.row.kinds?.charAt(column) === 'n'
    const number = isTyped
      ? readTypedNumber(text)
      : readSourceNumber({ text, isTyped, cells: [] }, rules.columns.numbers.total)
    const minor = number.kind === 'number' ? minorFromDecimal(number.decimal, rules.mapping.currency) : null
    if (minor !== null) return { minor, column }
  }
  return null
}

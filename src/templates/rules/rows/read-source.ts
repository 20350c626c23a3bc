import type { LocalDate } from '#kernel/local-dates.ts'
import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import type { RowSheet, Spreadsheet } from '#spreadsheets/index.ts'
import type { ControlSum, TemplateMapping } from '../../contract.ts'
import { isBlank, normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { isOpenDay, looksLikeDate } from '../cells/dates.ts'
import { purchaseDateIn } from '../cells/merchant-text.ts'
import { findDoubt, findOtherAmount } from '../columns/new-columns.ts'
import { statusOf } from '../columns/row-state.ts'
import { hasNamedDay, hasTextAndFigure, looksLikePurchase } from '../layout/above-table.ts'
import { lacking, plainColumnOf, type RowInContext, readText } from '../mapping/bind-fields.ts'
import { withRowNumber } from '../mapping/own-cells.ts'
import type { ReadRow, RowOutcome, SourceReading } from '../mapping/reading.ts'
import { stateOf } from '../words/payment-states.ts'
import { endsPending } from '../words/pending-sections.ts'
import { isPendingLabel, markOf, mayBeTotal, type RowMark } from '../words/row-marks.ts'
import { saysNoShop } from './card-texts.ts'
import { askIfCutOff, cutAmount } from './cut-amount.ts'
import { nameDayAbove } from './day-above.ts'
import { type LocatedRow, layOutRows, type Table } from './lay-out-rows.ts'
import { asListed, warningOf } from './other-listings.ts'
import { datedTotal, inFileSign, readPrinted, undatedTotal } from './printed-totals.ts'
import { type AmountReading, readAmount } from './read-amount.ts'
import { readCurrencies } from './read-currencies.ts'
import { readKnown } from './read-known.ts'
import { readTransaction } from './read-transaction.ts'
import { readNote } from './side-notes.ts'
import { openSurvey } from './survey-source.ts'
import type { TransactionRules } from './transaction.ts'
import { beginWalk, isOutside, type Walk } from './walk.ts'

/**
 * Reads a source under a template: every row that is not empty comes out once, in order, as a purchase, as skipped with
 * the reason, or as unreadable with the cell and the cause. Sheets that the template does not read are told in a warning
 * with their number of rows.
 */
export function readSource(
  spreadsheet: Spreadsheet,
  mapping: TemplateMapping,
  options: { today: LocalDate },
): SourceReading {
  const source = openSource(spreadsheet.sheets, mapping, { ...options, firstRows: null })
  const rows = Array.from(source.rows, nameCells)
  const { controlSums, warnings } = source.finish()
  return {
    rows,
    controlSums,
    warnings: [...spreadsheet.warnings, ...warnings],
    accountCurrency: mapping.currency,
  }
}

/** With the cells of a purchase as the spreadsheet shows them. */
function nameCells(row: ReadRow): ReadRow {
  const { outcome, number } = row
  if (outcome.kind !== 'purchase') return row
  return { ...row, outcome: { ...outcome, cellsOf: withRowNumber(outcome.cellsOf, number) } }
}

export type OpenedSource = {
  /** To be walked once. Of a purchase's cells those of its own row may stand there by their letter alone. */
  rows: Iterable<ReadRow>
  /**
   * What is known when every row has been read. `isMisjudged`: the rest of the file says something else than its first rows
   * did (number format, order of dates), by which all were read: read it again with `firstRows: null`.
   */
  finish(): { controlSums: ControlSum[]; warnings: RowProblem[]; isMisjudged: boolean }
}

/** So many rows are looked at before the first is read. In nearly every file they say what all of them say. */
const usualFirstRows = 1000

/**
 * The same for sources of any length, walked once. What the whole file decides (header, number formats, order of dates,
 * month) is first judged by its first rows; whether the others agree is known at the end. With `firstRows` null a walk of
 * its own looks at all rows first.
 */
export function openSource(
  sheets: Iterable<RowSheet>,
  mapping: TemplateMapping,
  { today, firstRows = usualFirstRows }: { today: LocalDate; firstRows?: number | null },
): OpenedSource {
  const laidOut = layOutRows(sheets, mapping)
  const survey = openSurvey(mapping, today)
  const rest = laidOut.rows[Symbol.iterator]()
  const first: LocatedRow[] = []
  let hasHeader = false
  let isWhole = false
  while (firstRows === null || first.length < firstRows) {
    const { value, done } = rest.next()
    if (done) {
      isWhole = true
      hasHeader = laidOut.found().hasHeader
      break
    }
    survey.add(value)
    if (value.table) hasHeader = true
    if (firstRows !== null) first.push(value)
  }
  const judged = survey.decide()
  const walk = beginWalk(mapping, judged, hasHeader)
  function* rows(): Generator<LocatedRow> {
    if (firstRows === null) return yield* laidOut.rows
    yield* first.splice(0)
    if (isWhole) return
    for (let next = rest.next(); !next.done; next = rest.next()) {
      survey.add(next.value)
      yield next.value
    }
  }
  return {
    rows: readRows({ [Symbol.iterator]: rows }, walk),
    finish() {
      const { hasHeader: isFound, warnings } = laidOut.found()
      const { columns, listing, warnings: fees, said } = isWhole ? judged : survey.decide()
      return {
        controlSums: walk.sums.finish({ hasSheets: walk.sheets > 1 }),
        warnings: [
          ...warningOf(listing),
          ...warnings,
          ...columns.warnings,
          ...fees,
          ...walk.types.warnings(),
          ...walk.texts.warnings(),
          ...walk.digits.warnings(),
          ...walk.vatAbroad.warnings(),
          ...walk.ids.warnings(),
        ],
        isMisjudged: said !== judged.said || isFound !== hasHeader,
      }
    },
  }
}

/** Each row is read when the next is known: a note with the rate stands under its purchase. */
function* readRows(rows: Iterable<LocatedRow>, walk: Walk): Generator<ReadRow> {
  let current: LocatedRow | null = null
  for (const next of rows) {
    if (next.sheet !== current?.sheet) walk.sheets++
    if (current) yield readRow(current, next, walk)
    current = next
  }
  if (current) yield readRow(current, undefined, walk)
}

function readRow(located: LocatedRow, next: LocatedRow | undefined, walk: Walk): ReadRow {
  const rateNote = walk.hasRateNotes ? noteBelow(next) : null
  const decided = askIfCutOff(located, decideRow(located, rateNote, walk))
  const isPurchase = decided.kind === 'purchase'
  const outcome = isPurchase ? walk.vatAbroad.leaveOut(walk.digits.leaveOut(decided, located.row)) : decided
  if (outcome.kind === 'purchase') {
    walk.lastPurchase = located.row.number
    walk.ids.note(outcome.fields)
  }
  const { section } = walk
  const known: RowOutcome =
    outcome.kind === 'unreadable' ? { ...outcome, ...readKnown(located, { ...outcome, rateNote }, walk) } : outcome
  return {
    sheet: located.sheet,
    number: located.row.number,
    cells: located.row.cells,
    section: section && { card: section.card, holder: section.holder, title: section.title },
    // The day of a purchase may stand in its text.
    outcome: walk.rules.mapping.dateFromText ? known : nameDayAbove(known, located.sheet, walk.dayAbove),
  }
}

function decideRow(located: LocatedRow, rateNote: RowInContext['rateNote'], walk: Walk): RowOutcome {
  const { table } = located
  if (located.isHeader) {
    walk.sums.startBlock()
    walk.pending.meetHeader(located.sheet)
    return { kind: 'skipped', reason: 'header' }
  }
  if (!table) return readAbove(located, walk)
  if (walk.unmapped) return { kind: 'unreadable', problems: [walk.unmapped] }
  const isPlain = !rateNote && !walk.pending.isOpen && !located.row.cutOff
  const alike = !isPlain ? null : walk.alike.read(located, walk.section)
  if (alike) {
    walk.sums.count(inFileSign(alike.fields.amountSek ?? 0, walk))
    return alike
  }
  const outcome = asListed(readWhole(located, table, rateNote, walk), walk.listing, (minor) => inFileSign(minor, walk))
  const label = outcome.kind === 'purchase' ? normaliseLabel(outcome.fields.merchant) : ''
  if (isPlain && !mayBeTotal(label) && !saysNoShop(label)) walk.alike.learn(located, outcome)
  return outcome
}

function readWhole(located: LocatedRow, table: Table, rateNote: RowInContext['rateNote'], walk: Walk): RowOutcome {
  const context: RowInContext = { row: located.row, sheet: located.sheet, section: walk.section, rateNote }
  const currency = readCurrencies(context, table, walk.rules)
  const dateSource = table.bound.fields.get('invoiceDate')
  const date = dateSource ? readText(dateSource, context) : { text: '', cells: [] }
  const reading = walk.rules.columns.dates.invoiceDate(date.text, located.sheet)
  const amount = readAmount(table.bound.fields, context, walk.rules, currency)
  if (reading.kind !== 'date' || amount.kind !== 'amount')
    return readOther({ context, table, date, dateReading: reading, amount }, walk)
  const total = datedTotal(context, table, amount.minor, walk)
  if (total) return readMark(total, context, table, walk)
  const cut = cutAmount(located, amount, walk.rules.columns.recordWidths)
  const problem =
    lostColumn(table) ??
    cut ??
    currency.problem ??
    findDoubt(located.row, table, amount.minor) ??
    findOtherAmount(located.row, table, plainColumnOf(table.bound.fields.get('total')))
  if (problem)
    return { kind: 'unreadable', problems: [problem], ...(currency.total === 'SEK' && { amountSek: amount.minor }) }
  walk.pending.meetRow()
  const { fields } = table.bound
  const invoiceDate = walk.rules.mapping.dateFromText
    ? dayOfPurchase({ date: reading.date, cells: date.cells }, fields, context)
    : { date: reading.date, cells: date.cells }
  const outcome = readTransaction(
    {
      fields,
      context,
      isBlankStatusPending: table.isBlankStatusPending,
      hasOwnStates: table.hasOwnStates,
      asked: walk.rules.columns.askedStates,
      isOutsideSections: isOutside(walk),
      isUnderPending: walk.pending.isOpen,
      invoiceDate,
      amount,
      currency,
    },
    walk.rules,
  )
  if (outcome.kind === 'skipped' && outcome.reason === 'pending') walk.sums.countPending(inFileSign(amount.minor, walk))
  else if (outcome.kind !== 'skipped' || outcome.reason !== 'balance-row')
    walk.sums.count(inFileSign(amount.minor, walk), outcome.kind === 'skipped' && outcome.reason === 'payment-to-card')
  walk.types.note(outcome, fields.get('type'), context)
  const merchant = fields.get('merchant')
  if (merchant) walk.texts.note(outcome, tidyText(readText(merchant, context).text), walk.section?.title ?? null)
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

const requiredFields = new Set(['merchant', 'invoiceDate', 'total', 'amountIn', 'amountOut', 'direction', 'currency'])
function lostColumn(table: Table): RowProblem | null {
  const lost = table.bound.missing.find(({ field }) => requiredFields.has(field))
  return lost ? { code: 'column-missing', params: { column: lost.column, field: lost.field } } : null
}

function noteBelow(next: LocatedRow | undefined): RowInContext['rateNote'] {
  if (!next) return null
  const column = next.row.cells.findIndex((cell) => !isBlank(cell))
  const first = next.row.cells[column] ?? ''
  if (!/^\s*[a-zåäö]/i.test(first)) return null
  const mark = markOf(next.row.cells)
  return mark?.kind === 'rate-note' && mark.rate !== null
    ? { rate: mark.rate, cell: cellName(column, next.row.number) }
    : null
}

/**
 * Above the first header of a sheet: the file's title, the account, a card, a section's title. A row that looks like a
 * purchase is none of these: its sheet has no header, or the header was sorted down among the rows.
 */
function readAbove({ row, sheet }: LocatedRow, walk: Walk): RowOutcome {
  const mark = markOf(row.cells)
  if (mark?.kind === 'card' || mark?.kind === 'section-title' || mark?.kind === 'state-title')
    return readMark(mark, { row, sheet, section: null, rateNote: null }, null, walk)
  const isPurchase = walk.hasHeader
    ? mark === null && looksLikePurchase(row) && !hasNamedDay(row)
    : row.cells.some(looksLikeDate) || (mark === null && hasTextAndFigure(row))
  if (isPurchase) return { kind: 'unreadable', problems: [{ code: 'header-not-found' }] }
  if (walk.pending.isOpen && endsPending(row.cells)) walk.pending.close()
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
  const isInKronor = (table.currency ?? walk.rules.mapping.currency) === 'SEK'
  const amountSek = amount.kind === 'amount' && isInKronor ? { amountSek: amount.minor } : {}
  // A shop may be called `Total`; a printed total has no day whose order a person has yet to say.
  const mark = isOpenDay(dateReading) ? null : markOf(context.row.cells)
  if (mark) return readMark(mark, context, table, walk)
  const total = amount.kind === 'amount' ? undatedTotal(context.row, amount.minor, walk) : null
  if (total) return readMark(total, context, table, walk)
  const merchant = table.bound.fields.get('merchant')
  const texts = [date.text, merchant ? readText(merchant, context).text : '']
  if (texts.some((text) => isPendingLabel(normaliseLabel(text))) || isPendingState(odd, walk.rules)) {
    if (amount.kind === 'amount') walk.sums.countPending(inFileSign(amount.minor, walk))
    return { kind: 'skipped', reason: 'pending', ...amountSek }
  }
  const lost = lostColumn(table)
  const problems: RowProblem[] = lost ? [lost] : []
  if (!lost) {
    if (isOpeningBalance(odd)) return { kind: 'skipped', reason: 'balance-row' }
    // formulas of a form that nobody has filled in further down
    if (dateReading.kind === 'empty' && amount.kind === 'amount' && amount.minor === 0)
      return { kind: 'skipped', reason: 'zero-amount' }
    const note = readNote(context.row, { date: dateReading.kind, amount: amount.kind })
    if (note) {
      if (note.reason !== 'printed-total' && !context.row.cells.some((cell) => /\d/.test(cell))) walk.pending.close()
      return note
    }
    if (dateReading.kind === 'empty')
      problems.push(lacking('date-missing', table.bound.fields.get('invoiceDate'), context))
    if (dateReading.kind === 'unreadable')
      problems.push({ code: dateReading.reason, cell: date.cells[0], value: date.text })
    if (amount.kind === 'empty') problems.push(lacking('amount-missing', table.bound.fields.get('total'), context))
    if (amount.kind === 'unreadable') problems.push(amount.problem)
  }
  return { kind: 'unreadable', problems, ...amountSek }
}

/** `Betalningar` or `Utgående skuld` where the day should stand, without a shop, waits for no day of booking. */
function isPendingState({ context, table, date }: OddRow, { columns }: TransactionRules): boolean {
  if (date.text === '') return false
  const merchant = table.bound.fields.get('merchant')
  if (table.isBlankStatusPending && merchant && isBlank(readText(merchant, context).text))
    return stateOf(date.text) === 'pending'
  const { isBlankStatusPending, hasOwnStates } = table
  const asked = columns.askedStates
  const said = statusOf({ fields: table.bound.fields, context, isBlankStatusPending, hasOwnStates, asked })
  return said === 'pending' || stateOf(date.text) === 'pending' // `Väntar` where the day should stand
}

/** A date and a balance, but neither text nor amount: what stood on the account before the first row. */
function isOpeningBalance({ context, table, dateReading, amount }: OddRow): boolean {
  if (dateReading.kind !== 'date' || amount.kind !== 'empty' || table.balanceColumn === null) return false
  const merchant = table.bound.fields.get('merchant')
  return !isBlank(context.row.cells[table.balanceColumn]) && (!merchant || isBlank(readText(merchant, context).text))
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
  if (mark.kind === 'state-title') {
    if (mark.isPending) walk.pending.open(context.sheet)
    else walk.pending.close()
    return { kind: 'skipped', reason: 'section-title' }
  }
  if (mark.kind === 'section-title') {
    walk.pending.close()
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
      sheet: context.sheet,
      cell: cellName(printed.column, context.row.number),
      label: mark.label,
      printed: printed.minor,
      isPurchaseSum: mark.isPurchaseSum,
    })
  return { kind: 'skipped', reason: 'printed-total', params: { label: mark.label } }
}

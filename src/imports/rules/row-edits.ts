import { minorFromDecimal, multiplyRounded } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { ReadFields, TargetField } from '#templates/contract.ts'
import { nothingElseRead } from '#templates/rules/nothing-else-read.ts'
import type { EditField, RowEdits, RowReading, UnreadRow } from '../contract.ts'

/** What the file says of a row: a purchase, or what is left of one that could not be read whole. */
export type RowOfFile = { reading: RowReading | null; unread: UnreadRow | null; edits: RowEdits | null }

/** The row with what was written by hand in place of what the file says. */
export type EditedRow = {
  reading: RowReading | null
  /** Why it still cannot be read; empty with a reading. */
  problems: RowProblem[]
  amount: number | null
  known?: { date: string | null; merchant: string | null } | undefined
}

const targetsOf: Record<Exclude<EditField, 'vatType'>, TargetField[]> = {
  invoiceDate: ['invoiceDate'],
  merchant: ['merchant'],
  total: ['total', 'amountIn', 'amountOut'],
  currency: ['currency', 'rate'],
  foreignAmount: ['foreignAmount', 'rate'],
  vat: ['vatAmount', 'vatRate'],
  persons: ['persons'],
  supplier: ['supplier'],
  account: ['account'],
  costCenter: ['costCenter'],
  project: ['project'],
  comments: ['comments'],
  creditOf: [],
}

/** Puts the edits in place of the file's values. A row that could not be read is one as soon as date, text and amount are there. */
export function applyEdits({ reading, unread, edits }: RowOfFile): EditedRow {
  const written = edits ?? {}
  if (reading) {
    const edited = edits ? editReading(reading, written) : reading
    return { reading: edited, problems: [], amount: edited.fields.amountSek }
  }
  if (!unread) return { reading: null, problems: [], amount: null }
  const base = baseOf(unread, written)
  const amount = written.total === undefined ? unread.amount : minorFromDecimal(written.total, 'SEK')
  const { merchant, invoiceDate } = base
  if (edits === null || merchant === null || invoiceDate === null || amount === null)
    return { reading: null, problems: leftOf(unread, written), amount, known: { date: invoiceDate, merchant } }
  const fields = {
    ...nothingElseRead,
    ...{ merchant, invoiceDate, amountSek: amount, currency: 'SEK', foreignAmount: null },
    card: unread.known?.card ?? null,
  }
  const made = editReading({ fields, cellsOf: {}, sheet: unread.sheet }, written)
  return { reading: made, problems: [], amount: made.fields.amountSek }
}

function baseOf({ known }: UnreadRow, { merchant, invoiceDate }: RowEdits) {
  return { merchant: merchant ?? known?.merchant ?? null, invoiceDate: invoiceDate ?? known?.invoiceDate ?? null }
}

/** What stood in the way and is not mended yet; then what is still missing. */
function leftOf(unread: UnreadRow, written: RowEdits): RowProblem[] {
  const isMended = ({ code }: RowProblem) =>
    (code.startsWith('date-') && written.invoiceDate !== undefined) ||
    (/^(?:amount|rate|direction|booked)-/.test(code) && written.total !== undefined) ||
    (code === 'merchant-missing' && written.merchant !== undefined)
  const left = unread.problems.filter((problem) => !isMended(problem))
  if (Object.keys(written).length === 0 || left.length > 0) return left
  const { merchant, invoiceDate } = baseOf(unread, written)
  return [
    ...(invoiceDate === null ? [{ code: 'date-missing' }] : []),
    ...(merchant === null ? [{ code: 'merchant-missing' }] : []),
    ...(written.total === undefined && unread.amount === null ? [{ code: 'amount-missing' }] : []),
  ]
}

function editReading(reading: RowReading, written: RowEdits): RowReading {
  const names = Object.keys(written) as EditField[]
  const edited = names.flatMap((name) => (name === 'vatType' ? [] : targetsOf[name]))
  const fields = withAmounts(withTexts({ ...reading.fields }, written), written)
  const cellsOf = Object.fromEntries(
    Object.entries(reading.cellsOf).filter(([field]) => !edited.includes(field as TargetField)),
  )
  return {
    ...reading,
    fields,
    cellsOf,
    ...(edited.length > 0 && { edited }),
    ...(written.vatType && { vatType: written.vatType as VatType }),
  }
}

function withTexts(fields: ReadFields, written: RowEdits): ReadFields {
  if (written.invoiceDate) fields.invoiceDate = written.invoiceDate
  if (written.merchant) fields.merchant = written.merchant
  if (written.supplier) fields.supplier = written.supplier
  if (written.persons !== undefined) {
    if (written.persons === '') delete fields.persons
    else fields.persons = written.persons
  }
  for (const field of ['account', 'costCenter', 'project', 'comments'] as const) {
    const value = written[field]
    if (value !== undefined) fields[field] = value || null
  }
  return fields
}

/** Of an account in another currency whose total a person wrote in kronor: what else the file says goes at the same rate. */
function inKronor(fields: ReadFields, sek: number | null): void {
  const { amountSek, foreignAmount, vatAmount, fee } = fields
  if (amountSek !== null || !sek || !foreignAmount) return
  const toKronor = (minor: number) => multiplyRounded(minor, Math.abs(sek), Math.abs(foreignAmount))
  if (vatAmount !== null) fields.vatAmount = toKronor(vatAmount)
  if (fee !== undefined) fields.fee = toKronor(fee)
}

/** Both amounts of a purchase and its VAT go the same way as its total. */
function withAmounts(fields: ReadFields, written: RowEdits): ReadFields {
  if (written.total) inKronor(fields, minorFromDecimal(written.total, 'SEK'))
  if (written.total !== undefined) fields.amountSek = minorFromDecimal(written.total, 'SEK')
  if (written.currency) fields.currency = written.currency
  if (written.foreignAmount) fields.foreignAmount = minorFromDecimal(written.foreignAmount, fields.currency)
  if (written.currency === 'SEK') fields.foreignAmount = null
  if (written.currency !== undefined || written.foreignAmount !== undefined) fields.rate = null
  if (written.vat !== undefined) {
    fields.vatAmount = written.vat === '' ? null : minorFromDecimal(written.vat, 'SEK')
    delete fields.vatRate
  }
  const isRefund = (fields.amountSek ?? fields.foreignAmount ?? 0) < 0
  const directed = (minor: number | null) => (minor ? Math.abs(minor) * (isRefund ? -1 : 1) : minor)
  return { ...fields, foreignAmount: directed(fields.foreignAmount), vatAmount: directed(fields.vatAmount) }
}

import { minorFromDecimal } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { ReadFields, TargetField } from '#templates/contract.ts'
import type { EditField, RowEdits, RowReading } from '../contract.ts'
import { atRateOf, fieldsToMend, leftToMend } from './mend-unread.ts'
import type { UnreadRow } from './unread-row.ts'

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
  dueDate: ['dueDate'],
  paymentDate: ['paymentDate'],
  comments: ['comments'],
  creditOf: [],
}

/**
 * Puts the edits in place of the file's values. A row that could not be read is one when everything that stood in the way is
 * written, with all else that was read of it.
 */
export function applyEdits({ reading, unread, edits }: RowOfFile): EditedRow {
  const written = edits ?? {}
  if (reading) {
    const edited = edits ? editReading(reading, written) : reading
    return { reading: edited, problems: [], amount: edited.fields.amountSek }
  }
  if (!unread) return { reading: null, problems: [], amount: null }
  const { merchant, invoiceDate } = baseOf(unread, written)
  const problems = leftToMend(unread, written)
  if (merchant === null || invoiceDate === null || problems.length > 0) {
    const amount = written.total === undefined ? unread.amount : minorFromDecimal(written.total, 'SEK')
    return { reading: null, problems, amount, known: { date: invoiceDate, merchant } }
  }
  const { cellsOf = {}, byTemplate } = unread.known?.rest ?? {}
  const fields = { ...fieldsToMend(unread, written), merchant, invoiceDate }
  const whole = { fields, cellsOf, sheet: unread.sheet, ...(byTemplate && { byTemplate }) }
  const made = editReading(whole, written)
  return { reading: made, problems: [], amount: made.fields.amountSek }
}

function baseOf({ known }: UnreadRow, { merchant, invoiceDate }: RowEdits) {
  return { merchant: merchant ?? known?.merchant ?? null, invoiceDate: invoiceDate ?? known?.invoiceDate ?? null }
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
  if (written.paymentDate) fields.paymentDate = written.paymentDate
  else if (written.paymentDate === '') delete fields.paymentDate
  for (const field of ['account', 'costCenter', 'project', 'dueDate', 'comments'] as const) {
    const value = written[field]
    if (value !== undefined) fields[field] = value || null
  }
  return fields
}

/** Of an account in another currency whose total a person wrote in kronor: what else the file says goes at the same rate. */
function inKronor(fields: ReadFields, sek: number | null): void {
  const { amountSek, foreignAmount } = fields
  if (amountSek === null && sek && foreignAmount) atRateOf(fields, sek, foreignAmount)
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

import type { InvoiceDetail, ListedInvoice } from '#connectors/accounting-connector.ts'
import { toSek } from '#kernel/exchange-rates.ts'
import { decimalFromMinor } from '#kernel/money.ts'
import type { Table, TableCell } from '#spreadsheets/index.ts'
import { type FieldSource, type TargetField, type TemplateMapping, targetFields } from '#templates/contract.ts'
import { columnsOfSource } from '#templates/rules/mapping/columns-of-source.ts'
import { columnToWrite, type WriteBack, writeBackOf } from './write-back.ts'

/** An invoice to write; `detail` where the template asks for what the list does not tell. */
export type InvoiceToWrite = { listed: ListedInvoice; detail: InvoiceDetail | null }

/** What the words of a state or kind are in the reader's language. */
export type ExportWords = { state(invoice: ListedInvoice): string; kind(invoice: ListedInvoice): string }

/** Fields that only the invoice itself tells. */
const detailFields: ReadonlySet<TargetField> = new Set([
  'vatAmount',
  'comments',
  'ourReference',
  'yourReference',
  'ocr',
  'account',
  'costCenter',
  'project',
  'rowText',
])

/** Fields an invoice fills; the others of a template (a card's number, a city) the accounting system does not know. */
export const exportableFields: ReadonlySet<TargetField> = new Set([
  ...detailFields,
  'merchant',
  'supplier',
  'invoiceDate',
  'dueDate',
  'paymentDate',
  'total',
  'amountIn',
  'amountOut',
  'direction',
  'currency',
  'accountCurrency',
  'foreignAmount',
  'rate',
  'invoiceNumber',
  'providerId',
  'status',
  'type',
])

export function needsDetail({ fields }: TemplateMapping): boolean {
  return Object.keys(fields).some((field) => detailFields.has(field as TargetField))
}

/**
 * The template's mapping read backwards: each column is filled with the field that an import reads from it, in the
 * template's own number format, date order and sign rule. So what is written reads back as the same invoices. Rows are
 * laid out as they are asked for: a hundred thousand at once would hold up everybody else.
 */
export function layOutInvoices(
  invoices: readonly InvoiceToWrite[],
  mapping: TemplateMapping,
  words: ExportWords,
  name: string,
): Table {
  const columns = fieldsOfColumns(mapping)
  return {
    name,
    columns: mapping.header.map((title) => ({ title, width: Math.max(12, Math.min(40, title.length + 4)) })),
    rows: {
      *[Symbol.iterator]() {
        for (const invoice of invoices) yield rowOf(columns, invoice, mapping, words)
      },
    },
  }
}

type ColumnField = { field: TargetField; when: 'domestic' | 'foreign' | null; back: WriteBack | null }
type WrittenCell = { cell: TableCell; back: WriteBack | null }

function fieldsOfColumns({ header, fields }: TemplateMapping): ColumnField[][] {
  const columns: ColumnField[][] = header.map(() => [])
  // In an order of its own, since what is stored keeps none: who was bought from stands before what else the column fills.
  const mapped = targetFields.flatMap((field) => (fields[field] ? [{ field, source: fields[field] }] : []))
  const wanted = mapped.flatMap(({ field, source }) => {
    const column = exportableFields.has(field) ? columnToWrite(source, takenBesides(field, mapped)) : null
    return column === null ? [] : [{ field, source, ...column, isSecond: goesBehind(field, source, column.isSecond) }]
  })
  for (const { field, source, index, isSecond } of wanted) {
    if (isSecond && wanted.some((other) => other.index === index && other.field !== field)) continue
    const when = source.kind === 'source' ? (source.when ?? null) : null
    columns[index]?.push({ field, when, back: writeBackOf(source, index) })
  }
  return columns
}

/** What was bought in goes before what the account is kept in, and a shop that stands in a longer text before that text. */
function goesBehind(field: TargetField, source: FieldSource, isSecond: boolean): boolean {
  if (field === 'merchant' && source.kind === 'pattern') return false
  return isSecond || field === 'accountCurrency'
}

/** Columns that another field reads alone; the merchant goes before any. */
function takenBesides(field: TargetField, mapped: readonly { field: TargetField; source: FieldSource }[]): Set<number> {
  const others = field === 'merchant' ? [] : mapped.filter((one) => one.field !== field)
  return new Set(
    others
      .filter(
        ({ field: other, source }) => other === 'merchant' || source.kind === 'source' || source.kind === 'pattern',
      )
      .flatMap(({ source }) => columnsOfSource(source))
      .flatMap((ref) => (ref.kind === 'column' ? [ref.index] : [])),
  )
}

/** What a template's rules make a value of is known when the row's other columns are. */
function rowOf(
  columns: readonly ColumnField[][],
  invoice: InvoiceToWrite,
  mapping: TemplateMapping,
  words: ExportWords,
): TableCell[] {
  const written = columns.map((fields) => cellOf(fields, invoice, mapping, words))
  const values = written.map(({ cell }) => cell.value)
  return written.map(({ cell, back }) =>
    back && cell.kind === 'text' && cell.value !== '' ? { ...cell, value: back(cell.value, values) } : cell,
  )
}

const empty: TableCell = { kind: 'text', value: '' }

/** Two fields of one column share it by the invoice's currency (`when`); otherwise the first with a value stands there. */
function cellOf(
  fields: readonly ColumnField[],
  invoice: InvoiceToWrite,
  mapping: TemplateMapping,
  words: ExportWords,
): WrittenCell {
  const isForeign = invoice.listed.currency !== mapping.currency
  for (const { field, when, back } of fields) {
    if (when !== null && (when === 'foreign') !== isForeign) continue
    const cell = fieldCell(field, invoice, mapping, words)
    if (cell.value !== '') return { cell, back }
  }
  return { cell: empty, back: null }
}

function fieldCell(
  field: TargetField,
  { listed, detail }: InvoiceToWrite,
  mapping: TemplateMapping,
  words: ExportWords,
): TableCell {
  const text = (value: string | null | undefined): TableCell => ({ kind: 'text', value: value ?? '' })
  const foreign = hasForeignColumn(mapping) && listed.currency !== mapping.currency
  switch (field) {
    case 'merchant':
      return text(listed.supplierName)
    case 'invoiceDate':
      return day(listed.invoiceDate, mapping)
    case 'dueDate':
      return day(listed.dueDate, mapping)
    case 'paymentDate':
      return day(listed.finalPayDate, mapping)
    case 'total':
    case 'amountIn':
    case 'amountOut':
      return amountCell(field, listed, mapping)
    case 'direction':
      return text(
        listed.total < 0 ? (mapping.incomingDirections?.[0] ?? 'IN') : (mapping.outgoingDirections[0] ?? 'OUT'),
      )
    case 'currency':
      return text(listed.currency)
    case 'accountCurrency':
      return text(totalIn(mapping, listed)?.currency)
    case 'foreignAmount':
      return foreign ? money(Math.abs(listed.total), listed.currency) : empty
    case 'rate':
      return listed.rate === null ? empty : { kind: 'number', value: listed.rate }
    case 'vatAmount':
      return detail ? vatCell(mapping, listed, detail.vat) : empty
    case 'account':
      return text(costRows(detail)[0]?.account.toString())
    case 'rowText':
      return text(costRows(detail)[0]?.text)
    default:
      return text(textOf(field, listed, detail, words))
  }
}

function textOf(
  field: TargetField,
  listed: ListedInvoice,
  detail: InvoiceDetail | null,
  words: ExportWords,
): string | null | undefined {
  const texts: Partial<Record<TargetField, string | null | undefined>> = {
    invoiceNumber: listed.invoiceNumber,
    supplier: listed.supplierNumber,
    providerId: listed.number,
    costCenter: listed.costCenter || firstOf(detail, 'costCenter'),
    project: listed.project || firstOf(detail, 'project'),
    comments: detail?.comments,
    ourReference: detail?.ourReference,
    yourReference: detail?.yourReference,
    ocr: detail?.ocr,
    status: words.state(listed),
    type: words.kind(listed),
  }
  return texts[field]
}

/** Cost rows carry no mark of the accounting system's own, or that of a preset account. */
function costRows(detail: InvoiceDetail | null): InvoiceDetail['rows'] {
  return detail?.rows.filter(({ code }) => code === null || code === 'PRE') ?? []
}

/** An invoice that says none as a whole may say it on its cost rows, as ours do. */
function firstOf(detail: InvoiceDetail | null, field: 'costCenter' | 'project'): string | undefined {
  return costRows(detail).find((row) => row[field])?.[field] ?? undefined
}

const hasForeignColumn = ({ fields }: TemplateMapping) => fields.foreignAmount !== undefined

/**
 * In the account's currency where the template keeps foreign amounts apart or names no currency at all; else in the
 * invoice's own. Empty where it cannot be told: a wrong amount is worse than none.
 */
function totalIn(
  mapping: TemplateMapping,
  { total, currency, rate }: ListedInvoice,
): { minor: number; currency: string } | null {
  if (currency === mapping.currency) return { minor: total, currency }
  if (!hasForeignColumn(mapping) && mapping.fields.currency !== undefined) return { minor: total, currency }
  if (mapping.currency !== 'SEK' || rate === null) return null
  const sek = toSek(total, currency, rate)
  return sek === null ? null : { minor: sek, currency: 'SEK' }
}

/** In the currency of the total beside it. */
function vatCell(mapping: TemplateMapping, listed: ListedInvoice, vat: number): TableCell {
  const inCurrency = totalIn(mapping, { ...listed, total: vat })
  return inCurrency === null ? empty : money(inCurrency.minor, inCurrency.currency)
}

function amountCell(
  field: 'total' | 'amountIn' | 'amountOut',
  listed: ListedInvoice,
  mapping: TemplateMapping,
): TableCell {
  const total = totalIn(mapping, listed)
  if (total === null) return empty
  const { minor, currency } = total
  if (mapping.signRule === 'two-columns') {
    const isHere = field === 'amountOut' ? minor >= 0 : minor < 0
    return isHere ? money(Math.abs(minor), currency) : empty
  }
  if (mapping.signRule === 'direction') return money(Math.abs(minor), currency)
  return money(mapping.signRule === 'inverted' && minor !== 0 ? -minor : minor, currency)
}

function money(minor: number | null, currency: string): TableCell {
  return minor === null ? empty : { kind: 'number', value: decimalFromMinor(minor, currency) }
}

function day(date: string | null, { dateOrder }: TemplateMapping): TableCell {
  if (date === null) return empty
  if (dateOrder === 'auto' || dateOrder === 'ymd') return { kind: 'date', value: date }
  const [year, month, dayOfMonth] = date.split('-')
  return {
    kind: 'text',
    value: dateOrder === 'dmy' ? `${dayOfMonth}/${month}/${year}` : `${month}/${dayOfMonth}/${year}`,
  }
}

import { deriveRate } from '#kernel/exchange-rates.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { AccountRow, InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { Granularity } from '#templates/contract.ts'
import type { PostingStep } from '../contract.ts'
import { monthOf } from './posting-ground.ts'
import { isReverseCharged } from './vat.ts'
import { vatPercent } from './vat-rates.ts'

export type InvoiceParts = { invoice: SupplierInvoice; payment: InvoicePayment | null; steps: PostingStep[] }

/** What of the file one invoice gathers: a sheet, the whole of it, or a card. */
export function placeOf({ sheet, card }: { sheet: string; card: string | null }, granularity: Granularity): string {
  if (granularity === 'sheet') return sheet
  return granularity === 'card' ? cardOf(card ?? '') : ''
}

/** A card as one file names it, however its digits are masked: two cards may end in the same four, or stand under two names. */
function cardOf(text: string): string {
  return text.toLowerCase().replace(/x{2,}|[^\p{L}\p{N}]/gu, '') || text
}

/**
 * Rows with the same key become one invoice: those of one supplier in one place. Currencies, VAT types, invoice numbers
 * and modes of payment stay apart, since an invoice has one of each, and a refund stays a credit invoice of its own. So do
 * financial years (*räkenskapsår*): dated as its last row, an invoice would take the old year's cost into the new. Under a
 * reverse charge the months stay apart too: its output VAT belongs in the return of the purchase's own period (SKV 4700,
 * boxes 30–32), while VAT that was charged may be deducted later. VAT that is credited may not be declared later (ML 13 kap.),
 * so refunds of two months are two credit invoices. Rows of one number are one invoice of the supplier's, whatever rates it holds.
 * VAT that was charged in another currency is weighed against the one rate of its invoice, so rates stay apart there. So do
 * rates of VAT that change by day, such as that of food: a refund takes back the VAT of its invoice's day.
 */
export function groupKey(
  { place, invoiceNumber, year }: { place: string; invoiceNumber: string | null; year: string | null },
  { invoice, payment }: InvoiceParts,
): string {
  const { supplierNumber, currency, vatType, total, vat, rate, ocr, invoiceDate, rows } = invoice
  const isReverse = isReverseCharged(vatType) || rows.some(({ role }) => role === 'reverse-credit')
  return JSON.stringify([
    place,
    year,
    invoiceNumber === null && (isReverse || (total < 0 && vat !== 0)) ? monthOf(invoiceDate) : null,
    invoiceNumber === null ? vatPercent(vatType, invoiceDate) : null,
    supplierNumber,
    currency,
    vat !== 0 ? rate : null,
    invoiceNumber === null || isReverse ? vatType : 'on-the-receipt',
    total < 0,
    invoiceNumber,
    ocr ?? null,
    payment?.modeOfPayment ?? null,
  ])
}

/** One invoice of several drafts with the same groupKey, dated as the last of them. */
export function mergeInvoices(parts: readonly InvoiceParts[], reference: string): InvoiceParts {
  const [first] = parts
  if (!first) throw new Error('a group has at least one row')
  if (parts.length === 1) return { ...first, invoice: { ...first.invoice, reference } }
  const last = parts.reduce(
    (latest, part) => (part.invoice.invoiceDate > latest.invoice.invoiceDate ? part : latest),
    first,
  )
  const total = sum(parts.map(({ invoice }) => invoice.total))
  const rows = mergeRows(parts.flatMap(({ invoice }) => invoice.rows))
  const debt = sum(rows.filter(({ role }) => role === 'debt').map((row) => row.credit - row.debit))
  const { currency } = first.invoice
  const rate = currency === 'SEK' ? '1' : (deriveRate(debt, total, currency) ?? first.invoice.rate)
  const invoice: SupplierInvoice = {
    ...last.invoice,
    reference,
    total,
    rate,
    rows,
    vat: sum(parts.map((part) => part.invoice.vat)),
    dueDate: latest(parts.map((part) => part.invoice.dueDate)),
    ...mergeTexts(parts),
    ...mergeCredits(parts),
  }
  return { invoice, payment: mergePayments(parts, invoice, debt), steps: last.steps }
}

/** Each text once, in the order of the rows; the connector cuts what there is no room for. */
function mergeTexts(
  parts: readonly InvoiceParts[],
): Pick<SupplierInvoice, 'comments' | 'ourReference' | 'yourReference'> {
  const merged = (field: 'comments' | 'ourReference' | 'yourReference') => {
    const texts = [...new Set(parts.flatMap(({ invoice }) => invoice[field] ?? []))]
    return texts.length > 0 ? { [field]: texts.join(', ') } : {}
  }
  return { ...merged('comments'), ...merged('ourReference'), ...merged('yourReference') }
}

function mergeCredits(parts: readonly InvoiceParts[]): Pick<SupplierInvoice, 'credits'> {
  const credits = new Map(parts.flatMap(({ invoice }) => invoice.credits ?? []).map((one) => [one.reference, one]))
  return credits.size > 0 ? { credits: [...credits.values()] } : {}
}

function mergePayments(
  parts: readonly InvoiceParts[],
  invoice: SupplierInvoice,
  amountSek: number,
): InvoicePayment | null {
  const payments = parts.flatMap(({ payment }) => (payment ? [payment] : []))
  const [first] = payments
  if (!first) return null
  return {
    ...first,
    paymentDate: latest(payments.map(({ paymentDate }) => paymentDate)),
    amount: invoice.total,
    rate: invoice.rate,
    amountSek,
  }
}

/** Cost rows keep their own line and text; VAT, base and debt rows of one account become one. */
function mergeRows(rows: readonly AccountRow[]): AccountRow[] {
  const merged = new Map<string, AccountRow>()
  for (const row of rows) {
    const { role, account, costCenter = '', project = '' } = row
    const key = role === 'cost' ? `cost ${merged.size}` : JSON.stringify([role, account, costCenter, project])
    const present = merged.get(key)
    merged.set(
      key,
      present ? { ...present, debit: present.debit + row.debit, credit: present.credit + row.credit } : row,
    )
  }
  const inOrder = [...merged.values()]
  return [
    ...inOrder.filter(({ role }) => role === 'cost'),
    ...inOrder.filter(({ role }) => role !== 'cost' && role !== 'debt'),
    ...inOrder.filter(({ role }) => role === 'debt'),
  ]
}

function latest(dates: readonly LocalDate[]): LocalDate {
  return [...dates].sort().at(-1) ?? ''
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

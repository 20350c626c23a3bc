import type { ExchangeRate } from './exchange-rates.ts'
import type { LocalDate } from './local-dates.ts'

/**
 * How the VAT (*moms*) of a purchase is treated. The rates and accounts behind each stand as dated data in
 * imports/rules.
 */
export const vatTypes = [
  'SE25',
  'SE12',
  'SE6',
  /** Food, whose rate changes by date. */
  'SE_FOOD',
  'SE0',
  'EU_GOODS',
  'EU_SERVICES',
  'NON_EU_SERVICES',
  'GOODS_IMPORT',
  'SE_REVERSE_GOODS',
  'SE_REVERSE_SERVICES',
  'REPRESENTATION',
  'CAR_HIRE',
  /** VAT of another country, charged to the card: part of the cost. */
  'FOREIGN_VAT',
  'NO_DEDUCTION',
] as const
export type VatType = (typeof vatTypes)[number]

/** What a row of the posting is for; connectors turn it into their own row codes. */
export type AccountRowRole =
  | 'cost'
  | 'vat'
  | 'debt'
  | 'reverse-debit'
  | 'reverse-credit'
  | 'base-debit'
  | 'base-credit'
  | 'rounding'

/** One row of the voucher (*konteringsrad*), amounts in öre, exactly one of debit and credit above zero. */
export type AccountRow = {
  account: number
  role: AccountRowRole
  debit: number
  credit: number
  costCenter?: string | undefined
  project?: string | undefined
  text?: string | undefined
}

/**
 * A supplier invoice (*leverantörsfaktura*) ready to be sent: what the preview shows is this, and what the connector
 * sends is made of this and nothing else. A credit invoice has a negative `total`.
 */
export type SupplierInvoice = {
  /** Our reference, at most 50 characters; the accounting system keeps it and it is how an invoice is found again. */
  reference: string
  supplierNumber: string
  invoiceNumber?: string | undefined
  invoiceDate: LocalDate
  dueDate: LocalDate
  currency: string
  /** SEK per unit of the currency; '1' for SEK. */
  rate: ExchangeRate
  /** In the invoice's currency, minor units. */
  total: number
  /** VAT to deduct as printed on the invoice, in the invoice's currency, minor units; 0 for reverse charge. */
  vat: number
  vatType: VatType
  /** In SEK, öre; they sum to zero. */
  rows: AccountRow[]
  comments?: string | undefined
  ourReference?: string | undefined
  yourReference?: string | undefined
  /** The payment reference printed on an invoice; digits only. */
  ocr?: string | undefined
  costCenter?: string | undefined
  project?: string | undefined
  /** Paid by card already: kept out of the bank's payment file. */
  isPaidByCard: boolean
  /** Purchases that a credit invoice takes back, whose invoices had no number there when it was shown. */
  credits?: CreditedPurchase[] | undefined
  /** The company runs the accounting system's warehouse: the invoice says that it is none of the warehouse's. */
  isOffStock?: boolean | undefined
}

export type CreditedPurchase = {
  /** Our reference of the purchase's invoice. */
  reference: string
  /** What `comments` says of it; its number is written behind when the credit invoice is sent. */
  text: string
  /** That number; null where it had none then either. Not set before. */
  number?: string | null | undefined
}

/** What there is room for in an invoice's texts: maxLength in Fortnox's OpenAPI document. */
export const longestTexts = { comments: 1000, invoiceNumber: 64, ourReference: 50, yourReference: 50, rowText: 100 }

/** How an invoice is paid: from which account, by which mode of payment (*betalningssätt*), when. */
export type InvoicePayment = {
  paymentDate: LocalDate
  modeOfPayment?: string | undefined
  /** Of that mode when the payment was confirmed: the accounting system books on whichever it has by then. */
  account?: number | undefined
  /** In the invoice's currency, minor units, signed as the invoice's total. */
  amount: number
  currency: string
  rate: ExchangeRate
  /** In SEK, öre. */
  amountSek: number
}

/** What an invoice costs in öre: its debt row, negative for a credit invoice. */
export function debtOf({ rows }: Pick<SupplierInvoice, 'rows'>): number {
  return rows.filter(({ role }) => role === 'debt').reduce((sum, row) => sum + row.credit - row.debit, 0)
}

/** A row with its sides changed, as a credit has it: amounts in rows never go below zero. */
export function mirrored(row: AccountRow): AccountRow {
  return { ...row, debit: row.credit, credit: row.debit }
}

export function isBalanced(rows: readonly AccountRow[]): boolean {
  return rows.reduce((sum, row) => sum + row.debit - row.credit, 0) === 0
}

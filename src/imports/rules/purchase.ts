import type { LocalDate } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { ReadPurchase } from '#templates/contract.ts'
import type { Edited, Origin } from '../contract.ts'

/** The supplier that a purchase's text was recognised as. */
export type KnownSupplier = {
  number: string
  name: string
  isActive: boolean
  /** As our user mapped it. */
  account: number | null
  vatType: VatType | null
  /** The day a person chose the VAT type. */
  vatChosenOn?: LocalDate
  /** As the accounting system's own register has it. */
  registerAccount: number | null
}

/** One purchase as the template read it; what `draftInvoice` makes an invoice of. */
export type Purchase = ReadPurchase &
  Edited & {
    /** Where it stands: row in its sheet, and which sheet of the file, from 1. */
    row: { number: number; sheet: number }
    supplier: KnownSupplier | null
    /** How the supplier was found; recognised by the merchant's text where nothing is said. */
    supplierOrigins?: Origin[]
    /** The supplier that the file names is none of the register's. */
    supplierProblem?: RowProblem
    /** Our reference: the same purchase has the same one from whatever file it comes, until its invoice is given back. */
    reference: string
  }

export const draftFields = [
  'supplier',
  'invoiceDate',
  'dueDate',
  'invoiceNumber',
  'total',
  'currency',
  'vat',
  'vatType',
  'account',
  'costCenter',
  'project',
  'rowText',
  'comments',
  'ourReference',
  'yourReference',
  'ocr',
  'paymentDate',
  'modeOfPayment',
  'paymentAccount',
] as const
export type DraftField = (typeof draftFields)[number]
export type Origins = Partial<Record<DraftField, Origin[]>>

import type { ReadFields } from '../../contract.ts'

/** What a purchase has of which only merchant, day and amount are known. */
export const nothingElseRead: Omit<
  ReadFields,
  'merchant' | 'invoiceDate' | 'amountSek' | 'currency' | 'foreignAmount'
> = {
  rate: null,
  vatAmount: null,
  dueDate: null,
  invoiceNumber: null,
  providerId: null,
  account: null,
  costCenter: null,
  project: null,
  comments: null,
  ourReference: null,
  yourReference: null,
  rowText: null,
  card: null,
}

import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** ICA Banken with six lines about the account above the header. */
export const icaWithMetadata: BuiltInFormat = {
  ...bankAccount,
  id: 'ica-with-metadata',
  name: 'ICA Banken',
  signature: ['Datum', 'Text', 'Belopp', 'Saldo'],
  isWholeHeader: true,
  rowsAbove: 4,
  fields: { merchant: { columns: ['Text'] }, invoiceDate: { columns: ['Datum'] }, total: { columns: ['Belopp'] } },
}

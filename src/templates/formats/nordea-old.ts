import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Nordea's old site: `"3.000,00"` in a file delimited by commas, pending rows without a balance. */
export const nordeaOld: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea-old',
  name: 'Nordea',
  signature: ['Datum', 'Transaktion', 'Kategori', 'Belopp', 'Saldo'],
  fields: {
    merchant: { columns: ['Transaktion'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
  },
  numberFormat: 'comma',
  dateFromText: true,
}

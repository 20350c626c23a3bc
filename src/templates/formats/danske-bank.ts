import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

export const danskeBank: BuiltInFormat = {
  ...bankAccount,
  id: 'danske-bank',
  name: 'Danske Bank',
  signature: ['Dato', 'Kategori', 'Underkategori', 'Tekst', 'Beløb', 'Saldo', 'Status'],
  fields: {
    merchant: { columns: ['Tekst'] },
    invoiceDate: { columns: ['Dato'] },
    total: { columns: ['Beløb'] },
    status: { columns: ['Status'] },
  },
  dateOrder: 'dmy',
  numberFormat: 'comma',
  currency: 'DKK',
}

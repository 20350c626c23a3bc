import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

export const nordeaDenmark: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea-denmark',
  name: 'Nordea (Danmark)',
  signature: ['Bogføringsdato', 'Beløb', 'Afsender', 'Modtager', ['Tekst', 'Navn'], 'Saldo'],
  fields: {
    merchant: { columns: ['Tekst', 'Navn'] },
    invoiceDate: { columns: ['Bogføringsdato'] },
    total: { columns: ['Beløb'] },
    currency: { columns: ['Valuta'] },
  },
  currency: 'DKK',
}

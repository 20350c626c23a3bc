import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Nordea Business. */
export const nordeaBusiness: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea-business',
  name: 'Nordea',
  signature: [
    ['Datum', 'Bokföringsdag'],
    'Belopp',
    'Avsändare',
    'Mottagare',
    'Namn',
    'Ytterligare detaljer',
    'Saldo',
    'Valuta',
  ],
  fields: {
    merchant: { firstOf: ['Ytterligare detaljer', 'Namn', 'Meddelande'] },
    invoiceDate: { columns: ['Datum', 'Bokföringsdag'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
    comments: { columns: ['Egna anteckningar'] },
  },
  dateFromText: true,
}

import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Nordea Business with a column for who was paid. */
export const nordeaBusinessPayee: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea-business-payee',
  name: 'Nordea',
  signature: ['Bokföringsdag', 'Betalningstyp', 'Betalare/Mottagare', 'Meddelande/Referens', 'Belopp', 'Saldo'],
  fields: {
    merchant: { firstOf: ['Betalare/Mottagare', 'Meddelande/Referens'] },
    invoiceDate: { columns: ['Bokföringsdag'] },
    total: { columns: ['Belopp'] },
    type: { columns: ['Betalningstyp'] },
    comments: { columns: ['Meddelande/Referens'] },
  },
  dateFromText: true,
}

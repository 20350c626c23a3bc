import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Nordea's netbank: `Rubrik` says who; the own account's number stands in `Avsändare` or `Mottagare`. */
export const nordea: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea',
  name: 'Nordea',
  signature: ['Bokföringsdag', 'Belopp', 'Avsändare', 'Mottagare', 'Namn', 'Rubrik', 'Saldo', 'Valuta'],
  fields: {
    merchant: { firstOf: ['Rubrik', 'Namn'] },
    invoiceDate: { columns: ['Bokföringsdag'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
  },
  dateFromText: true,
}

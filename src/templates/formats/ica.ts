import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** ICA Banken: amounts as `-144,75 kr`. */
export const ica: BuiltInFormat = {
  ...bankAccount,
  id: 'ica',
  name: 'ICA Banken',
  signature: ['Datum', 'Text', 'Typ', 'Budgetgrupp', 'Belopp', 'Saldo'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
    type: { columns: ['Typ'] },
  },
}

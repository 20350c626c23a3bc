import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Lunar in Swedish: `"12.345,67"` in a file delimited by commas. */
export const lunar: BuiltInFormat = {
  ...bankAccount,
  id: 'lunar',
  name: 'Lunar',
  signature: ['Datum', 'Titel', 'Belopp', 'Balans'],
  fields: {
    merchant: { columns: ['Titel'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
    foreignAmount: { columns: ['Utländska belopp', 'Utländskt belopp'], when: 'foreign' },
    providerId: { columns: ['Transaktions-ID'] },
  },
  numberFormat: 'comma',
}

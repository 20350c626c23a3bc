import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Lunar in English since 2026, with the time and an id. */
export const lunarEnglishTimed: BuiltInFormat = {
  ...bankAccount,
  id: 'lunar-english-timed',
  name: 'Lunar',
  signature: ['Date', 'Time', 'Title', 'Amount', 'Balance', 'Transaction ID'],
  fields: {
    merchant: { columns: ['Title'] },
    invoiceDate: { columns: ['Date'] },
    total: { columns: ['Amount'] },
    providerId: { columns: ['Transaction ID'] },
  },
  numberFormat: 'comma',
}

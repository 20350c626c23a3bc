import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Lunar in English; its names are common, so nothing else may stand in the header. */
export const lunarEnglish: BuiltInFormat = {
  ...bankAccount,
  id: 'lunar-english',
  name: 'Lunar',
  signature: ['Date', 'Text', 'Amount', 'Balance'],
  isWholeHeader: true,
  fields: { merchant: { columns: ['Text'] }, invoiceDate: { columns: ['Date'] }, total: { columns: ['Amount'] } },
  numberFormat: 'comma',
}

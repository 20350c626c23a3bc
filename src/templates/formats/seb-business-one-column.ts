import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** SEB's business account with one amount column; copies go about delimited by spaces and by dots. */
export const sebBusinessOneColumn: BuiltInFormat = {
  ...bankAccount,
  id: 'seb-business-one-column',
  name: 'SEB',
  signature: ['Bokförd', 'Valutadatum', 'Text', 'Typ', 'Insättningar/uttag', 'Bokfört saldo'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Bokförd'] },
    total: { columns: ['Insättningar/uttag'] },
    type: { columns: ['Typ'] },
  },
  dateFromText: true,
  oreMark: 'dot',
}

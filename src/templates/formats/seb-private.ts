import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** SEB's private account, CSV and `Export.xlsx`: a card row's text ends with the day of purchase, `GOOGLE  YOUT/24-03-01`. */
export const sebPrivate: BuiltInFormat = {
  ...bankAccount,
  id: 'seb-private',
  name: 'SEB',
  signature: ['Bokföringsdatum', 'Valutadatum', 'Verifikationsnummer', ['Text', 'Text/mottagare'], 'Belopp', 'Saldo'],
  fields: {
    merchant: { columns: ['Text', 'Text/mottagare'] },
    invoiceDate: { columns: ['Bokföringsdatum'] },
    total: { columns: ['Belopp'] },
  },
  dateFromText: true,
  oreMark: 'dot',
}

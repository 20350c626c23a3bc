import { type BuiltInFormat, lostMinus } from './built-in-format.ts'

/**
 * OKQ8's Visa card, CSV and before that XLSX with one column of currencies: the last one is that of `Originalt belopp`. The
 * type of every row is `Köp`, that of the bill's payment too; the place stands behind a comma in the text.
 */
export const okq8: BuiltInFormat = {
  id: 'okq8',
  name: 'OKQ8',
  signature: [
    ...['Datum', 'Typ', 'Beskrivning'],
    ['Belopp in', 'In på konto'],
    ['Belopp ut', 'Ut från konto'],
    ...['Originalt belopp', 'Valuta', 'Kurs'],
  ],
  fields: {
    merchant: { columns: ['Beskrivning'], pattern: 'before-comma' },
    invoiceDate: { columns: ['Datum'] },
    amountIn: { columns: ['Belopp in', 'In på konto'], replace: lostMinus },
    amountOut: { columns: ['Belopp ut', 'Ut från konto'], replace: lostMinus },
    currency: { columns: ['Valuta'], isLast: true },
    foreignAmount: { columns: ['Originalt belopp'], when: 'foreign', replace: lostMinus },
    rate: { columns: ['Kurs'], when: 'foreign' },
  },
  dateOrder: 'dmy',
  numberFormat: 'comma',
  signRule: 'two-columns',
  account: 'card',
  currency: 'SEK',
}

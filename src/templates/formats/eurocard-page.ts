import type { BuiltInFormat } from './built-in-format.ts'

/**
 * Rows copied from the pages of eurocard.se, three lines each, which the reader of text files folds into one:
 * `01-07  01-09`, the merchant, `STOCKHOLM  SEK  48,66  374,45`. The third figure from the end is VAT in SEK.
 */
export const eurocardPage: BuiltInFormat = {
  id: 'eurocard-page',
  name: 'Eurocard',
  signature: [],
  shape: ['day', 'day', 'text', 'text', 'currency', 'figure', 'figure'],
  fields: {
    merchant: { place: 2 },
    place: { place: 3 },
    invoiceDate: { place: 0 },
    total: { place: 6 },
    currency: { place: 4 },
    foreignAmount: { place: 5, when: 'foreign' },
    vatAmount: { place: 5, when: 'domestic' },
    status: { place: 1 },
  },
  dateOrder: 'ymd',
  numberFormat: 'comma',
  signRule: 'as-is',
  account: 'card',
  currency: 'SEK',
  missingYear: 'latest',
}

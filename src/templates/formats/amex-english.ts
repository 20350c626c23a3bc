import { amexSe } from './amex-se.ts'
import type { BuiltInFormat } from './built-in-format.ts'

/** American Express Sweden by somebody who reads its pages in English. */
export const amexEnglish: BuiltInFormat = {
  ...amexSe,
  id: 'amex-english',
  // Only Sweden's own export is known to be MM/DD: days that fit both orders are asked for.
  dateOrder: 'auto',
  abroad: { dateOrder: 'dmy', currency: 'GBP' },
  elsewhere: { country: 'Country', home: ['SWEDEN', 'SVERIGE', 'SE'], columns: ['Category'] },
  signature: [
    'Date',
    'Description',
    ['Card Member', 'Cardmember', 'Extended Details'],
    ['Account #', 'Reference'],
    'Amount',
  ],
  fields: {
    merchant: { columns: ['Description'] },
    place: { columns: ['City/State', 'Town/City', 'City'] },
    invoiceDate: { columns: ['Date'] },
    total: { columns: ['Amount'] },
    currency: { columns: ['Extended Details'], pattern: 'amex-foreign-currency' },
    foreignAmount: { columns: ['Extended Details'], pattern: 'amex-foreign-amount' },
    providerId: { columns: ['Reference'] },
    card: { columns: ['Account #'] },
  },
}

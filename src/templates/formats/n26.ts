import type { BuiltInFormat } from './built-in-format.ts'

/** N26 as it is now, in English. */
export const n26: BuiltInFormat = {
  id: 'n26',
  name: 'N26',
  signature: ['Booking Date', 'Partner Name', 'Type', 'Payment Reference', 'Amount (EUR)'],
  fields: {
    merchant: { firstOf: ['Partner Name', 'Payment Reference'] },
    invoiceDate: { columns: ['Booking Date'] },
    total: { columns: ['Amount (EUR)'] },
    currency: { columns: ['Original Currency'] },
    foreignAmount: { columns: ['Original Amount'], when: 'foreign' },
    rate: { columns: ['Exchange Rate'], when: 'foreign' },
    type: { columns: ['Type'] },
    comments: { columns: ['Payment Reference'] },
  },
  dateOrder: 'ymd',
  numberFormat: 'dot',
  signRule: 'inverted',
  account: 'bank',
  currency: 'EUR',
  purchaseTypes: ['MasterCard Payment', 'Presentment', 'Presentment Refund', 'Card Payment', 'Reversal'],
}

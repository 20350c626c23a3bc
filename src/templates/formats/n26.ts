import { type BuiltInFormat, shapes } from './built-in-format.ts'

/** N26 as it is now; headers come in the language of the app, types in English. */
export const n26: BuiltInFormat = {
  id: 'n26',
  name: 'N26',
  signature: ['Booking Date', 'Partner Name', 'Type', 'Payment Reference', 'Amount (EUR)'],
  layouts: [
    {
      columns: [
        ...['Booking Date', 'Value Date', 'Partner Name', 'Partner Iban', 'Type', 'Payment Reference', 'Account Name'],
        ...['Amount (EUR)', 'Original Amount', 'Original Currency', 'Exchange Rate'],
      ],
      values: {
        'Booking Date': shapes.day,
        'Value Date': shapes.day,
        Type: /^(?:presentment|mastercard|card|reversal|fee|income|reward|direct debit|(?:credit|debit|outgoing|incoming|instant) transfer)/i,
        'Amount (EUR)': shapes.figure,
      },
      whereFilled: {
        'Original Amount': shapes.figure,
        'Original Currency': shapes.currency,
        'Exchange Rate': shapes.figure,
      },
    },
  ],
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

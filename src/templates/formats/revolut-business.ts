import type { BuiltInFormat } from './built-in-format.ts'

/**
 * Revolut Business statement, all generations. `Amount` leaves the fee out and `Total amount` includes it; each row is in
 * the currency of the account that paid.
 */
export const revolutBusiness: BuiltInFormat = {
  id: 'revolut-business',
  name: 'Revolut Business',
  signature: ['Date started (UTC)', 'ID', 'Type', 'Description', 'Payment currency', 'Amount', 'Fee', 'Balance'],
  fields: {
    merchant: { firstOf: ['Description'] }, // some generations have two, one of them empty
    invoiceDate: { columns: ['Date started (UTC)'] },
    total: { columns: ['Total amount', 'Amount'] },
    fee: { columns: ['Fee'], unless: ['Total amount'] },
    accountCurrency: { columns: ['Payment currency'] },
    currency: { columns: ['Orig currency'] },
    foreignAmount: { columns: ['Orig amount'], when: 'foreign' },
    rate: { columns: ['Exchange rate'], when: 'foreign' },
    status: { columns: ['State', 'Date completed (UTC)'] },
    type: { columns: ['Type'] },
    providerId: { columns: ['ID'] },
    card: { columns: ['Card number'] },
    comments: { columns: ['Reference'] },
  },
  dateOrder: 'dmy',
  otherDays: /^\d\d?-\d/, // in the United States the month stands first
  numberFormat: 'dot',
  signRule: 'inverted',
  account: 'bank',
  currency: 'EUR',
  purchaseTypes: ['CARD_PAYMENT', 'CARD_REFUND', 'CARD_CREDIT', 'CARD_CHARGEBACK'],
}

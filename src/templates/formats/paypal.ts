import type { BuiltInFormat } from './built-in-format.ts'

/**
 * PayPal's activity download and monthly statement, in English. A purchase in another currency stands there with the rows
 * that changed and brought the money; these have no name and are known by their type.
 */
export const paypal: BuiltInFormat = {
  id: 'paypal',
  name: 'PayPal',
  signature: [
    'Date',
    ['TimeZone', 'Time Zone'],
    'Name',
    ['Type', 'Description'],
    'Currency',
    'Gross',
    'Net',
    'Transaction ID',
  ],
  fields: {
    merchant: { firstOf: ['Name', 'Type', 'Description'] },
    invoiceDate: { columns: ['Date'] },
    // with the fee that is taken of the sender at times
    total: { columns: ['Net'] },
    accountCurrency: { columns: ['Currency'] },
    type: { columns: ['Type', 'Description'] },
    status: { columns: ['Status'] },
    direction: { columns: ['Balance Impact'] },
    providerId: { columns: ['Transaction ID'] },
    invoiceNumber: { columns: ['Invoice Number', 'Invoice ID'] },
    comments: { columns: ['Item Title', 'Subject'] },
  },
  dateOrder: 'auto',
  signRule: 'inverted',
  account: 'bank',
  currency: 'SEK',
  // nothing but its list of other movements tells a purchase by its type
  purchaseTypes: [],
  otherMovements: [
    'General Currency Conversion',
    'Currency Conversion',
    'General Withdrawal',
    'User Initiated Withdrawal',
    'General Authorization',
    'Hold on Balance',
    'Hold on Available Balance',
    'Reversal of ACH',
    'Shopping Cart Item',
    'Account Hold',
    'General Hold',
    'General Account Hold',
    'General Account Correction',
    'Payment Hold',
    'Payment Review Hold',
    'Reserve Hold',
    'Cancellation of Hold',
    'Reversal of General Account Hold',
    'Bank Deposit to PP Account',
    'General Credit Card Withdrawal',
    'General Card Withdrawal',
    'Transfer to Bank',
  ],
}

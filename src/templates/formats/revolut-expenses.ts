import type { BuiltInFormat } from './built-in-format.ts'

/** Revolut Business expenses: positive amounts with VAT and account code. Parts of a split share the transaction's id. */
export const revolutExpenses: BuiltInFormat = {
  id: 'revolut-expenses',
  name: 'Revolut Business',
  signature: [
    'Transaction started (UTC)',
    'Orig amount (Orig currency)',
    'Payment currency',
    'Amount (Payment currency)',
    'Fee',
    'Expense ID',
  ],
  fields: {
    merchant: { firstOf: ['Transaction description', 'Description', 'Merchant', 'Expense description'] },
    invoiceDate: { columns: ['Transaction started (UTC)'] },
    total: { columns: ['Amount (Payment currency)'] },
    fee: { columns: ['Fee'] },
    accountCurrency: { columns: ['Payment currency'] },
    currency: { columns: ['Orig currency'] },
    foreignAmount: { columns: ['Orig amount (Orig currency)'], when: 'foreign' },
    vatAmount: { columns: ['Tax amount (Orig currency)'], when: 'domestic' },
    account: { columns: ['Expense category code'] },
    type: { columns: ['Transaction type', 'Type'] },
    status: { columns: ['Transaction status', 'State', 'Transaction completed (UTC)'] },
    providerId: { columns: ['Transaction ID', 'ID', 'Expense ID'] },
    card: { columns: ['Card number'] },
    comments: { columns: ['Expense description'] },
  },
  dateOrder: 'dmy',
  otherDays: /^\d\d?-\d/, // in the United States the month stands first
  numberFormat: 'dot',
  signRule: 'as-is',
  account: 'card',
  currency: 'EUR',
}

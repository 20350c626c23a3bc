import type { BuiltInFormat } from './built-in-format.ts'

/**
 * Pleo's expenses. Who keeps its books chooses columns and whether expenses are negative, so that the rows tell the sign; what
 * employees paid themselves, and money moved to the wallet or to them, are no purchases of a card.
 */
export const pleo: BuiltInFormat = {
  id: 'pleo',
  name: 'Pleo',
  signature: ['Date', 'Expense Type', 'Amount', 'Source description'],
  fields: {
    merchant: { columns: ['Source description'] },
    invoiceDate: { columns: ['Date'] },
    total: { columns: ['Amount'] },
    accountCurrency: { columns: ['Currency'] },
    currency: { columns: ['Orig. currency', 'Currency'] },
    foreignAmount: { columns: ['Orig. amount'], when: 'foreign' },
    vatAmount: { columns: ['Tax Amount'] },
    account: { columns: ['Account number'] },
    type: { columns: ['Expense Type'] },
    providerId: { columns: ['Expense ID'] },
    comments: { columns: ['Note'] },
  },
  dateOrder: 'dmy',
  account: 'card',
  currency: 'SEK',
  purchaseTypes: ['Card Purchase', 'Card Refund', 'Card Purchase Refund', 'Refund'],
}

import type { BuiltInFormat } from './built-in-format.ts'

/** Wise balance statement: DD-MM-YYYY, and where fees are kept apart a row of its own with the purchase's id. */
export const wiseBalance: BuiltInFormat = {
  id: 'wise-balance',
  name: 'Wise',
  signature: [['TransferWise ID', 'Wise ID'], 'Date', 'Amount', 'Currency', 'Description', 'Running Balance'],
  fields: {
    merchant: { firstOf: ['Merchant', 'Payee Name', 'Description'] },
    invoiceDate: { columns: ['Date'] },
    total: { columns: ['Amount'] },
    accountCurrency: { columns: ['Currency'] },
    currency: { columns: ['Exchange To'] },
    foreignAmount: { columns: ['Exchange To Amount'], when: 'foreign' },
    rate: { columns: ['Exchange Rate'], when: 'foreign' },
    type: { columns: ['TransferWise ID', 'Wise ID'], pattern: 'id-kind' },
    providerId: { columns: ['TransferWise ID', 'Wise ID'] },
    card: { columns: ['Card Last Four Digits'] },
    comments: { firstOf: ['Payment Reference', 'Note'] },
  },
  dateOrder: 'dmy',
  numberFormat: 'dot',
  signRule: 'inverted',
  account: 'bank',
  currency: 'EUR',
  purchaseTypes: ['CARD', 'CARD_TRANSACTION', 'FEE-CARD', 'FEE-CARD_TRANSACTION'],
}

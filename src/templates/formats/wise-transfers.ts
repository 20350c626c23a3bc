import type { BuiltInFormat } from './built-in-format.ts'

/** Wise transfer export: unsigned amounts, `Direction` IN, OUT or NEUTRAL; what was paid and its fee stand apart. */
export const wiseTransfers: BuiltInFormat = {
  id: 'wise-transfers',
  name: 'Wise',
  signature: [
    'ID',
    'Status',
    'Direction',
    'Created on',
    'Source amount (after fees)',
    'Source currency',
    'Target name',
    'Target amount (after fees)',
  ],
  fields: {
    merchant: { columns: ['Target name'] },
    invoiceDate: { columns: ['Created on'] },
    total: { columns: ['Source amount (after fees)'] },
    fee: { columns: ['Source fee amount'] },
    direction: { columns: ['Direction'] },
    accountCurrency: { columns: ['Source currency'] },
    currency: { columns: ['Target currency'] },
    foreignAmount: { columns: ['Target amount (after fees)'], when: 'foreign' },
    rate: { columns: ['Exchange rate'], when: 'foreign' },
    status: { columns: ['Status'] },
    type: { columns: ['ID'], pattern: 'id-kind' },
    providerId: { columns: ['ID'] },
    comments: { firstOf: ['Reference', 'Note'] },
  },
  dateOrder: 'ymd',
  numberFormat: 'dot',
  signRule: 'direction',
  outgoingDirections: ['OUT'],
  account: 'bank',
  currency: 'EUR',
  purchaseTypes: ['CARD', 'CARD_TRANSACTION'],
}

import { type BuiltInFormat, shapes } from './built-in-format.ts'

/** Of money that comes in, what was given back on a card too, payer and payee stand the other way round. */
const incoming = (column: string | null) => ({ swapped: { by: 'Direction', text: 'IN', column } })

const columns = [
  'ID',
  'Status',
  'Direction',
  'Created on',
  'Finished on',
  'Source fee amount',
  'Source fee currency',
  'Target fee amount',
  'Target fee currency',
  'Source name',
  'Source amount (after fees)',
  'Source currency',
  'Target name',
  'Target amount (after fees)',
  'Target currency',
  'Exchange rate',
  'Reference',
]
const values = {
  ID: /^[A-Z_]+-[\w-]+$/,
  Direction: /^(?:IN|OUT|NEUTRAL)$/,
  'Source currency': shapes.currency,
  'Target currency': shapes.currency,
}

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
  layouts: [
    { columns, values },
    { columns: columns.filter((name) => !name.startsWith('Target fee')), values },
  ],
  fields: {
    merchant: { columns: ['Target name'], ...incoming('Source name') },
    invoiceDate: { columns: ['Created on'] },
    total: { columns: ['Source amount (after fees)'], ...incoming('Target amount (after fees)') },
    fee: { columns: ['Source fee amount'], ...incoming(null) },
    direction: { columns: ['Direction'] },
    accountCurrency: { columns: ['Source currency'], ...incoming('Target currency') },
    currency: { columns: ['Target currency'], ...incoming('Source currency') },
    foreignAmount: {
      columns: ['Target amount (after fees)'],
      when: 'foreign',
      ...incoming('Source amount (after fees)'),
    },
    rate: { columns: ['Exchange rate'], when: 'foreign', ...incoming(null) },
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

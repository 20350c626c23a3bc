import type { BuiltInFormat } from './built-in-format.ts'

/** DNB Mastercard: money in and out apart, in NOK; `Valuta` is what the shop charged in, without the amount. */
export const dnbMastercard: BuiltInFormat = {
  id: 'dnb-mastercard',
  name: 'DNB',
  signature: ['Dato', 'Beløpet gjelder', 'Valuta', 'Inn', 'Ut'],
  fields: {
    merchant: { columns: ['Beløpet gjelder'] },
    invoiceDate: { columns: ['Dato'] },
    amountIn: { columns: ['Inn'] },
    amountOut: { columns: ['Ut'] },
  },
  dateOrder: 'dmy',
  numberFormat: 'comma',
  signRule: 'two-columns',
  account: 'card',
  currency: 'NOK',
}

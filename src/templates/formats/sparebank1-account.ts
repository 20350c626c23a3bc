import type { BuiltInFormat } from './built-in-format.ts'

/** An account at SpareBank 1: money out has a minus besides its own column, and every line ends with a semicolon. */
export const sparebank1Account: BuiltInFormat = {
  id: 'sparebank1-account',
  name: 'SpareBank 1',
  signature: ['Dato', 'Beskrivelse', 'Rentedato', 'Inn', 'Ut', 'Til konto', 'Fra konto'],
  fields: {
    merchant: { columns: ['Beskrivelse'] },
    invoiceDate: { columns: ['Dato'] },
    amountOut: { columns: ['Ut'] },
    amountIn: { columns: ['Inn'] },
  },
  dateOrder: 'dmy',
  numberFormat: 'comma',
  signRule: 'two-columns',
  account: 'bank',
  currency: 'NOK',
}

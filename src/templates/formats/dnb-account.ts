import type { BuiltInFormat } from './built-in-format.ts'

/** An account at DNB: money in and out apart, neither with a sign. What is not booked yet is called `Reservert transaksjon`. */
export const dnbAccount: BuiltInFormat = {
  id: 'dnb-account',
  name: 'DNB',
  signature: [
    'Dato',
    'Forklaring',
    'Rentedato',
    ['Ut fra konto', 'Uttak fra konto'],
    ['Inn på konto', 'Innskudd på konto'],
  ],
  fields: {
    merchant: { columns: ['Forklaring'] },
    invoiceDate: { columns: ['Dato'] },
    amountOut: { columns: ['Ut fra konto', 'Uttak fra konto'] },
    amountIn: { columns: ['Inn på konto', 'Innskudd på konto'] },
  },
  dateOrder: 'dmy',
  numberFormat: 'comma',
  signRule: 'two-columns',
  account: 'bank',
  currency: 'NOK',
}

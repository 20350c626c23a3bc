import { type BuiltInFormat, lostMinus } from './built-in-format.ts'

/**
 * Handelsbanken's card in Norway, laid out as OKQ8's in Sweden was: money in and out apart, and `-` for the rate of what was
 * bought in kroner.
 */
export const handelsbankenNorway: BuiltInFormat = {
  id: 'handelsbanken-norway',
  name: 'Handelsbanken (Norge)',
  signature: ['Dato', 'Beskrivelse', 'Inn på konto', 'Ut fra konto', 'Originalt beløp', 'Valuta', 'Kurs'],
  fields: {
    merchant: { columns: ['Beskrivelse'] },
    invoiceDate: { columns: ['Dato'] },
    amountIn: { columns: ['Inn på konto'], replace: lostMinus },
    amountOut: { columns: ['Ut fra konto'], replace: lostMinus },
    currency: { columns: ['Valuta'], isLast: true },
    foreignAmount: { columns: ['Originalt beløp'], when: 'foreign', replace: lostMinus },
    rate: { columns: ['Kurs'], when: 'foreign' },
  },
  dateOrder: 'dmy',
  numberFormat: 'comma',
  signRule: 'two-columns',
  account: 'card',
  currency: 'NOK',
}

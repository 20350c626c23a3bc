import type { BuiltInFormat } from './built-in-format.ts'

/** SpareBank 1's credit card: purchases negative. */
export const sparebank1: BuiltInFormat = {
  id: 'sparebank1',
  name: 'SpareBank 1',
  signature: ['Kjøpsdato', 'Posteringsdato', 'Beskrivelse', 'Beløp'],
  fields: {
    merchant: { columns: ['Beskrivelse'] },
    invoiceDate: { columns: ['Kjøpsdato'] },
    total: { columns: ['Beløp'] },
    status: { columns: ['Posteringsdato'] },
  },
  dateOrder: 'dmy',
  numberFormat: 'comma',
  signRule: 'inverted',
  account: 'card',
  currency: 'NOK',
}

import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Since 2022 the shop stands in `Beskrivelse`; `Navn` is often empty. */
export const nordeaDenmark: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea-denmark',
  name: 'Nordea (Danmark)',
  signature: ['Bogføringsdato', 'Beløb', 'Afsender', 'Modtager', ['Tekst', 'Beskrivelse', 'Navn'], 'Saldo'],
  fields: {
    merchant: { firstOf: ['Tekst', 'Beskrivelse', 'Navn'] },
    invoiceDate: { columns: ['Bogføringsdato'] },
    total: { columns: ['Beløb'] },
    currency: { columns: ['Valuta'] },
  },
  currency: 'DKK',
}

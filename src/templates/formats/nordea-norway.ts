import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** A row that is not booked yet has `Reservert` for its day. The shop stands in `Tittel`; `Navn` is often empty. */
export const nordeaNorway: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea-norway',
  name: 'Nordea (Norge)',
  signature: ['Bokføringsdato', 'Beløp', 'Avsender', 'Mottaker', 'Navn', 'Tittel', 'Valuta'],
  fields: {
    merchant: { firstOf: ['Tittel', 'Navn'] },
    invoiceDate: { columns: ['Bokføringsdato'] },
    total: { columns: ['Beløp'] },
    accountCurrency: { columns: ['Valuta'] },
  },
  numberFormat: 'comma',
  currency: 'NOK',
}

import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

export const nordeaFinland: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea-finland',
  name: 'Nordea (Suomi)',
  signature: ['Kirjauspäivä', 'Määrä', 'Maksaja', 'Maksunsaaja', 'Nimi', 'Otsikko', 'Viitenumero'],
  fields: {
    merchant: { firstOf: ['Otsikko', 'Nimi'] },
    invoiceDate: { columns: ['Kirjauspäivä'] },
    total: { columns: ['Määrä'] },
    accountCurrency: { columns: ['Valuutta'] },
  },
  numberFormat: 'comma',
  currency: 'EUR',
}

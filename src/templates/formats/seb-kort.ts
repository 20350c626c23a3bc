import type { BuiltInFormat } from './built-in-format.ts'

/**
 * SEB Kort's platform: Eurocard, SAS EuroBonus Mastercard, SJ Prio, Strawberry, Circle K Mastercard. One sheet with a
 * table for each card; purchases are positive; the rate stands in a row under a foreign purchase.
 */
export const sebKort: BuiltInFormat = {
  id: 'seb-kort',
  name: 'SEB Kort',
  signature: ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', ['Utl. belopp', 'Utl.belopp'], 'Belopp'],
  fields: {
    merchant: { columns: ['Specifikation'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
    foreignAmount: { columns: ['Utl. belopp', 'Utl.belopp'], when: 'foreign' },
    rate: { carried: 'rate-note' },
    status: { columns: ['Bokfört'] },
    card: { carried: 'card' },
  },
  dateOrder: 'ymd',
  signRule: 'as-is',
  account: 'card',
  currency: 'SEK',
}

/** The older and the invoice layout: one column holds VAT where the currency is SEK and the foreign amount where it is not. */
export const sebKortWithVat: BuiltInFormat = {
  ...sebKort,
  id: 'seb-kort-with-vat',
  signature: ['Datum', 'Specifikation', 'Ort', 'Valuta', ['Utl.belopp/moms', 'Utl. belopp/moms'], 'Belopp'],
  fields: {
    ...sebKort.fields,
    foreignAmount: { columns: ['Utl.belopp/moms', 'Utl. belopp/moms'], when: 'foreign' },
    vatAmount: { columns: ['Utl.belopp/moms', 'Utl. belopp/moms'], when: 'domestic' },
  },
}

/** The Norwegian twin, kept in NOK. */
export const sebKortNorway: BuiltInFormat = {
  ...sebKort,
  id: 'seb-kort-norway',
  name: 'SEB Kort (Norge)',
  signature: ['Dato', 'Bokført', 'Spesifikasjon', 'Sted', 'Valuta', ['Utl. beløp', 'Utl.beløp'], 'Beløp'],
  fields: {
    merchant: { columns: ['Spesifikasjon'] },
    invoiceDate: { columns: ['Dato'] },
    total: { columns: ['Beløp'] },
    currency: { columns: ['Valuta'] },
    foreignAmount: { columns: ['Utl. beløp', 'Utl.beløp'], when: 'foreign' },
    rate: { carried: 'rate-note' },
    status: { columns: ['Bokført'] },
    card: { carried: 'card' },
  },
  currency: 'NOK',
}

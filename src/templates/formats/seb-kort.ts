import type { BuiltInFormat } from './built-in-format.ts'

/**
 * SEB Kort's platform: Eurocard, SAS EuroBonus Mastercard, SJ Prio, Strawberry, Circle K Mastercard. One sheet with a
 * table for each card; purchases are positive; the rate stands in a row under a foreign purchase. The CSV is the same.
 */
export const sebKort: BuiltInFormat = {
  id: 'seb-kort',
  name: 'SEB Kort',
  signature: ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', ['Utl. belopp', 'Utl.belopp'], 'Belopp'],
  fields: {
    merchant: { columns: ['Specifikation'] },
    place: { columns: ['Ort'] },
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

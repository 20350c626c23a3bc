import type { BuiltInFormat } from './built-in-format.ts'
import { sebKort } from './seb-kort.ts'

const combined = ['Bokföringsdag/Utl.Belopp', 'Bokföringsdag/Utl. belopp']

/**
 * The table of SEB Kort's statement, taken out of the PDF: dates are YYMMDD, the cards stand in rows between. One column
 * holds the day of booking of a purchase in SEK and the foreign amount of others.
 */
export const sebKortStatement: BuiltInFormat = {
  ...sebKort,
  id: 'seb-kort-statement',
  signature: ['Datum', 'Specifikation', 'Ort', 'Valuta', 'Kurs', combined, 'Belopp'],
  fields: {
    merchant: { columns: ['Specifikation'] },
    place: { columns: ['Ort'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
    foreignAmount: { columns: combined, when: 'foreign' },
    rate: { columns: ['Kurs'], when: 'foreign' },
    card: { carried: 'card' },
  },
}

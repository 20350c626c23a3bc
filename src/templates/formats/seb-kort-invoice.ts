import type { BuiltInFormat } from './built-in-format.ts'
import { sebKort } from './seb-kort.ts'

const combined = ['Utl.belopp/moms', 'Utl. belopp/moms', 'Utl belopp/moms', 'Utl.bel/moms']

/**
 * SEB Kort's older and invoice layout: one column holds VAT where the currency is SEK and the foreign amount where it is
 * not. The invoice detail writes dates as `MM-DD`, with the year in the row `Månad` above.
 */
export const sebKortInvoice: BuiltInFormat = {
  ...sebKort,
  id: 'seb-kort-with-vat',
  signature: ['Datum', 'Specifikation', 'Ort', 'Valuta', combined, 'Belopp'],
  fields: {
    ...sebKort.fields,
    foreignAmount: { columns: combined, when: 'foreign' },
    vatAmount: { columns: combined, when: 'domestic' },
  },
  purchaseSections: ['Köp/uttag'],
}

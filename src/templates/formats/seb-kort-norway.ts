import type { BuiltInFormat } from './built-in-format.ts'
import { sebKort } from './seb-kort.ts'

/** SEB Kort's Norwegian twin, kept in NOK. */
export const sebKortNorway: BuiltInFormat = {
  ...sebKort,
  id: 'seb-kort-norway',
  name: 'SEB Kort (Norge)',
  signature: ['Dato', 'Bokført', 'Spesifikasjon', 'Sted', 'Valuta', ['Utl. beløp', 'Utl.beløp'], 'Beløp'],
  fields: {
    merchant: { columns: ['Spesifikasjon'] },
    place: { columns: ['Sted'] },
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

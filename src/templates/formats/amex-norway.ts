import { amexSe } from './amex-se.ts'
import type { BuiltInFormat } from './built-in-format.ts'

/** American Express Norway; some of its CSV files write numbers the American way, `"1,234.50"`, others `219,56`. */
export const amexNorway: BuiltInFormat = {
  ...amexSe,
  id: 'amex-norway',
  name: 'American Express (Norge)',
  // The one file that is known is MM/DD (`05/16/2023`): days that fit both orders are asked for.
  dateOrder: 'auto',
  signature: [
    'Dato',
    'Beskrivelse',
    ['Kortmedlem', 'Utvidede detaljer'],
    ['Kontonummer', 'Konto #', 'Referanse'],
    'Beløp',
  ],
  fields: {
    merchant: { columns: ['Beskrivelse'] },
    place: { columns: ['Sted'] },
    invoiceDate: { columns: ['Dato'] },
    total: { columns: ['Beløp'] },
    currency: { columns: ['Utvidede detaljer'], pattern: 'amex-foreign-currency' },
    foreignAmount: { columns: ['Utvidede detaljer'], pattern: 'amex-foreign-amount' },
    providerId: { columns: ['Referanse'] },
    card: { columns: ['Kontonummer', 'Konto #'] },
  },
  currency: 'NOK',
}

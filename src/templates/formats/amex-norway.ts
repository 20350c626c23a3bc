import { amexSe } from './amex-se.ts'
import type { BuiltInFormat } from './built-in-format.ts'

/** American Express Norway; its CSV writes numbers the American way, `"1,234.50"`. */
export const amexNorway: BuiltInFormat = {
  ...amexSe,
  id: 'amex-norway',
  name: 'American Express (Norge)',
  // Only Sweden's own export is known to be MM/DD: days that fit both orders are asked for.
  dateOrder: 'auto',
  signature: ['Dato', 'Beskrivelse', 'Kortmedlem', ['Kontonummer', 'Konto #'], 'Beløp'],
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

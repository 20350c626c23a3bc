import { amexEnglish } from './amex-english.ts'
import type { BuiltInFormat } from './built-in-format.ts'

const { currency: _ofSweden, ...shared } = amexEnglish

/** American Express of Canada, Australia and other countries: `12 Apr. 2026`, and what was spent abroad in a column of its own. */
export const amexForeignSpend: BuiltInFormat = {
  ...shared,
  id: 'amex-foreign-spend',
  signature: [
    'Date',
    'Date Processed',
    'Description',
    'Amount',
    'Foreign Spend Amount',
    ['Commission', 'Non-sterling transaction fee'],
    'Exchange Rate',
  ],
  fields: {
    ...amexEnglish.fields,
    place: { columns: ['City / Province'] },
    currency: { columns: ['Foreign Spend Amount'], pattern: 'amex-foreign-currency' },
    foreignAmount: { columns: ['Foreign Spend Amount'], pattern: 'amex-foreign-amount' },
  },
}

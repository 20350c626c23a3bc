import { amexSe } from './amex-se.ts'
import { type BuiltInFormat, lostMinus } from './built-in-format.ts'

/** American Express Sweden, the shortest of its files: who holds the card, and neither its number nor details. Others may write its four names above days that they write DD/MM. */
export const amexSePlain: BuiltInFormat = {
  ...amexSe,
  id: 'amex-se-plain',
  signature: ['Datum', 'Beskrivning', 'Kortmedlem', 'Belopp'],
  isWholeHeader: true,
  isOfCommas: true,
  fields: {
    merchant: { columns: ['Beskrivning'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'], replace: lostMinus },
  },
}

import { type BuiltInFormat, lostMinus } from './built-in-format.ts'

/** American Express Sweden, CSV and XLSX: Swedish in everything but the dates, which are MM/DD/YYYY. */
export const amexSe: BuiltInFormat = {
  id: 'amex-se',
  name: 'American Express',
  // An account with one card only has no columns for who holds it and which it is.
  signature: ['Datum', 'Beskrivning', ['Kortmedlem', 'Utökade specifikationer'], ['Konto #', 'Referens'], 'Belopp'],
  fields: {
    merchant: { columns: ['Beskrivning'] },
    place: { columns: ['Ort'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'], replace: lostMinus },
    currency: { columns: ['Utökade specifikationer'], pattern: 'amex-foreign-currency' },
    foreignAmount: { columns: ['Utökade specifikationer'], pattern: 'amex-foreign-amount' },
    providerId: { columns: ['Referens'] },
    card: { columns: ['Konto #'] },
  },
  dateOrder: 'mdy',
  signRule: 'as-is',
  account: 'card',
  currency: 'SEK',
}

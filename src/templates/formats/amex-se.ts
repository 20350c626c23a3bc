import type { BuiltInFormat } from './built-in-format.ts'

/** American Express Sweden, CSV and XLSX: Swedish in everything but the dates, which are MM/DD/YYYY. */
export const amexSe: BuiltInFormat = {
  id: 'amex-se',
  name: 'American Express',
  signature: ['Datum', 'Beskrivning', 'Kortmedlem', 'Konto #', 'Belopp'],
  fields: {
    merchant: { columns: ['Beskrivning'] },
    place: { columns: ['Ort'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
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

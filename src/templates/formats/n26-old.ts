import type { BuiltInFormat } from './built-in-format.ts'
import { n26 } from './n26.ts'

/** N26 before 2024, in German and in English. */
export const n26Old: BuiltInFormat = {
  ...n26,
  id: 'n26-old',
  signature: [
    ['Datum', 'Date'],
    ['Empfänger', 'Payee'],
    ['Transaktionstyp', 'Transaction type'],
    ['Verwendungszweck', 'Payment reference'],
    ['Betrag (EUR)', 'Amount (EUR)'],
  ],
  fields: {
    merchant: { columns: ['Empfänger', 'Payee'] },
    invoiceDate: { columns: ['Datum', 'Date'] },
    total: { columns: ['Betrag (EUR)', 'Amount (EUR)'] },
    currency: { columns: ['Fremdwährung', 'Type Foreign Currency'] },
    foreignAmount: { columns: ['Betrag (Fremdwährung)', 'Amount (Foreign Currency)'], when: 'foreign' },
    rate: { columns: ['Wechselkurs', 'Exchange Rate'], when: 'foreign' },
    type: { columns: ['Transaktionstyp', 'Transaction type'] },
    comments: { columns: ['Verwendungszweck', 'Payment reference'] },
  },
  purchaseTypes: ['MasterCard Zahlung', 'MasterCard Payment', 'Kartenzahlung', 'MasterCard Erstattung'],
}

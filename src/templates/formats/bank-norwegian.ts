import type { BuiltInFormat } from './built-in-format.ts'

/**
 * Bank Norwegian's card, XLSX and CSV: headings in English and types in the card's language. Its cards in Sweden, Norway,
 * Denmark and Finland all write so, each in its own currency, in which the rate is 1.
 */
export const bankNorwegian: BuiltInFormat = {
  id: 'bank-norwegian',
  name: 'Bank Norwegian',
  signature: [
    'TransactionDate',
    'Text',
    'Type',
    'Currency Amount',
    'Currency Rate',
    'Currency',
    'Amount',
    'Merchant Area',
    'BookDate',
  ],
  fields: {
    merchant: { columns: ['Text'] },
    place: { columns: ['Merchant Area'] },
    invoiceDate: { columns: ['TransactionDate'] },
    total: { columns: ['Amount'] },
    currency: { columns: ['Currency'] },
    foreignAmount: { columns: ['Currency Amount'], when: 'foreign' },
    rate: { columns: ['Currency Rate'], when: 'foreign' },
    status: { columns: ['BookDate'] },
    type: { columns: ['Type'] },
  },
  dateOrder: 'dmy',
  signRule: 'inverted',
  account: 'card',
  purchaseTypes: [
    ...['Köp', 'Kjøp', 'Køb', 'Osto', 'Purchase', 'CreditVoucher', 'Retur', 'Återköp', 'Återbetalning', 'Kreditering'],
    ...['Refusjon', 'Refusion', 'Refund', 'Hyvitys', 'Palautus', 'Returköp', 'Returkjøp', 'Returkøb', 'Return'],
    ...['Tilbakebetaling', 'Tilbagebetaling', 'Återbetalt', 'Kreditnota', 'Kreditert', 'Krediteret', 'Chargeback'],
  ],
}

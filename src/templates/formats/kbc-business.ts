import { type BuiltInFormat, shapes } from './built-in-format.ts'

/** KBC's business Mastercard in Dutch and English: the purchase's own currency, and what the card paid in EUR, negative. */
export const kbcBusiness: BuiltInFormat = {
  id: 'kbc-business',
  name: 'KBC',
  signature: [
    ['kredietkaart', 'credit card'],
    ['datum verrichting', 'date transaction'],
    ['munt', 'currency'],
    ['bedrag in EUR', 'amount in EUR'],
    ['Handelaar', 'Merchant'],
  ],
  layouts: [
    {
      columns: [
        ...['kredietkaart', 'kaarthouder', 'uitgavenstaat', 'datum verrichting', 'Datum verrekening', 'bedrag'],
        ...['credit', 'debet', 'munt', 'koers', 'bedrag in EUR', 'Kosten op verrichting', 'Handelaar', 'locatie'],
        ...['land', 'toelichting'],
      ],
      values: {
        kredietkaart: /^\d{4,6}[*xX]{4,}\d{2,4}$/,
        'datum verrichting': shapes.day,
        'Datum verrekening': shapes.day,
        bedrag: shapes.figure,
        munt: shapes.currency,
        koers: shapes.figure,
        'bedrag in EUR': shapes.figure,
        Handelaar: shapes.words,
      },
    },
  ],
  fields: {
    merchant: { columns: ['Handelaar', 'Merchant'] },
    invoiceDate: { columns: ['datum verrichting', 'date transaction'] },
    total: { columns: ['bedrag in EUR', 'amount in EUR'] },
    fee: { columns: ['Kosten op verrichting', 'Transaction cost'] },
    currency: { columns: ['munt', 'currency'] },
    foreignAmount: { columns: ['bedrag', 'amount'], when: 'foreign' },
    card: { columns: ['kredietkaart', 'credit card'] },
    comments: { columns: ['toelichting', 'explanation'] },
  },
  dateOrder: 'dmy',
  numberFormat: 'comma',
  signRule: 'inverted',
  account: 'card',
  currency: 'EUR',
}

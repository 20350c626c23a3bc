import type { BuiltInFormat } from './built-in-format.ts'

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

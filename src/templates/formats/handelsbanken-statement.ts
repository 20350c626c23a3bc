import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/**
 * Handelsbanken's account statement for companies: whose account it is stands in every row, and the first has nothing but its
 * balances.
 */
export const handelsbankenStatement: BuiltInFormat = {
  ...bankAccount,
  id: 'handelsbanken-statement',
  name: 'Handelsbanken',
  signature: [
    'Kontohavare',
    'Kontonr',
    'Kontoform',
    'Valuta',
    'Datum intervall',
    'Bokföringsdag',
    'Referens',
    'Insättning/Uttag',
  ],
  fields: {
    merchant: { columns: ['Referens'] },
    invoiceDate: { columns: ['Bokföringsdag'] },
    total: { columns: ['Insättning/Uttag'] },
    accountCurrency: { columns: ['Valuta'] },
    card: { columns: ['Kontonr'] },
  },
  numberFormat: 'comma',
}

import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Handelsbanken's business account: the first row below the header is the opening balance. */
export const handelsbankenBusiness: BuiltInFormat = {
  ...bankAccount,
  id: 'handelsbanken-business',
  name: 'Handelsbanken',
  signature: ['Bokföringsdatum', 'Referens', 'Belopp', 'Saldo'],
  isWholeHeader: true,
  fields: {
    merchant: { columns: ['Referens'] },
    invoiceDate: { columns: ['Bokföringsdatum'] },
    total: { columns: ['Belopp'] },
  },
}

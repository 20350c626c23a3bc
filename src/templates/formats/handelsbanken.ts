import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Handelsbanken's XLSX and HTML saved as XLS. A row that is not booked yet has no `Reskontradatum`. */
export const handelsbanken: BuiltInFormat = {
  ...bankAccount,
  id: 'handelsbanken',
  name: 'Handelsbanken',
  signature: ['Reskontradatum', 'Transaktionsdatum', 'Text', 'Belopp', 'Saldo'],
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Transaktionsdatum'] },
    total: { columns: ['Belopp'] },
    status: { columns: ['Reskontradatum'] },
  },
}

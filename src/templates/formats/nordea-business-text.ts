import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Nordea Business in five columns, which other banks use too. */
export const nordeaBusinessText: BuiltInFormat = {
  ...bankAccount,
  id: 'nordea-business-text',
  name: 'Nordea',
  signature: ['Bokföringsdatum', 'Valutadatum', 'Text', 'Belopp', 'Saldo'],
  isWholeHeader: true,
  fields: {
    merchant: { columns: ['Text'] },
    invoiceDate: { columns: ['Bokföringsdatum'] },
    total: { columns: ['Belopp'] },
  },
  dateFromText: true,
}

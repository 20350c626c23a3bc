import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Länsförsäkringar: the table follows a block about the account; the message holds merchant, place and country. */
export const lansforsakringar: BuiltInFormat = {
  ...bankAccount,
  id: 'lansforsakringar',
  name: 'Länsförsäkringar',
  signature: ['Bokföringsdatum', 'Transaktionsdatum', 'Transaktionstyp', 'Meddelande', 'Belopp'],
  fields: {
    merchant: { columns: ['Meddelande'] },
    invoiceDate: { columns: ['Transaktionsdatum'] },
    total: { columns: ['Belopp'] },
    type: { columns: ['Transaktionstyp'] },
    status: { columns: ['Bokföringsdatum'] },
  },
}

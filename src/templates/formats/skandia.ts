import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Skandia's `Kontoutdrag`, XLSX: the period and the account stand above the header. */
export const skandia: BuiltInFormat = {
  ...bankAccount,
  id: 'skandia',
  name: 'Skandia',
  signature: ['Bokf. datum', 'Beskrivning', 'Belopp', 'Saldo'],
  isWholeHeader: true,
  rowsAbove: 1,
  fields: {
    merchant: { columns: ['Beskrivning'] },
    invoiceDate: { columns: ['Bokf. datum'] },
    total: { columns: ['Belopp'] },
  },
}

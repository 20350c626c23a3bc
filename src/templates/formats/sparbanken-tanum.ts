import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Sparbanken Tanum's file has no header: `Swish VÄSTTRAFIK AB;2019-07-14;2019-07-15;-28,00;24 207,40`. */
export const sparbankenTanum: BuiltInFormat = {
  ...bankAccount,
  id: 'sparbanken-tanum',
  name: 'Sparbanken Tanum',
  signature: [],
  shape: ['text', 'date', 'date', 'figure', 'figure'],
  fields: { merchant: { place: 0 }, invoiceDate: { place: 1 }, total: { place: 3 } },
}

import type { BuiltInFormat } from './built-in-format.ts'
import { danskeBank } from './danske-bank.ts'

/** Danske Bank's file for whom the bank keeps no categories. */
export const danskeBankPlain: BuiltInFormat = {
  ...danskeBank,
  id: 'danske-bank-plain',
  signature: ['Dato', 'Tekst', 'Beløb', 'Saldo', 'Status', 'Afstemt'],
}

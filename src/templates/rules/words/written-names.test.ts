import { describe, expect, test } from 'vitest'
import { roleOf } from './header-words.ts'

test.each([
  ...['Belopp (valuta)', 'Belopp (utländsk valuta)', 'Belopp (utl. valuta)', 'Belopp (originalvaluta)'],
  ...['Belopp (utländskt)', 'Amount (foreign)', 'Amount (original)', 'Beløp (utenlandsk valuta)'],
])('%s is what a purchase cost abroad, as it is without the parentheses', (name) =>
  expect(roleOf(name)?.role).toBe('foreignAmount'),
)

test.each([
  ['Belopp (svenska kronor)', 'amount'],
  ['Amount (net)', 'netAmount'],
  ['Datum (köp)', 'purchaseDate'],
  ['Text (kort)', undefined],
  ['Kort (text)', undefined],
  ['Belopp (kort)', undefined],
  ['Belopp (budget)', undefined],
])('what stands in parentheses is read as a part of the name: %s is %s', (name, role) =>
  expect(roleOf(name)?.role).toBe(role),
)

describe('how a day is written, and in which zone, is no part of its name', () => {
  test.each([
    ...['Transaktionsdatum (ÅÅÅÅ-MM-DD)', 'Date (DD/MM/YYYY)', "Date de l'opération (UTC)", 'Purchase date UTC'],
    ...['Transaktionsdatum (lokal tid)', 'Transaction date (local)'],
  ])('%s', (name) => expect(roleOf(name)?.role).toBe('purchaseDate'))

  test('an amount with such a note is none without it', () => expect(roleOf('Belopp (UTC)')).toBeNull())
})

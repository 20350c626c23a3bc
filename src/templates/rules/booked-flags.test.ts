import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (name: string, first: string, second: string) =>
  outcomes(
    readSuggested(
      sheetOf(`Datum;Butik;Belopp;${name}`, `2026-03-02;ICA;100,00;${first}`, `2026-03-03;SJ;695,00;${second}`),
    ),
  ).slice(1)

const booked = '2: 2026-03-02 ICA 10000'

test.each([
  ['Pending', 'FALSE', 'TRUE'],
  ['isPending', 'false', 'true'],
  ['Reserverad', 'Nej', 'Ja'],
  ['Preliminär', '0', '1'],
  ['Bokförd', 'Ja', 'Nej'],
  ['Bokförd?', 'J', 'N'],
  ['Posted', 'true', 'false'],
  ['is_booked', 'yes', 'no'],
  ['Settled', 'SANT', 'FALSKT'],
])('where %s is %s for one row and %s for the next, the next is not booked yet', (name, first, second) => {
  expect(read(name, first, second)).toEqual([booked, '3: pending'])
})

test('the sample need hold no such row: the next file may', () => {
  const rows = ['Datum;Butik;Belopp;Pending', '2026-03-02;ICA;100,00;no']
  expect(outcomes(readSuggested(sheetOf(...rows)))).toEqual(['1: header', booked])
})

test('a column that is called so and says something else is no such answer', () => {
  expect(read('Bokförd', '2026-03-03', '2026-03-04')).toEqual([booked, '3: 2026-03-03 SJ 69500'])
  expect(read('Settled', 'Ja', 'Kanske')).toEqual([booked, '3: 2026-03-03 SJ 69500'])
})

test('a column that says it in words goes before one of yes and no', () => {
  const rows = [
    'Datum;Butik;Belopp;Status;Posted',
    '2026-03-02;ICA;100,00;Completed;no',
    '2026-03-03;SJ;695,00;Pending;yes',
  ]
  expect(outcomes(readSuggested(sheetOf(...rows)))).toEqual(['1: header', booked, '3: pending'])
})

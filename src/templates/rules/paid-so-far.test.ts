import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const lines = [
  '2026-05-01;Telia;1200,50;200,50;1000,00',
  '2026-05-02;SJ;199,00;199,00;0,00',
  '2026-05-03;ICA;5,00;0,00;5,00',
]

test.each([
  ['Totalt', 'Betalt hittills', 'Kvar'],
  ['Belopp', 'Betalt', 'Att betala'],
  ['Total', 'Paid', 'Balance'],
])('of %s, %s and %s the first is the amount, and what is left is no balance of an account', (...names) => {
  expect(outcomes(readSuggested(sheetOf(`Datum;Leverantör;${names.join(';')}`, ...lines))).slice(1)).toEqual([
    '2: 2026-05-01 Telia 120050',
    '3: 2026-05-02 SJ 19900',
    '4: 2026-05-03 ICA 500',
  ])
})

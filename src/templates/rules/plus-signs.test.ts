import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf('Datum;Text;Belopp', ...lines))).slice(1)

test('a plus in most rows of a card is what was bought, and the minus what was paid to it', () => {
  expect(read('2026-03-02;ICA;+100,00', '2026-03-03;SJ;+200,00', '2026-03-31;Er inbetalning;-300,00')).toEqual([
    '2: 2026-03-02 ICA 10000',
    '3: 2026-03-03 SJ 20000',
    '4: payment-to-card',
  ])
})

test('a plus in few rows is what came back', () => {
  expect(read('2026-03-02;ICA;-100,00', '2026-03-03;SJ;-200,00', '2026-03-05;SJ;+200,00')).toEqual([
    '2: 2026-03-02 ICA 10000',
    '3: 2026-03-03 SJ 20000',
    '4: 2026-03-05 SJ -20000',
  ])
})

test('one plus beside one minus turns no file around whose amounts are without a sign', () => {
  const bought = ['2026-03-02;ICA;100,00', '2026-03-03;SJ;200,00', '2026-03-04;OKQ8;300,00']
  expect(read(...bought, '2026-03-05;Coop;+45,00', '2026-03-06;Elgiganten;-55,00')).toEqual([
    '2: 2026-03-02 ICA 10000',
    '3: 2026-03-03 SJ 20000',
    '4: 2026-03-04 OKQ8 30000',
    '5: 2026-03-05 Coop 4500',
    '6: 2026-03-06 Elgiganten -5500',
  ])
})

import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const read = (...rows: string[]) => outcomes(readSuggested(sheetOf(...rows)))

test('of two amounts without names the larger is what was paid, and in no other currency than the account', () => {
  expect(
    read(
      '2026-05-02;2026-05-04;ICA NORA;Nora;SEK;25,10;125,50',
      '2026-05-03;2026-05-05;OPENAI;Dublin;USD;20,00;187,20',
      '2026-05-04;2026-05-05;JULA;Nora;SEK;0;12,00',
    ),
  ).toEqual(['1: 2026-05-02 ICA NORA 12550', '2: 2026-05-03 OPENAI 18720', '3: 2026-05-04 JULA 1200'])
})

test('a running balance is no amount, also where the first rows are not booked yet; what comes in is no refund', () => {
  expect(
    read(
      ';2026-05-06;Reserverat kaffe;-12,00;',
      '2026-05-06;2026-05-04;Kafé Nora;-20,00;980,00',
      '2026-05-04;2026-05-02;Kund AB;600,00;1 000,00',
      '2026-05-01;2026-04-28;ICA Nora;-100,00;400,00',
    ).slice(1),
  ).toEqual(['2: 2026-05-04 Kafé Nora 2000', '3: incoming', '4: 2026-04-28 ICA Nora 10000'])
})

test('a name is what a merchant has, not an id or the number of a voucher', () => {
  expect(read('A1;2026-05-02;ICA Nora;10,50;6a1f-77aa', 'A2;2026-05-03;ICA Nora;20,50;6a1e-77ab')).toEqual([
    '1: 2026-05-02 ICA Nora 1050',
    '2: 2026-05-03 ICA Nora 2050',
  ])
})

test('where the columns were moved after the template was made, rows are asked about', () => {
  const made = suggestMapping(sheetOf('Kafé Nora;2026-05-04;2026-05-06;-20,00;980,00'), { today })!.mapping
  const moved = sheetOf('2026-05-04;2026-05-06;-20,00;980,00;Kafé Nora')
  expect(outcomes(readSource(moved, made, { today }))).toEqual(['1: merchant-missing@A1 booked-unclear@A1'])
})

import { expect, test } from 'vitest'
import type { TemplateMapping } from '../contract.ts'
import { column, outcomes, plainMapping, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'

const header = 'Datum;Text;Belopp;Avgift;Saldo'
const read = (...rows: string[]) => outcomes(readSuggested(sheetOf(header, ...rows))).slice(1)
const down = ['2026-03-02;Spotify;-119,00;0,00;881,00', '2026-03-04;Notion;-106,10;1,00;773,90']

test('a fee by which the balance falls besides the amount is part of what was paid, whichever row stands first', () => {
  expect(read(...down)).toEqual(['2: 2026-03-02 Spotify 11900', '3: 2026-03-04 Notion 10710'])
  expect(read(...down.toReversed())).toEqual(['2: 2026-03-04 Notion 10710', '3: 2026-03-02 Spotify 11900'])
})

test('a fee that the amount holds already is none', () =>
  expect(read(down[0] ?? '', '2026-03-04;Notion;-106,10;1,00;774,90')).toEqual([
    '2: 2026-03-02 Spotify 11900',
    '3: 2026-03-04 Notion 10610',
  ]))

const warningsOf = (...lines: string[]) => readSuggested(sheetOf(...lines)).warnings

test('fees that no balance shows to be part of the amounts or not are told, with how many rows have one', () => {
  const rows = ['2026-03-02;Spotify;-119,00;0,00', '2026-03-04;Notion;-106,10;1,00', '2026-03-05;SJ;-95,00;']
  const told = [{ code: 'fees-left-out', params: { column: 'Avgift', rows: 1 } }]
  expect(warningsOf('Datum;Text;Belopp;Avgift', ...rows)).toEqual(told)
  expect(warningsOf('Datum;Text;Belopp;Avgift', rows[0] ?? '')).toEqual([])
  expect(warningsOf(header, ...down)).toEqual([])
})

const typed = { type: column(3, 'Typ'), fee: column(4, 'Avgift') }
const readFees = (lines: string[], change: Partial<TemplateMapping> = {}) => {
  const mapping = plainMapping(typed, { header: ['Datum', 'Text', 'Belopp', 'Typ', 'Avgift'], ...change })
  return readSource(sheetOf('Datum;Text;Belopp;Typ;Avgift', ...lines), mapping, { today })
}

test('a fee is kept of what was given back, also where the row’s type alone says that it was', () => {
  const rows = ['2026-03-02;Ikea;100,00;Refund;5,00', '2026-03-02;Ikea;-100,00;Refund;5,00']
  expect(outcomes(readFees([...rows, '2026-03-03;Ikea;100,00;Purchase;-5,00'])).slice(1)).toEqual([
    '2: 2026-03-02 Ikea -9500',
    '3: 2026-03-02 Ikea -9500',
    '4: 2026-03-03 Ikea 10500',
  ])
})

test('a fee that is no less than the refund beside it is asked about: its VAT goes the other way than what was paid', () => {
  const rows = ['2026-03-02;Ikea;3,00;Refund;5,00', '2026-03-02;Ikea;-3,00;;5,00', '2026-03-02;Ikea;-5,00;;5,00']
  expect(outcomes(readFees(rows)).slice(1)).toEqual([
    '2: fee-above-refund@E2',
    '3: fee-above-refund@E3',
    '4: fee-above-refund@E4',
  ])
  const paidIn = readFees(['2026-03-02;Kund;3,00;;5,00'], { signRule: 'inverted', account: 'bank' })
  expect(outcomes(paidIn).slice(1)).toEqual(['2: incoming'])
})

test('a printed total is what its own column comes to, without fees and as unsigned as the rows', () => {
  const rows = ['2026-03-02;Ikea;125,00;;5,00', '2026-03-03;Jula;106,00;Refund;0,00', 'Summa;;231,00;;5,00']
  expect(readFees(rows).controlSums).toEqual([
    { cell: 'C4', label: 'Summa', printed: 23100, counted: 23100, agrees: true },
  ])
})

import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { today } from '../testing/sheets.ts'
import { sampleWork } from './sample-work.ts'

function openAmounts(lines: readonly string[]): string[] {
  const spreadsheet = readSpreadsheet(new TextEncoder().encode(lines.join('\n')))
  const mapping = sampleWork.begin(spreadsheet, { today })
  const named = { fileName: 'kort.csv', bank: '', mapping, encoding: undefined, header: undefined, today }
  return sampleWork.describe(spreadsheet, named).openAmounts
}

test('columns that may each be what a purchase cost are named where nothing says which', () => {
  const lines = ['Datum;Text;Belopp;Belopp SEK', '2026-03-01;ICA;100,00;', '2026-03-02;AWS;50,00;565,00']
  expect(openAmounts([...lines, '2026-03-03;KIOSK;20,00;'])).toEqual(['Belopp', 'Belopp SEK'])
})

test('no column is named where the amount is found, or where there is one alone', () => {
  expect(openAmounts(['Datum;Text;Belopp', '2026-03-01;ICA;100,00', '2026-03-02;AWS;50,00'])).toEqual([])
  expect(openAmounts(['Datum;Text;In;Ut', '2026-03-01;ICA;;100,00', '2026-03-02;Lön;50,00;'])).toEqual([])
})

import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

test('a total that somebody wrote under the rows is one where it is what they come to', () => {
  const rows = ['2026-05-01;KAFÉ;;10,00', '2026-05-02;HOTELL;;20,50', '2026-05-02;HOTELL;5,00;']
  const found = (...last: string[]) => {
    const reading = readSuggested(sheetOf('Datum;Text;In;Ut', ...rows, ...last))
    return [...outcomes(reading).slice(4), ...reading.controlSums.map(({ agrees }) => agrees)]
  }
  expect(found('Summa kostnader;;;30,50')).toEqual(['5: printed-total', true])
  expect(found(';Totalt ut SEK;;25,50')).toEqual(['5: printed-total', true])
  expect(found('Summa kostnader;;;30,00')).toEqual(['5: date-unreadable@A5'])
  expect(found(';Sumo Sushi;;30,50')).toEqual(['5: date-missing'])
})

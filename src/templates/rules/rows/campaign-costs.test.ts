import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (...lines: string[]) => {
  const reading = readSuggested(sheetOf(...lines))
  return { told: reading.warnings.map(({ code }) => code), rows: outcomes(reading).slice(1) }
}

test('what campaigns cost at Google or Meta is told as that: a campaign is no supplier', () => {
  expect(read('Date;Description;Campaign;Amount (SEK)', '2026-03-01;Campaign: Brand SE;Brand SE;1200.50')).toEqual({
    told: ['campaign-costs'],
    rows: ['2: campaign-cost'],
  })
  const byDay = ['Dag;Kampanj;Klick;Kostnad', '2026-03-01;Varumärke;120;1200,50', '2026-03-02;Varumärke;90;900,00']
  expect(read(...byDay).told).toEqual(['campaign-costs'])
})

test('a list of purchases that says for which campaign they were made is a list of purchases', () => {
  const shop = { told: [], rows: ['2: 2026-03-02 SJ AB 39900'] }
  expect(read('Datum;Text;Kampanj;Belopp', '2026-03-02;SJ AB;Vår;399,00')).toEqual(shop)
  expect(read('Datum;Leverantör;Kampanj;Klick;Belopp', '2026-03-02;SJ AB;Vår;4;399,00')).toEqual(shop)
})

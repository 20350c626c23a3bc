import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { readSource } from '#templates/rules/rows/read-source.ts'
import { suggestMapping } from '#templates/rules/suggest/suggest-mapping.ts'
import { createLocator } from './locate-rows.ts'

/** The fingerprints of a file's purchases, read as somebody would who takes every suggestion. */
function printsOf(...lines: string[]): string[] {
  const options = { today: '2026-08-01' }
  const file = readSpreadsheet(new TextEncoder().encode(lines.join('\n')))
  const locate = createLocator('SEK')
  const { rows } = readSource(file, suggestMapping(file, options)!.mapping, options)
  return rows.flatMap((row) => locate(row).toAssess?.fingerprint ?? [])
}

test('a month’s rows that are counted from 1 are not taken for those of the month before', () => {
  const month = (number: string) =>
    ['299,00;Adobe', '499,00;Telia', '219,00;Kjell'].map(
      (row, place) => `${place + 1};2026-${number}-0${place + 1};${row}`,
    )
  const [june = [], july = []] = ['06', '07'].map((number) => printsOf('Id;Datum;Belopp;Leverantör', ...month(number)))
  expect([june.length, july.length]).toEqual([3, 3])
  expect(july.filter((print) => june.includes(print))).toEqual([])
})

test('a purchase with no id but a mark for that is the same in a file without the column', () => {
  const ids = ['2026-07-01;ICA;219,00;-', '2026-07-02;COOP;99,00;N/A', '2026-07-03;SJ;695,00;T-48211']
  const [ica, coop, sj] = printsOf('Datum;Text;Belopp;Transaktions-ID', ...ids)
  const plain = ids.map((row) => row.split(';').slice(0, 3).join(';'))
  const without = printsOf('Datum;Text;Belopp', ...plain)
  expect([ica, coop]).toEqual(without.slice(0, 2))
  expect(sj).not.toBe(without[2])
})

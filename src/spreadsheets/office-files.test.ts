import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

/** Small files that programs of others wrote: test/fixtures/office. */
const read = (name: string) =>
  readSpreadsheet(new Uint8Array(readFileSync(new URL(`../../test/fixtures/office/${name}`, import.meta.url))))
const rowsOf = (name: string) => read(name).sheets[0]?.rows

test('a workbook in the zip of 64 bits that Apache streams, however small, is read', () => {
  expect(rowsOf('zip64.xlsx')).toEqual([
    { number: 1, cells: ['Datum', 'Butik', 'Belopp'], kinds: 'ttt' },
    { number: 2, cells: ['2026-03-01', 'Åhléns', '99.5'], kinds: 'dtn' },
  ])
})

test.each(['currencies.xlsx', 'currencies.xls', 'currencies.ods'])(
  'what a workbook shows a number in comes along: %s',
  (name) => {
    const rows = rowsOf(name)?.map(({ cells, units }) => [cells[2], units?.[2] ?? null])
    const [euro, dollar] = name.endsWith('.ods') ? ['EUR', 'USD'] : ['€', '$']
    expect(rows).toEqual([
      ['Belopp', null],
      ['120.5', euro],
      ['99', name.endsWith('.ods') ? null : 'kr'],
      ['9.99', dollar],
      ['4', 'USD'],
      ['50', null],
    ])
  },
)

test('of a page that Calc saved, notes are no text of their cells, and a minus that is shown as red is one', () => {
  expect(rowsOf('calc-page.html')).toEqual([
    { number: 1, cells: ['Datum', 'Butik', 'Belopp'], kinds: 'ttt' },
    { number: 2, cells: ['2026-03-01', 'Åhléns', '-1234.5'], kinds: 'dtn' },
  ])
})

test('the records of an XLS without their container, which web sites in PHP send, are read', () => {
  expect(read('php-records.xls').kind).toBe('xls')
  expect(rowsOf('php-records.xls')).toEqual([
    { number: 1, cells: ['Datum', 'Butik', 'Belopp'], kinds: 'ttt' },
    { number: 2, cells: ['2026-03-01', 'Åhléns', '99.5'], kinds: 'ttn' },
  ])
})

test('ids of 16 digits stay apart, and what is shown as percent says so', () => {
  expect(
    rowsOf('ids-and-rates.xlsx')
      ?.slice(1)
      .map(({ cells, units }) => [cells[4], units]),
  ).toEqual([
    ['5254121234561234', { 3: '%' }],
    ['5254121234561236', { 3: '%' }],
  ])
})

test('rows of an old XLS that a filter or a person hid are read, and told of', () => {
  expect(rowsOf('hidden-rows.xls')?.map(({ cells }) => cells[1])).toEqual(['Text', 'ICA', 'SJ', 'COOP'])
  expect(read('hidden-rows.xls').warnings).toEqual([{ code: 'hidden-rows-read', params: { sheet: 'Kort', rows: 2 } }])
})

test("in Excel's XML of 2003 a currency without a name is whoever's who opens it, and the euro is the euro", () => {
  const page = readFileSync(new URL('../../test/fixtures/office/calc-2003.xml', import.meta.url), 'utf8')
  const secondOf = (text: string) => readSpreadsheet(new TextEncoder().encode(text)).sheets[0]?.rows[1]
  expect(secondOf(page)).toEqual({ number: 2, cells: ['2026-03-01', 'Åhléns', '120.5'], kinds: 'dtn' })
  expect(secondOf(page.replaceAll('"Currency"', '"Euro Currency"'))?.units).toEqual({ 2: '€' })
})

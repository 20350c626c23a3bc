import { expect, test } from 'vitest'
import type { SheetRow } from './spreadsheet.ts'
import { cutOneColumn } from './wrapped-lines.ts'

const limits = { columns: 100, cellCharacters: 1000, quote: '"' } as const
/** Cells apart by `|`; those of figures alone are numbers, as a program makes them. */
const sheet = (...lines: string[]): SheetRow[] =>
  lines.map((line, index) => {
    const cells = line.split('|')
    return { number: index + 1, cells, kinds: cells.map((cell) => (/^\d+$/.test(cell) ? 'n' : 't')).join('') }
  })
const read = (...lines: string[]) => [...cutOneColumn(sheet(...lines), limits)].map(({ cells }) => cells)

test('lines of a Swedish file that was opened as delimited by commas are put together where their amounts were cut', () => {
  expect(
    read(
      'Datum;Text;Belopp;Saldo',
      '2026-02-03;COOP;-312|50;8 000|0',
      '2026-02-02;SJ;-50|05;8 312|5',
      '2026-02-01;ICA;-9|00;8 362|50',
    ),
  ).toEqual([
    ['Datum', 'Text', 'Belopp', 'Saldo'],
    ['2026-02-03', 'COOP', '-312,50', '8 000,00'],
    ['2026-02-02', 'SJ', '-50,05', '8 312,05'],
    ['2026-02-01', 'ICA', '-9,00', '8 362,50'],
  ])
})

test('a single figure behind the cut may have been two: without others that tell, its line stays one cell', () => {
  expect(read('Datum;Text;Belopp', '2026-02-03;COOP;-312|5', '2026-02-02;SJ;-50|42', '2026-02-01;SJ;-7|0')).toEqual([
    ['Datum', 'Text', 'Belopp'],
    ['2026-02-03;COOP;-312,5'],
    ['2026-02-02', 'SJ', '-50,42'],
    ['2026-02-01', 'SJ', '-7,0'],
  ])
})

test('two figures that are no proof of two everywhere make no `05` of a `5`, and a rate that may have lost a zero is asked about', () => {
  const lines = ['Datum;Text;Saldo;Belopp', '2026-02-03;COOP;8000|75;-312|5', '2026-02-02;SJ;8312|25;-99|75']
  expect(read(...lines)[1]).toEqual(['2026-02-03;COOP;8000,75;-312,5'])
  expect(read('Datum;Belopp;Valuta;Kurs', '2026-02-03;100|50;EUR;11|542', '2026-02-02;90|10;EUR;11|612')[1]).toEqual([
    '2026-02-03;100,50;EUR;11,542',
  ])
})

test('what one column shows of its decimals says nothing of another, where a `5` stays what it may be', () => {
  const rates = ['2026-02-03;COOP;-312|50;EUR;11|5', '2026-02-02;"A; B";-50|05;EUR;11|25']
  expect(read('Datum;Text;Belopp;Valuta;Kurs', ...rates)).toEqual([
    ['Datum', 'Text', 'Belopp', 'Valuta', 'Kurs'],
    ['2026-02-03;COOP;-312,50;EUR;11,5'],
    ['2026-02-02', 'A; B', '-50,05', 'EUR', '11,25'],
  ])
  expect(read('Datum;Text;Belopp;Liter', '2026-02-03;OKQ8;-312|50;46|5', '2026-02-02;OKQ8;-50|00;30|25')[1]).toEqual([
    '2026-02-03;OKQ8;-312,50;46,5',
  ])
  const three = read('Datum;Belopp;Valuta;Kurs', '2026-02-03;100|50;EUR;11|50', '2026-02-02;90|10;EUR;11|612')
  expect(three.slice(1)).toEqual([['2026-02-03;100,50;EUR;11,50'], ['2026-02-02;90,10;EUR;11,612']])
})

test('tables with a semicolon in their texts are no such lines', () => {
  const table = ['Datum|Text|Belopp', '2026-02-03|COOP; Visby; Öst|312', '2026-02-02|SJ; Rad; 2|50']
  expect(read(...table)).toEqual(table.map((line) => line.split('|')))
  const bare = ['A|K&ouml;p; &amp; s|x', '2026-02-01|SJ; Rad; 2|50']
  expect(read(...bare)).toEqual(bare.map((line) => line.split('|')))
  expect(read('Utdrag; mars; 2026', ...table)).toEqual([
    ['Utdrag; mars; 2026'],
    ...table.map((line) => line.split('|')),
  ])
})

test('a line that lost the outermost of its quotation marks, and one of each two, is cut as if it had them', () => {
  expect(read('Date","Name",","Gross, SEK', '2026-01-04","REWE",","-1,50', '2026-01-05","SJ",","-3,70')).toEqual([
    ['Date', 'Name', '', 'Gross, SEK'],
    ['2026-01-04', 'REWE', '', '-1,50'],
    ['2026-01-05', 'SJ', '', '-3,70'],
  ])
})

test('of a cell that holds two lines none is dropped: it stays one cell', () => {
  const two = '2026-01-04","REWE","-1.50",","\n"2026-01-05","SJ","-3.70'
  expect(read('Date","Name","Gross","Note', two, '"2026-01-06","ICA","-2.00",""')).toEqual([
    ['Date', 'Name', 'Gross', 'Note'],
    [two],
    ['2026-01-06', 'ICA', '-2.00'],
  ])
})

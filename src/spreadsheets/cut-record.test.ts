import { expect, test } from 'vitest'
import { readCsvRows } from './read-csv.ts'

const cutOf = (...lines: string[]) =>
  [...readCsvRows(new TextEncoder().encode(lines.join('\n')))].map(({ cutOff }) => cutOff ?? null)
const header = 'Datum;Text;Belopp'
const rows = ['2026-10-02;Skruvhuset;-120,50', '2026-10-03;Lampan;-80,00', '2026-10-04;Tågkiosken;-45,00']

test('a text that ends in the middle of a record tells so of it', () => {
  expect(cutOf(header, rows[0]!, '2026-10-03;Lam')).toEqual([null, null, 'begun'])
  for (const figure of ['-6', '-60', '-607', '-607,', '-607,9'])
    expect(cutOf(header, ...rows, `2026-10-05;Lampan;${figure}`).at(-1)).toBe('decimals')
})

test('a text without a line break at its end is whole where the last record is like the others', () => {
  expect(cutOf(header, ...rows)).toEqual([null, null, null, null])
  expect(cutOf(header, '2026-10-02;Skruvhuset;-120', '2026-10-03;Lampan;-8')).toEqual([null, null, null])
  expect(cutOf(`${header};`, `${rows[0]};`, rows[1]!)).toEqual([null, null, null])
  expect(cutOf(`${header};`, '2026-10-02;Skruvhuset;-120,50;', '2026-10-03;Lampan;-80;')).toEqual([null, null, null])
})

test('a line break ends a record, however short it is, and a blank line is none', () => {
  expect(cutOf(header, ...rows, '2026-10-05;Lampan;-607', '').at(-1)).toBeNull()
  expect(cutOf(header, ...rows, '2026-10-05;Lampan', '').at(-1)).toBeNull()
  expect(cutOf(header, rows[0]!, '', rows[1]!)).toEqual([null, null, null])
})

test('a list whose rows are as long as they happen to be says nothing of its last', () => {
  expect(cutOf(header, '2026-10-02;Skruvhuset', '2026-10-03;Lampan;-80,00', '2026-10-04;Kvitto').at(-1)).toBeNull()
})

test('a record that begins as one before it is no line below the table, which may be as short', () => {
  const begun = (...cells: string[]) => cutOf(header, ...rows, ...cells).at(-1)
  expect(['2', '2026-10', '2026-10-05', '2026-10-05;', '2026-10-05;Lam'].map((cut) => begun(cut))).toEqual(
    Array(5).fill('begun'),
  )
  expect(['Summa', 'Summa;245,50', '3 rader', 'Skapad 2026-10-05', 'Konto;1234 56'].map((line) => begun(line))).toEqual(
    Array(5).fill('cells'),
  )
  expect(cutOf(header, ...rows, 'Summa;;245,50', '"2026-10-').at(-1)).toBe('begun')
  const typed = (last: string) =>
    cutOf('Typ;Produkt;Datum;Belopp', ...rows.map((row) => `Kort;Konto;${row}`), last).at(-1)
  expect(['Kor', 'Kort;Kon', 'Kort;Konto;2026-'].map(typed)).toEqual(['begun', 'begun', 'begun'])
  expect(['Skapad av', 'Skapad av;Anna', 'Summa;245,50'].map(typed)).toEqual(['cells', 'cells', 'cells'])
})

test('titles and notes between purchases say nothing of how their figures are written', () => {
  const note = 'Valutakurs: 9.2832;;'
  const block = ['Transaktionsexport;;2026-04-21 14:35:49', header, rows[0]!, note, rows[1]!, note, 'Anna;;', rows[2]!]
  expect(cutOf(...block, '2026-10-05;Lampan;-607,9').at(-1)).toBe('decimals')
  expect(cutOf(...block, '2026-10-05;Lampan;-607,90').at(-1)).toBeNull()
  expect(cutOf(...block, '2026-10-05;Skruvhuset;-80', '2026-10-05;Lampan;-607,9').at(-1)).toBeNull()
})

import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

const rowsOf = (html: string) => readSpreadsheet(strToU8(html)).sheets.map(({ rows }) => rows)
const cellsOf = (html: string) => rowsOf(html).map((rows) => rows.map(({ cells }) => cells))

test('letters and signs that a page writes as entities are the letters and signs', () => {
  const cells = [
    'K&ouml;p &#197;SA &#xe9;',
    '&minus;1&#160;234,50&nbsp;kr',
    'Bj&#246rk &amp; S&ouml;n &#150; A &lt; B',
    '&unknown; &amp;#246;',
  ]
  expect(cellsOf(`<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`)).toEqual([
    [['Köp ÅSA é', '\u22121\u00a0234,50\u00a0kr', 'Björk & Sön – A < B', '&unknown; &#246;']],
  ])
})

test('ends of cells and rows may be left out, and a row may begin with something else than a cell', () => {
  expect(cellsOf('<TABLE><TR><TD>A<TD>1 < 2<TR><form><TH>B</TH><TD title="a > b">2</TABLE>')).toEqual([
    [
      ['A', '1 < 2'],
      ['B', '2'],
    ],
  ])
})

test('lines of a cell stay lines, spaces between words stay, comments and scripts say nothing', () => {
  const cell =
    '\n <b>ICA</b> Maxi<br/>Ume\u00e5 <p>Kort\n1234</p><!-- <td>x</td> --><script>if (a < b) "</td>"</script>'
  expect(cellsOf(`<table><tr><td>${cell}</td><td>2</td></tr></table>`)).toEqual([[['ICA Maxi\nUmeå\nKort 1234', '2']]])
})

test('a table within a table is a sheet of its own, and cells that reach over others leave their places free', () => {
  const inner = '<table><tr><td>Datum<td>Belopp<tr><td>2026-01-02<td>5,00</table>'
  const spans = '<table><tr><td rowspan=2 colspan="2">Kort</td><td>1</td></tr><tr><td>2</td></tr></table>'
  expect(cellsOf(`<table><tr><td>${inner}</td><td>Meny</td></tr></table>${spans}`)).toEqual([
    [['', 'Meny']],
    [
      ['Datum', 'Belopp'],
      ['2026-01-02', '5,00'],
    ],
    [
      ['Kort', '', '1'],
      ['Kort', '', '2'],
    ],
  ])
})

test('days of a workbook that counts from 1904, which Calc saved as a page, are the days that are shown', () => {
  const page = (...days: [serial: number, shown: string][]) =>
    days.map(([serial, shown]) => `<tr><td sdval="${serial}" sdnum="1053;0;D MMM YY">${shown}</td></tr>`).join('')
  const shown: [number, string][] = [
    [44427, '20 aug 25'],
    [44428, '21 aug'],
  ]
  expect(cellsOf(`<table>${page(...shown)}</table>`)).toEqual([[['2025-08-20'], ['2025-08-21']]])
  expect(cellsOf(`<table>${page([45889, '20 aug 25'])}</table>`)).toEqual([[['2025-08-20']]])
})

test('a number that Calc or Excel wrote beside what is shown is the number, where it is shown', () => {
  const cells = [
    '<td sdval="-5990.78" sdnum="1033;">-5990.78</td>',
    '<td x:num="1234.5">1&nbsp;234,50 kr</td>',
    '<td sdval="46037" sdnum="1053;0;YYYY-MM-DD">2026-01-15</td>',
    '<td sdval="0.25">25 %</td>',
    '<td sdval="123">00123</td>',
    '<td x:num>7</td>',
    '<td sdval="0">#DIV/0!</td>',
  ]
  expect(rowsOf(`<table><tr>${cells.join('')}</tr></table>`)).toEqual([
    [
      {
        number: 1,
        cells: ['-5990.78', '1234.5', '2026-01-15', '25 %', '00123', '7', '#DIV/0!'],
        kinds: 'nndtttt',
        units: { 1: 'kr' },
      },
    ],
  ])
})

test('quotation marks and tags left open take nothing with them but themselves', () => {
  expect(cellsOf('<table><tr><td title="open>A</td><td>B</td></tr></table>')).toEqual([[['A', 'B']]])
  expect(cellsOf('<table><tr><td>A</td><td>B <i')).toEqual([[['A', 'B <i']]])
  expect(() => readSpreadsheet(strToU8('<html><body>Sidan finns inte</body></html>'))).toThrow('unreadable')
})

test('cells that push each other further to the right than a file may have columns are refused', () => {
  const hanging = '<tr><td rowspan="60000" colspan="2">a</td></tr>'.repeat(300)
  expect(() => readSpreadsheet(strToU8(`<table>${hanging}</table>`))).toThrow('too-many-columns')
})

test('a number beside what is shown keeps the currency that it is shown with', () => {
  const page = '<table><tr><td sdval="12,5" sdnum="1053;0;#">12,50 €</td><td x:num="99">99,00</td></tr></table>'
  expect(readSpreadsheet(strToU8(page)).sheets[0]?.rows).toEqual([
    { number: 1, cells: ['12.5', '99'], kinds: 'nn', units: { 0: '€' } },
  ])
})

test('a day that Calc shows in some order is the day that it wrote beside it', () => {
  const cell = (format: string, shown: string) => `<td sdval="45566" sdnum="1053;0;${format}">${shown}</td>`
  const cells = [cell('MM-DD-YY', '10-01-24'), cell('ÅÅÅÅ-MM-DD', '2024-10-01'), cell('#,##0', '45566')]
  expect(rowsOf(`<table><tr>${cells.join('')}</tr></table>`)).toMatchObject([
    [{ cells: ['2024-10-01', '2024-10-01', '45566'], kinds: 'ddn' }],
  ])
})

test('what a web site writes unseen before a text to sort by is none of it, what Excel cuts off behind it is', () => {
  const cell = (shown: string, key: string) => `<td><span style="display: none">${key}</span>${shown}</td>`
  const page = `<table><tr>${cell('02.03.2026', '20260302')}${cell('10,00', '10')}<td>Kaffekom<span style='display:none'>paniet</span></td></tr></table>`
  expect(cellsOf(page)).toEqual([[['02.03.2026', '10,00', 'Kaffekompaniet']]])
  expect(cellsOf('<table><tr><td><span style="display:none">A<span>B</span></span></td></tr></table>')).toEqual([
    [['AB']],
  ])
})

test('rows that a page does not show are told where they are read, as those of a workbook are', () => {
  const page =
    '<table><tr><td>A</td></tr><tr style="display:none"><td>B</td></tr><tr style="display:none"><td></td></tr>'
  const { sheets, warnings } = readSpreadsheet(strToU8(`${page}</table>`))
  expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([['A'], ['B']])
  expect(warnings).toEqual([{ code: 'hidden-rows-read', params: { sheet: '1', rows: 1 } }])
})

test('öre that a page writes above the line are öre, and marks of notes are no figures of an amount', () => {
  const cells = [
    '10<sup>50</sup>',
    '1.210 <sup>50</sup> kr',
    '120<sup>1</sup>',
    '10,5<sup>12</sup>',
    'Coop<sup>1</sup>',
    '5 m<sup>2</sup>',
  ]
  expect(cellsOf(`<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`)).toEqual([
    [['10,50', '1.210,50 kr', '120 1', '10,5 12', 'Coop1', '5 m2']],
  ])
})

import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

const spaces = ['office', 'table', 'style', 'text', 'number'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
)
const kind = 'application/vnd.oasis.opendocument.spreadsheet'
const styles = [
  '<number:date-style style:name="N1"><number:year/></number:date-style>',
  '<style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/>',
  '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>',
  '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>',
]
const table = (rows: string, name = 'Kort', style = 'ta1') =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const cell = (attributes: string, text = '') =>
  `<table:table-cell ${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`
const text = (words: string) => cell('office:value-type="string"', words)
const content = (tables: string) =>
  `<office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`
const ods = (tables: string, manifest = '<manifest/>') =>
  zipSync({
    mimetype: strToU8(kind),
    'META-INF/manifest.xml': strToU8(manifest),
    'content.xml': strToU8(
      `<?xml version="1.0"?><office:document-content ${spaces.join(' ')}>${content(tables)}</office:document-content>`,
    ),
  })
const flat = (tables: string) =>
  strToU8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${spaces.join(' ')} office:mimetype="${kind}">${content(tables)}</office:document>`,
  )
const rowsOf = (...rows: string[]) => readSpreadsheet(ods(table(rows.join('')))).sheets[0]?.rows

test.each([
  ['ODS', ods],
  ['flat ODS', flat],
])('a sheet that is hidden in %s is left out and named', (_, write) => {
  const {
    kind: read,
    sheets,
    warnings,
  } = readSpreadsheet(write(table(row(text('Köp'))) + table(row(text('x')), 'Dolt', 'ta2')))
  expect(read).toBe('ods')
  expect(sheets).toEqual([{ name: 'Kort', rows: [{ number: 1, cells: ['Köp'], kinds: 't' }] }])
  expect(warnings).toEqual([{ code: 'hidden-sheet-left-out', params: { sheet: 'Dolt' } }])
})

test('rows that a filter hides are read, and told', () => {
  const rows = ['filter', 'collapse', 'visible'].map((how) =>
    row(text('Köp')).replace('<table:table-row', `<table:table-row table:visibility="${how}"`),
  )
  const { sheets, warnings } = readSpreadsheet(ods(table(rows.join(''))))
  expect(sheets[0]?.rows).toHaveLength(3)
  expect(warnings).toEqual([{ code: 'hidden-rows-read', params: { sheet: 'Kort', rows: 2 } }])
})

test('cells come with their kinds, and quotation marks in them move nothing', () => {
  const cells = [
    cell('office:value-type="date" office:date-value="2026-03-13T00:00:00"', '13/03/26'),
    cell('office:value-type="date" office:date-value="2026-03-13T14:05:00.5"', '13/03/26'),
    cell(`office:value-type="string" office:value='Sven "Svenne" Bygg'`, 'Sven "Svenne" Bygg'),
    cell('office:value-type="currency" office:currency="SEK" office:value="-1234.5"', '-1 234,50 kr'),
    cell('office:value-type="float" office:value="46094" table:style-name="ce1"', '2026-03-13'),
    cell('office:value-type="percentage" office:value="0.25"', '25 %'),
    cell('office:value-type="boolean" office:boolean-value="true"', 'SANT'),
  ]
  expect(rowsOf(row(...cells))).toEqual([
    {
      number: 1,
      cells: ['2026-03-13', '2026-03-13 14:05:00', 'Sven "Svenne" Bygg', '-1234.5', '2026-03-13', '0.25', 'TRUE'],
      kinds: 'ddtndnb',
      units: { 3: 'SEK', 5: '%' },
    },
  ])
})

test('zeros before a number and what says behind it that it was credited are read as they are shown', () => {
  const cells = [
    cell('office:value-type="float" office:value="12"', '0012'),
    cell('office:value-type="float" office:value="125"', '125,00 CR'),
    cell('office:value-type="float" office:value="1125.5"', '1 125,50 Kredit'),
    cell('office:value-type="float" office:value="125"', '125,00 D'),
    cell('office:value-type="float" office:value="0.5"', '0,50'),
  ]
  expect(rowsOf(row(...cells))).toEqual([
    { number: 1, cells: ['0012', '125.00 CR', '1125.50 CR', '125', '0.5'], kinds: 'tttnn' },
  ])
})

test('texts keep their lines and spaces; notes and drawings are no part of them', () => {
  const note = '<office:annotation><text:p>Kolla!</text:p></office:annotation>'
  const words = 'ICA<text:s text:c="2"/><text:span>Maxi</text:span><text:line-break/>Umeå</text:p><text:p>Kort'
  const box = '<draw:rect><text:p>Ruta 500 kr</text:p></draw:rect>' // Gnumeric's
  const noted = `<table:table-cell office:value-type="string">${note}${box}<text:p>A &amp; B</text:p></table:table-cell>`
  expect(rowsOf(row(text(words), noted))).toEqual([
    { number: 1, cells: ['ICA  Maxi\nUmeå\nKort', 'A & B'], kinds: 'tt' },
  ])
})

test('what is said once for many cells or rows stands in each, and empty ones only move the rest', () => {
  const rows = [
    row(
      cell('table:number-columns-repeated="2"'),
      cell('office:value-type="string" table:number-columns-repeated="2"', 'x'),
    ),
    '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
    `<table:table-row table:number-rows-repeated="2">${text('y')}</table:table-row>`,
    '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>',
  ]
  expect(rowsOf(...rows)?.map(({ number, cells }) => [number, ...cells])).toEqual([
    [1, '', '', 'x', 'x'],
    [5, 'y'],
    [6, 'y'],
  ])
  const endless = '<table:table-row table:number-rows-repeated="1000000">'
  expect(() =>
    readSpreadsheet(ods(table(`${endless}${text('y')}</table:table-row>`)), { limits: { rows: 1000 } }),
  ).toThrow('too-many-rows')
})

test('a formula that nothing has reckoned says so; a file with a password is refused', () => {
  expect(rowsOf(row(cell('table:formula="of:=1+1"'), text('#N/A')))?.[0]?.cells).toEqual(['#FORMULA!', '#N/A'])
  expect(() => readSpreadsheet(ods(table(''), '<manifest><encryption-data/></manifest>'))).toThrow('encrypted')
})

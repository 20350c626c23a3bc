import { globSync, readFileSync } from 'node:fs'
import * as XLSX from '@e965/xlsx'
import fc from 'fast-check'
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { openRows, readSpreadsheet, SpreadsheetError } from './index.ts'
import { readWorkbook } from './read-workbook.ts'
import { readLimits } from './spreadsheet.ts'

const fixtures = new URL('../../test/fixtures/', import.meta.url)
const base = unzipSync(new Uint8Array(readFileSync(new URL('samples/firstcard.xlsx', fixtures))))
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one sheet: only what is not an ordinary part is given. */
function book(sheet: string | Uint8Array, parts: Zippable = {}): Uint8Array {
  const asXml = (text: string | Uint8Array) => (typeof text === 'string' ? strToU8(text) : text)
  return zipSync({
    '_rels/.rels': strToU8(
      `<Relationships><Relationship Id="r" Type="${relations}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Target="worksheets/sheet1.xml" Type="${relations}/worksheet" Id="r1"/><Relationship Target="/xl/sharedStrings.xml" Type="${relations}/sharedStrings" Id="r2"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': asXml(sheet),
    ...parts,
  })
}
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const rowsOf = (bytes: Uint8Array) => readSpreadsheet(bytes).sheets[0]?.rows
const cellsOf = (rows: string, parts?: Zippable) => rowsOf(book(sheetOf(rows), parts))?.map(({ cells }) => cells)
const codeOf = (bytes: Uint8Array) => {
  try {
    readSpreadsheet(bytes)
    return 'read'
  } catch (error) {
    return error instanceof SpreadsheetError ? error.code : String(error)
  }
}

test('rows that are hidden are read, and told: a filter may have been meant to leave them out', () => {
  const rows = ['', ' hidden="1"', ' hidden="true"', ' hidden="0"'].map(
    (hidden, i) => `<row r="${i + 1}"${hidden}><c r="A${i + 1}"><v>${i}</v></c></row>`,
  )
  const found = readSpreadsheet(book(sheetOf(`${rows.join('')}<row r="9" hidden="1"/>`)))
  expect(found.sheets[0]?.rows).toHaveLength(4)
  expect(found.warnings).toEqual([{ code: 'hidden-rows-read', params: { sheet: 'A', rows: 2 } }])
})

describe('an XLSX read row by row equals the library that reads it whole', () => {
  const byLibrary = (bytes: Uint8Array) => readWorkbook(bytes, 'xlsb', {}, readLimits).sheets

  test.each(globSync('**/*.xlsx', { cwd: fixtures }).sort())('%s', (name) => {
    const bytes = new Uint8Array(readFileSync(new URL(encodeURI(name), fixtures)))
    expect(readSpreadsheet(bytes).sheets).toEqual(byLibrary(bytes))
  })

  test('for workbooks of any cells, formats and sheets', () => {
    const formats = [
      'General',
      '0.00',
      '0%',
      '0.00E+00',
      'yyyy-mm-dd',
      'm/d/yy h:mm',
      '[$-41D]d mmmm yyyy;@',
      '# ##0,00 "kr"',
      '@',
    ]
    const number = fc.tuple(
      fc.oneof(
        fc.integer({ min: 1, max: 60_000 }),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.constantFrom(0, 0.1 + 0.2, 1e15, 1e-9),
      ),
      fc.constantFrom(...formats),
    )
    const cell = fc.oneof(
      fc.constant(null),
      fc.boolean().map((v) => ({ t: 'b', v })),
      number.map(([v, z]) => ({ t: 'n', v, z })),
      fc.stringMatching(/^[ -~åäöÅÄÖ€\u00a0\n]{0,20}$/).map((v) => ({ t: 's', v })),
    )
    const sheet = fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(sheet, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.boolean(),
        (sheets, bookSST, date1904) => {
          const made = XLSX.utils.book_new()
          for (const [index, rows] of [[['först']], ...sheets].entries())
            XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(rows), `Blad ${index} & <fler>`)
          made.Workbook = { WBProps: { date1904 } }
          const bytes = new Uint8Array(
            XLSX.write(made, { type: 'array', bookType: 'xlsx', bookSST, compression: true }) as ArrayBuffer,
          )
          expect(readSpreadsheet(bytes).sheets).toEqual(byLibrary(bytes))
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('XML that programs write and Excel takes', () => {
  test('dates in ISO form are dates, errors are text, numbers keep their value in any notation', () => {
    const read = rowsOf(
      book(
        sheetOf(
          '<row r="1"><c t="d"><v>2026-03-13T00:00:00</v></c><c t="d"><v>2026-03-13T14:05:00.000Z</v></c><c t="e"><v>#N/A</v></c><c><v>1.5E-3</v></c><c><v>0.10</v></c><c><v> 7 </v></c><c><v>tolv</v></c></row>',
        ),
      ),
    )
    expect(read).toEqual([
      {
        number: 1,
        cells: ['2026-03-13', '2026-03-13 14:05:00', '#N/A', '0.0015', '0.1', '7', 'tolv'],
        kinds: 'ddtnnnt',
      },
    ])
  })
  test('names with a prefix, comments, CDATA, entities and line breaks', () => {
    const rows =
      '<x:row r="1"><!-- <x:c> --><x:c r="A1" t="str"><x:v><![CDATA[a <b> & c]]></x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>Å&#229;&#xE5; &lt;1&gt;\r\n_x0041_</x:t></x:is></x:c></x:row>'
    const xml = `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`
    expect(rowsOf(book(xml))?.[0]?.cells).toEqual(['a <b> & c', 'Ååå <1>\nA'])
  })
  test('texts in runs without how they are spoken', () => {
    const sharedStrings = strToU8(
      '<sst><si><r><t>Kö</t></r><r><t xml:space="preserve">p </t></r><rPh><t>kana</t></rPh></si></sst>',
    )
    expect(cellsOf('<row><c t="s"><v>0</v></c></row>', { 'xl/sharedStrings.xml': sharedStrings })).toEqual([['Köp ']])
  })
  test('rows and cells without a place follow the one before; with one they stand there, in whatever order they come', () => {
    const rows =
      '<row r="5"><c r="C5"><v>3</v></c><c r="A5"><v>1</v></c><c><v>2</v></c></row><row><c><v>6</v></c></row><row r="2"><c><v>9</v></c></row>'
    expect(rowsOf(book(sheetOf(rows)))?.map(({ number, cells }) => [number, ...cells])).toEqual([
      [2, '9'],
      [5, '1', '2', '3'],
      [6, '6'],
    ])
  })
  test('two rows of one number are two rows', () => {
    expect(cellsOf('<row r="3"><c><v>1</v></c></row><row r="3"><c><v>2</v></c></row>')).toEqual([['1'], ['2']])
  })
  test('parts in UTF-16, names in other case, with backslashes', () => {
    const xml = Buffer.from(`\ufeff${sheetOf('<row><c t="str"><v>Åsa</v></c></row>')}`, 'utf16le')
    const { 'xl/worksheets/sheet1.xml': _, ...parts } = unzipSync(book(''))
    expect(rowsOf(zipSync({ ...parts, 'xl\\Worksheets\\Sheet1.xml': xml }))?.[0]?.cells).toEqual(['Åsa'])
  })
  test('a value with > in quotes does not end its tag', () => {
    expect(cellsOf('<row spans="a>b"><c><f t="x>y">A1</f><v>1</v></c></row>')).toEqual([['1']])
  })
})

describe('an XLSX from which rows would be lost is refused', () => {
  const whole = sheetOf('<row><c><v>1</v></c></row><row><c><v>2</v></c></row>')
  test.each([
    ['cut off', whole.slice(0, 60)],
    ['cut off between rows', whole.slice(0, whole.indexOf('</row>') + 6)],
    ['nested wrongly', whole.replace('</row>', '')],
    ['with a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${whole}`],
    ['with two cells in one place', sheetOf('<row><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>')],
    ['with a cell of no column', sheetOf('<row><c r="1"><v>1</v></c></row>')],
    ['with a row far below the last there can be', sheetOf('<row r="16777217"><c><v>1</v></c></row>')],
    ['with tags in tags without end', sheetOf(`<row><c><v>1</v></c></row>${'<x>'.repeat(300)}${'</x>'.repeat(300)}`)],
    ['with a shared string that is not there', sheetOf('<row><c t="s"><v>4</v></c></row>')],
  ])('%s', (_, xml) => {
    expect(codeOf(book(whole))).toBe('read')
    expect(codeOf(book(xml))).toBe('unreadable')
  })
  test('without the sheet that its list names', () => {
    const { 'xl/worksheets/sheet1.xml': _, ...parts } = unzipSync(book(whole))
    expect(codeOf(zipSync(parts))).toBe('unreadable')
  })
  test('with two sheets in one part, which would be unpacked for each of thousands', () => {
    const sheets = ['A', 'B'].map((name) => `<sheet name="${name}" sheetId="1" r:id="r1"/>`).join('')
    const parts = { 'xl/workbook.xml': strToU8(`<workbook><sheets>${sheets}</sheets></workbook>`) }
    expect(codeOf(book(whole, parts))).toBe('unreadable')
  })
  test('damaged on the way: the check sum tells, whatever still unpacks', () => {
    const bytes = Buffer.from(zipSync(unzipSync(book(whole)), { level: 0 }))
    bytes.write('9', bytes.indexOf('<v>2') + 3)
    expect(codeOf(new Uint8Array(bytes))).toBe('unreadable')
  })
  test('with members that are encrypted', () => {
    const bytes = Buffer.from(book(whole))
    for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 1))
      bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8)
    expect(codeOf(new Uint8Array(bytes))).toBe('encrypted')
  })
})

test('a sheet’s name is cut where it is longer than any: every row is stored with it', () => {
  const sheets = `<workbook><sheets><sheet name="${'Mars '.repeat(100)}" sheetId="1" r:id="r1"/></sheets></workbook>`
  const bytes = book(sheetOf('<row><c><v>1</v></c></row>'), { 'xl/workbook.xml': strToU8(sheets) })
  expect(readSpreadsheet(bytes).sheets.map(({ name }) => name)).toEqual(['Mars '.repeat(51)])
})

test('an XLSX is read row by row: its first rows are there before the last are looked at, and it can be walked again', () => {
  const row = '<row><c t="str"><v>rad</v></c></row>'
  const parts = unzipSync(book(sheetOf(`${row.repeat(50_000)}<row><c t="s"><v>7</v></c></row>`)))
  const opened = openRows(zipSync(parts, { level: 0 }))
  for (let walk = 0; walk < 2; walk++) {
    const [sheet] = opened.sheets
    const rows = sheet?.rows[Symbol.iterator]()
    expect(rows?.next().value).toEqual({ number: 1, cells: ['rad'], kinds: 't' })
    expect(() => Array.from({ length: 50_000 }, () => rows?.next())).toThrow('unreadable')
  }
})

test('all parts of a workbook count towards what may be unpacked', () => {
  const parts = { ...base, 'xl/styles.xml': strToU8(`<styleSheet>${' '.repeat(600_000)}</styleSheet>`) }
  expect(() => readSpreadsheet(zipSync(parts), { limits: { unzippedBytes: 500_000 } })).toThrow('unzipped-too-large')
})

test('a text that a workbook holds once and shows in many rows counts as often as it is shown', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => [`${index}`, 'x'.repeat(1000)])
  const file = XLSX.write(
    { SheetNames: ['A'], Sheets: { A: XLSX.utils.aoa_to_sheet(rows) } },
    { type: 'buffer', bookSST: true, compression: true },
  )
  expect(file.length).toBeLessThan(100_000)
  expect(readSpreadsheet(file, { limits: { unzippedBytes: 2_000_000 } }).sheets[0]?.rows).toHaveLength(1000)
  expect(() => readSpreadsheet(file, { limits: { unzippedBytes: 900_000 } })).toThrow('unzipped-too-large')
})

/** The test's own time limit is what ends it where the whole text is mended for each cell: twenty kilobytes held a reader for minutes. */
test('a text of millions of letters that thousands of cells share is cut before anything else is done with it', () => {
  const text = strToU8(`<sst><si><t>${'Ã¥'.repeat(4_000_000)}</t></si></sst>`)
  const rows = Array.from({ length: 4000 }, (_, i) => `<row r="${i + 1}"><c t="s"><v>0</v></c></row>`)
  const limits = { cellCharacters: 100 }
  const found = readSpreadsheet(book(sheetOf(rows.join('')), { 'xl/sharedStrings.xml': text }), { limits })
  expect(found.sheets[0]?.rows).toHaveLength(4000)
  expect(found.warnings).toContainEqual({ code: 'long-cells-cut', params: { cells: 4000, limit: 100 } })
})

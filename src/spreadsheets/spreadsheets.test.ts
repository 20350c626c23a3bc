import { readFileSync } from 'node:fs'
import * as XLSX from '@e965/xlsx'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { readSpreadsheet, readSpreadsheetInWorker, SpreadsheetError } from './index.ts'

const sample = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../test/fixtures/samples/${name}`, import.meta.url)))
const text = (content: string) => new TextEncoder().encode(content)
const cellsOf = (bytes: Uint8Array, options = {}) =>
  readSpreadsheet(bytes, options).sheets[0]?.rows.map((row) => row.cells)
const codeOf = (read: () => unknown) => {
  try {
    read()
    return 'read'
  } catch (error) {
    return error instanceof SpreadsheetError ? error.code : String(error)
  }
}

describe('the samples', () => {
  test('a card export in Excel has dates as days, amounts without float noise and the rows numbered as shown', () => {
    const { kind, sheets } = readSpreadsheet(sample('sebkort_transaktioner_multicard.xlsx'))
    expect([kind, sheets[0]?.name]).toEqual(['xlsx', 'Transaktioner'])
    const rows = new Map(sheets[0]?.rows.map((row) => [row.number, row]))
    expect(rows.get(8)).toEqual({
      number: 8,
      cells: ['Totalt belopp', '', '', '', '', '', '3282.21'],
      kinds: 't_____n',
    })
    expect(rows.get(14)).toEqual({
      number: 14,
      cells: ['2026-03-07', '2026-03-10', 'WWW.EXAMPLE.AI', 'SAN FRANCISCO', 'USD', '12.5', '116.04'],
      kinds: 'ddtttnn',
    })
    expect(rows.has(9)).toBe(false)
    expect(rows.size).toBe(21)
  })
  test('a sheet that says its dimension is A1:A1 is read whole', () => {
    expect(cellsOf(sample('handelsbanken_konto_dim_a1a1.xlsx'))).toHaveLength(8)
  })
  test('quoted newlines, commas in amounts and the Unicode minus stay as found', () => {
    expect(cellsOf(sample('amex_se_activity.csv'))?.[1]?.slice(0, 8)).toEqual([
      '06/21/2026',
      'TESTBUTIK STOCKHOLM',
      'ANNA TESTSSON',
      '-31009',
      '164,00',
      '',
      'TESTBUTIK',
      'TESTGATAN 1\nSTOCKHOLM',
    ])
    expect(cellsOf(sample('amex_se_activity.csv'))?.[3]?.[4]).toBe('−5 000,00')
  })
  test('Windows-1252 with a preamble line of its own is read with the comma that separates the rest', () => {
    const read = readSpreadsheet(sample('swedbank_transaktioner_cp1252.csv'))
    expect([read.encoding, read.delimiter]).toEqual(['windows-1252', ','])
    expect(read.sheets[0]?.rows[2]?.cells.slice(8)).toEqual(['KÖPMANNEN', 'KÖPMANNEN AB', '-482.50', '12345.67'])
  })
  test('a byte order mark never sticks to the first header', () => {
    expect(cellsOf(sample('seb_foretag_transaktioner_bom_crlf.csv'))?.[0]?.[0]).toBe('Bokförd')
  })
})

describe('text files', () => {
  const content = 'Datum;Text;Belopp\r\n2026-01-02;Åkerö Köpmän;1 234,50\r\n'
  const expected = [
    ['Datum', 'Text', 'Belopp'],
    ['2026-01-02', 'Åkerö Köpmän', '1 234,50'],
  ]
  test.each(['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'])('%s is recognised', (encoding) => {
    expect(cellsOf(new Uint8Array(iconv.encode(content, encoding)))).toEqual(expected)
  })
  test('CP437 is read when the user says so', () => {
    expect(cellsOf(new Uint8Array(iconv.encode(content, 'cp437')), { encoding: 'cp437' })).toEqual(expected)
  })
  test('text that was encoded twice is repaired, and that is told', () => {
    const twice = new Uint8Array(iconv.encode(iconv.decode(iconv.encode(content, 'utf-8'), 'windows-1252'), 'utf-8'))
    expect(cellsOf(twice)).toEqual(expected)
    expect(readSpreadsheet(twice).warnings).toEqual([{ code: 'double-encoding-repaired', params: { cells: 1 } }])
  })
  test("Excel's sep= line names the delimiter and is no row", () => {
    expect(readSpreadsheet(text('sep=|\na|b;c;d\n1|2;3;4\n')).sheets[0]?.rows).toEqual([
      { number: 2, cells: ['a', 'b;c;d'] },
      { number: 3, cells: ['1', '2;3;4'] },
    ])
  })
  test('duplicate and empty headers keep their places, ragged rows their length', () => {
    expect(cellsOf(text('a;a;;b\n1;2;3;4;5\n1\n'))).toEqual([['a', 'a', '', 'b'], ['1', '2', '3', '4', '5'], ['1']])
  })
  test('a quote that is never closed loses no row', () => {
    expect(cellsOf(text('a;b\n1;"x\n2;y\n3;z\n'))).toEqual([
      ['a', 'b'],
      ['1', '"x'],
      ['2', 'y'],
      ['3', 'z'],
    ])
  })
  test('whatever is written is read back, with every delimiter', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'Å', '1', ' ', ';', ',', '\t', '|', '"', '\n', '.', '-'),
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(';', ',', '\t', '|'),
        fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        (delimiter, table) => {
          const filled = table.map((row) => [...row, 'end'])
          const csv = filled
            .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter))
            .join('\n')
          expect(cellsOf(text(csv), { delimiter })).toEqual(filled)
        },
      ),
    )
  })
})

describe('workbooks', () => {
  const book = (
    sheets: Record<string, unknown[][]>,
    change: (book: XLSX.WorkBook) => void = () => undefined,
    bookType: XLSX.BookType = 'xlsx',
  ) => {
    const made = XLSX.utils.book_new()
    for (const [name, rows] of Object.entries(sheets))
      XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(rows), name)
    change(made)
    return new Uint8Array(XLSX.write(made, { type: 'array', bookType }) as ArrayBuffer)
  }
  test('a hidden sheet is left out and named', () => {
    const bytes = book({ Kort: [['a', 1]], Dold: [['b', 2]] }, (made) => {
      made.Workbook = {
        Sheets: [
          { name: 'Kort', Hidden: 0 },
          { name: 'Dold', Hidden: 1 },
        ],
      }
    })
    expect(readSpreadsheet(bytes)).toMatchObject({
      sheets: [{ name: 'Kort' }],
      warnings: [{ code: 'hidden-sheet-left-out', params: { sheet: 'Dold' } }],
    })
  })
  test('dates are told by their format, in 1904 workbooks too', () => {
    const dated = (is1904: boolean) =>
      book({ A: [['x']] }, (made) => {
        made.Sheets.A = {
          '!ref': 'A1:B1',
          A1: { t: 'n', v: is1904 ? 46094 - 1462 : 46094, z: 'yyyy-mm-dd' },
          B1: { t: 'n', v: 46094, z: '#,##0.00' },
        }
        made.Workbook = { WBProps: { date1904: is1904 } }
      })
    for (const is1904 of [false, true])
      expect(readSpreadsheet(dated(is1904)).sheets[0]?.rows).toEqual([
        { number: 1, cells: ['2026-03-13', '46094'], kinds: 'dn' },
      ])
  })
  test.each([
    ['xls', 'biff8'],
    ['ods', 'ods'],
  ] as const)('%s is read by content', (kind, type) => {
    const read = readSpreadsheet(
      book(
        {
          A: [
            ['Datum', 'Belopp'],
            ['2026-01-02', 12.5],
          ],
        },
        undefined,
        type,
      ),
    )
    expect([read.kind, read.sheets[0]?.rows.map((row) => row.cells)]).toEqual([
      kind,
      [
        ['Datum', 'Belopp'],
        ['2026-01-02', '12.5'],
      ],
    ])
  })
  test('HTML saved as XLS keeps its cells as text', () => {
    const html =
      '<html><body><table><tr><td>Datum</td><td>Belopp</td></tr><tr><td>2026-01-02</td><td>1 234,50</td></tr></table></body></html>'
    expect(readSpreadsheet(text(html))).toMatchObject({
      kind: 'html',
      sheets: [{ rows: [{ cells: ['Datum', 'Belopp'] }, { cells: ['2026-01-02', '1 234,50'] }] }],
    })
  })
})

describe('what cannot be read says so', () => {
  test('empty, too large, not a table, broken, encrypted', () => {
    expect(codeOf(() => readSpreadsheet(text('')))).toBe('empty')
    expect(codeOf(() => readSpreadsheet(text('\n\n ;\n')))).toBe('empty')
    expect(codeOf(() => readSpreadsheet(text('a;b'), { limits: { bytes: 2 } }))).toBe('too-large')
    expect(codeOf(() => readSpreadsheet(text('a;b\n1;2\n3;4'), { limits: { rows: 2 } }))).toBe('too-many-rows')
    expect(codeOf(() => readSpreadsheet(text('a;b;c'), { limits: { columns: 2 } }))).toBe('too-many-columns')
    expect(codeOf(() => readSpreadsheet(text('%PDF-1.7')))).toBe('unsupported')
    expect(codeOf(() => readSpreadsheet(text('PK\u0003\u0004 broken')))).toBe('unreadable')
    expect(codeOf(() => readSpreadsheet(zipSync({ 'a.txt': strToU8('x') })))).toBe('unsupported')
    const encrypted = new Uint8Array([
      ...Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      ...Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    expect(codeOf(() => readSpreadsheet(encrypted))).toBe('encrypted')
  })
  test('a zip that unpacks to too much is refused before it is unpacked', () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(2_000_000) })
    expect(codeOf(() => readSpreadsheet(bomb, { limits: { unzippedBytes: 1_000_000 } }))).toBe('unzipped-too-large')
  })
})

test('a worker thread reads the same and leaves the caller its bytes', async () => {
  const bytes = sample('firstcard.xlsx')
  expect(await readSpreadsheetInWorker(bytes)).toEqual(readSpreadsheet(sample('firstcard.xlsx')))
  expect(bytes.length).toBeGreaterThan(0)
  await expect(readSpreadsheetInWorker(text('%PDF-'))).rejects.toMatchObject({ code: 'unsupported' })
})

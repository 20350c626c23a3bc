import * as XLSX from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type Parts = { rows: string; after?: string; workbook?: string; sharedStrings?: string }

/** The least that is an XLSX, so that a test shows the very XML it is about. Styles: 1–3 dates, 4 an amount, 5 a time. */
const xlsx = ({ rows, after = '', workbook = '', sharedStrings = '' }: Parts) => {
  const kinds = {
    workbook: 'sheet.main',
    'worksheets/sheet1': 'worksheet',
    styles: 'styles',
    sharedStrings: 'sharedStrings',
  }
  const overrides = Object.entries(kinds).map(
    ([part, kind]) => `<Override PartName="/xl/${part}.xml" ContentType="${contentType}.${kind}+xml"/>`,
  )
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides.join('')}</Types>`,
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}">${workbook}<sheets><sheet name="Kort" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst ${main}>${sharedStrings}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="60" formatCode="yyyy-mm-dd"/><numFmt numFmtId="164" formatCode="[$-41D]d\\ mmmm\\ yyyy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="60"/><xf numFmtId="164"/><xf numFmtId="4"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><dimension ref="A1:A1"/><sheetData>${rows}</sheetData>${after}</worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
}
const rowsOf = (parts: Parts) => readSpreadsheet(xlsx(parts)).sheets[0]?.rows
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`

const book = (sheets: Record<string, unknown[][]>, change: (book: XLSX.WorkBook) => void = () => undefined) => {
  const made = XLSX.utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet(rows), name)
  change(made)
  return (bookType: XLSX.BookType, options: XLSX.WritingOptions = {}) =>
    new Uint8Array(XLSX.write(made, { ...options, type: 'array', bookType }) as ArrayBuffer)
}

describe('cells of XLSX', () => {
  test('are days where their format says so, whatever number that format has, and amounts where it does not', () => {
    const cells = [1, 2, 3, 4, 0].map((style) => `<c s="${style}"><v>46094</v></c>`)
    expect(rowsOf({ rows: row(...cells) })).toEqual([
      { number: 1, cells: ['2026-03-13', '2026-03-13', '2026-03-13', '46094', '46094'], kinds: 'dddnn' },
    ])
  })
  test('have the time of day where there is one, rounded to the second', () => {
    expect(rowsOf({ rows: row('<c s="5"><v>46094.5</v></c>', '<c s="5"><v>46094.99999</v></c>') })).toEqual([
      { number: 1, cells: ['2026-03-13 12:00:00', '2026-03-13 23:59:59'], kinds: 'dd' },
    ])
  })
  test('count days from 1904 where the workbook does', () => {
    const rows = row('<c s="2"><v>44632</v></c>')
    expect(rowsOf({ rows, workbook: '<workbookPr date1904="1"/>' })?.[0]?.cells).toEqual(['2026-03-13'])
    expect(rowsOf({ rows })?.[0]?.cells).toEqual(['2022-03-12'])
  })
  test.each(['America/New_York', 'Pacific/Auckland'])('are the same day in %s', (zone) => {
    const before = process.env.TZ
    process.env.TZ = zone
    try {
      expect(rowsOf({ rows: row('<c s="2"><v>46094</v></c>') })?.[0]?.cells).toEqual(['2026-03-13'])
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
  test.each([
    ['3282.210000000001', '3282.21'],
    ['0.30000000000000004', '0.3'],
    ['-1234567.8', '-1234567.8'],
    ['-0', '0'],
    ['525412123456789', '525412123456789'],
    ['1E+21', '1000000000000000000000'],
    ['1.5E-12', '0.0000000000015'],
    ['10', '10'],
  ])('the number %s is read as %s', (found, expected) => {
    expect(rowsOf({ rows: row(`<c><v>${found}</v></c>`) })).toEqual([{ number: 1, cells: [expected], kinds: 'n' }])
  })
  test('that are text stay as found, however much they look like numbers or dates', () => {
    const texts = ['007', '1 234,50', '1-2', '2026-01-02', ' x ', '1E5']
    expect(rowsOf({ rows: row(...texts.map(inline)) })).toEqual([{ number: 1, cells: texts, kinds: 'tttttt' }])
  })
  test('are empty when their shared string is, and whole when it has several runs', () => {
    const sharedStrings =
      '<si><t></t></si><si><r><t>Köp</t></r><r><t xml:space="preserve"> av</t></r></si><si><t/></si><si><t>A &amp; B</t></si>'
    const cells = [0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`)
    expect(rowsOf({ rows: row(...cells) + row('<c t="s"><v>0</v></c>'), sharedStrings })).toEqual([
      { number: 1, cells: ['', 'Köp av', '', 'A & B'], kinds: '_t_t' },
    ])
  })
  test('of formulas have their last result; failures read as Excel shows them', () => {
    const cells = ['<c t="str"><f>A1</f><v>fx</v></c>', '<c><f>1+1</f><v>2</v></c>', '<c t="b"><v>1</v></c>']
    expect(rowsOf({ rows: row(...cells, '<c t="e"><v>#N/A</v></c>', '<c t="e"><v>#DIV/0!</v></c>') })).toEqual([
      { number: 1, cells: ['fx', '2', 'TRUE', '#N/A', '#DIV/0!'], kinds: 'tnbtt' },
    ])
  })
  test('of formulas that nothing has reckoned yet say so, empty texts that were reckoned stay empty', () => {
    const cells = [
      '<c><f>1+1</f><v></v></c>',
      '<c><f>1+1</f></c>',
      '<c t="str"><f>IF(1,"")</f><v></v></c>',
      '<c s="4"/>',
    ]
    expect(rowsOf({ rows: row(...cells) })).toEqual([{ number: 1, cells: ['#FORMULA!', '#FORMULA!'], kinds: 'tt' }])
  })
  test('keep their places: rows are numbered as Excel does, empty ones left out', () => {
    expect(rowsOf({ rows: '<row r="3"><c r="C3"><v>1</v></c></row><row r="7"><c r="A7"><v>2</v></c></row>' })).toEqual([
      { number: 3, cells: ['', '', '1'], kinds: '__n' },
      { number: 7, cells: ['2'], kinds: 'n' },
    ])
  })
  test('encoded twice are mended, in workbooks too', () => {
    const { sheets, warnings } = readSpreadsheet(xlsx({ rows: row(inline('KÃ¶p'), inline('Åsa')) }))
    expect(sheets[0]?.rows[0]?.cells).toEqual(['Köp', 'Åsa'])
    expect(warnings).toEqual([{ code: 'double-encoding-repaired', params: { cells: 1 } }])
  })
  test('behind a byte order mark that was encoded twice lose the quotation marks that it kept there', () => {
    const rows = row(inline('ï»¿"Datum"'), inline('"Text"')) + row(inline('2026-03-01'), inline('SJ'))
    expect(rowsOf({ rows })?.[0]?.cells).toEqual(['Datum', '"Text"'])
  })
  test('that are nothing but a space encoded twice are empty, and make no row', () => {
    const rows = row(inline('A'), inline('Â\u00a0')) + row(inline('Â\u00a0'), '<c/>')
    expect(rowsOf({ rows })).toEqual([{ number: 1, cells: ['A'], kinds: 't' }])
    const page = '<table><tr><td>A<td>Â&nbsp;<tr><td>Â&nbsp;</table>'
    expect(readSpreadsheet(strToU8(page)).sheets[0]?.rows).toEqual([{ number: 1, cells: ['A'], kinds: 't' }])
  })
  test('merged: a heading over two rows stands in both, a title stays one cell, an amount is never doubled', () => {
    const merges = ['A1:C1', 'A2:A3', 'B2:C2', 'D4:D5', 'E4:E5'].map((ref) => `<mergeCell ref="${ref}"/>`)
    const rows = [
      row(inline('Köp/uttag')),
      row(inline('Datum'), inline('Belopp')),
      row('<c/>', inline('SEK'), inline('Valuta')),
      row('<c/>', '<c/>', '<c/>', '<c><v>99</v></c>', inline('1 234,50 kr')),
      row(inline('x')),
    ]
    const after = `<mergeCells>${merges.join('')}</mergeCells>`
    expect(rowsOf({ rows: rows.join(''), after })?.map(({ cells }) => cells)).toEqual([
      ['Köp/uttag'],
      ['Datum', 'Belopp'],
      ['Datum', 'SEK', 'Valuta'],
      ['', '', '', '99', '1 234,50 kr'],
      ['x'],
    ])
  })
  test('merged: the day of several purchases stands in each row that holds one', () => {
    const days = (made: XLSX.WorkBook) => {
      for (const sheet of Object.values(made.Sheets)) {
        sheet.A1 = { t: 'n', v: 46_300, z: 'yyyy-mm-dd' }
        sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 3, c: 0 } }]
      }
    }
    const lines = [
      [46_300, 'x'],
      [null, 'Taxi'],
      [null, 'SJ'],
      [null, null],
      ['Slut', 'x'],
    ]
    for (const kind of ['xlsx', 'biff8', 'xlsb', 'ods'] as const)
      expect(
        readSpreadsheet(book({ Kort: lines }, days)(kind)).sheets[0]?.rows.map(({ cells }) => cells.join()),
      ).toEqual(['2026-10-05,x', '2026-10-05,Taxi', '2026-10-05,SJ', 'Slut,x'])
  })
  test.each(['2026-03-02', '2/3', '02.03.26', 'mån 2 mars', '2 Mar 2026'])(
    'merged: %s written as text is a day like any other, and a figure none',
    (day) => {
      const lines = [
        [day, 'x', 'Köp 12'],
        [null, 'Taxi', null],
        [null, null, null],
        ['2.50', 'SJ', '2 kr'],
        [null, 'SJ', null],
      ]
      const merge = (r: number, c: number, last: number) => ({ s: { r, c }, e: { r: last, c } })
      const made = book({ Kort: lines }, ({ Sheets }) => {
        for (const sheet of Object.values(Sheets))
          sheet['!merges'] = [merge(0, 0, 2), merge(0, 2, 2), merge(3, 0, 4), merge(3, 2, 4)]
      })
      for (const kind of ['xlsx', 'biff8', 'ods'] as const)
        expect(readSpreadsheet(made(kind)).sheets[0]?.rows.map(({ cells }) => cells.join())).toEqual([
          `${day},x,Köp 12`,
          `${day},Taxi`,
          '2.50,SJ,2 kr',
          ',SJ',
        ])
    },
  )
  test('merged: what a cell holds itself stays, though a merge lies over it', () => {
    const made = book({ Kort: [['Butik'], ['Taxi'], [null]] }, ({ Sheets }) => {
      for (const sheet of Object.values(Sheets)) sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 2, c: 0 } }]
    })
    for (const kind of ['xlsx', 'biff8', 'xlsb'] as const)
      expect(readSpreadsheet(made(kind)).sheets[0]?.rows[1]?.cells, kind).toEqual(['Taxi'])
  })
  test('merged over and over in one place are filled once, by the first, however many there are', () => {
    const again = '<mergeCell ref="A1:A3000"/><mergeCell ref="A2:A3000"/>'.repeat(60_000)
    const rows = Array.from({ length: 3000 }, (_, at) => row(inline(at === 0 ? 'Kort' : ''), inline('x'))).join('')
    const read = rowsOf({ rows, after: `<mergeCells>${again}</mergeCells>` })
    expect(read?.every(({ cells }) => cells.join() === 'Kort,x')).toBe(true)
    const [first, ...others] = Array.from({ length: 3000 }, (_, at) => [at === 0 ? 'Kort' : null, 'x'])
    const range = (r: number) => ({ s: { r, c: 0 }, e: { r: 2999, c: 0 } })
    const old = book({ Kort: [first ?? [], ...others] }, ({ Sheets }) => {
      for (const sheet of Object.values(Sheets))
        sheet['!merges'] = Array.from({ length: 1000 }, (_, at) => range(at % 9))
    })('biff8')
    expect(readSpreadsheet(old).sheets[0]?.rows.every(({ cells }) => cells.join() === 'Kort,x')).toBe(true)
  })
})

describe('sheets', () => {
  test('that are hidden are left out and named', () => {
    const bytes = book({ Kort: [['a', 1]], Dold: [['b', 2]], Gömd: [['c', 3]] }, (made) => {
      made.Workbook = {
        Sheets: [
          { name: 'Kort', Hidden: 0 },
          { name: 'Dold', Hidden: 1 },
          { name: 'Gömd', Hidden: 2 },
        ],
      }
    })('xlsx')
    const read = readSpreadsheet(bytes)
    expect(read.sheets.map(({ name }) => name)).toEqual(['Kort'])
    expect(read.warnings).toEqual(
      ['Dold', 'Gömd'].map((sheet) => ({ code: 'hidden-sheet-left-out', params: { sheet } })),
    )
  })
  test.each(['xlsx', 'xls'] as const)('that are hidden are named where those that show are empty: %s', (kind) => {
    const bytes = book({ Försättsblad: [], Kort: [['b', 2]] }, (made) => {
      made.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
    })(kind)
    expect(() => readSpreadsheet(bytes)).toThrow(
      expect.objectContaining({ code: 'empty-but-hidden', params: { sheets: 'Kort' } }),
    )
  })
  test('all come in their order, without those that are empty', () => {
    const read = readSpreadsheet(book({ Kort: [['a']], Tom: [[]], __proto: [['b']], Mars: [['c']] })('xlsx'))
    expect(read.sheets.map(({ name }) => name)).toEqual(['Kort', '__proto', 'Mars'])
  })
})

describe('other workbooks', () => {
  const table = [
    ['Datum', 'Köpställe', 'Belopp'],
    [{ t: 'n', v: 46094, z: 'm/d/yy' }, 'Åkerö – Öst', -1234.5],
  ]
  test.each([
    ['xls', 'biff8'],
    ['ods', 'ods'],
    ['xlsb', 'xlsb'],
  ] as const)('%s (%s) gives the same typed cells', (kind, type) => {
    const read = readSpreadsheet(book({ Kort: table })(type))
    expect(read.kind).toBe(kind)
    expect(read.sheets[0]?.rows).toEqual([
      { number: 1, cells: ['Datum', 'Köpställe', 'Belopp'], kinds: 'ttt' },
      { number: 2, cells: ['2026-03-13', 'Åkerö – Öst', '-1234.5'], kinds: 'dtn' },
    ])
  })
  test.each(['biff8', 'biff5'] as const)(
    'XLS (%s) that a password protects says so, one that was cut is refused',
    (type) => {
      const bytes = Buffer.from(book({ Kort: table })(type))
      const bof = bytes.indexOf(Buffer.from([0x09, 0x08]))
      const locked = Buffer.from(bytes)
      locked.writeUInt16LE(0x2f, bof + 4 + bytes.readUInt16LE(bof + 2)) // FILEPASS follows BOF ([MS-XLS] 2.4.117)
      expect(() => readSpreadsheet(new Uint8Array(locked))).toThrow(expect.objectContaining({ code: 'encrypted' }))
      const cut = Buffer.from(bytes)
      for (let at = cut.lastIndexOf(Buffer.from([0x0a, 0, 0, 0])); at >= 0; at = -1) cut.fill(0, at, at + 4)
      expect(() => readSpreadsheet(new Uint8Array(cut))).toThrow(expect.objectContaining({ code: 'unreadable' }))
    },
  )
  test('XLS from before Excel 97 is read in its code page', () => {
    const bytes = Buffer.from(book({ Kort: [['K_p _ _s']] })('biff5'))
    Buffer.from('K\xf6p \x96 \xc5s', 'latin1').copy(bytes, bytes.indexOf('K_p _ _s'))
    expect(readSpreadsheet(new Uint8Array(bytes)).sheets[0]?.rows[0]?.cells).toEqual(['Köp – Ås'])
  })
  test('and refused where its code page makes two letters one', () => {
    const bytes = Buffer.from(book({ Kort: [['Inbetalning']] })('biff5'))
    const record = Buffer.from([0x42, 0, 2, 0])
    const place = bytes.indexOf(record)
    expect(place).toBeGreaterThan(0)
    bytes.writeUInt16LE(1200, place + 4)
    expect(() => readSpreadsheet(new Uint8Array(bytes))).toThrow('unreadable')
  })
})

describe('HTML saved as XLS', () => {
  const html = (rows: string[][]) =>
    `<html><body><table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></body></html>`

  test('keeps its cells as text, spacer columns of no-break spaces empty', () => {
    const content = html([
      ['Köp', '&nbsp;', 'Belopp'],
      ['007', '&nbsp;', '1&nbsp;234,50'],
      ['1-2', '&nbsp;', '5 %'],
      ['&nbsp;', '&nbsp;', '&nbsp;'],
    ])
    expect(readSpreadsheet(strToU8(content))).toMatchObject({
      kind: 'html',
      encoding: 'utf-8',
      sheets: [
        {
          name: '',
          rows: [
            { number: 1, cells: ['Köp', '', 'Belopp'], kinds: 't_t' },
            { number: 2, cells: ['007', '', '1\u00a0234,50'], kinds: 't_t' },
            { number: 3, cells: ['1-2', '', '5 %'], kinds: 't_t' },
          ],
        },
      ],
    })
  })
  test.each([
    ['windows-1252', 'latin1', ''],
    ['utf-16le', 'utf16le', '\ufeff'],
  ] as const)('in %s is decoded like any text', (encoding, nodeEncoding, mark) => {
    const bytes = new Uint8Array(Buffer.from(mark + html([['Köp', 'Åsa']]), nodeEncoding))
    expect(readSpreadsheet(bytes)).toMatchObject({ encoding, sheets: [{ rows: [{ cells: ['Köp', 'Åsa'] }] }] })
  })
  test('with several tables gives a sheet for each', () => {
    const read = readSpreadsheet(strToU8('<table><tr><td>A</td></tr></table><table><tr><td>B</td></tr></table>'))
    expect(read.sheets.map(({ rows }) => rows[0]?.cells)).toEqual([['A'], ['B']])
    expect(new Set(read.sheets.map(({ name }) => name)).size).toBe(2)
  })
  test("rows of Excel's XML of 2003 keep their places below empty ones that are written as one", () => {
    const line = (text: string) => `<Row><Cell><Data ss:Type="String">${text}</Data></Cell></Row>`
    const table = `<Table>${line('a')}<Row ss:Height="20" ss:Span="2"/>${line('b')}${line('c')}</Table>`
    const bytes = new TextEncoder().encode(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A">${table}</Worksheet><Worksheet ss:Name="B">${table}</Worksheet></Workbook>`,
    )
    const places = readSpreadsheet(bytes).sheets.map(({ rows }) => rows.map(({ number, cells }) => [number, cells[0]]))
    const each = [
      [1, 'a'],
      [5, 'b'],
      [6, 'c'],
    ]
    expect(places).toEqual([each, each])
  })
  test("is what Excel's XML of 2003 is taken for, types and all", () => {
    const content =
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">Köp</Data></Cell><Cell><Data ss:Type="Number">12.5</Data></Cell></Row></Table></Worksheet></Workbook>'
    expect(readSpreadsheet(strToU8(content)).sheets[0]?.rows).toEqual([
      { number: 1, cells: ['Köp', '12.5'], kinds: 'tn' },
    ])
  })
})

test('what stands before the members of an ODS says nothing: its directory does', () => {
  const made = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(made, XLSX.utils.aoa_to_sheet([['Datum', 'Belopp']]), 'Blad1')
  const bytes = new Uint8Array(XLSX.write(made, { type: 'buffer', bookType: 'ods', compression: true }))
  for (let at = 0; at + 8 < bytes.length; at++)
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 3 && bytes[at + 3] === 4) bytes[at + 8] = 0
  expect(readSpreadsheet(bytes).sheets[0]?.rows[0]?.cells).toEqual(['Datum', 'Belopp'])
})

test.each(['xlsx', 'biff8'] as const)('a day that a formula fetches from an empty cell of %s is none', (bookType) => {
  const cell = (v: number, z?: string) => ({ t: 'n', v, ...(z && { z }) })
  const row = (day: number, amount: number) => [cell(day, 'yyyy-mm-dd'), { t: 's', v: 'Ica' }, cell(amount)]
  const sheet = XLSX.utils.aoa_to_sheet([row(46083, 10), row(0, 0)])
  const bytes = XLSX.write({ SheetNames: ['A'], Sheets: { A: sheet } }, { type: 'buffer', bookType })
  expect(readSpreadsheet(bytes).sheets[0]?.rows).toEqual([
    { number: 1, cells: ['2026-03-02', 'Ica', '10'], kinds: 'dtn' },
    { number: 2, cells: ['', 'Ica', '0'], kinds: '_tn' },
  ])
})

test.each(['xlsx', 'biff8', 'xlsb', 'xlml'] as const)(
  'zeros that a card number is shown with, and the CR of a refund, are read from %s',
  (bookType) => {
    const made = book({ Kort: [[12, 125, 1234, 99.5]] }, ({ Sheets: { Kort = {} } }) => {
      Kort.A1.z = '0000'
      Kort.B1.z = '0.00" CR"'
      Kort.C1.z = '0000'
      Kort.D1.z = '0.00'
    })
    expect(readSpreadsheet(made(bookType)).sheets[0]?.rows).toEqual([
      { number: 1, cells: ['0012', '125.00 CR', '1234', '99.5'], kinds: 'ttnn' },
    ])
  },
)

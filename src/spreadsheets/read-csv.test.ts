import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { type ReadOptions, readCsvRows, readSpreadsheet } from './index.ts'
import { writeXlsx } from './write-workbook.ts'

const text = (content: string) => new TextEncoder().encode(content)
const encode = (content: string, encoding: string) => new Uint8Array(iconv.encode(content, encoding))
const cellsOf = (content: string | Uint8Array, options: ReadOptions = {}) =>
  readSpreadsheet(typeof content === 'string' ? text(content) : content, options).sheets[0]?.rows.map(
    (row) => row.cells,
  )
const delimiterOf = (content: string) => readSpreadsheet(text(content)).delimiter

describe('encodings', () => {
  const content = 'Datum;Text;Belopp\r\n2026-01-02;Åkerö Köpmän – Café;1 234,50\r\n'
  const expected = [
    ['Datum', 'Text', 'Belopp'],
    ['2026-01-02', 'Åkerö Köpmän – Café', '1 234,50'],
  ]
  test.each(['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'])('%s is recognised', (encoding) => {
    expect(readSpreadsheet(encode(content, encoding)).encoding).toBe(encoding)
    expect(cellsOf(encode(content, encoding))).toEqual(expected)
  })
  test.each([
    ['utf-8', 'efbbbf'],
    ['utf-16le', 'fffe'],
    ['utf-16be', 'feff'],
  ])('the byte order mark of %s does not stick to the first header', (encoding, mark) => {
    const bytes = new Uint8Array([...Buffer.from(mark, 'hex'), ...encode(content, encoding)])
    expect(readSpreadsheet(bytes).encoding).toBe(encoding)
    expect(cellsOf(bytes)).toEqual(expected)
  })
  test("Excel's Unicode text is UTF-16 with tabs", () => {
    expect(cellsOf(encode('\ufeffDatum\tKöp\r\n2026-01-02\t-99,00\r\n', 'utf-16le'))).toEqual([
      ['Datum', 'Köp'],
      ['2026-01-02', '-99,00'],
    ])
  })
  test('an é of DOS at the end of a word is found where it is the only letter that tells', () => {
    expect(cellsOf(encode('Datum;Text\r\n2026-01-02;Café\r\n2026-01-03;Café Nord\r\n', 'cp437'))?.slice(1)).toEqual([
      ['2026-01-02', 'Café'],
      ['2026-01-03', 'Café Nord'],
    ])
  })
  test.each(['cp850', 'cp437', 'macintosh', 'utf-32le', 'utf-32be'])('%s is found by itself', (encoding) => {
    const bytes = encode(
      '\ufeffDatum;Köpställe\n2026-01-02;Blåbär AB\n'.slice(encoding.startsWith('utf') ? 0 : 1),
      encoding,
    )
    expect(cellsOf(bytes)).toEqual([
      ['Datum', 'Köpställe'],
      ['2026-01-02', 'Blåbär AB'],
    ])
  })
  test('quotation marks of Windows around words are not taken for letters of DOS', () => {
    expect(cellsOf(encode('Text;Belopp\nkafé „kök” †;1\n', 'windows-1252'))?.[1]).toEqual(['kafé „kök” †', '1'])
  })
  test('an old Mac whose only Swedish letter is ö shows in för and köp, and š stays š', () => {
    expect(cellsOf(encode('Bokförd;Text\n1;Göteborg\n', 'macintosh'))?.[1]).toEqual(['1', 'Göteborg'])
    expect(cellsOf(encode('Datum;Text\n1;Dušan\n', 'windows-1252'))?.[1]).toEqual(['1', 'Dušan'])
  })
  test("the Mac's space between the figures of an amount tells it, where its letters do not", () => {
    const text = 'Datum;Text;Belopp\n2026-01-02;Lön;20\u00a0000,00\n'
    expect(cellsOf(encode(text, 'macintosh'))?.[1]).toEqual(['2026-01-02', 'Lön', '20\u00a0000,00'])
  })
  test.each(['cp850', 'cp437', 'macintosh'])('capitals of %s are found by themselves', (encoding) => {
    const rows = [
      ['Datum', 'Text'],
      ['2026-01-02', 'SKÅNE GÖTEBORG'],
    ]
    expect(cellsOf(encode(rows.map((row) => row.join(';')).join('\n'), encoding))).toEqual(rows)
  })
  test.each([
    ['cp850', ['Åhléns', 'Räv', 'CAFÉ 1', 'Høegh', 'NØRRE']],
    ['macintosh', ['GRÄDDÖ', 'Räv', 'Åsa', 'CAFÉER', 'CAFÉ 1', 'Indkøb', 'NØRRE']],
    ['windows-1252', ['O\u2019Learys', 'A\u2013B', 'Hej\u2026 Du', '„Räv”', 'KNEŽEVIC', 'Café', '10€ A']],
  ])('one name is enough to know %s by', (encoding, names) => {
    for (const name of names) expect(cellsOf(encode(`Text;Belopp\n${name};1\n`, encoding))?.[1]).toEqual([name, '1'])
  })
  test('capitals of Windows stay what they are', () => {
    expect(cellsOf(encode('Datum;Text\n1;SKÅNE DRAŽEN\n', 'windows-1252'))?.[1]).toEqual(['1', 'SKÅNE DRAŽEN'])
    expect(cellsOf(encode('Datum;Text\n1;DRAŽEN\n', 'windows-1252'))?.[1]).toEqual(['1', 'DRAŽEN'])
  })
  test.each([
    ['windows-1250', 'Data księgowania;Tytuł;Kwota', 'Zakład Łódź, ul. Świętej;Żółw'],
    ['iso-8859-2', 'Data księgowania;Tytuł;Kwota', 'Zakład Łódź, ul. Świętej;Żółw'],
    ['windows-1250', 'Datum;Částka;Měna', 'Květiny u Řeky;Šťáva'],
    ['iso-8859-2', 'Datum;Částka;Měna', 'Květiny u Řeky;Šťáva'],
    ['windows-1257', 'Data;Gavėjas;Suma', 'Šiaulių kavinė;Žąsis'],
    ['iso-8859-4', 'Data;Gavėjas;Suma', 'Šiaulių kavinė;Žąsis'],
    ['windows-1257', 'Datums;Saņēmējs;Summa', 'Rīgas kafejnīca;Ķekava'],
    ['windows-1250', 'Datum;Text;Belopp', 'Hotel Wrocław;Świdnica'],
  ])('%s is known by its words: %s', (encoding, header, row) => {
    expect(cellsOf(encode(`${header}\n${row};1\n`, encoding))).toEqual([header.split(';'), [...row.split(';'), '1']])
  })
  test.each([
    'Bygg 5 m³ Åkerö;Crème Brûlée',
    'Señor Ibáñez;Þór Ðiè ëì',
    'Yta 12 m³, Björk;Žižek & Dušan œuvre',
    'Brød & Sæbe;Læge',
  ])('letters of the west stay what they are: %s', (row) =>
    expect(cellsOf(encode(`Datum;Text;Belopp\n${row};1\n`, 'windows-1252'))?.[1]).toEqual([...row.split(';'), '1']),
  )
  test('what means nothing in the encoding is told of, so that another is chosen', () => {
    expect(readSpreadsheet(encode('Text;Belopp\nA\x8d;1\nB\x8d;1\n', 'latin1'))).toMatchObject({
      encoding: 'windows-1252',
      warnings: [{ code: 'characters-unreadable', params: { cells: 2, encoding: 'windows-1252' } }],
    })
  })
  test('a byte order mark outweighs what the user says', () => {
    expect(cellsOf(encode('\ufeffText;Belopp\nÅkerö;1\n', 'utf-8'), { encoding: 'cp437' })?.[1]).toEqual(['Åkerö', '1'])
  })
  test('CP437 whose letters stand at the ends of words only is read when the user says so', () => {
    const bytes = encode('Text;Belopp\nMalmö;1\n', 'cp437')
    expect(cellsOf(bytes, { encoding: 'cp437' })?.[1]).toEqual(['Malmö', '1'])
    expect(readSpreadsheet(bytes).encoding).toBe('windows-1252')
  })
  test('an encoding nobody knows is refused, not replaced', () => {
    expect(() => cellsOf('a;b', { encoding: 'klingon' })).toThrow(expect.objectContaining({ code: 'unsupported' }))
  })
  test('a letter cut in two by the end of a piece is still one letter', () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => `${i};${'åäö€'.slice(i % 4)}`)
    expect(cellsOf(rows.join('\n'))?.map((cells) => cells.join(';'))).toEqual(rows.map((row) => row.trimEnd()))
  })
  test('cells that were encoded twice are mended and counted, sound ones beside them untouched', () => {
    const { sheets, warnings } = readSpreadsheet(text('KÃ¶p;Åsa;Ã…land â€“ Ã–ster\nÃ¥ och å;NÃO;1\n'))
    expect(sheets[0]?.rows.map((row) => row.cells)).toEqual([
      ['Köp', 'Åsa', 'Åland – Öster'],
      ['Ã¥ och å', 'NÃO', '1'],
    ])
    expect(warnings).toEqual([{ code: 'double-encoding-repaired', params: { cells: 2 } }])
  })
  test('cells that were encoded three times or more are mended as often, and count once', () => {
    const { sheets, warnings } = readSpreadsheet(text('Text;Belopp\nÃƒâ€¦kerÃƒÂ¶;1\n'))
    expect(sheets[0]?.rows[1]?.cells).toEqual(['Åkerö', '1'])
    expect(warnings).toEqual([{ code: 'double-encoding-repaired', params: { cells: 1 } }])
  })
  const writings = ['\ufffd', 'ï¿½', '_xFFFD_', '_xfffd_']
  test.each(writings.flatMap((lost) => ['Åre', 'Mora'].map((town) => ({ lost, town }))))(
    'a letter that is lost for good ($lost, in $town) is told of',
    ({ lost, town }) => {
      const { sheets, warnings } = readSpreadsheet(text(`Text;Belopp\n${town} K${lost}p;1\n`))
      expect(sheets[0]?.rows[1]?.cells[0]).toBe(`${town} K\ufffdp`)
      expect(warnings).toContainEqual({ code: 'characters-lost', params: { cells: 1 } })
    },
  )
})

describe('delimiters', () => {
  test.each([';', ',', '\t', '|'])('%j is found', (delimiter) => {
    const rows = [
      ['Datum', 'Text', 'Belopp'],
      ['2026-01-02', 'KÖPMAN AB', '12'],
      ['2026-01-03', 'KIOSK', '13'],
    ]
    expect(delimiterOf(rows.map((row) => row.join(delimiter)).join('\n'))).toBe(delimiter)
  })
  test.each([
    ['commas in all amounts', 'Datum;Belopp;Saldo\n2026-01-02;-28,00;24 207,40\n2026-01-03;-1,50;24 205,90\n', ';'],
    ['no header and a comma for each semicolon', '2026-01-02;-28,00;24 207,40\n2026-01-03;-1,50;2,90\n', ';'],
    [
      'a preamble full of commas',
      'Konto 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\n\nDatum;Belopp\n2026-01-02;1\n2026-01-03;2\n',
      ';',
    ],
    ['commas in quotes', '"a,b,c,d";"1"\n"e,f,g,h";"2"\n', ';'],
    ['amounts in quotes', 'Datum,Text,Belopp\n2026-01-02,x,"3.000,00"\n2026-01-03,y,"-99,00"\n', ','],
    ['tabs that keep ids from being numbers', 'Id\t,Datum\t,Belopp\t\n01\t,2026-01-02\t,12.50\t\n', ','],
    ['tabs on both sides', '\tDatum\t;\tText\t;\tBelopp\t\n\t2026-01-02\t;\tA\t;\t12,50\t\n', ';'],
    ['a semicolon before a tab', 'Datum\tText\tBelopp\n2026-01-02\tA;\t12,50\n', '\t'],
    ['inch marks', 'Text,Belopp\nTV 32" svart,1\nTV 40" vit; ny,2\n', ','],
    ['a stray quote far from the next', `"Joe;1\n${'a;b\n'.repeat(20)}c;"d"\nslut, hej\nslut, då\n`, ';'],
    ['ragged rows', 'Datum;Text;Belopp\n2026-01-02;x;1,5\nKurs: 9,2832\n;;;2,5\n2026-01-03;y;2,5\n', ';'],
  ])('%s do not mislead', (_, content, delimiter) => {
    expect(delimiterOf(content)).toBe(delimiter)
  })
  test("Excel's sep= line names the delimiter and is no row", () => {
    for (const first of ['sep=|\n', 'SEP=|\r\n', '"sep=|"\r'])
      expect(readSpreadsheet(text(`${first}a|b;c;d\n1|2;3;4\n`))).toMatchObject({
        delimiter: '|',
        sheets: [
          {
            rows: [
              { number: 2, cells: ['a', 'b;c;d'] },
              { number: 3, cells: ['1', '2;3;4'] },
            ],
          },
        ],
      })
  })
  test('the user has the last word', () => {
    expect(cellsOf('a;b,c\n1;2,3\n', { delimiter: ',' })).toEqual([
      ['a;b', 'c'],
      ['1;2', '3'],
    ])
  })
  test('where nothing separates anything, each line is one cell', () => {
    const read = readSpreadsheet(text('Datum\n2026-01-02\n'))
    expect(read.delimiter).toBeUndefined()
    expect(read.sheets[0]?.rows.map((row) => row.cells)).toEqual([['Datum'], ['2026-01-02']])
  })
})

describe('rows', () => {
  test('are numbered with blank lines counted, and blank ones are left out', () => {
    expect(readSpreadsheet(text('a;b\n\n1;2\n;;\n \n3;4\n\n')).sheets[0]?.rows.map(({ number }) => number)).toEqual([
      1, 3, 6,
    ])
  })
  test('keep duplicate and empty headers and their own length; empty cells at the end go', () => {
    expect(cellsOf('a;a;;b\n1;2;3;4;5\n1\n1;2;;;\n')).toEqual([
      ['a', 'a', '', 'b'],
      ['1', '2', '3', '4', '5'],
      ['1'],
      ['1', '2'],
    ])
  })
  test('end at any line break, also where a file mixes them', () => {
    expect(cellsOf('a;b\r\n1;2\n3;4\r5;6')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })
  test.each([
    ['inside a cell', 'TV 32" svart;2', ['TV 32" svart', '2']],
    ['with more text after it', '"Joe" Bar;2', ['"Joe" Bar', '2']],
    ['never closed', '"Joe;2', ['"Joe', '2']],
    ['not doubled inside quotes', '"Joe "The Man" Smith";2', ['Joe "The Man" Smith', '2']],
    ['at the end', 'Joe";2', ['Joe"', '2']],
    ['alone', '";2', ['"', '2']],
  ])('a stray quote %s swallows no row below it', (_, line, cells) => {
    const below = [
      ['3', '4;5'],
      ['6', '7'],
    ]
    expect(cellsOf(`a;b\n${line}\n"3";"4;5"\n6;"7"\n`)).toEqual([['a', 'b'], cells, ...below])
    expect(cellsOf(`a;b\n"3";"4;5"\n6;"7"\n${line}`)).toEqual([['a', 'b'], ...below, cells])
  })
  test('a quote that closes further away than a cell can be long is a stray one', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `${i};text number ${i}`)
    expect(cellsOf(`a;"b\n${rows.join('\n')}\nz;end"\n`)).toHaveLength(5002)
  })
  test.each([
    ['every text', "'Datum';'O''Learys; bar';'Belopp'\n2026-01-02;'a \"b\"';1,00\n", ["O'Learys; bar", 'a "b"']],
    ['what needs it', "Datum,Text,Belopp\n2026-01-02,'t Huis,'1 129,00'\n", ['Text', "'t Huis"]],
  ])('apostrophes quote where %s stands in them', (_, content, second) => {
    expect(cellsOf(content)?.map((cells) => [cells.length, cells[1]])).toEqual(second.map((cell) => [3, cell]))
  })
  test.each([
    ['around the last cell of each line', "a,b,c\n1,x,'AT1'\n2,y,'AT2'\n", "'AT1'"],
    ['beside quotation marks', 'a,b,c\n1,"x, y",\'AT,1\'\n', "'AT"],
  ])('apostrophes %s are their text', (_, content, third) => expect(cellsOf(content)?.[1]?.[2]).toBe(third))
  test('spaces after a closing quote do not matter', () => {
    expect(cellsOf('"a;b" ;"c"\n1;2\n')).toEqual([
      ['a;b', 'c'],
      ['1', '2'],
    ])
  })
  test('come one by one, without waiting for the rest of the file', () => {
    const rows = readCsvRows(text(`a;b\n${'1;2\n'.repeat(100)}`), { limits: { rows: 3 } })[Symbol.iterator]()
    expect(rows.next().value).toEqual({ number: 1, cells: ['a', 'b'] })
    rows.next()
    rows.next()
    expect(() => rows.next()).toThrow(expect.objectContaining({ code: 'too-many-rows', params: { limit: 3 } }))
  })
  test('hold cells of 32,767 characters at most, and it is told when one is cut', () => {
    const { sheets, warnings } = readSpreadsheet(text(`a;b\n1;${'x'.repeat(40_000)}\n`))
    expect(sheets[0]?.rows[1]?.cells[1]).toHaveLength(32_767)
    expect(warnings).toEqual([{ code: 'long-cells-cut', params: { cells: 1, limit: 32_767 } }])
  })
})

test('apostrophes alone in their cells are cells', () => {
  expect(cellsOf("';';end\nend")).toEqual([["'", "'", 'end'], ['end']])
})

test('a text that a file keeps from being taken for a number is the text alone', () => {
  expect(cellsOf('="00123";="a ""b""";="";end\n="x;=y";end')).toEqual([
    ['00123', 'a "b"', '', 'end'],
    ['="x', '=y"', 'end'],
  ])
})

test('a cell in quotation marks over several lines says how its file is quoted, whatever apostrophes stand in it', () =>
  expect(cellsOf('"\r\'a";a\';end\nb;c;d')).toEqual([
    ["\r'a", "a'", 'end'],
    ['b', 'c', 'd'],
  ]))

test('whatever is written is read back exactly, with every delimiter, line break and encoding', () => {
  const signs = [
    'a',
    'Å',
    '€',
    '1',
    '0',
    ' ',
    ';',
    ',',
    '\t',
    '|',
    '"',
    '\n',
    '\r',
    '\r\n',
    '.',
    '-',
    "'",
    '=',
    '\u00a0',
    '\u2212',
  ]
  // Cells that begin with an apostrophe may be how a file quotes (find-quote.ts), which nothing else tells; of `="00123"`
  // what stands inside is the cell.
  const cell = fc
    .string({ unit: fc.constantFrom(...signs), maxLength: 8 })
    .map((text) => text.replace(/^(?:'|=(?="))+/, ''))
  const table = fc.array(fc.array(cell, { maxLength: 5 }), { minLength: 1, maxLength: 8 })
  const written = fc.record({
    table: table.map((rows) => rows.map((row) => [...row, 'end'])), // empty cells at the end go, by design
    delimiter: fc.constantFrom(';', ',', '\t', '|'),
    lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
    quotesAll: fc.boolean(),
    endsWithBreak: fc.boolean(),
    namesDelimiter: fc.boolean(),
  })
  fc.assert(
    fc.property(written, ({ table, delimiter, lineBreak, encoding, quotesAll, endsWithBreak, namesDelimiter }) => {
      const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
      const isPlain = (value: string) => !quotesAll && !/[";,\t|\r\n]/.test(value)
      const lines = table.map((row) => row.map((value) => (isPlain(value) ? value : quoted(value))).join(delimiter))
      const content = (namesDelimiter ? [`sep=${delimiter}`, ...lines] : lines).join(lineBreak)
      const bytes = encode(`\ufeff${content}${endsWithBreak ? lineBreak : ''}`, encoding)
      expect(cellsOf(bytes, namesDelimiter ? {} : { delimiter })).toEqual(table)
    }),
    { numRuns: 1000 },
  )
})

test('no row of a file with quotes gone wrong is lost: every mark put into a line comes out of it', () => {
  const line = fc.string({ unit: fc.constantFrom('"', ';', 'a', ' '), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const content = lines.map((noise, index) => `#${index};${noise}`).join('\n')
      const found = cellsOf(content, { delimiter: ';' })?.flat().join('\n') ?? ''
      for (const index of lines.keys()) expect(found).toContain(`#${index}`)
    }),
    { numRuns: 1000 },
  )
})

describe('a text file that a spreadsheet program took for one column', () => {
  const cut = [
    ['Datum', 'Text', 'Belopp'],
    ['2026-01-02', 'Kafé, "Prinsen"', '-1,50'],
    ['2026-01-03', 'Jula', '-99'],
  ]
  test('is cut into its cells where whole lines are quoted', () => {
    const text = 'Datum,Text,Belopp\n"2026-01-02,""Kafé, """"Prinsen"""""",""-1,50"""\n2026-01-03,Jula,-99\n'
    expect(cellsOf(encode(text, 'utf-8'))).toEqual(cut)
  })
  test('and where the lines stand in column A of a workbook, blank ones left out', async () => {
    const lines = ['Datum,Text,Belopp', '2026-01-02,"Kafé, ""Prinsen""","-1,50"', ',,', '2026-01-03,Jula,-99']
    const [title = '', ...rows] = lines
    const bytes = await writeXlsx([
      { name: 'Blad1', columns: [{ title }], rows: rows.map((value) => [{ kind: 'text', value }]) },
    ])
    expect(cellsOf(bytes)).toEqual(cut)
  })
  test('a quoted sentence with commas stays one cell', () => {
    expect(cellsOf(encode('"Konto 1, period 1, saldo 2"\nDatum;Text\n2026-01-02;Jula\n', 'utf-8'))?.[0]).toEqual([
      'Konto 1, period 1, saldo 2',
    ])
  })
  test('a quoted cell may follow a space', () => {
    expect(cellsOf(encode('Datum, Text, Belopp\n2026-01-02, "Kafé, 2", "-1,50"\n', 'utf-8'))?.[1]).toEqual([
      '2026-01-02',
      'Kafé, 2',
      '-1,50',
    ])
  })
})

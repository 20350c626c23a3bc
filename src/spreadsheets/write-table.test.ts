import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defuseFormula, readDefused } from '#kernel/defused-text.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { type Table, writeCsv, writeLongCsv } from './write-table.ts'
import { writeXlsx } from './write-workbook.ts'

const table: Table = {
  name: 'Rader: att göra',
  columns: [{ title: 'Datum' }, { title: 'Text', width: 30 }, { title: 'Belopp' }],
  rows: [
    [
      { kind: 'date', value: '2026-02-28' },
      { kind: 'text', value: '=HYPERLINK("http://a";"b")', marked: true },
      { kind: 'number', value: '-1234.56' },
    ],
    [
      { kind: 'date', value: '' },
      { kind: 'text', value: 'Kafé "Bryggan"; Örebro\nAB' },
      { kind: 'number', value: '0.10' },
    ],
  ],
}

describe('a table', () => {
  it('holds texts that are called as what every JavaScript object has', async () => {
    const texts = ['constructor', 'toString', '__proto__', 'isPrototypeOf']
    const rows = texts.map((value) => [{ kind: 'text' as const, value }])
    const { sheets } = readSpreadsheet(await writeXlsx([{ name: 'A', columns: [{ title: 'valueOf' }], rows }]))
    expect(sheets[0]?.rows.map(({ cells }) => cells[0]?.trim())).toEqual(['valueOf', ...texts])
  })
  it('keeps in a workbook that a letter of a text was lost, and what looks like a letter written otherwise', async () => {
    const texts = ['K\ufffdP', '\ufffd', 'a_x0041_b']
    const rows = texts.map((value) => [{ kind: 'text' as const, value }])
    const { sheets } = readSpreadsheet(await writeXlsx([{ name: 'A', columns: [{ title: 'L\ufffdn' }], rows }]))
    expect(sheets[0]?.rows.map(({ cells }) => cells[0])).toEqual(['L\ufffdn', ...texts])
  })
  it('comes back from CSV as it was written, with formulas defused', () => {
    const { sheets, encoding } = readSpreadsheet(writeCsv(table))
    expect(encoding).toBe('utf-8')
    expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Datum', 'Text', 'Belopp'],
      ['2026-02-28', `'=HYPERLINK("http://a";"b")`, '-1234,56'],
      ['', 'Kafé "Bryggan"; Örebro\nAB', '0,10'],
    ])
  })

  it('of any length is written as CSV between the turns of others', async () => {
    const row = [
      { kind: 'text' as const, value: 'Kafé; Bryggan' },
      { kind: 'number' as const, value: '-1.5' },
    ]
    const long = { ...table, rows: Array.from({ length: 20_000 }, () => row) }
    let [turns, isDone] = [0, false]
    const others = async () => {
      for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve))
    }
    const waiting = others()
    const bytes = await writeLongCsv(long, { decimalMark: '.' })
    isDone = true
    await waiting
    expect(turns).toBeGreaterThan(20)
    expect(Buffer.compare(bytes, writeCsv(long, { decimalMark: '.' }))).toBe(0)
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect([lines.length, lines[0], lines.at(-2)]).toEqual([20_002, 'Datum;Text;Belopp', '"Kafé; Bryggan";-1.5'])
  })

  it('comes back from XLSX with dates as dates and numbers as numbers', async () => {
    const { kind, sheets } = readSpreadsheet(await writeXlsx([table, { ...table, name: 'Rader 2' }]))
    expect(kind).toBe('xlsx')
    expect(sheets.map(({ name }) => name)).toEqual(['Rader  att göra', 'Rader 2'])
    expect(sheets[0]?.rows[1]).toEqual({
      number: 2,
      cells: ['2026-02-28', `'=HYPERLINK("http://a";"b")`, '-1234.56'],
      kinds: 'dtn',
    })
  })

  it('leaves amounts of a file as they are, so that they can be reckoned with', () => {
    for (const amount of ['-100,00', '-1 234.50', '-1\u00a0234,50', '-5']) expect(defuseFormula(amount)).toBe(amount)
    for (const text of ['-1+1', '-100,00 kr', '-A1', '-', '-(1)', '+46', "'-1"])
      expect(defuseFormula(text)).toBe(`'${text}`)
  })

  it('never holds a text that a spreadsheet program would run, and gives every text back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '＝', '\n', 'a') })), (text) => {
        expect(defuseFormula(text)).not.toMatch(/^[=+@\t\r\n＝＋－＠]|^-(?!\d[\d .,\u00a0\u202f]*$)/)
        expect(readDefused(defuseFormula(text))).toBe(text)
      }),
    )
  })
})

import * as XLSX from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

const two = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer)
const four = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer)
const record = (type: number, ...data: Uint8Array[]) => {
  const whole = Buffer.concat(data)
  return Buffer.concat([two(type, whole.length), whole])
}
const begin = (version: number, kind: number) => record(0x809, two(version, kind), Buffer.alloc(12))
const end = record(0x0a)
const excel97 = 0x600
const excel95 = 0x500

type Book = { globals?: Buffer[]; sheet: Buffer[]; version?: number }

/** A workbook of one sheet, record by record ([MS-XLS] 2.1.7). */
const records = ({ globals = [], sheet, version = excel97 }: Book) => {
  const name = version === excel97 ? Buffer.from([1, 0, 65]) : Buffer.from([1, 65])
  const boundSheet = (place: number) => record(0x85, four(place), two(0), name)
  const head = Buffer.concat([begin(version, 5), ...globals])
  const place = head.length + boundSheet(0).length + end.length
  const dimensions = record(0x200, Buffer.alloc(14))
  return Buffer.concat([head, boundSheet(place), end, begin(version, 0x10), dimensions, ...sheet, end])
}
const label = (row: number, text: string, letters = text.length) =>
  record(0x204, two(row, 0, 0, letters), Buffer.from([0]), Buffer.from(text, 'latin1'))
const shared = (row: number, index: number) => record(0xfd, two(row, 0, 0), four(index))
const formula = (row: number, result: Uint8Array, ...tokens: Uint8Array[]) =>
  record(0x06, two(row, 0, 0), result, two(0, 0, 0), ...tokens)

const rowsOf = (bytes: Uint8Array) =>
  readSpreadsheet(new Uint8Array(bytes)).sheets[0]?.rows.map(({ cells }) => cells.join('|'))
const refusal = (bytes: Uint8Array) => {
  try {
    return rowsOf(bytes)
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a record of an old XLS', () => {
  const tooShort: [what: string, version: number, cut: Buffer][] = [
    ['label of Excel 2', excel95, record(0x04)],
    ['label', excel97, record(0x204, two(1, 0, 0))],
    ['format', excel95, record(0x41e)],
    [
      'text of a formula',
      excel97,
      Buffer.concat([formula(1, Buffer.from([0, 0, 0, 0, 0, 0, 255, 255]), two(0)), record(0x207)]),
    ],
    ['formula without its length', excel97, record(0x06, two(1, 0, 0), Buffer.alloc(8))],
    ['code page', excel95, record(0x42)],
    ['shared text', excel97, record(0xfc, four(1, 1), Buffer.from([1]))],
  ]
  test.each(tooShort)(
    'that is shorter than a %s can be is damage, nothing to go round in for ever',
    (_, version, cut) => {
      expect(refusal(records({ sheet: [label(0, 'Kort'), cut], version }))).toBe('unreadable')
    },
  )
  test('that says that its text is longer than the record is refused, and its letters are not made', () => {
    expect(refusal(records({ sheet: [label(0, 'Kort', 5)] }))).toBe('unreadable')
    const strings = record(0xfc, four(1, 1), two(0xffff), Buffer.from([0, 65]))
    expect(refusal(records({ globals: [strings], sheet: [shared(0, 0)] }))).toBe('unreadable')
    expect(rowsOf(records({ sheet: [label(0, 'Kort', 4)] }))).toEqual(['Kort'])
  })
  test('whose text goes on in others is read whole, also where thousands of empty ones follow', () => {
    const strings = record(0xfc, four(2, 2), two(7), Buffer.from('\0Kor', 'latin1'))
    const more = record(0x3c, Buffer.from('\0tkö', 'latin1'))
    const wide = record(0x3c, Buffer.from('\u0001p\0\u0002\0\0Åk', 'latin1'))
    const globals = [strings, more, wide, ...Array<Buffer>(3000).fill(record(0x3c))]
    expect(rowsOf(records({ globals, sheet: [shared(0, 0), shared(1, 1)] }))).toEqual(['Kortköp', 'Åk'])
  })
  test('that merges more cells than it has bytes for is refused, as are so many that each is copied for ever', () => {
    const merge = record(0xe5, two(1, 1, 2, 0, 0))
    expect(rowsOf(records({ sheet: [label(0, 'Kort'), merge] }))).toEqual(['Kort'])
    expect(refusal(records({ sheet: [label(0, 'Kort'), record(0xe5, two(0xffff, 1, 2, 0, 0))] }))).toBe('unreadable')
    expect(refusal(records({ sheet: [label(0, 'Kort'), ...Array<Buffer>(40_000).fill(merge)] }))).toBe('unreadable')
  })
  test('in a column that no such file has is refused before rows are made for it', () => {
    const number = (column: number) => record(0x203, two(0, column, 0), Buffer.alloc(8))
    expect(rowsOf(records({ sheet: [number(255)] }))).toHaveLength(1)
    expect(refusal(records({ sheet: [number(256)] }))).toBe('unreadable')
  })
  test('that makes no cell is not read, whatever it says: links, names, other workbooks, comments', () => {
    const everything = record(0x1b8, two(0, 0xffff, 0, 0xffff), Buffer.alloc(16), four(2, 0)) // a link over all cells
    const others = [0x17, 0x18, 0x1ae, 0x5d, 0x5c, 0x1c, 0x92, 0x80].map((type) => record(type, Buffer.from([0xff])))
    expect(rowsOf(records({ globals: others, sheet: [label(0, 'Kort'), everything, ...others] }))).toEqual(['Kort'])
  })
  test('of a formula gives what it came to, however it is reckoned', () => {
    const amount = Buffer.alloc(8)
    amount.writeDoubleLE(-12.5)
    const array = Buffer.concat([two(8), Buffer.from([0x20]), Buffer.alloc(7), Buffer.from([255, 255, 255])]) // 256 × 65536
    expect(rowsOf(records({ sheet: [formula(0, amount, array)] }))).toEqual(['-12.5'])
  })
  test('behind the end of the workbook is not read', () => {
    const behind = [record(0x09, two(2, 0x10)), record(0x06, two(1, 0, 0), Buffer.alloc(9))]
    expect(rowsOf(Buffer.concat([records({ sheet: [label(0, 'Kort')] }), ...behind]))).toEqual(['Kort'])
  })
})

describe('the container of an old XLS', () => {
  const rows = Array.from({ length: 900 }, (_, row) => label(row, `Köp ${row}`))
  const container = (bytes = records({ sheet: rows })) => {
    const made = XLSX.CFB.utils.cfb_new()
    XLSX.CFB.utils.cfb_add(made, '/MBD/Workbook', records({ sheet: [label(0, 'Inbäddad')] }))
    XLSX.CFB.utils.cfb_add(made, '/Workbook', bytes)
    return Buffer.from(XLSX.CFB.write(made, { type: 'buffer' }) as Uint8Array)
  }
  const sector = (number: number) => (number + 1) * 512
  /** [MS-CFB] 2.2, 2.6.1: where its table of sectors is, and where the entry of its workbook says where that begins. */
  const placesIn = (bytes: Buffer) => {
    const directory = sector(bytes.readInt32LE(48))
    const entries = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => directory + 128 * at)
    const start = entries.filter((at) => bytes.toString('utf16le', at, at + 16) === 'Workbook').map((at) => at + 116)
    return { table: sector(bytes.readInt32LE(76)), start }
  }
  test('gives the workbook at its root, long or short, and none that was put into a cell', () => {
    expect(rowsOf(container())?.at(-1)).toBe('Köp 899')
    expect(rowsOf(container(records({ sheet: [label(0, 'Kort')] })))).toEqual(['Kort'])
  })
  test('is refused where its sectors go round, at the first of them or later', () => {
    const bytes = container()
    const { table, start } = placesIn(bytes)
    const first = Math.max(...start.map((at) => bytes.readInt32LE(at)))
    for (const begins of [first, first + 5]) {
      const round = Buffer.from(bytes)
      for (const at of start) round.writeInt32LE(begins, at)
      round.writeInt32LE(first + 3, table + 4 * (first + 20))
      expect(refusal(round)).toBe('unreadable')
    }
  })
})

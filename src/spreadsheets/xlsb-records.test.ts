import * as XLSX from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

const made = (options: XLSX.WritingOptions = {}) => {
  const book = XLSX.utils.book_new()
  const table = [
    ['Datum', 'Köpställe'],
    [46094, 'Åkerö'],
  ]
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(table), 'Kort')
  return new Uint8Array(XLSX.write(book, { ...options, type: 'array', bookType: 'xlsb' }) as ArrayBuffer)
}
const record = (type: number, data: Uint8Array) =>
  Buffer.concat([Buffer.from(type < 128 ? [type] : [(type & 127) | 128, type >> 7]), Buffer.from([data.length]), data])
const withRecord = (part: string, inserted: Buffer) => {
  const members = unzipSync(made())
  const begin = members[part]?.subarray(0, 3) ?? []
  const changed = Buffer.concat([Buffer.from(begin), inserted, members[part]?.subarray(3) ?? new Uint8Array()])
  return zipSync({ ...members, [part]: new Uint8Array(changed) })
}
const numbers = (...all: number[]) => Buffer.from(Uint32Array.from(all).buffer)

test('XLSB in which a text has more parts than bytes is refused, and not made until no memory is left', () => {
  const members = unzipSync(made({ bookSST: true }))
  const strings = Buffer.from(members['xl/sharedStrings.bin'] ?? [])
  const first = strings.indexOf(Buffer.from('Datum', 'utf16le')) - 5
  expect(strings[first]).toBe(0)
  strings[first] = 1 // what follows the text is now the number of its parts ([MS-XLSB] 2.5.121)
  const damaged = zipSync({ ...members, 'xl/sharedStrings.bin': new Uint8Array(strings) })
  expect(() => readSpreadsheet(damaged)).toThrow(expect.objectContaining({ code: 'unreadable' }))
})

test('XLSB with metadata of more pairs than bytes, or a link over all cells, is read: no cell is made of them', () => {
  const metadata = record(0x33, numbers(0xffffffff, 0, 0)) // BrtMdb
  const link = record(0x1ee, numbers(0, 1_048_575, 0, 16_383, 0xffffffff, 0, 0, 0)) // BrtHLink
  for (const damaged of [withRecord('xl/metadata.bin', metadata), withRecord('xl/worksheets/sheet1.bin', link)])
    expect(readSpreadsheet(damaged).sheets[0]?.rows).toHaveLength(2)
})

test('XLSB with a cell, a format or a sheet whose text is longer than its record is refused', () => {
  const cell = record(0x06, numbers(0, 0, 0x7fffffff)) // BrtCellSt
  const format = record(0x2c, Buffer.concat([Buffer.from([200, 0]), numbers(0x7fffffff)])) // BrtFmt
  const sheet = record(0x9c, numbers(0, 1, 0xffffffff, 5)) // BrtBundleSh
  const parts = { 'xl/worksheets/sheet1.bin': cell, 'xl/styles.bin': format, 'xl/workbook.bin': sheet }
  for (const [part, inserted] of Object.entries(parts))
    expect(() => readSpreadsheet(withRecord(part, inserted))).toThrow(expect.objectContaining({ code: 'unreadable' }))
})

test('XLSB with a cell in a column that no sheet has is refused, and its row not made', () => {
  const members = unzipSync(made({ bookSST: true }))
  const sheet = Buffer.from(members['xl/worksheets/sheet1.bin'] ?? [])
  const cell = sheet.indexOf(Buffer.from([7, 12, 0, 0, 0, 0])) // BrtCellIsst in column 0
  expect(cell).toBeGreaterThan(0)
  sheet.writeUInt32LE(0x3fffffff, cell + 2)
  const damaged = zipSync({ ...members, 'xl/worksheets/sheet1.bin': new Uint8Array(sheet) })
  expect(() => readSpreadsheet(damaged)).toThrow(expect.objectContaining({ code: 'too-many-columns' }))
})

test.each([
  ['an empty one that says none either', 0x0c, 4],
  ['an empty one', 0x01, 8],
])(
  'XLSB with a cell that says no column behind %s is refused, and its amount not moved under another name',
  (_, type, length) => {
    const members = unzipSync(made())
    const sheet = Buffer.from(members['xl/worksheets/sheet1.bin'] ?? [])
    const second = sheet.indexOf(Buffer.from([0x11])) // BrtShortSt in column 1, behind the one in column 0
    expect(second).toBeGreaterThan(0)
    const blank = record(type, Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.alloc(length - 4)]))
    const changed = Buffer.concat([sheet.subarray(0, second), blank, sheet.subarray(second)])
    const moved = zipSync({ ...members, 'xl/worksheets/sheet1.bin': new Uint8Array(changed) })
    expect(() => readSpreadsheet(moved)).toThrow(expect.objectContaining({ code: 'unreadable' }))
    expect(readSpreadsheet(zipSync(members)).sheets[0]?.rows[0]?.cells).toEqual(['Datum', 'Köpställe'])
  },
)

test('XLSB with more shared texts than there is memory for is refused before any of them is made', () => {
  const empty = record(0x13, Buffer.alloc(5)) // BrtSSTItem
  const texts = Buffer.concat(Array.from({ length: 6000 }, () => empty))
  const file = withRecord('xl/sharedStrings.bin', texts)
  expect(readSpreadsheet(file).sheets[0]?.rows).toHaveLength(2)
  const refused = () => readSpreadsheet(file, { limits: { heapMegabytes: 1 } })
  expect(refused).toThrow(expect.objectContaining({ code: 'out-of-memory' }))
})

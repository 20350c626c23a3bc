import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { heldUp } from '../../test/held-up.ts'
import { readSpreadsheet, type TableCell, writeSheet, writeXlsx } from './index.ts'
import { openWorkbook } from './write-table.ts'

const kinds = ['date', 'text', 'number', 'text'] as const
/** Formulas, empty cells and marked ones among them. */
const rowOf = (index: number): TableCell[] =>
  ['2026-02-28', index % 3 ? `=Kafé ${index}` : '', `-${index}.5`, ' å\nb '].map((value, column) => ({
    kind: kinds[column] ?? 'text',
    value,
    ...(index % 5 === 0 && { marked: true }),
  }))
const rows = Array.from({ length: 3000 }, (_, index) => (index % 7 ? rowOf(index) : []))
const columns = ['Datum', 'Text', 'Belopp', '+'].map((title, index) => ({ title, width: index + 9 }))

/** What is in a workbook but for when it was made. */
const membersOf = (bytes: Uint8Array) =>
  Object.entries(unzipSync(bytes)).map(([name, member]) => [
    name,
    strFromU8(member).replace(/\d{4}-\d\d-\d\dT[^<]*Z/g, ''),
  ])

test('a large workbook is written by a thread as a small one is here, over several sheets', async () => {
  const tables = [
    { name: 'Rader: 1', columns, rows },
    { name: 'Rader 2', columns, rows: rows.slice(0, 2) },
  ]
  const here = openWorkbook(tables)
  for (const [sheet, table] of tables.entries()) here.add(sheet, table.rows)
  const written = await writeXlsx(tables)
  expect(membersOf(written)).toEqual(membersOf(await here.end()))
  expect(readSpreadsheet(written).sheets.map((sheet) => sheet.rows.at(-1)?.number)).toEqual([3001, 3])
})
test('a large sheet keeps its empty rows and its texts as they are, as a small one does', async () => {
  const [large, small] = [await writeSheet('A', rows), await writeSheet('A', rows.slice(0, 20))]
  const [read] = readSpreadsheet(large).sheets
  expect(read?.rows).toHaveLength(rows.filter((row) => row.length > 0).length)
  expect(read?.rows.slice(0, 17)).toEqual(readSpreadsheet(small).sheets[0]?.rows)
  expect(read?.rows[0]).toMatchObject({ number: 2, cells: ['2026-02-28', '=Kafé 1', '-1.5', ' å\nb '] })
})
test('a workbook without rows is one', async () => {
  expect(readSpreadsheet(await writeXlsx([{ name: 'A', columns, rows: [] }])).sheets[0]?.rows).toHaveLength(1)
})
test('what is large is written while others go on: they wait a small part of the time it takes', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => rowOf(index))
  const writing = writeSheet('A', many)
  expect(await heldUp(writing)).toBeLessThan(0.5)
  await writing
}, 60_000)
test('what takes too long, or more memory than it may, is given up and said to be too large', async () => {
  const tooLarge = { code: 'invalid-input', errors: [{ path: 'rows', code: 'table-too-large' }] }
  await expect(writeSheet('A', rows, { seconds: 0.01 })).rejects.toMatchObject(tooLarge)
  const many = Array.from({ length: 40_000 }, (_, index) => rowOf(index))
  await expect(writeSheet('A', many, { heapMegabytes: 24 })).rejects.toMatchObject(tooLarge)
}, 60_000)
test('rows that cannot be made end the writing with their own error', async () => {
  function* broken() {
    yield* rows
    throw new Error('no such row')
  }
  await expect(writeSheet('A', broken())).rejects.toThrow('no such row')
})

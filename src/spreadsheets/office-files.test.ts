import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSpreadsheet } from './index.ts'

/** Small files that programs of others wrote: test/fixtures/office. */
const read = (name: string) =>
  readSpreadsheet(new Uint8Array(readFileSync(new URL(`../../test/fixtures/office/${name}`, import.meta.url))))
const rowsOf = (name: string) => read(name).sheets[0]?.rows

test('a workbook in the zip of 64 bits that Apache streams, however small, is read', () => {
  expect(rowsOf('zip64.xlsx')).toEqual([
    { number: 1, cells: ['Datum', 'Butik', 'Belopp'], kinds: 'ttt' },
    { number: 2, cells: ['2026-03-01', 'Åhléns', '99.5'], kinds: 'dtn' },
  ])
})

import { expect, test } from 'vitest'
import type { SheetRow } from '#spreadsheets/index.ts'
import { readEntries } from './read-sheet.ts'

const header: SheetRow = { number: 1, cells: ['Leverantörsnummer', 'Moms'], kinds: 'tt' }
const read = (vat: string, more: Partial<SheetRow> = {}) => {
  const [entry] = readEntries([header, { number: 2, cells: ['7', vat], kinds: 'tt', ...more }]).entries
  return entry?.problems[0]?.code ?? entry?.vatType
}

test.each([
  ['6 %', 'SE6'],
  ['6%', 'SE6'],
  ['6,00 %', 'SE6'],
  ['12.0%', 'SE12'],
  ['25,00\u00a0%', 'SE25'],
  ['6,50 %', 'vat-unreadable'],
  ['0.06', 'vat-unreadable'],
])('a rate of VAT is read as a spreadsheet program writes it: %s', (vat, expected) => {
  expect(read(vat)).toBe(expected)
})

test.each([
  ['0.06', 'SE6'],
  ['0.12', 'SE12'],
  ['0.25', 'SE25'],
  ['0.065', 'vat-unreadable'],
])('a rate that a spreadsheet program has made a number of, shown as percent, is read: %s', (vat, expected) => {
  expect(read(vat, { kinds: 'tn', units: { 1: '%' } })).toBe(expected)
})

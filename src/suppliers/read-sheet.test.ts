import { expect, test } from 'vitest'
import { readEntries } from './read-sheet.ts'

const vatOf = (value: string, typed: { kinds?: string; units?: Record<number, string> } = {}) => {
  const rows = [
    { number: 1, cells: ['Leverantörsnummer', 'Moms'] },
    { number: 2, cells: ['1', value], ...typed },
  ]
  const [entry] = readEntries(rows).entries
  return entry?.problems.map(({ value: told, code }) => `${code} ${told}`)[0] ?? entry?.vatType
}

test.each([
  ['6,00 %', 'SE6'],
  ['6 %', 'SE6'],
  ['12.00%', 'SE12'],
  ['25,0\u00a0%', 'SE25'],
  ['0,06', 'SE6'],
  ['6,50 %', 'vat-unreadable 6,50 %'],
  ['16,00 %', 'vat-unreadable 16,00 %'],
  ['600 %', 'vat-unreadable 600 %'],
])('a rate of VAT that a spreadsheet program has written anew is read from %s', (written, read) => {
  expect(vatOf(written)).toBe(read)
})

test.each([
  ['0.06', 'SE6'],
  ['0.12', 'SE12'],
  ['0.25', 'SE25'],
  ['0.065', 'vat-unreadable 6.5 %'],
  ['6', 'vat-unreadable 600 %'],
])('a cell in percent that holds %s is read as it is shown', (held, read) => {
  expect(vatOf(held, { kinds: 'tn', units: { 1: '%' } })).toBe(read)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellName, columnLetter } from './row-problem.ts'

test.each([
  [0, 'A'],
  [6, 'G'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'], // the last column of Excel
])('column %i is %s', (index, letter) => {
  expect(columnLetter(index)).toBe(letter)
})

test('a cell is named as the spreadsheet shows it', () => {
  expect(cellName(6, 16)).toBe('G16')
  expect(cellName(27, 1_048_576)).toBe('AB1048576')
})

test('every column has its own name, which counts in base 26 without a zero', () => {
  fc.assert(
    fc.property(fc.nat(20_000), (index) => {
      const number = [...columnLetter(index)].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
      expect(number - 1).toBe(index)
    }),
  )
})

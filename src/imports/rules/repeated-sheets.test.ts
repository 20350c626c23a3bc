import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOccurrenceCounter } from './count-occurrences.ts'
import { createSheetComparison } from './repeated-sheets.ts'

function warningsOf(sheets: Record<string, readonly string[]>) {
  const { add, finish } = createSheetComparison()
  const { next } = createOccurrenceCounter()
  for (const [sheet, purchases] of Object.entries(sheets))
    for (const purchase of purchases) add(sheet, purchase, next(purchase))
  return finish()
}

const warning = (sheet: string, repeated: number, rows: number) => ({
  code: 'sheet-repeats',
  params: { sheet, repeated, rows },
})

test('a sheet with all that stands in the sheets of the cards is told, before or after them', () => {
  const [one, other] = [
    ['A', 'B', 'B'],
    ['C', 'D', 'E'],
  ]
  expect(warningsOf({ 1234: one, 9876: other, Alla: [...one, ...other] })).toEqual([warning('Alla', 6, 6)])
  expect(warningsOf({ Alla: [...one, ...other], 'Kort 1': one, 'Kort 2': other })).toEqual([
    warning('Kort 1', 3, 3),
    warning('Kort 2', 3, 3),
  ])
})

test('a purchase or two that two cards have in common are no copy', () => {
  expect(warningsOf({ 'Kort 1': ['A', 'B', 'C', 'D'], 'Kort 2': ['A', 'B'] })).toEqual([])
  expect(warningsOf({ 'Kort 1': ['A', 'B', 'C', 'D'], 'Kort 2': ['A', 'B', 'C', 'E'] })).toEqual([])
  expect(warningsOf({ 'Kort 1': ['A'], 'Kort 2': ['A', 'A', 'A', 'A'] })).toEqual([])
})

test('one sheet alone never repeats another, however many equal purchases it has', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('A', 'B', 'C')), (purchases) => {
      expect(warningsOf({ Kort: purchases })).toEqual([])
    }),
  )
})

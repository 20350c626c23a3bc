import { expect, test } from 'vitest'
import { type FileUse, findStopped } from './find-stopped.ts'

/** Files of a template, newest first, by the suppliers in each. */
const files = (...suppliers: Record<string, number>[]) =>
  suppliers.map(
    (one, index): FileUse => ({
      importId: `${index}`,
      fileName: `${index}.csv`,
      at: new Date(Date.UTC(2026, 10, 20 - index)),
      purchases: Object.values(one).reduce((sum, rows) => sum + rows, 0),
      suppliers: one,
    }),
  )
const stopped = (...suppliers: Record<string, number>[]) =>
  findStopped(files(...suppliers)).map(({ supplierNumber, files: count, last }) => [
    supplierNumber,
    count,
    last.importId,
  ])

test('a supplier of three files in a row that the newest lacks has stopped, and how long it went on is told', () => {
  expect(stopped({ a: 3 }, { a: 1, rent: 1 }, { a: 2, rent: 1 }, { a: 1, rent: 1 })).toEqual([['rent', 3, '1']])
  expect(stopped({ a: 3 }, { rent: 1 }, { rent: 1 }, { rent: 1 }, { rent: 2 }, { a: 1 })).toEqual([['rent', 4, '1']])
})

test('what comes now and then, what is new and what is still there has not stopped', () => {
  expect(stopped({ a: 3 }, { a: 1, rent: 1 }, { a: 2 }, { a: 1, rent: 1 })).toEqual([])
  expect(stopped({ a: 3 }, { a: 1, rent: 1 }, { a: 2, rent: 1 })).toEqual([])
  expect(stopped({ a: 3, rent: 1 }, { rent: 1 }, { rent: 1 }, { rent: 1 })).toEqual([])
})

test('a short newest file, and files without a known supplier, say nothing', () => {
  expect(stopped({ a: 1 }, { a: 5, rent: 1 }, { a: 5, rent: 1 }, { a: 5, rent: 1 })).toEqual([])
  expect(stopped({}, { a: 3 }, { rent: 3 }, { rent: 3 }, { rent: 3 })).toEqual([['rent', 3, '2']])
})

test('a bank that writes every text otherwise stops all of them, though the newest file has no known supplier at all', () => {
  const [newest, ...before] = files({}, { a: 2, rent: 1 }, { a: 1, rent: 1 }, { a: 2, rent: 1 })
  const numbers = (purchases: number) =>
    findStopped([{ ...newest!, purchases }, ...before]).map(({ supplierNumber }) => supplierNumber)
  expect(numbers(3)).toEqual(['a', 'rent'])
  expect(numbers(1)).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecords } from './csv-records.ts'

const limits = { columns: 500, cellCharacters: 32_767 }

test('it does not matter where the text is cut into pieces', () => {
  const content = fc.string({ unit: fc.constantFrom('a', ';', '"', '\r', '\n', ' '), maxLength: 40 })
  fc.assert(
    fc.property(content, fc.array(fc.nat({ max: 40 }), { maxLength: 6 }), (text, places) => {
      const cuts = [0, ...places.toSorted((a, b) => a - b), text.length]
      const pieces = cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
      expect([...readRecords(pieces, ';', limits)]).toEqual([...readRecords([text], ';', limits)])
    }),
    { numRuns: 3000 },
  )
})

test('a record that never ends is not read from its start at each piece', () => {
  const pieces = Array.from({ length: 1000 }, () => '"'.repeat(1000))
  expect([...readRecords(pieces, ';', limits)]).toEqual([['"'.repeat(500_000 - 1)]])
})

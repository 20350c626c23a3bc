import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlaces, nextInFile } from './use-rows.ts'

test('each position has its id and each id its position, in whatever order the rows stand', () => {
  const order = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(order, (ids) => {
      const places = createPlaces(runsOf(ids))
      expect(ids.map((_, position) => places.idAt(position))).toEqual(ids)
      expect(ids.map((id) => places.positionOf(id))).toEqual(ids.map((_, position) => position))
      expect([places.idAt(-1), places.idAt(ids.length)]).toEqual([null, null])
    }),
  )
})

test('after a row comes the next that waits, after the last the first, and none where it is the only one', () => {
  const waiting = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 20 })
  fc.assert(
    fc.property(waiting, fc.integer({ min: 1, max: 41 }), (ids, own) => {
      const sorted = ids.sort((a, b) => a - b)
      const expected = sorted.find((id) => id > own) ?? sorted.find((id) => id !== own) ?? null
      expect(nextInFile(runsOf(sorted), own)).toBe(expected)
    }),
  )
})

function runsOf(ids: readonly number[]): number[] {
  const runs: number[] = []
  for (const id of ids) {
    const [first = 0, length = 0] = runs.slice(-2)
    if (runs.length > 0 && first + length === id) runs[runs.length - 1] = length + 1
    else runs.push(id, 1)
  }
  return runs
}

import { expect, test } from 'vitest'
import { pastTitles } from './use-grid-keys.ts'

const titles = new Set([0, 2, 3, 7])
const go = (wanted: number, direction: 1 | -1) => pastTitles(wanted, direction, 8, (at) => titles.has(at))

test('the arrows go past the titles of sections, which have no cells, the way they were pressed', () => {
  expect([go(1, 1), go(2, 1), go(3, -1)]).toEqual([1, 4, 1])
})

test('at an end of the list they stay on the outermost row with cells', () => {
  expect([go(-1, -1), go(8, 1), go(Number.POSITIVE_INFINITY, 1)]).toEqual([1, 6, 6])
  expect(pastTitles(0, 1, 1, () => true)).toBeNull()
})

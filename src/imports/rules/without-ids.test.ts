import { expect, test } from 'vitest'
import { createWithoutIds } from './without-ids.ts'

test('each purchase that was imported without its id is met once, in their order, however often it is told', () => {
  const known = createWithoutIds()
  known.learn([
    { fingerprint: 'a', occurrence: 2 },
    { fingerprint: 'a', occurrence: 1 },
  ])
  expect([known.meet('a'), known.meet('b')]).toEqual([1, null])
  known.learn([{ fingerprint: 'a', occurrence: 1 }])
  expect([known.meet('a'), known.meet('a')]).toEqual([2, null])
})

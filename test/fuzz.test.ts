import { expect, test } from 'vitest'
import { runFuzz } from './fuzz/run-fuzz.ts'

/** `npm run fuzz` takes twenty thousand; this many keep the tests short and still find what is badly broken. */
test('300 damaged files of every kind end in rows or in a clear refusal, none lost, none hung', async () => {
  const { failures, read, refused } = await runFuzz({ seed: 20_261_121, files: 300 })
  expect(failures).toEqual([])
  expect(read + refused).toBe(300)
  expect(read).toBeGreaterThan(60)
}, 300_000)

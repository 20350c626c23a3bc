import { expect, test } from 'vitest'
import { createCollecting } from './collect-garbage.ts'

test('of a long stream no more lies there than a few of its chunks, however many came', () => {
  const collect = createCollecting()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  for (let chunks = 0; chunks < 1500; chunks++) {
    collect(Buffer.allocUnsafeSlow(2 ** 16))
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  expect(most / 2 ** 20).toBeLessThan(16)
})

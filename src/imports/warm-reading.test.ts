import { expect, test } from 'vitest'
import { createReadingThreads } from './read-in-thread.ts'
import { warmReading } from './warm-reading.ts'

test("the file that warms the thread is read like a person's: every row becomes a draft", async () => {
  const results = await warmReading(createReadingThreads())
  for (const { totals, isMisjudged } of results) {
    expect(isMisjudged).toBe(false)
    expect([totals.ready.count, totals.attention.count, totals.skipped.count]).toEqual([12_000, 0, 1])
  }
})

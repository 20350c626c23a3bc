import { expect, test } from 'vitest'
import { problemWords } from './problem-words.ts'
import { createReadingThreads } from './read-in-thread.ts'
import { warmReading } from './warm-reading.ts'

test('a thread that says nothing for longer than it may is ended, and it is told what to do', async () => {
  const read = createReadingThreads({ seconds: 0.001 }) // starting one takes longer
  const problem = { code: 'timed-out', params: { seconds: 0.001 } }
  await expect(warmReading(read)).rejects.toMatchObject(problem)
  await expect(warmReading(read)).rejects.toMatchObject(problem) // the ended one is not asked again
  expect(problemWords({ ...problem, params: { seconds: 8 } }, 'sv')).toMatch(/8 sekunder.*CSV/)
  expect(problemWords({ ...problem, params: { seconds: 8 } }, 'en')).toMatch(/8 seconds.*CSV/)
})

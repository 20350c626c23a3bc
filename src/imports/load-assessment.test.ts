import { expect, test } from 'vitest'
import { forFile } from './load-assessment.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 8, 0, seconds))

test.each([
  ['at once', 0, 5],
  ['after it waited for two seconds', 2, 7],
  ['after it waited for a minute', 60, 20],
  ['by a process whose clock is behind', -3, 5],
])(
  'a file that is read %s counts what was changed in the accounting system until five seconds before it came',
  (_, waited, maxAgeSeconds) => {
    expect(forFile({ createdAt: at(0) }, at(waited))).toEqual({ maxAgeSeconds })
  },
)

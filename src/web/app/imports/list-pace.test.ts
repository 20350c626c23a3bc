import { expect, test } from 'vitest'
import { listEveryMs } from './list-pace.ts'

test('a list of imports is asked for again also while none is read: a schedule or a colleague may bring one', () => {
  expect(listEveryMs([])).toBe(30_000)
  expect(listEveryMs([{ state: 'checked' }])).toBe(30_000)
  expect(listEveryMs([{ state: 'checked' }, { state: 'reading' }])).toBe(2_000)
})

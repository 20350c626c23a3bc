import { expect, test } from 'vitest'
import { createAttempts } from './attempts.ts'

test('tries are counted for each key, and come back with time', () => {
  let now = 0
  const attempts = createAttempts({ now: () => new Date(now) }, { allowed: 2, withinMs: 1000 })
  expect(['a', 'a', 'a', 'b'].map((key) => attempts.begin(key))).toEqual([true, true, false, true])
  now = 1000
  expect(attempts.begin('a')).toBe(true)
})

test('a try that nobody answered is taken back; what went well is forgotten', () => {
  const attempts = createAttempts({ now: () => new Date(0) }, { allowed: 1, withinMs: 1000 })
  attempts.begin('a')
  attempts.takeBack('a')
  expect([attempts.begin('a'), attempts.begin('a')]).toEqual([true, false])
  attempts.forget('a')
  expect(attempts.begin('a')).toBe(true)
})

test('whoever tries many keys does not give others their tries back', () => {
  const attempts = createAttempts({ now: () => new Date(0) }, { allowed: 1, withinMs: 1000 })
  attempts.begin('ada@example.com')
  for (let i = 0; i < 50_000; i++) attempts.begin(`nobody-${i}@example.com`)
  expect(attempts.begin('ada@example.com')).toBe(false)
})

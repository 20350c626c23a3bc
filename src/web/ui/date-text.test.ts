import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#runtime'
import { clockText, localParts } from './date-text.tsx'

afterEach(() => overwriteGetLocale(() => 'sv'))

test('an instant is told as date and time in Stockholm, summer and winter', () => {
  overwriteGetLocale(() => 'sv')
  expect(localParts('2026-07-01T22:05:00Z')).toEqual({ date: '2026-07-02', time: '00.05' })
  expect(localParts('2026-11-25T00:19:00Z')).toEqual({ date: '2026-11-25', time: '01.19' })
})

test('a time is written as each language writes it', () => {
  overwriteGetLocale(() => 'en')
  expect(localParts('2026-11-25T00:19:00Z').time).toBe('01:19')
  expect(clockText('06', '00')).toBe('06:00')
})

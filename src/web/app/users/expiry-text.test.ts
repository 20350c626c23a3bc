import { expect, test } from 'vitest'
import * as m from '#messages'
import { expiryText } from './expiry-text.ts'

test('the last day of an invitation is the day in Sweden, also late in the evening', () => {
  const expiresAt = '2026-11-21T23:30:00.000Z'
  expect(expiryText({ expiresAt, isExpired: false })).toBe(m.accounts_users_expires({ date: '2026-11-22' }))
  expect(expiryText({ expiresAt, isExpired: true })).toBe(m.accounts_users_expired())
})

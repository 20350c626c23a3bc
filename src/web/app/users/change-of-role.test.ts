import { expect, test } from 'vitest'
import { changeOfRole } from './change-of-role.ts'
import type { Invited } from './use-members.ts'

const invited: Invited = {
  ...{ id: '1', email: 'bo@example.com', role: 'admin', invitedBy: null },
  ...{ expiresAt: '2026-12-01T10:00:00Z', isExpired: false },
}

test('before a letter is sent anew with another role it says from which to which', () => {
  const change = changeOfRole([invited], { email: ' Bo@example.com', role: 'full' })
  expect(change).toContain('bo@example.com')
  expect(change).toMatch(/Administratör.*Full/)
})

test('the same role, another address or a letter that is too old changes nothing', () => {
  expect(changeOfRole([invited], { email: 'bo@example.com', role: 'admin' })).toBeNull()
  expect(changeOfRole([invited], { email: 'ada@example.com', role: 'full' })).toBeNull()
  expect(changeOfRole([{ ...invited, isExpired: true }], { email: 'bo@example.com', role: 'full' })).toBeNull()
})

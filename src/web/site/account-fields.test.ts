import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPassword, sameAgain, samePassword } from './account-fields.ts'

test('a password that begins or ends with a space is the same when it is typed again', () => {
  const fields = z.object({ password: newPassword('Password'), passwordAgain: samePassword('Password again') })
  const typed = fields.parse({ password: ' four good words ', passwordAgain: ' four good words ' })
  expect(typed.password).toBe(' four good words ')
  expect(sameAgain(typed)).toBe(true)
  expect(fields.safeParse({ ...typed, passwordAgain: '' }).success).toBe(false)
})

import { expect, test } from 'vitest'
import * as m from '#messages'
import { removedText } from './remove-member-dialog.tsx'

test('who leaves a company is told that, not that they were taken out', () => {
  const [name, company] = ['Lena Vagt', 'Fjällbruket AB']
  expect(removedText({ name, isYou: true }, company)).toBe(m.accounts_users_left({ company }))
  expect(removedText({ name, isYou: false }, company)).toBe(m.accounts_users_removed({ name }))
})

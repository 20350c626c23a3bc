import { expect, test } from 'vitest'
import * as m from '#messages'
import { typedProblemText } from './typed-problem-text.ts'

test('a date or an amount that was typed and cannot be read is told with how it is written', () => {
  expect(typedProblemText({ code: 'date-unreadable' })).toBe(
    `${m.problems_date_unreadable()}. ${m.imports_edit_date_as()}`,
  )
  expect(typedProblemText({ code: 'amount-unreadable' })).toContain('1 234,56')
  expect(typedProblemText({ code: 'amount-zero' })).toBe(m.problems_amount_zero())
  expect(typedProblemText({ code: 'nobody-knows' })).toBeNull()
})

import { expect, test } from 'vitest'
import { type Asked, answeredAmount } from './asked-amounts.ts'

const asked = (code: string, amount: number | null = 10_000) => ({ problems: [{ code }], amount, decision: null })
const answers = (row: Asked) => ({ include: answeredAmount(row, 'as-read'), refund: answeredAmount(row, 'as-refund') })

test('a row that may be a purchase is answered by its amount as it was read, one that may be a refund by a minus', () => {
  expect(answers(asked('allowance'))).toEqual({ include: 10_000, refund: null })
  expect(answers(asked('booked-unclear', -10_000))).toEqual({ include: -10_000, refund: null })
  expect(answers(asked('refund-unclear', -10_000))).toEqual({ include: null, refund: -10_000 })
  expect(answers(asked('refund-or-purchase'))).toEqual({ include: 10_000, refund: -10_000 })
})

test('other problems, an amount that is not known and a row that is left out are answered by neither', () => {
  const neither = { include: null, refund: null }
  expect(answers(asked('amount-sign-open'))).toEqual(neither)
  expect(answers(asked('allowance', null))).toEqual(neither)
  expect(answers({ ...asked('allowance'), decision: 'leave-out' })).toEqual(neither)
})

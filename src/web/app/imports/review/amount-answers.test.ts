import { expect, test } from 'vitest'
import { amountAnswers } from './amount-answers.tsx'

const asked = (code: string, amount: number | null = 10_000) => ({ problems: [{ code }], amount, decision: null })

test('a row that may be a purchase is answered by its amount as it was read, one that may be a refund by a minus', () => {
  expect(amountAnswers(asked('allowance'))).toEqual({ include: '100,00', refund: null })
  expect(amountAnswers(asked('booked-unclear', -10_000))).toEqual({ include: '-100,00', refund: null })
  expect(amountAnswers(asked('refund-unclear', -10_000))).toEqual({ include: null, refund: '-100,00' })
  expect(amountAnswers(asked('refund-or-purchase'))).toEqual({ include: '100,00', refund: '-100,00' })
})

test('other problems, an amount that is not known and a row that is left out are answered by neither', () => {
  const neither = { include: null, refund: null }
  expect(amountAnswers(asked('amount-sign-open'))).toEqual(neither)
  expect(amountAnswers(asked('allowance', null))).toEqual(neither)
  expect(amountAnswers({ ...asked('allowance'), decision: 'leave-out' })).toEqual(neither)
})

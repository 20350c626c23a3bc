import { expect, test } from 'vitest'
import { consentProblems } from '#connections/contract.ts'
import { consentProblemText } from './consent-problem-text.ts'

test('every reason has a text of its own', () => {
  const texts = consentProblems.map((problem) => consentProblemText(problem, 'Fortnox'))
  expect(new Set(texts).size).toBe(consentProblems.length)
  expect(texts).not.toContain(null)
})
test('what somebody wrote into the address is not repeated', () => {
  expect(consentProblemText('<b>pay here</b>', 'Fortnox')).toBeNull()
  expect(consentProblemText('toString', 'Fortnox')).toBeNull()
})

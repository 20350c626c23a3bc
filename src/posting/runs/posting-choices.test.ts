import { describe, expect, test } from 'vitest'
import { steps as names, type StepState } from '../contract.ts'
import { choicesOf, type Standing } from './posting-choices.ts'

const standing = (states: readonly StepState[], code = 'rejected', more: Partial<Standing> = {}): Standing => ({
  ...{ phase: 'posting', hasEnded: true, settledAs: null, ...more },
  steps: states.map((state, index) => ({
    ...{ step: names[index] ?? 'create', state },
    problem: state === 'rejected' ? { code, serviceCode: null, message: null } : null,
  })),
})

describe('what a person may do about an invoice', () => {
  test.each([
    [['rejected', 'waiting'], 'rejected', ['retry', 'return', 'handle']],
    [['rejected', 'waiting'], 'period-locked', ['retry', 'return', 'handle']],
    [['done', 'rejected'], 'rejected', ['retry', 'handle']],
    [['done', 'done', 'rejected'], 'rejected', ['retry', 'handle']],
    [['done', 'done', 'done', 'rejected'], 'payment-gone', ['pay-anew', 'handle']],
    [['rejected', 'waiting'], 'unknown', ['retry', 'return', 'handle']],
    [['rejected', 'waiting'], 'found-twice', ['retry', 'handle']],
    [['done', 'rejected'], 'found-twice', ['retry', 'handle']],
    [['rejected', 'waiting'], 'not-looked-up', ['retry', 'handle']],
    [['rejected', 'waiting'], 'cancelled-there', ['return', 'handle']],
    [['done', 'rejected'], 'cancelled-there', ['return', 'handle']],
    [['done', 'done', 'done', 'done'], '', []],
    [['waiting', 'waiting'], '', []],
    [['unknown', 'waiting'], '', []],
    [['sent', 'waiting'], '', []],
  ] as const)('%j, refused for %s: %j', (states, code, choices) => {
    expect(choicesOf(standing(states, code))).toEqual(choices)
  })
  test('of a cancelled run, what was not begun may go back; nothing of one that is taken back', () => {
    expect(choicesOf(standing(['dropped', 'dropped'], '', { phase: 'cancelled' }))).toEqual(['return', 'handle'])
    expect(choicesOf(standing(['done', 'dropped'], '', { phase: 'cancelled' }))).toEqual(['handle'])
    expect(choicesOf(standing(['dropped'], '', { phase: 'cancelled', hasEnded: false }))).toEqual([])
    for (const phase of ['reverting', 'reverted', 'partly-reverted'] as const)
      expect(choicesOf(standing(['dropped'], '', { phase }))).toEqual([])
  })
  test('a mark of handled by hand can be taken back; what is in the preview again cannot', () => {
    expect(choicesOf(standing(['done', 'handled'], '', { settledAs: 'by-hand' }))).toEqual(['unhandle'])
    expect(choicesOf(standing(['returned', 'returned'], '', { settledAs: 'returned' }))).toEqual([])
  })
})

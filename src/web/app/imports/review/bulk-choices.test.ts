import { expect, test } from 'vitest'
import { changesFor, type Decided } from './bulk-choices.ts'

const ready: Decided = { state: 'ready', decision: null, problems: [], amount: 10_000 }
const nothing = { anyway: false, takeBack: false, dayAbove: false, include: false, refund: false }
const duplicate: Decided = { ...ready, state: 'duplicate' }

test('only what is or may be a duplicate is imported anyway, and only what was decided is taken back', () => {
  expect(changesFor([ready])).toEqual(nothing)
  expect(changesFor([ready, duplicate])).toEqual({ ...nothing, anyway: true })
  const perhaps: Decided = { ...ready, state: 'attention', problems: [{ code: 'perhaps-imported' }] }
  expect(changesFor([perhaps])).toEqual({ ...nothing, anyway: true })
  const leftOut: Decided = { ...ready, state: 'skipped', decision: 'leave-out' }
  expect(changesFor([ready, leftOut])).toEqual({ ...nothing, takeBack: true })
})

test('a row that is not known may be a duplicate, and decided', () => {
  expect(changesFor([ready, undefined])).toEqual({ ...nothing, anyway: true, takeBack: true })
})

test('the day above is written where a day is missing below one', () => {
  const missing = (params?: { above: string }): Decided => ({
    ...{ ...ready, state: 'attention' },
    problems: [{ code: 'date-missing', params }],
  })
  expect(changesFor([ready, missing()]).dayAbove).toBe(false)
  expect(changesFor([ready, missing({ above: '2026-03-02' })]).dayAbove).toBe(true)
})

test('an amount is written where all of the marked rows ask for it, and none of them lacks one', () => {
  const asks = (code: string, amount: number | null = 10_000): Decided => ({
    ...ready,
    ...{ state: 'attention', problems: [{ code }], amount },
  })
  const both = asks('refund-or-purchase')
  expect(changesFor([asks('allowance'), both])).toMatchObject({ include: true, refund: false })
  expect(changesFor([asks('refund-unclear'), both])).toMatchObject({ include: false, refund: true })
  expect(changesFor([both, undefined])).toMatchObject({ include: true, refund: true })
  expect(changesFor([asks('allowance'), ready])).toMatchObject({ include: false, refund: false })
  expect(changesFor([asks('allowance'), asks('allowance', null)])).toMatchObject({ include: false })
  expect(changesFor([undefined])).toMatchObject({ include: false, refund: false })
})

import { expect, test } from 'vitest'
import { changesFor, type Decided } from './bulk-choices.ts'

const ready: Decided = { state: 'ready', decision: null, problems: [] }
const duplicate: Decided = { ...ready, state: 'duplicate' }

test('only what is or may be a duplicate is imported anyway, and only what was decided is taken back', () => {
  expect(changesFor([ready])).toEqual({ anyway: false, takeBack: false, dayAbove: false })
  expect(changesFor([ready, duplicate])).toEqual({ anyway: true, takeBack: false, dayAbove: false })
  const perhaps: Decided = { ...ready, state: 'attention', problems: [{ code: 'perhaps-imported' }] }
  expect(changesFor([perhaps])).toEqual({ anyway: true, takeBack: false, dayAbove: false })
  const leftOut: Decided = { ...ready, state: 'skipped', decision: 'leave-out' }
  expect(changesFor([ready, leftOut])).toEqual({ anyway: false, takeBack: true, dayAbove: false })
})

test('a row that is not known may be a duplicate, and decided', () => {
  expect(changesFor([ready, undefined])).toEqual({ anyway: true, takeBack: true, dayAbove: false })
})

test('the day above is written where a day is missing below one', () => {
  const missing = (params?: { above: string }): Decided => ({
    ...{ ...ready, state: 'attention' },
    problems: [{ code: 'date-missing', params }],
  })
  expect(changesFor([ready, missing()]).dayAbove).toBe(false)
  expect(changesFor([ready, missing({ above: '2026-03-02' })]).dayAbove).toBe(true)
})

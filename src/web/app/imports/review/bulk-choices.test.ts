import { expect, test } from 'vitest'
import { type Decided, decisionsFor } from './bulk-choices.ts'

const ready: Decided = { state: 'ready', decision: null, problems: [] }
const duplicate: Decided = { ...ready, state: 'duplicate' }

test('only what is or may be a duplicate is imported anyway, and only what was decided is taken back', () => {
  expect(decisionsFor([ready])).toEqual({ anyway: false, takeBack: false })
  expect(decisionsFor([ready, duplicate])).toEqual({ anyway: true, takeBack: false })
  const perhaps: Decided = { ...ready, state: 'attention', problems: [{ code: 'perhaps-imported' }] }
  expect(decisionsFor([perhaps])).toEqual({ anyway: true, takeBack: false })
  const leftOut: Decided = { ...ready, state: 'skipped', decision: 'leave-out' }
  expect(decisionsFor([ready, leftOut])).toEqual({ anyway: false, takeBack: true })
})

test('a row that is not known may take each of them', () => {
  expect(decisionsFor([ready, undefined])).toEqual({ anyway: true, takeBack: true })
})

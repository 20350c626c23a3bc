import { expect, test } from 'vitest'
import { decisionsFor } from './bulk-choices.ts'

const ready = { state: 'ready', decision: null } as const

test('only duplicates are imported anyway, and only what was decided is taken back', () => {
  expect(decisionsFor([ready])).toEqual({ anyway: false, takeBack: false })
  expect(decisionsFor([ready, { state: 'duplicate', decision: null }])).toEqual({ anyway: true, takeBack: false })
  expect(decisionsFor([ready, { state: 'skipped', decision: 'leave-out' }])).toEqual({ anyway: false, takeBack: true })
})

test('a row that is not known may take each of them', () => {
  expect(decisionsFor([ready, undefined])).toEqual({ anyway: true, takeBack: true })
})

import { expect, test } from 'vitest'
import { takeBack } from './take-back.ts'

const of = (edits: Record<string, string> | null, decision: 'leave-out' | 'import-anyway' | null = null) => ({
  edits,
  decision,
})

test('a row that nobody has touched since stands as it did before', () => {
  const change = { before: of({ account: '5410' }), after: of({ account: '6540', comments: 'Möte' }, 'leave-out') }
  expect(takeBack(change.after, change)).toEqual(change.before)
  expect(takeBack(of({ comments: 'Möte' }), { before: of(null), after: of({ comments: 'Möte' }) })).toEqual(of(null))
})

test('what was written since in another field stays, and what was brought back already is no hindrance', () => {
  const change = { before: of({ account: '5410' }), after: of({ account: '6540' }) }
  expect(takeBack(of({ account: '6540', total: '12' }), change)).toEqual(of({ account: '5410', total: '12' }))
  expect(takeBack(of({ account: '5410' }, 'leave-out'), change)).toEqual(of({ account: '5410' }, 'leave-out'))
})

test('a later word about the same thing is not lost', () => {
  const change = { before: of(null), after: of({ account: '6540' }, 'leave-out') }
  expect(takeBack(of({ account: '5410' }, 'leave-out'), change)).toBeNull()
  expect(takeBack(of({ account: '6540' }, 'import-anyway'), change)).toBeNull()
  expect(takeBack(of({ total: '12' }), { before: of({ total: '9' }), after: of(null) })).toBeNull()
})

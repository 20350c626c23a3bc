import { expect, test } from 'vitest'
import { dropWayBack, fieldsBefore, keepWayBack, lastWayBack } from './taken-back.ts'

test('changes are taken back the last one first, and none before a change of many rows', () => {
  const [first, second] = [
    { rowId: 1, fields: { total: null }, before: { total: '12' } },
    { rowId: 2, fields: { account: '5410' }, before: { account: null } },
  ]
  keepWayBack('a', first)
  keepWayBack('a', second)
  expect(lastWayBack('b')).toBeNull()
  expect(lastWayBack('a')).toBe(second)
  dropWayBack('a', (way) => way === second)
  expect(lastWayBack('a')).toBe(first)
  const many = { changeId: 'c' }
  keepWayBack('a', many)
  expect(lastWayBack('a')).toBe(many)
  dropWayBack('a', (way) => way === many)
  expect(lastWayBack('a')).toBeNull()
})

test('a field goes back to what was written in it before, or to what the file says', () => {
  const row = { edits: { account: '5410', comments: 'Möte' } }
  expect(fieldsBefore(row, { account: '6540', total: '12' })).toEqual({ account: '5410', total: null })
})

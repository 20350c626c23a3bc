import { expect, test } from 'vitest'
import { dropWayBack, fieldsBefore, keepWayBack, takeWayBack } from './taken-back.ts'

test('changes are taken back the last one first, and none before a change of many rows', () => {
  const [first, second] = [
    { rowId: 1, fields: { total: null }, before: { total: '12' } },
    { rowId: 2, fields: { account: '5410' }, before: { account: null } },
  ]
  keepWayBack('a', first)
  keepWayBack('a', second)
  const takes = (importId: string) => takeWayBack(importId)?.way
  expect(takes('b')).toBeUndefined()
  expect([takes('a'), takes('a'), takes('a')]).toEqual([second, first, undefined])
  const [many, more] = [{ changeId: 'c' }, { changeId: 'd' }]
  for (const way of [first, many, more]) keepWayBack('a', way)
  dropWayBack('a', (way) => way === more)
  expect(takes('a')).toBeUndefined()
})

test('what was not taken back after all is the next again, before what was changed meanwhile', () => {
  const [first, second, third] = [1, 2, 3].map((rowId) => ({ rowId, fields: {}, before: {} }))
  for (const way of [first, second]) keepWayBack('e', way!)
  const taken = takeWayBack('e')
  keepWayBack('e', third!)
  taken?.putBack()
  expect([1, 2, 3, 4].map(() => takeWayBack('e')?.way)).toEqual([third, second, first, undefined])
})

test('a field goes back to what was written in it before, or to what the file says', () => {
  const row = { edits: { account: '5410', comments: 'Möte' } }
  expect(fieldsBefore(row, { account: '6540', total: '12' })).toEqual({ account: '5410', total: null })
})

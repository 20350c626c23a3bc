import { expect, test } from 'vitest'
import { createDrafts, leftToSave } from './row-drafts.ts'

test('what is chosen beside a row is found again by whoever comes back to it, and counts as unsaved until it is saved', () => {
  const counts: number[] = []
  const drafts = createDrafts((count) => counts.push(count))
  drafts.keep('a', { chosen: 1 })
  drafts.keep('b', { chosen: 2 })
  expect([drafts.get('a'), drafts.get('b'), drafts.get('c')]).toEqual([{ chosen: 1 }, { chosen: 2 }, undefined])
  drafts.keep('a', null)
  drafts.keep('b', null)
  expect(drafts.get('a')).toBeUndefined()
  expect(counts).toEqual([1, 2, 1, 0])
})

test('what is written while the form is being saved is left to save, and nothing else', () => {
  const saved = { total: '44,40', comments: 'till kund' }
  expect(leftToSave(saved, saved)).toBeNull()
  expect(leftToSave({ ...saved, comments: 'till kunden', project: 'P1' }, saved)).toEqual({
    comments: 'till kunden',
    project: 'P1',
  })
})

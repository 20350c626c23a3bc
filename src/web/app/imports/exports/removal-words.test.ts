import { expect, test } from 'vitest'
import * as m from '#messages'
import { removalText, removeWord } from './removal-words.ts'

test('before an export is gone it is said what goes with it: a file, a place in the list, or what is being written', () => {
  expect(removalText({ state: 'done', format: 'csv' })).toBe(m.exports_remove_text_file())
  expect(removalText({ state: 'done', format: 'xlsx' })).toBe(m.exports_remove_text_file())
  expect(removalText({ state: 'done', format: 'google-sheets' })).toBe(m.exports_remove_text_sheet())
  expect(removalText({ state: 'failed', format: 'csv' })).toBe(m.exports_remove_text_failed())
  expect(removalText({ state: 'writing', format: 'google-sheets' })).toBe(m.exports_remove_text_writing())
})

test('one that is being written is stopped, others are removed', () => {
  expect(removeWord({ state: 'writing' })).toBe(m.exports_stop())
  expect(removeWord({ state: 'done' })).toBe(m.exports_delete())
})

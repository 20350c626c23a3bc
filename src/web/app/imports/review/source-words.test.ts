import { expect, test } from 'vitest'
import * as m from '#messages'
import { inSourceTitle, leftBehindText, textHead } from './source-words.ts'

test('rows that were fetched are said to stand in a sheet or a table, not in a file', () => {
  expect([textHead('google-sheets'), textHead('airtable')]).toEqual([
    m.imports_head_text_sheet(),
    m.imports_head_text_table(),
  ])
  expect(inSourceTitle('google-sheets')).toBe(m.imports_panel_in_sheet())
  expect(inSourceTitle('file')).toBe(m.imports_panel_in_file())
})

test('a row that was left behind is had again by reading the file again, or by fetching everything again', () => {
  expect(leftBehindText('file')).toBe(m.imports_left_behind_file())
  expect(leftBehindText('airtable')).toContain(m.sources_fetch_all())
})

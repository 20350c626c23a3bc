import { expect, test } from 'vitest'
import * as m from '#messages'
import { chosenBefore, missingInSource } from './chosen-source.ts'

const document = {
  documentId: 'd',
  documentName: 'Kort 2026',
  tableId: '',
  tableName: '',
  viewId: null,
  viewName: null,
}
const required = (name: string) => m.shell_required_name({ name })

test('what is missing of a source is told by the name of the field it stands under', () => {
  expect(missingInSource('google-sheets', null)).toBe(required(m.sources_document()))
  expect(missingInSource('google-sheets', document)).toBe(required(m.sources_table()))
  expect(missingInSource('airtable', null)).toBe(required(m.sources_base()))
  expect(missingInSource('airtable', document)).toBe(required(m.sources_table_airtable()))
  expect(missingInSource('airtable', { ...document, tableId: 't' })).toBeNull()
})

test('another source begins with the one before, but for one that is not there any more', () => {
  const source = { ...document, tableId: 't', tableName: 'Kortköp' }
  expect(chosenBefore({ ...source, outcome: null })).toEqual(source)
  const failed = { kind: 'failed', importId: null, newRows: 0, changedRows: 0, calls: 1 } as const
  for (const code of ['source-not-found', 'source-not-a-sheet', 'source-in-bin'])
    expect(chosenBefore({ ...source, outcome: { ...failed, problem: { code, params: {} } } })).toBeNull()
})

import { expect, test } from 'vitest'
import * as m from '#messages'
import { chosenBefore, chosenByLink, missingInSource } from './chosen-source.ts'

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

test('a link chooses the tab or the view that it names, and leaves open what is not there', () => {
  const view = { id: 'viw1', name: 'Mars' }
  const linked = { document: { id: 'd', name: 'Kort 2026' }, tables: [{ id: '7', name: 'Kort', views: [view] }] }
  const tab = { ...document, tableId: '7', tableName: 'Kort' }
  expect(chosenByLink(linked, { tableId: '7', viewId: null })).toEqual(tab)
  expect(chosenByLink(linked, { tableId: '7', viewId: 'viw1' })).toEqual({ ...tab, viewId: 'viw1', viewName: 'Mars' })
  expect(chosenByLink(linked, { tableId: '7', viewId: 'viw2' })).toEqual(tab)
  expect(chosenByLink(linked, { tableId: '8', viewId: null })).toEqual(document)
  expect(chosenByLink(linked, { tableId: null, viewId: null })).toEqual(document)
})

import { expect, test } from 'vitest'
import type { ExportSummary } from '#exports/contract.ts'
import { mayLose } from './new-export.tsx'

const tab = { documentId: 'd', documentName: 'Kortköp 2026', tableId: '7', tableName: 'Kort mars' }
const sheet = { ...tab, viewId: null, viewName: null }
const written = { state: 'done', destination: { connectorId: 'google-sheets', ...tab } } as ExportSummary

test('a tab is asked about before it is written over, unless an export wrote it before', () => {
  const draft = { format: 'google-sheets', sheet } as const
  expect(mayLose(draft, [])).toBe(true)
  expect(mayLose(draft, [written])).toBe(false)
  expect(mayLose(draft, [{ ...written, state: 'failed' }])).toBe(true)
  expect(mayLose({ ...draft, sheet: { ...sheet, tableId: '8' } }, [written])).toBe(true)
  expect(mayLose({ format: 'xlsx', sheet: null }, [])).toBe(false)
})

import { expect, test } from 'vitest'
import * as m from '#messages'
import { outcomeText } from './outcome-text.ts'

test('a lost connection is told by the name of the system that rows are fetched from', () => {
  const problem = { code: 'connection-lost' } as const
  const outcome = { kind: 'failed', newRows: 0, changedRows: 0, problem, importId: null } as never
  expect(outcomeText('google-sheets', outcome)).toBe(m.shell_disconnected({ name: 'Google Sheets' }))
  expect(outcomeText('airtable', outcome)).toBe(m.shell_disconnected({ name: 'Airtable' }))
})

import { expect, test } from 'vitest'
import * as m from '#messages'
import { flowText } from './flow-text.ts'

test('a template says what its rows come from: a file, or the spreadsheet or base by its system', () => {
  expect(flowText({ movement: 'import', sourceSystem: 'file' })).toBe(m.templates_flow())
  expect(flowText({ movement: 'import', sourceSystem: 'google-sheets' })).toContain('Google Sheets')
  expect(flowText({ movement: 'import', sourceSystem: 'airtable' })).toContain('Airtable')
  expect(flowText({ movement: 'export', sourceSystem: 'file' })).toBe(m.templates_flow_export())
})

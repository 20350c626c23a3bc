import { expect, test } from 'vitest'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { TemplateDrift } from '#templates/sample-contract.ts'
import { shownDrift, warningsBeside } from './use-drift.ts'

const nothing: TemplateDrift = {
  ...{ gone: [], renamed: [], moved: [], added: [], canMend: false, lostHeader: null, sheets: null },
}
const columnMissing = (column: string, field: string): RowProblem => ({
  code: 'column-missing',
  params: { column, field, sheet: '' },
})
const gone = (column: string, ...fields: TemplateDrift['gone'][number]['fields']) => ({ column, letter: 'C', fields })
const codesBeside = (warnings: RowProblem[], drift: Partial<TemplateDrift>) =>
  warningsBeside(warnings, { ...nothing, ...drift }).map(({ code }) => code)
const noPurchases: RowProblem = { code: 'no-purchases' }

test('what the notice of drift says stands in no warning above it', () => {
  const drift = { gone: [gone('Belopp', 'total')] }
  expect(codesBeside([columnMissing('Belopp', 'total'), noPurchases], drift)).toEqual([])
  expect(codesBeside([columnMissing('Moms', 'vatAmount')], drift)).toEqual(['column-missing'])
  const lostHeader = { names: 'Datum, Text', sheet: '', row: null }
  expect(codesBeside([{ code: 'header-not-found' }, noPurchases], { lostHeader })).toEqual([])
  const sheets = { lacking: ['Kort'], renamed: null, found: 'Blad1' }
  expect(codesBeside([{ code: 'chosen-sheet-missing' }, noPurchases], { sheets })).toEqual([])
})

test('that a file has no purchases is told where a column that they need not is all that lacks', () => {
  const warnings = [columnMissing('Notis', 'comments'), noPurchases]
  expect(codesBeside(warnings, { gone: [gone('Notis', 'comments')] })).toEqual(['no-purchases'])
})

test('without a notice every warning stands, and until it is known those that it may say do not come and go', () => {
  const warnings = [columnMissing('Belopp', 'total'), noPurchases, { code: 'card-cost-read' }]
  expect(warningsBeside(warnings, null)).toEqual(warnings)
  expect(warningsBeside(warnings, 'unknown')).toEqual([{ code: 'card-cost-read' }])
  const found = { templateId: '', mayMend: false, drift: { ...nothing, gone: [gone('Belopp', 'total')] } }
  expect(shownDrift({ ...found, isTemplateChanged: false })).toEqual(found.drift)
  expect(shownDrift({ ...found, isTemplateChanged: true })).toBeNull()
  expect(shownDrift({ ...found, drift: nothing, isTemplateChanged: false })).toBeNull()
})

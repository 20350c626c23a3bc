import { expect, test } from 'vitest'
import { plainMapping, sheetOf, workbookOf } from '../testing/sheets.ts'
import { findDrift } from './find-drift.ts'

const rows = ['Datum;Text;Belopp', '2026-05-01;Kafé;5,00', '2026-05-02;ICA;6,00']
const notes = ['Att göra', 'Ring Ada']
const mapping = plainMapping({}, { sheets: ['Kort'] })
const before = workbookOf({ Kort: rows, 'Arkiv 2025': rows })
const driftOf = (sheets: Parameters<typeof workbookOf>[0], chosen = ['Kort'], sample: typeof before | null = before) =>
  findDrift(workbookOf(sheets), { ...mapping, sheets: chosen }, sample)

test('a file with the chosen sheet has not drifted, whatever else it holds', () => {
  expect(driftOf({ ' kort': rows, Arkiv: rows, Noter: notes })).toBeNull()
})

test('a chosen sheet is taken for renamed where one other sheet has the header, and the mend reads that', () => {
  const found = driftOf({ 'Kort 2026': rows, 'Arkiv 2025': rows, Noter: notes })
  expect(found?.drift).toEqual({
    ...{ gone: [], renamed: [], moved: [], added: [], lostHeader: null, canMend: true },
    sheets: { lacking: [], renamed: { sheet: 'Kort', to: 'Kort 2026' }, found: 'Kort 2026, Arkiv 2025, Noter' },
  })
  expect(found?.mended).toEqual({ ...mapping, sheets: ['Kort 2026'] })
  expect(findDrift(workbookOf({ 'Kort 2026': rows, 'Arkiv 2025': rows }), found!.mended, before)).toBeNull()
})

test('where several sheets could be it, or none, or two lack, a person chooses', () => {
  const lacking = (sheets: Parameters<typeof workbookOf>[0], chosen?: string[], sample?: typeof before | null) => {
    const found = driftOf(sheets, chosen, sample)!
    expect([found.drift.canMend, found.drift.sheets?.renamed]).toEqual([false, null])
    return found.drift.sheets?.lacking
  }
  expect(lacking({ A: rows, B: rows })).toEqual(['Kort'])
  expect(lacking({ 'Arkiv 2025': rows, Noter: notes })).toEqual(['Kort'])
  expect(lacking({ 'Kort 2026': rows, 'Arkiv 2025': rows }, ['Kort'], null)).toEqual(['Kort'])
  expect(lacking({ C: rows }, ['Kort', 'Utlägg'])).toEqual(['Kort', 'Utlägg'])
})

test('a sample that lacks the chosen sheet too says nothing of what was left out', () => {
  const sample = workbookOf({ 'Kort 2026': rows, Noter: notes })
  const found = driftOf({ 'Kort 2026': rows, Noter: notes }, ['Kort'], sample)
  expect(found?.drift.sheets?.renamed).toEqual({ sheet: 'Kort', to: 'Kort 2026' })
})

test('a sheet that is renamed again and again is known by those that stand still', () => {
  const found = driftOf({ 'Kort november': rows, 'Arkiv 2025': rows }, ['Kort oktober'])
  expect(found?.drift.sheets?.renamed).toEqual({ sheet: 'Kort oktober', to: 'Kort november' })
})

test('a sheet that was hidden is not taken for renamed', () => {
  const warnings = [{ code: 'hidden-sheet-left-out', params: { sheet: 'Kort' } }]
  const found = findDrift({ ...workbookOf({ Ny: rows }), warnings }, mapping, before)
  expect(found?.drift.sheets).toEqual({ lacking: ['Kort'], renamed: null, found: 'Ny' })
})

test('columns are compared in the sheets that are read', () => {
  const renamed = ['Datum;Text;Summa', ...rows.slice(1)]
  const found = driftOf({ Kort: renamed, 'Arkiv 2025': rows })!
  expect(found.drift.renamed).toMatchObject([{ column: 'Belopp', to: { column: 'Summa' } }])
  expect([found.drift.sheets, found.mended.sheets]).toEqual([null, ['Kort']])
  expect(driftOf({ Kort: rows, 'Arkiv 2025': renamed })).toBeNull()
})

test('a text file lacks no sheet', () => {
  expect(findDrift(sheetOf(...rows), mapping, before)).toBeNull()
})

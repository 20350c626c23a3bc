import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { workbook } from '../../test/workbook.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
const rows = ['2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00', '2026-10-03;KONTORSHALLEN 0412;SEK;0;96,00']
const renamed = new TextEncoder().encode(['Datum;Specifikation;Valuta;Utl. belopp;Summa SEK', ...rows].join('\r\n'))
const driftOf = async (id: string) => (await near.call('GET', `/imports/${id}/drift`)).body

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
})

test('a file that fits its template has no drift', async () => {
  const { id } = await near.read(csv(...rows))
  expect(await driftOf(id)).toEqual({
    ...{ templateId: near.templateId, mayMend: false, drift: null, isTemplateChanged: false },
  })
})

test('a renamed column is told, and one call mends the template and reads the import again', async () => {
  const { id, totals } = await near.read(renamed)
  expect([totals.ready.count, totals.attention.count]).toEqual([0, 2])
  const { drift } = await driftOf(id)
  expect(drift.renamed).toMatchObject([{ column: 'Belopp', letter: 'E', to: { column: 'Summa SEK', letter: 'E' } }])
  const { status, body } = await near.call('POST', `/imports/${id}/mend`, { drift })
  expect([status, body.state]).toEqual([202, 'reading'])
  await near.work()
  const { body: checked } = await near.call('GET', `/imports/${id}`)
  expect([checked.state, checked.totals.ready, checked.warnings]).toEqual(['checked', { count: 2, sum: 139_500 }, []])
  expect((await driftOf(id)).drift).toBeNull()
  // The next file of the kind is read at once.
  expect((await near.read(renamed, 'nästa.csv')).totals.duplicate.count + checked.totals.ready.count).toBeGreaterThan(1)
})

test('a template that was mended is shown on the file that it was mended for, which would else be taken for the older one', async () => {
  const { id } = await near.read(renamed, 'november.csv')
  const { drift } = await driftOf(id)
  expect((await near.call('POST', `/imports/${id}/mend`, { drift })).status).toBe(202)
  expect(near.templated.sampleFile).toBe('november.csv')
})

test('a template that was used as it was suggested, so that nobody confirmed its empty fields, is mended too', async () => {
  const { id } = await near.read(renamed)
  const { drift } = await driftOf(id)
  await near.call('POST', `/imports/${id}/mend`, { drift })
  expect(near.templated.mapping?.emptyFieldsConfirmed).toBe(true)
})

test('a proposal that nobody saw is not applied', async () => {
  const { id } = await near.read(renamed)
  const { drift } = await driftOf(id)
  const other = { ...drift, renamed: [{ ...drift.renamed[0], to: { column: 'Valuta', letter: 'C' } }] }
  const answer = await near.call('POST', `/imports/${id}/mend`, { drift: other })
  expect([answer.status, answer.body.errors]).toEqual([409, [{ path: 'drift', code: 'drift-changed' }]])
  expect(near.templated.mapping).toBeUndefined()
})

test('an import that was confirmed is neither compared nor read again', async () => {
  const { id, invoices } = await near.read(csv(...rows))
  await near.call('POST', `/imports/${id}/confirm`, { invoices })
  const { body } = await near.call('GET', `/imports/${id}/drift`)
  expect(body.drift).toBeNull()
})

describe('a template that reads one sheet', () => {
  const head = 'Datum;Specifikation;Valuta;Utl. belopp;Belopp'
  const cells = (text: string) => text.replace(',00', '')
  const october = [head, ...rows.map(cells)]
  const archive = [head, ...rows.map((row) => cells(row).replace('2026', '2025'))]
  beforeEach(() => {
    near.templated.sheets = ['Kort']
  })

  test('leaves the others out of the import and says how many rows of each, as it says of hidden ones', async () => {
    const { totals, warnings } = await near.read(workbook({ Kort: october, 'Arkiv 2025': archive, '-Utkast': archive }))
    expect([totals.read.count, totals.ready]).toEqual([3, { count: 2, sum: 139_500 }])
    expect(warnings).toEqual([
      { code: 'hidden-sheet-left-out', params: { sheet: 'Utkast' } },
      { code: 'sheet-not-read', params: { sheet: 'Arkiv 2025', rows: 3, hasHeader: 1 } },
    ])
  })

  test('says which sheets a file has that lacks it, and one call mends the template and reads the renamed one', async () => {
    const { id, state, totals, warnings } = await near.read(workbook({ 'Kort 2026': october, Noter: ['Att göra'] }))
    expect([state, totals.read.count]).toEqual(['checked', 0])
    expect(warnings[0]).toEqual({ code: 'chosen-sheet-missing', params: { sheet: 'Kort', sheets: 'Kort 2026, Noter' } })
    const { drift, mayMend } = await driftOf(id)
    expect([mayMend, drift.sheets.renamed]).toEqual([true, { sheet: 'Kort', to: 'Kort 2026' }])
    expect((await near.call('POST', `/imports/${id}/mend`, { drift })).status).toBe(202)
    await near.work()
    const { body: checked } = await near.call('GET', `/imports/${id}`)
    expect([checked.state, checked.totals.ready]).toEqual(['checked', { count: 2, sum: 139_500 }])
    expect(checked.warnings).toEqual([{ code: 'sheet-not-read', params: { sheet: 'Noter', rows: 1, hasHeader: 0 } }])
    expect((await driftOf(id)).drift).toBeNull()
  })

  test('proposes nothing where two sheets could be the renamed one', async () => {
    const { id } = await near.read(workbook({ 'Kort 2026': october, 'Arkiv 2025': archive }))
    const { drift, mayMend } = await driftOf(id)
    expect([mayMend, drift.sheets]).toEqual([
      false,
      { lacking: ['Kort'], renamed: null, found: 'Kort 2026, Arkiv 2025' },
    ])
  })

  test('reads a text file whole, which has no sheets', async () => {
    const { totals, warnings } = await near.read(csv(...rows))
    expect([totals.ready.count, warnings]).toEqual([2, []])
  })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
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
  expect(await driftOf(id)).toEqual({ templateId: near.templateId, mayMend: false, drift: null })
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

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
const file = csv('2026-10-01;KIOSKEN;SEK;0;10,00')

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KIOSKEN', supplier({ number: '9', name: 'Kiosken AB' }))
})

test('a supplier that was made inactive over there since the register was read is found when a file is read', async () => {
  near.closed.push('9')
  const { id, totals } = await near.read(file)
  expect(totals.attention.count).toBe(1)
  const { items } = (await near.call('GET', `/imports/${id}/rows?state=attention`)).body
  expect(items[0].problems).toEqual([{ code: 'supplier-inactive', params: { supplier: 'Kiosken AB' } }])
})

test('and when it is confirmed: nothing is posted', async () => {
  const { id, invoices } = await near.read(file)
  expect(invoices).toBe(1)
  near.closed.push('9')
  expect((await near.call('POST', `/imports/${id}/confirm`, { invoices })).status).not.toBe(200)
  expect(near.runs).toEqual([])
})

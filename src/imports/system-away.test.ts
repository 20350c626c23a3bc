import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test.each([true, 'hanging' as const])(
  'while the accounting system is away (%s) nothing is confirmed, and who asks anew after mending something is told so',
  async (isAway) => {
    const near = openImports(database, { patienceMs: 200 })
    near.teach('KIOSKEN', supplier({ number: '9', name: 'Kiosken AB' }))
    const { id, invoices } = await near.read(csv('2026-10-01;KIOSKEN;SEK;0;10,00'))
    expect(invoices).toBe(1)
    near.state.isAway = isAway
    for (const asked of ['confirm', 'recheck?fresh=true'])
      expect((await near.call('POST', `/imports/${id}/${asked}`, { invoices })).body).toMatchObject({
        code: 'accounting-system-unavailable',
      })
    expect(near.runs).toEqual([])
    near.state.isAway = false
    expect((await near.call('POST', `/imports/${id}/confirm`, { invoices })).status).toBe(200)
  },
)

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

test('what was shown holds: another sum, or payment switched off meanwhile, and nothing is posted', async () => {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const { id, totals, steps } = await near.read(csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00'))
  const shown = { invoices: 1, sum: totals.ready.sum, steps }
  expect(shown).toEqual({ invoices: 1, sum: 129_900, steps: { bookkeep: true, pay: true } })
  const send = (body: object) => near.call('POST', `/imports/${id}/confirm`, body)
  const isRefused = { status: 409, body: { code: 'conflict', errors: [{ code: 'import-changed' }] } }
  expect(await send({ ...shown, sum: 129_800 })).toMatchObject(isRefused)
  const { settings } = near.state
  near.state.settings = { ...settings, payInvoices: false }
  expect(await send(shown)).toMatchObject(isRefused)
  expect(near.runs).toHaveLength(0)
  near.state.settings = settings
  expect((await send(shown)).status).toBe(200)
  expect(near.runs).toHaveLength(1)
})

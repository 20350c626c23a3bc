import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { requireRoomInDatabase } from '#platform/disk-room.ts'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

vi.mock('#platform/disk-room.ts', { spy: true })

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('on a full disk a confirmation and a change of many rows are refused whole, and one row can still be mended', async () => {
  const near = openImports(database)
  near.teach('KIOSKEN', supplier({ number: '9', name: 'Kiosken AB' }))
  const { id, invoices } = await near.read(csv('2026-10-01;KIOSKEN;SEK;0;10,00', '2026-10-02;KIOSKEN;SEK;0;20,00'))
  const [first] = (await near.call('GET', `/imports/${id}/rows?state=ready`)).body.items
  vi.mocked(requireRoomInDatabase).mockRejectedValue(new Error('no room'))

  const edited = { fields: { account: '6540' } }
  const refused = { body: { code: 'Error: no room' } }
  expect(await near.call('POST', `/imports/${id}/rows/change`, { filter: {}, ...edited })).toMatchObject(refused)
  expect(await near.call('POST', `/imports/${id}/confirm`, { invoices })).toMatchObject(refused)
  expect(near.runs).toEqual([])
  expect((await near.call('PATCH', `/imports/${id}/rows/${first.id}`, edited)).status).toBe(200)

  vi.mocked(requireRoomInDatabase).mockReset()
  expect((await near.call('POST', `/imports/${id}/rows/change`, { filter: {}, ...edited })).body).toMatchObject({
    changed: 1,
  })
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { isDiskFull } from '#platform/database-faults.ts'
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
  'while the accounting system is away (%s) nothing is confirmed by old registers, and who asks anew after mending something is told so',
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

test('away for a moment it holds no confirmation up: what was read up to ten minutes ago is enough, and the run waits', async () => {
  const near = openImports(database)
  near.teach('KIOSKEN', supplier({ number: '9', name: 'Kiosken AB' }))
  near.state.registers = { ...near.state.registers, fetchedAt: '2026-11-21T07:51:00.000Z' }
  const { id, invoices } = await near.read(csv('2026-10-01;KIOSKEN;SEK;0;10,00'))
  near.state.isAway = true
  const recheck = await near.call('POST', `/imports/${id}/recheck?fresh=true`, {})
  expect(recheck.body).toMatchObject({ code: 'accounting-system-unavailable' })
  near.state.registers = { ...near.state.registers, fetchedAt: '2026-11-21T07:49:00.000Z' }
  expect((await near.call('POST', `/imports/${id}/confirm`, { invoices })).status).toBe(503)
  near.state.registers = { ...near.state.registers, fetchedAt: '2026-11-21T07:51:00.000Z' }
  expect((await near.call('POST', `/imports/${id}/confirm`, { invoices })).status).toBe(200)
})

test('a database that is away for a moment while a file is read costs nobody the import: it is read again', async () => {
  const near = openImports(database)
  const { id } = (await near.upload(csv('2026-10-01;KIOSKEN;SEK;0;10,00'))).body
  const job = near.queued.slice()
  const { getTemplate } = near.templates
  near.templates.getTemplate = async () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  }
  await expect(near.work()).rejects.toThrow('terminating connection')
  expect((await near.call('GET', `/imports/${id}`)).body.state).toBe('reading')
  near.templates.getTemplate = getTemplate
  near.queued.push(...job)
  await near.work()
  expect((await near.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'checked', problem: null })
})

test('an import that finds the disk full is told to wait for room, and is read when there is some', async () => {
  const near = openImports(database)
  await database.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$`)
  await database.db.execute(sql`
    create trigger full_disk before insert on import_rows for each row execute function refuse()`)
  const { body } = await near.upload(csv('2026-10-01;KIOSKEN;SEK;0;10,00'))
  await expect(near.work()).rejects.toSatisfy(isDiskFull)
  const waiting = { state: 'reading', problem: { code: 'no-room' } }
  expect((await near.call('GET', `/imports/${body.id}`)).body).toMatchObject(waiting)

  await database.db.execute(sql`drop function refuse() cascade`)
  near.queued.push({ name: 'imports.read-source', payload: { companyId: near.companyId, importId: body.id } })
  await near.work()
  const read = { state: 'checked', problem: null }
  expect((await near.call('GET', `/imports/${body.id}`)).body).toMatchObject(read)
})

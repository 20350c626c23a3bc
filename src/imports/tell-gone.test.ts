import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { tellGone } from './tell-gone.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('an import that waits tells which of its rows are gone from their sheet, all of them; a confirmed one does not', async () => {
  const near = openImports(database)
  near.teach('KONTORSHALLEN', supplier())
  const [waiting, confirmed] = [
    await near.read(csv('2026-10-09;KONTORSHALLEN;SEK;0;1296,05', '2026-10-10;KONTORSHALLEN;SEK;0;12,00')),
    await near.read(csv('2026-10-11;KONTORSHALLEN;SEK;0;55,00')),
  ]
  await near.call('POST', `/imports/${confirmed.id}/confirm`, { invoices: confirmed.invoices })
  const tell = (row: number) =>
    withCompany(database.db, near.companyId, (tx) =>
      tellGone(tx, near.companyId, [
        { importId: waiting.id, row },
        { importId: confirmed.id, row: 2 },
      ]),
    )
  const told = async (id: string) =>
    (await near.call('GET', `/imports/${id}`)).body.warnings.filter(
      ({ code }: { code: string }) => code === 'source-own-rows-gone',
    )
  await tell(2)
  expect(await told(waiting.id)).toMatchObject([{ params: { rows: 1, which: '2026-10-09 KONTORSHALLEN 1296,05' } }])
  await tell(3)
  expect(await told(waiting.id)).toMatchObject([
    { params: { rows: 2, which: '2026-10-09 KONTORSHALLEN 1296,05; 2026-10-10 KONTORSHALLEN 12,00' } },
  ])
  expect(await told(confirmed.id)).toEqual([])
  for (let time = 0; time < 20; time++) await tell(3)
  const [{ params }] = await told(waiting.id)
  expect(params.rows).toBe(22)
  expect(params.which.length).toBeLessThan(400)
  expect(params.which.endsWith('; …')).toBe(true)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { nameRows } from './name-rows.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('rows are named by day, shop and amount in the order asked for; a row that cannot be read by what it holds, one that is gone not at all', async () => {
  const near = openImports(database)
  const { id } = await near.read(
    csv('2026-10-09;KONTORSHALLEN;SEK;0;1296,05', '2026-10-03;BRYGGERIGR;SEK;0;-742,00', '2026-10-05;KIOSK;SEK;0;x'),
  )
  const name = (companyId: string, ...rows: number[]) =>
    nameRows(database.db, companyId, [{ importId: newId(), row: 2 }, ...rows.map((row) => ({ importId: id, row }))])
  expect(await name(near.companyId, 3, 2, 4, 9)).toEqual([
    '2026-10-03 BRYGGERIGR -742,00',
    '2026-10-09 KONTORSHALLEN 1296,05',
    '2026-10-05 KIOSK',
  ])
  expect(await name(newId(), 3)).toEqual([])
  expect(await nameRows(database.db, near.companyId, [])).toEqual([])
})

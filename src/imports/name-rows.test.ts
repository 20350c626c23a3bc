import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { nameRows, nameSome } from './name-rows.ts'
import type { RowPlace } from './rules/record-version.ts'
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
  const nameAt = (companyId: string, places: RowPlace[]) =>
    withCompany(database.db, companyId, (tx) => nameRows(tx, companyId, places))
  const name = (companyId: string, ...rows: number[]) =>
    nameAt(companyId, [{ importId: newId(), row: 2 }, ...rows.map((row) => ({ importId: id, row }))])
  expect(await name(near.companyId, 3, 2, 4, 9)).toEqual([
    '2026-10-03 BRYGGERIGR -742,00',
    '2026-10-09 KONTORSHALLEN 1296,05',
    '2026-10-05 KIOSK',
  ])
  expect(await name(newId(), 3)).toEqual([])
  expect(await nameAt(near.companyId, [])).toEqual([])
})

test('of many rows some are named, and it shows that there are more', async () => {
  const near = openImports(database)
  const days = [1, 2, 3, 4, 5, 6].map((day) => `2026-10-0${day};KIOSK;SEK;0;10,00`)
  const { id: importId } = await near.read(csv(...days))
  const some = (rows: number[], all = rows.length) =>
    withCompany(database.db, near.companyId, (tx) =>
      nameSome(tx, near.companyId, { places: rows.map((row) => ({ importId, row })), rows: all }),
    )
  expect(await some([2, 3])).toBe('2026-10-01 KIOSK 10,00; 2026-10-02 KIOSK 10,00')
  expect(await some([2], 2)).toBe('2026-10-01 KIOSK 10,00; …')
  expect((await some([2, 3, 4, 5, 6, 7]))?.split('; ')).toHaveLength(6)
  expect(await some([99])).toBeNull()
})

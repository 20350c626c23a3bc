import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { workbook } from '../../test/workbook.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function readFile() {
  const near = openImports(database)
  near.teach('KONTORSHALLEN', supplier())
  const { id } = await near.read(
    csv(
      '2026-10-09;KONTORSHALLEN;SEK;0;96,00',
      '2026-10-03;BRYGGERIGR;SEK;0;742,00',
      '2026-10-05;KONTORSHALLEN;SEK;0;1299,00',
      '2026-10-01;ÅKERIET;SEK;0;96,00',
      '2026-10-06;KONTORSHALLEN;SEK;0;-249,50',
    ),
  )
  /** Ids in the order asked for; the first row is the header. */
  const inOrder = async (query: string): Promise<number[]> => {
    const { runs } = (await near.call('GET', `/imports/${id}/row-index?${query}`)).body
    const ids: number[] = []
    for (let i = 0; i < runs.length; i += 2) for (let n = 0; n < runs[i + 1]; n++) ids.push(runs[i] + n)
    return ids
  }
  return { near, id, inOrder }
}

test('rows are put in the order of a column, equal ones as in the file, those without a value last', async () => {
  const { near, id, inOrder } = await readFile()
  expect(await inOrder('')).toEqual([1, 2, 3, 4, 5, 6])
  expect(await inOrder('sort=amount')).toEqual([6, 2, 5, 3, 4, 1])
  expect(await inOrder('sort=amount&isDown=true')).toEqual([4, 3, 2, 5, 6, 1])
  expect(await inOrder('sort=date')).toEqual([5, 3, 4, 6, 2, 1])
  expect(await inOrder('sort=state')).toEqual([3, 5, 2, 4, 6, 1])
  expect((await inOrder('sort=text')).slice(0, 5)).toEqual([3, 2, 4, 6, 5])
  expect((await inOrder('sort=supplier&isDown=true')).slice(0, 3)).toEqual([2, 4, 6])
  await near.call('PATCH', `/imports/${id}/rows/2`, { fields: { invoiceDate: '2026-09-01' } })
  expect((await inOrder('sort=date'))[0]).toBe(2)
})

test('an order goes together with a filter, and a window of rows is read by its ids', async () => {
  const { near, id, inOrder } = await readFile()
  expect(await inOrder('sort=amount&state=ready')).toEqual([6, 2, 4])
  const { body } = await near.call('GET', `/imports/${id}/rows?ids=6,2&limit=200`)
  expect(body.items.map((row: { id: number }) => row.id)).toEqual([2, 6])
  expect((await near.call('GET', `/imports/${id}/row-index?sort=nothing`)).status).toBe(400)
  expect((await near.call('GET', `/imports/${id}/rows?ids=6,x`)).status).toBe(400)
})

test('texts stand in the order of the Swedish alphabet, letters of other languages where it puts them', async () => {
  const near = openImports(database)
  const texts = ['Öst', 'zebra', 'ärt', 'Åsa', 'Müller', 'mynt', 'Café', 'cafeteria', 'ål', 'Ørsted', 'Zoo', 'ÖRN']
  const { id } = await near.read(csv(...texts.map((text) => `2026-10-01;${text};SEK;0;96,00`)))
  const { runs } = (await near.call('GET', `/imports/${id}/row-index?sort=text`)).body as { runs: number[] }
  const ids: number[] = []
  for (let i = 0; i < runs.length; i += 2) for (let n = 0; n < runs[i + 1]!; n++) ids.push(runs[i]! + n)
  const inOrder = ids.flatMap((row) => texts[row - 2] ?? []) // row 1 is the header
  expect(inOrder).toEqual([
    'Café',
    'cafeteria',
    'Müller',
    'mynt',
    'zebra',
    'Zoo',
    'ål',
    'Åsa',
    'ärt',
    'ÖRN',
    'Ørsted',
    'Öst',
  ])
})

test('a number of the file finds the row of each sheet that has it, among those that fit', async () => {
  const near = openImports(database)
  const head = 'Datum;Specifikation;Valuta;Utl. belopp;Belopp'
  const october = [head, '2026-10-01;KONTORSHALLEN;SEK;0;96.00', '2026-10-02;BRYGGERIGR;SEK;0;42.00']
  const { id } = await near.read(workbook({ Anna: october, Bo: october, Cia: october.slice(0, 2) }))
  const find = async (query: string): Promise<[string, number][]> => {
    const { items } = (await near.call('GET', `/imports/${id}/rows?${query}`)).body
    return items.map(({ sheet, number }: { sheet: string; number: number }) => [sheet, number])
  }
  expect(await find('number=2')).toEqual(['Anna', 'Bo', 'Cia'].map((sheet) => [sheet, 2]))
  expect(await find('number=3&q=bryggeri')).toEqual(['Anna', 'Bo'].map((sheet) => [sheet, 3]))
  expect(await find('number=4')).toEqual([])
})

test('the list of rows says that they stand in several sheets, whichever of them are asked for', async () => {
  const near = openImports(database)
  const october = ['Datum;Specifikation;Valuta;Utl. belopp;Belopp', '2026-10-01;KONTORSHALLEN;SEK;0;96.00']
  const hasSheets = async (file: Uint8Array<ArrayBuffer>, query = '') => {
    const { id } = await near.read(file)
    return (await near.call('GET', `/imports/${id}/row-index${query}`)).body.hasSheets
  }
  expect(await hasSheets(workbook({ Anna: october, Bo: october }))).toBe(true)
  expect(await hasSheets(workbook({ Anna: october, Bo: october }), '?state=duplicate&sort=amount')).toBe(true)
  expect(await hasSheets(workbook({ Anna: october, '-Bo': october }))).toBe(false)
  expect(await hasSheets(csv('2026-10-09;KONTORSHALLEN;SEK;0;96,00'))).toBe(false)
})

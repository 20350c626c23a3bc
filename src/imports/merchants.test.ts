import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { unmappedMerchant } from './merchant-contract.ts'
import { csv, octoberFile as file } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
const office = supplier()
const cloud = supplier({ number: '1088', name: 'Cloudpine Ltd', account: 6540, vatType: 'EU_SERVICES' })

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KONTORSHALLEN 0412', office)
  near.teach('CLOUDPINE.IO', cloud)
})

describe('merchants over all imports', () => {
  test('merchants of every open import wait together, and a designation says what it would take before it is saved', async () => {
    const first = await near.read(csv('2026-10-01;BRYGGERIET 04121;SEK;0;10,00'))
    const second = await near.read(
      csv('2026-11-02;BRYGGERIET LUND;SEK;0;20,00', '2026-11-03;BRYGGKAFFE;SEK;0;90,00', '2026-11-04;X;SEK;0;1,00'),
    )
    const { items } = (await near.call('GET', '/unmapped-merchants')).body
    expect(items.find((one: { rows: number }) => one.rows === 2)).toMatchObject({
      sum: 3_000,
      imports: expect.arrayContaining([first.id, second.id]),
    })
    const preview = (match: string, text: string) => near.call('POST', '/mapped-suppliers/preview', { match, text })
    expect((await preview('starts-with', 'brygg')).body).toMatchObject({ rows: 3, more: 0 })
    expect((await preview('contains', 'KAFFE')).body.merchants).toMatchObject([{ merchant: 'BRYGGKAFFE', rows: 1 }])
    expect((await preview('contains', 'finns inte')).body).toEqual({ rows: 0, merchants: [], more: 0 })
    expect((await preview('contains', 'x')).status).toBe(400)
    expect((await near.call('GET', '/unmapped-merchants', undefined, newId())).body).toEqual({ items: [] })
  })

  test('one answer settles every text of a merchant, the last merchants of a file like the first', async () => {
    const chains = ['LINDEX', 'RUSTA', 'JULA', 'HEMTEX', 'CERVERA', 'GRANIT']
    const texts = chains.flatMap((chain) => [chain, `${chain} GRUVTORGET`, `KÖPT HOS ${chain}`])
    const { id } = await near.read(csv(...texts.map((text) => `2026-10-01;${text};SEK;0;10,00`)))
    const waiting = async () => (await near.call('GET', `/imports/${id}/unmapped-merchants`)).body.items
    for (let left = chains.length; left > 0; left--) {
      const items = await waiting()
      // What the OpenAPI document tells of one import's merchants, and no more.
      expect(Object.keys(items[0]).sort()).toEqual(Object.keys(unmappedMerchant.shape).sort())
      expect(items.map(({ rows }: { rows: number }) => rows)).toEqual(Array(left).fill(3))
      for (const text of items[0].designations) near.teach(text, supplier({ number: `${left}`, name: `Kedja ${left}` }))
      await near.announceMapped()
      await near.work()
    }
    expect(await waiting()).toEqual([])
  })

  test('an answer for a company of one country is not given for that of another, which waits for its own', async () => {
    const { id } = await near.read(csv('2026-10-01;TELIA NORGE;SEK;0;10,00', '2026-10-02;TELIA SVERIGE;SEK;0;10,00'))
    const waiting = async () => (await near.call('GET', `/imports/${id}/unmapped-merchants`)).body.items
    const [{ merchant, designations }] = await waiting()
    expect(designations).toEqual([merchant])
    near.teach(merchant, supplier({ number: '1', name: 'Telia' }))
    await near.announceMapped()
    await near.work()
    expect(await waiting()).toMatchObject([{ rows: 1 }])
  })

  test('a supplier that each of three files held and the newest does not is told, with the text that may be it', async () => {
    const month = (day: number, text: string) =>
      near.read(csv(`2026-0${day}-01;${text};SEK;0;10,00`, `2026-0${day}-02;CLOUDPINE.IO;EUR;1,00;10,00`))
    near.teach('BRYGGERIET', supplier({ number: '9', name: 'Bryggeriet AB' }))
    for (const day of [1, 2, 3]) await month(day, 'BRYGGERIET')
    expect((await near.call('GET', '/mapped-suppliers/stopped')).body.items).toEqual([])
    const { id } = await month(4, 'BRYGERIET')
    expect((await near.call('GET', '/mapped-suppliers/stopped')).body.items).toMatchObject([
      { supplierNumber: '9', supplierName: 'Bryggeriet AB', files: 3, newestImportId: id, resembling: ['BRYGERIET'] },
    ])
    near.mergedAway.add('9')
    expect((await near.call('GET', '/mapped-suppliers/stopped')).body.items).toEqual([])
    near.mergedAway.clear()
    const { id: newest } = await near.read(csv('2026-05-01;BRYGERIET;SEK;0;10,00', '2026-05-02;MOLNET 77;SEK;0;10,00'))
    expect((await near.call('GET', '/mapped-suppliers/stopped')).body.items).toMatchObject([
      { supplierNumber: '1088', files: 4, newestImportId: newest },
    ])
    // A file that the template reads nothing of lacks every supplier: its columns are what is told of.
    await near.read(csv('okänt;BRYGGERIET;SEK;0;10,00', 'okänt;CLOUDPINE.IO;SEK;0;10,00'))
    expect((await near.call('GET', '/mapped-suppliers/stopped')).body.items).toMatchObject([{ newestImportId: newest }])
    expect((await near.call('GET', '/mapped-suppliers/stopped', undefined, newId())).body).toEqual({ items: [] })
  })

  test('a row says why it has its supplier, or whom it resembles and why', async () => {
    const { id } = await near.read(csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;10,00', '2026-10-02;BRYGERIET;SEK;0;20,00'))
    const detail = async (row: number) => (await near.call('GET', `/imports/${id}/rows/${row}`)).body
    expect(await detail(2)).toMatchObject({
      recognised: { how: 'exact', designation: 'KONTORSHALLEN 0412', confidence: 1 },
      suggestions: [],
    })
    expect(await detail(3)).toMatchObject({
      recognised: null,
      suggestions: [{ supplierNumber: '9', reason: 'misspelled', like: 'Bryggeriet AB', isTaught: false }],
    })
  })

  test('a supplier that nobody mapped is proposed a booking with its reason', async () => {
    near.teach('BRYGGERIET', supplier({ number: '9', name: 'Bryggeriet AB', account: 5410, vatType: null }))
    expect((await near.call('GET', '/suppliers/9/proposal')).body).toEqual({
      account: null,
      vat: { vatTypes: ['EU_SERVICES', 'EU_GOODS'], reason: 'eu', rows: 0, country: 'IE' },
    })
    await near.read(csv('2026-10-01;BRYGGERIET;SEK;0;10,00'))
    expect((await near.call('GET', '/suppliers/9/proposal')).body.account).toMatchObject({
      reason: 'earlier-rows',
      rows: 1,
    })
    expect((await near.call('GET', '/suppliers/77/proposal')).status).toBe(404)
  })

  test('a booking is proposed from the newest files that found the supplier, however many there were before', async () => {
    const rows = (count: number, month: string) =>
      csv(...Array.from({ length: count }, (_, day) => `2026-${month}-${10 + day};BRYGGERIET;SEK;0;10,00`))
    near.teach('BRYGGERIET', supplier({ number: '9', name: 'Bryggeriet AB', account: 5410 }))
    for (const month of ['08', '09']) await near.read(rows(15, month))
    expect((await near.call('GET', '/suppliers/9/proposal')).body.account).toMatchObject({ account: 5410, rows: 30 })
    near.teach('BRYGGERIET', supplier({ number: '9', name: 'Bryggeriet AB', account: 6110 }))
    for (let file = 0; file < 20; file++) await near.read(rows(1, '10'))
    expect((await near.call('GET', '/suppliers/9/proposal')).body.account).toMatchObject({ account: 6110, rows: 20 })
  })

  test('how often a supplier was found is counted over the imports', async () => {
    await near.read(file)
    const { items } = (await near.call('GET', '/mapped-suppliers/use')).body
    const { rows } = items.find((one: { supplierNumber: string }) => one.supplierNumber === '1088')
    expect(rows).toBeGreaterThan(0)
    expect(items).toContainEqual({ supplierNumber: '1088', rows, openRows: rows, lastUsed: expect.any(String) })
  })
})

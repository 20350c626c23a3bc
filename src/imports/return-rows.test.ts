import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { ImportRow } from './contract.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const answer = { code: 'rejected', serviceCode: '2000423', message: 'Kontot finns inte.' }
const file = csv(
  '2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-07;OKÄND;SEK;0;20,00',
)

function openScene() {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const { companyId, connectionId } = near
  const confirm = (id: string, invoices: number) => near.call('POST', `/imports/${id}/confirm`, { invoices })
  const returnSome = async (importId: string, references: readonly string[]) => {
    await withCompany(database.db, companyId, (tx) =>
      near.imports.returnRows(tx, {
        ...{ companyId, connectionId, importId },
        returned: references.map((reference) => ({ reference, problem: answer })),
      }),
    )
  }
  const referencesOf = (run: number) => near.runs[run]?.invoices.map(({ reference }) => reference) ?? []
  const read = async (id: string) => (await near.call('GET', `/imports/${id}`)).body
  const rowsOf = async (id: string): Promise<ImportRow[]> => (await near.call('GET', `/imports/${id}/rows`)).body.items
  return { ...near, confirm, returnSome, referencesOf, readImport: read, rowsOf }
}

describe('rows whose invoices were not made', () => {
  test('come back, can be mended, and are confirmed once more under another reference, each once', async () => {
    const scene = openScene()
    const { id } = await scene.read(file)
    await scene.confirm(id, 3)
    const [first, second, third] = scene.referencesOf(0)
    await scene.returnSome(id, [second ?? ''])
    expect(await scene.readImport(id)).toMatchObject({
      ...{ state: 'checked', isReopened: true, invoices: 0 },
      totals: { read: { count: 5 }, ready: { count: 0 }, attention: { count: 2 }, duplicate: { count: 2 } },
    })
    await scene.work()
    expect(await scene.readImport(id)).toMatchObject({ invoices: 1, totals: { ready: { count: 1, sum: 9600 } } })
    expect((await scene.call('GET', `/imports/${id}/row-index`)).body).toMatchObject({ count: 5, changeable: 2 })
    const rows = await scene.rowsOf(id)
    const stateOf = (row: ImportRow | undefined) => [row?.state, row?.problems.map(({ code }) => code)]
    expect(rows.slice(-4).map(stateOf)).toEqual([
      ['duplicate', ['posted-here']],
      ['ready', ['sent-back']],
      ['duplicate', ['posted-here']],
      ['attention', ['supplier-needed']],
    ])
    expect(await scene.readImport(id)).toMatchObject({ isSentInParts: true })
    const { body: written } = await scene.call('GET', `/imports/${id}/all-rows?format=csv`)
    expect([...String(written).matchAll(/;(Skickad|Dubbletter);/g)].map(([, word]) => word)).toEqual([
      'Skickad',
      'Skickad',
    ])
    const back = rows.at(-3)
    expect(back?.problems[0]?.params).toEqual(answer)
    expect((await scene.call('PATCH', `/imports/${id}/rows/${back?.id}`, { fields: { account: '6110' } })).status).toBe(
      200,
    )
    const { body } = await scene.confirm(id, 1)
    expect(scene.runs[1]).toMatchObject({ round: 1, invoices: [{ reference: `1.${second}` }] })
    expect(scene.runs[1]?.invoices[0]?.invoice.rows.some(({ account }) => account === 6110)).toBe(true)
    expect(await scene.readImport(id)).toMatchObject({ state: 'confirmed', isReopened: false, runId: body.runId })
    expect([first, third]).not.toContain(second)
    const again = await scene.read(file, 'igen.csv')
    expect(again).toMatchObject({ invoices: 0, isSentInParts: false, totals: { duplicate: { count: 3 } } })
  })

  test('rows that stay with posting can neither be changed nor sent once more, not even one that was wanted twice', async () => {
    const scene = openScene()
    await scene.confirm((await scene.read(file)).id, 3)
    const { id } = await scene.read(file, 'igen.csv')
    const twice = (await scene.rowsOf(id)).filter(({ state }) => state === 'duplicate')
    for (const row of twice) await scene.call('PATCH', `/imports/${id}/rows/${row.id}`, { decision: 'import-anyway' })
    await scene.confirm(id, 3)
    const [back] = scene.referencesOf(1)
    await scene.returnSome(id, [back ?? ''])
    await scene.work()
    const stay = (await scene.rowsOf(id)).filter(({ problems }) => problems[0]?.code === 'posted-here')
    expect(stay).toHaveLength(2)
    for (const row of stay) {
      const asked = { decision: 'import-anyway' }
      expect((await scene.call('PATCH', `/imports/${id}/rows/${row.id}`, asked)).status).toBe(409)
    }
    const all = { filter: { state: 'duplicate' }, decision: 'import-anyway' }
    expect((await scene.call('POST', `/imports/${id}/rows/change`, all)).body).toMatchObject({ changed: 0, left: 0 })
    expect(await scene.readImport(id)).toMatchObject({ invoices: 1 })
    await scene.confirm(id, 1)
    expect(scene.referencesOf(2)).toEqual([`1.${back}`])
  })

  test('come back while the import is open already, and two who confirm at once confirm once', async () => {
    const scene = openScene()
    const { id } = await scene.read(file)
    await scene.confirm(id, 3)
    const [first, second] = scene.referencesOf(0)
    await scene.returnSome(id, [first ?? ''])
    await scene.returnSome(id, [second ?? ''])
    await scene.work()
    const answers = await Promise.all([scene.confirm(id, 2), scene.confirm(id, 2)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(scene.runs).toHaveLength(2)
    expect(scene.referencesOf(1)).toEqual([`1.${first}`, `1.${second}`])
  })

  test('are left out when the import is closed instead; its history stays, and another file brings them anew', async () => {
    const scene = openScene()
    const { id } = await scene.read(file)
    await scene.confirm(id, 3)
    await scene.returnSome(id, scene.referencesOf(0).slice(0, 1))
    await scene.work()
    expect((await scene.call('DELETE', `/imports/${id}`)).status).toBe(204)
    expect(await scene.readImport(id)).toMatchObject({ state: 'confirmed', totals: { skipped: { count: 2 } } })
    expect(await scene.read(file, 'igen.csv')).toMatchObject({ invoices: 1, totals: { duplicate: { count: 2 } } })
  })

  test('get another reference each time they come back, also by another file, and are nobody else’s twice', async () => {
    const scene = openScene()
    const { id } = await scene.read(file)
    await scene.confirm(id, 3)
    const [first = ''] = scene.referencesOf(0)
    await scene.returnSome(id, [first])
    const other = await scene.read(file, 'igen.csv')
    await scene.confirm(other.id, 1)
    expect(scene.referencesOf(1)).toEqual([`1.${first}`])
    await scene.work()
    // The row that came back is another import's by now, as whoever opens it is told.
    expect((await scene.call('POST', `/imports/${id}/recheck`)).body).toMatchObject({
      invoices: 0,
      totals: { duplicate: { count: 3 } },
    })
    await scene.returnSome(other.id, [`1.${first}`])
    await scene.work()
    await scene.confirm(other.id, 1)
    expect(scene.referencesOf(2)).toEqual([`2.${first}`])
  })
})

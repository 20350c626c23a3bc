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

test('posting is told that the template demands approval, whether it did at the upload or does at the confirmation', async () => {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const confirmed: boolean[] = []
  for (const [day, atUpload, atConfirmation] of [
    ['2026-10-01', false, false],
    ['2026-10-02', true, true],
    ['2026-10-05', true, false],
    ['2026-10-06', false, true],
  ] as const) {
    near.templated.needsApproval = atUpload
    const { id } = await near.read(csv(`${day};KONTORSHALLEN 0412;SEK;0;1299,00`), `${day}.csv`)
    near.templated.needsApproval = atConfirmation
    expect((await near.call('POST', `/imports/${id}/confirm`, { invoices: 1 })).status).toBe(200)
    confirmed.push(near.runs.at(-1)?.needsApproval ?? false)
  }
  expect(confirmed).toEqual([false, true, true, true])
})

test('how large its largest invoice is is foreseen: refunds by their size, rows that are not ready not at all', async () => {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const { id } = await near.read(
    csv(
      '2026-10-07;KONTORSHALLEN 0412;SEK;0;1299,00',
      '2026-10-08;KONTORSHALLEN 0412;SEK;0;-4000,50',
      '2026-10-08;NAGON OKAND;SEK;0;90000,00',
    ),
    'stor.csv',
  )
  expect(await near.imports.foreseeConfirmation(near.companyId, id)).toEqual({
    ...{ needsApproval: false, largest: 400_050 },
    anyway: 0,
  })
})

test('how many rows go along though they were imported before is foreseen', async () => {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const file = csv('2026-10-07;KONTORSHALLEN 0412;SEK;0;1299,00', '2026-10-08;KONTORSHALLEN 0412;SEK;0;400,50')
  const first = await near.read(file, 'en.csv')
  await near.call('POST', `/imports/${first.id}/confirm`, { invoices: first.invoices })
  const { id } = await near.read(file, 'en.csv')
  const foreseen = async () => (await near.imports.foreseeConfirmation(near.companyId, id)).anyway
  expect(await foreseen()).toBe(0)
  await near.call('POST', `/imports/${id}/rows/change`, { ids: [2], decision: 'import-anyway' })
  expect(await foreseen()).toBe(1)
})

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { ImportRowDetail } from './contract.ts'
import { listRefundTies } from './list-refund-ties.ts'
import { importedPurchases } from './tables.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KONTORSHALLEN', supplier())
})

const known = (number: string, total: number, day = '2026-09-01') => ({
  ...{
    number,
    supplierNumber: '7',
    invoiceNumber: `K-${number}`,
    reference: null as string | null,
    day,
    currency: 'SEK',
    total,
  },
})
async function details(id: string): Promise<ImportRowDetail[]> {
  const { items } = (await near.call('GET', `/imports/${id}/rows`)).body
  const found: ImportRowDetail[] = []
  for (const row of items.slice(1)) found.push((await near.call('GET', `/imports/${id}/rows/${row.id}`)).body)
  return found
}
const commentOf = ({ request }: ImportRowDetail) =>
  (request as { SupplierInvoice: { comments?: string } }).SupplierInvoice.comments
const choose = (id: string, rowId: number, creditOf: string | null) =>
  near.call('PATCH', `/imports/${id}/rows/${rowId}`, { fields: { creditOf } })

test('a refund in the same file as its purchase is tied to it, and a purchase has no such thing', async () => {
  const { id } = await near.read(
    csv('2026-10-05;KONTORSHALLEN;SEK;0;1250,00', '2026-10-20;KONTORSHALLEN;SEK;0;-1250,00'),
  )
  const [purchase, refund] = await details(id)
  expect(purchase?.credit).toBeNull()
  expect(refund?.credit?.tie).toMatchObject({ row: 2, number: null, date: '2026-10-05', reason: 'same-amount' })
  expect(commentOf(refund!)).toBe(`Kreditfaktura till faktura ${refund?.credit?.tie?.invoiceNumber}, 2026-10-05`)
  expect(refund?.fields).toContainEqual({
    field: 'comments',
    value: commentOf(refund!),
    origins: [{ kind: 'derived' }],
  })
})

test('what took an earlier refund back is no purchase that another could take back', async () => {
  near.state.invoices = [known('51', 125_000), { ...known('52', 125_000, '2026-10-19'), reference: 'T.RV-REFUND' }]
  const { id } = await near.read(csv('2026-10-20;KONTORSHALLEN;SEK;0;-1250,00'))
  const [refund] = await details(id)
  expect(refund?.credit?.candidates.map(({ key }) => key)).toEqual(['invoice 51'])
  expect(refund?.credit?.tie).toMatchObject({ key: 'invoice 51', reason: 'same-amount' })
})

test('a refund of a purchase that somebody credited in the accounting system waits until a person has said that it is another', async () => {
  const credit = { ...known('61', -125_000, '2026-10-12'), invoiceNumber: 'K-51' }
  near.state.invoices = [{ ...known('51', 125_000), reference: 'RV-PURCHASE' }, credit]
  const { id } = await near.read(csv('2026-10-20;KONTORSHALLEN;SEK;0;-1250,00'))
  const [refund] = await details(id)
  expect(refund).toMatchObject({
    state: 'attention',
    problems: [{ code: 'credited-there', params: { invoice: '61' } }],
  })
  await near.call('PATCH', `/imports/${id}/rows/${refund!.id}`, { decision: 'import-anyway' })
  expect((await details(id))[0]).toMatchObject({ state: 'ready', credit: { tie: { key: 'invoice 51' } } })
})

test('a person names another purchase, or none, and takes that back; what is confirmed is what stood there', async () => {
  near.state.invoices = [known('41', 125_000), known('42', 900_000)]
  const { id } = await near.read(csv('2026-10-20;KONTORSHALLEN;SEK;0;-1250,00'))
  const read = async () => (await details(id))[0]!
  const row = await read()
  expect(row.credit?.tie).toMatchObject({ key: 'invoice 41', reason: 'same-amount' })
  expect(row.credit?.candidates.map(({ key }) => key).toSorted()).toEqual(['invoice 41', 'invoice 42'])
  await choose(id, row.id, 'invoice 42')
  expect((await read()).credit?.tie).toMatchObject({ number: '42', reason: 'chosen' })
  expect(commentOf(await read())).toContain('löpnummer 42')
  await choose(id, row.id, '')
  expect((await read()).credit?.tie).toBeNull()
  expect(commentOf(await read())).toBeUndefined()
  await choose(id, row.id, null)
  expect((await read()).credit?.tie).toMatchObject({ key: 'invoice 41' })
  await near.call('POST', `/imports/${id}/confirm`, { invoices: 1 })
  expect(near.runs[0]?.invoices[0]?.invoice.comments).toBe('Kreditfaktura till faktura K-41, 2026-09-01, löpnummer 41')
})

test('a purchase that an earlier import took back is not found again for the next refund of the same amount', async () => {
  near.state.invoices = [known('41', 125_000)]
  const first = await near.read(csv('2026-10-20;KONTORSHALLEN;SEK;0;-1250,00'), 'oktober.csv')
  expect((await details(first.id))[0]?.credit?.tie).toMatchObject({ key: 'invoice 41' })
  await near.call('POST', `/imports/${first.id}/confirm`, { invoices: 1 })
  const second = await near.read(csv('2026-11-02;KONTORSHALLEN;SEK;0;-1250,00'), 'november.csv')
  const [row] = await details(second.id)
  expect(row?.credit).toMatchObject({ tie: null, candidates: [{ key: 'invoice 41' }] })
  await choose(second.id, row!.id, 'invoice 41') // a person may know better
  expect((await details(second.id))[0]?.credit?.tie).toMatchObject({ key: 'invoice 41', reason: 'chosen' })
})

test('of more refunds than are looked at the latest are, so that what those took back is not taken back again', async () => {
  near.state.invoices = [known('40', 50_000)]
  const before = await near.read(csv('2026-10-19;KONTORSHALLEN;SEK;0;-500,00'), 'september.csv')
  await near.call('POST', `/imports/${before.id}/confirm`, { invoices: 1 })
  await withCompany(database.db, near.companyId, async (tx) => {
    const copied = (id: string) => sql`jsonb_build_object(${id}::text, 100 + nth, 'fingerprint', 'of ' || nth)`
    await tx.execute(sql`
      insert into import_rows select (jsonb_populate_record(r, ${copied('id')})).*
      from import_rows r, generate_series(1, 5000) nth where import_id = ${before.id}::uuid and credit_of is not null`)
    await tx.execute(sql`
      insert into imported_purchases select (jsonb_populate_record(p, ${copied('row_id')})).*
      from imported_purchases p, generate_series(1, 5000) nth where import_id = ${before.id}::uuid`)
  })
  near.state.invoices.push(known('41', 125_000))
  const first = await near.read(csv('2026-10-20;KONTORSHALLEN;SEK;0;-1250,00'), 'oktober.csv')
  expect((await details(first.id))[0]?.credit?.tie).toMatchObject({ key: 'invoice 41' })
  await near.call('POST', `/imports/${first.id}/confirm`, { invoices: 1 })
  const second = await near.read(csv('2026-11-02;KONTORSHALLEN;SEK;0;-1250,00'), 'november.csv')
  expect((await details(second.id))[0]?.credit?.tie).toBeNull()
})

test('a merchant that is mapped later gets its refunds tied then', async () => {
  near.state.invoices = [known('41', 125_000)]
  const { id } = await near.read(csv('2026-10-20;PAPPERSBODEN;SEK;0;-1250,00'))
  expect((await details(id))[0]?.credit).toBeNull()
  near.teach('PAPPERSBODEN', supplier())
  await near.call('POST', `/imports/${id}/recheck`)
  expect((await details(id))[0]?.credit?.tie).toMatchObject({ key: 'invoice 41' })
})

test('a file whose rows are mostly refunds says so: the signs may be read the wrong way round', async () => {
  const rows = (amounts: string[]) => csv(...amounts.map((amount) => `2026-10-05;KONTORSHALLEN;SEK;0;${amount}`))
  const warningsOf = async (amounts: string[]) => (await near.read(rows(amounts), `${amounts.length}.csv`)).warnings
  expect(await warningsOf(['-10,00', '-20,00', '-30,00', '40,00'])).toEqual([
    { code: 'mostly-refunds', params: { refunds: 3, rows: 4 } },
  ])
  expect(await warningsOf(['10,00', '20,00', '-30,00', '-40,00', '-50,00', '60,00'])).toEqual([])
  expect(await warningsOf(['-11,00', '-12,00'])).toEqual([])
})

test('a refund in a file that gathers rows takes back the VAT of the day its purchase was made', async () => {
  near.teach('ICA KVANTUM', supplier({ number: '9', vatType: 'SE_FOOD', account: 5410 }))
  near.templated.granularity = 'supplier'
  const { id } = await near.read(csv('2026-03-30;ICA KVANTUM;SEK;0;1120,00', '2026-04-03;ICA KVANTUM;SEK;0;-1120,00'))
  const [, refund] = await details(id)
  expect(refund?.credit?.tie).toMatchObject({ row: 2, date: '2026-03-30', reference: null, invoiceNumber: null })
  expect(refund?.accountRows.map(({ account, debit, credit }) => [account, debit - credit])).toEqual([
    [5410, -1000_00],
    [2641, -120_00],
    [2440, 1120_00],
  ])
  expect(commentOf(refund!)).toBe('Kreditfaktura till faktura, 2026-03-30')
})

/** A meal for two of 2 000 kr, of which 72 kr of VAT were deducted, and refunds of it. */
function meal(refunds: readonly string[], bought = true) {
  near.teach('KROGEN', supplier({ number: '9', vatType: 'REPRESENTATION', account: 5410 }))
  const rows = refunds.map((amount, day) => `2026-10-2${day};KROGEN;SEK;0;-${amount}`)
  return near.read(csv(...(bought ? ['2026-10-05;KROGEN;SEK;0;2000,00'] : []), ...rows), `${refunds.join()}.csv`)
}
const write = (id: string, row: number, fields: Record<string, string>) =>
  near.call('PATCH', `/imports/${id}/rows/${row}`, { fields })
const rowsOf = async (id: string) => (await near.call('GET', `/imports/${id}/rows`)).body.items.slice(1)

test('a meal that is paid back in two parts gives back its VAT with them, as the rows say before anybody checks again', async () => {
  const { id } = await meal(['1000,00', '1000,00'])
  for (const { id: row } of await rowsOf(id)) await write(id, row, { persons: '2' })
  const rows = await rowsOf(id)
  expect(rows.map(({ state, vat }: { state: string; vat: number | null }) => [state, vat])).toEqual([
    ['ready', 72_00],
    ['ready', null],
    ['ready', -72_00],
  ])
  await near.call('POST', `/imports/${id}/confirm`, { invoices: 3 })
  expect(near.runs[0]?.invoices.map(({ invoice }) => invoice.vat)).toEqual([72_00, 0, -72_00])
})

test('a part that waits for something comes after those that are ready', async () => {
  const { id } = await meal(['1000,00', '1000,00'])
  const [bought, first, second] = await rowsOf(id)
  await write(id, bought.id, { persons: '2' })
  await write(id, second.id, { persons: '2' })
  expect((await rowsOf(id)).map(({ state, vat }: { state: string; vat: number | null }) => [state, vat])).toEqual([
    ['ready', 72_00],
    ['attention', null],
    ['ready', null],
  ])
  await write(id, first.id, { persons: '2' })
  expect((await rowsOf(id)).map(({ vat }: { vat: number | null }) => vat)).toEqual([72_00, null, -72_00])
})

test('parts of a meal that come with two files give back its VAT together', async () => {
  near.state.invoices = [{ ...known('61', 2000_00), supplierNumber: '9' }]
  const given: (number | null)[] = []
  for (const amount of ['1200,00', '800,00']) {
    const { id } = await meal([amount], false)
    const [row] = await rowsOf(id)
    await write(id, row.id, { persons: '2' })
    given.push((await rowsOf(id))[0].vat)
    await near.call('POST', `/imports/${id}/confirm`, { invoices: 1 })
  }
  expect(given).toEqual([null, -72_00])
})

test('what other imports have refunds of is told until these are taken back', async () => {
  near.state.invoices = [known('51', 125_000)]
  const { id } = await near.read(csv('2026-10-20;KONTORSHALLEN;SEK;0;-1250,00'))
  const ties = (companyId = near.companyId, importId = newId()) =>
    withCompany(database.db, companyId, (tx) =>
      listRefundTies(tx, { companyId, connectionId: near.connectionId, importId }),
    )
  expect(await ties()).toEqual([])
  await near.call('POST', `/imports/${id}/confirm`, { invoices: 1 })
  expect(await ties()).toEqual([{ number: '51', reference: null }])
  expect([await ties(near.companyId, id), await ties(newId())]).toEqual([[], []])
  await database.db.update(importedPurchases).set({ isReleased: true }).where(eq(importedPurchases.importId, id))
  expect(await ties()).toEqual([])
})

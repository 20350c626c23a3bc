import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { findImport } from './store.ts'
import { rowChanges } from './tables.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
const file = csv(
  '2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00',
  'okänt datum;KONTORSHALLEN 0412;SEK;0;742,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-07;BRYGGERIGR 14;SEK;0;55,50',
)
const patch = (id: string, row: number, body: unknown) => near.call('PATCH', `/imports/${id}/rows/${row}`, body)
const edit = (id: string, row: number, fields: unknown) => patch(id, row, { fields })
const change = (id: string, body: unknown) => near.call('POST', `/imports/${id}/rows/change`, body)
const read = async (id: string) => (await near.call('GET', `/imports/${id}`)).body
const detail = async (id: string, row: number) => (await near.call('GET', `/imports/${id}/rows/${row}`)).body
const originOf = (row: { fields: { field: string; value: string; origins: unknown }[] }, field: string) =>
  row.fields.find((one) => one.field === field)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  near.teach('KAFE NORR', supplier({ number: '8', name: 'Kafé Norr', account: 5910 }))
})

describe('a value written by hand', () => {
  test('is read, checked and summed at once, says so, and the file is not forgotten', async () => {
    const { id } = await near.read(file)
    const { status, body } = await edit(id, 2, { total: '1 234,50', invoiceDate: '2/10/2026', costCenter: 'norr' })
    expect(status).toBe(200)
    expect(body.rows[0]).toMatchObject({
      id: 2,
      state: 'ready',
      date: '2026-10-02',
      amount: 123_450,
      edits: { total: '1234.50', invoiceDate: '2026-10-02', costCenter: 'NORR' },
    })
    expect(body.totals.read).toEqual({ count: 6, sum: 129_900 + 74_200 + 2 * 9_600 + 5_550 - 129_900 + 123_450 })
    expect(body.invoices).toBe(3)
    const row = await detail(id, 2)
    expect(originOf(row, 'total')).toEqual({ field: 'total', value: '1234.50', origins: [{ kind: 'edited' }] })
    expect(row.cells.some(({ value }: { value: string }) => value === '1299,00')).toBe(true)
    const back = await edit(id, 2, { total: null, invoiceDate: null, costCenter: null })
    expect(back.body.rows[0]).toMatchObject({ amount: 129_900, date: '2026-10-01', edits: {} })
  })

  test('names a supplier by a word of its name, where only one has it; of a part of a word it is asked who is meant', async () => {
    const { id } = await near.read(file)
    const { body } = await edit(id, 2, { supplier: 'kafé' })
    expect(body.rows[0]).toMatchObject({ supplierNumber: '8', edits: { supplier: '8' } })
    const { status, body: told } = await edit(id, 2, { supplier: 'norr' })
    expect([status, told.errors[0].code]).toEqual([400, 'supplier-part'])
    expect(told.errors[0].params.names).toMatch(/\(7\), Kafé Norr \(8\)$/)
    const { body: within } = await edit(id, 2, { supplier: 'kaf' })
    expect(within.errors[0]).toMatchObject({ code: 'supplier-part', params: { names: 'Kafé Norr (8)' } })
    expect((await edit(id, 2, { supplier: '7' })).body.rows[0]).toMatchObject({ supplierNumber: '7' })
  })

  test('means no other supplier by a part of a number', async () => {
    const { id } = await near.read(file)
    near.teach('KAFE SYD', supplier({ number: '1088', name: 'Kafé Syd' }))
    expect((await edit(id, 2, { supplier: '108' })).body.errors[0].code).toBe('supplier-not-in-register')
  })

  test('that puts a row or its payment in another year has that year’s chart of accounts read', async () => {
    const { id } = await near.read(file)
    await edit(id, 2, { paymentDate: '2027-01-01' })
    const { months } = await withCompany(
      database.db,
      near.companyId,
      async (tx) => (await findImport(tx, near.companyId, id))!,
    )
    expect(months).toContain('2027-01')
  })

  test('stands through a check of everything, and before what settings say', async () => {
    const { id } = await near.read(file)
    await edit(id, 2, { account: '5410', vat: '0', supplier: '8', comments: 'Möte' })
    await near.call('PATCH', `/imports/${id}/options`, { settingsOverrideMapped: true })
    const row = await detail(id, 2)
    expect(row).toMatchObject({ supplierNumber: '8', account: 5410, vat: null, state: 'ready' })
    expect(originOf(row, 'supplier')?.origins).toEqual([{ kind: 'edited' }])
    expect(originOf(row, 'comments')?.value).toBe('Möte')
  })

  test('makes a purchase of a row that could not be read, which is a duplicate when the file comes again', async () => {
    const { id, totals } = await near.read(file)
    expect(totals.attention.count).toBe(2)
    expect((await detail(id, 3)).merchant).toBe('KONTORSHALLEN 0412')
    const { body } = await edit(id, 3, { invoiceDate: '20261002' })
    expect(body.rows[0]).toMatchObject({ state: 'ready', amount: 74_200, supplierNumber: '7' })
    expect(body.totals.read).toEqual(totals.read)
    await near.call('POST', `/imports/${id}/confirm`, { invoices: body.invoices })
    const again = await near.read(file)
    expect(again.totals.duplicate.count).toBe(3)
    const mended = await edit(again.id, 3, { invoiceDate: '2026-10-02' })
    expect(mended.body.rows[0]).toMatchObject({ state: 'duplicate', duplicateOf: { importId: id, row: 3 } })
    const anyway = await patch(again.id, 3, { decision: 'import-anyway' })
    expect(anyway.body.rows[0]).toMatchObject({ state: 'ready', occurrence: 2 })
  })

  test('an edited purchase is still found when the same file comes again', async () => {
    const { id } = await near.read(file)
    const { body } = await edit(id, 2, { total: '1 300' })
    await near.call('POST', `/imports/${id}/confirm`, { invoices: body.invoices })
    expect((await near.read(file)).totals.duplicate.count).toBe(3)
  })

  test.each([
    [{ total: '1.234' }, 'fields.total', 'amount-ambiguous'],
    [{ total: 'tolv' }, 'fields.total', 'amount-unreadable'],
    [{ total: '0' }, 'fields.total', 'amount-zero'],
    [{ invoiceDate: '2026-02-30' }, 'fields.invoiceDate', 'date-unreadable'],
    [{ account: '9999' }, 'fields.account', 'account-unknown'],
    [{ supplier: 'Ingen' }, 'fields.supplier', 'supplier-not-in-register'],
    [{ currency: 'EUR' }, 'fields.foreignAmount', 'foreign-amount-missing'],
    [{ vatType: 'SE99' }, 'fields.vatType', 'vat-type-unknown'],
  ])('%o is refused and nothing is changed', async (fields, path, code) => {
    const { id, totals } = await near.read(file)
    const { status, body } = await edit(id, 2, fields)
    expect([status, body.errors[0].path, body.errors[0].code]).toEqual([400, path, code])
    expect((await read(id)).totals).toEqual(totals)
  })

  test('a purchase abroad gets its rate from both amounts', async () => {
    const { id } = await near.read(file)
    const { body } = await edit(id, 2, { currency: 'eur', foreignAmount: '115,00' })
    expect(body.rows[0]).toMatchObject({ state: 'ready', currency: 'EUR' })
    expect(originOf(await detail(id, 2), 'currency')?.value).toMatch(/^EUR 11\.29/)
  })

  test('headings cannot be edited, nor rows of an import that is confirmed', async () => {
    const { id, invoices } = await near.read(file)
    expect((await edit(id, 1, { total: '1' })).status).toBe(409)
    await near.call('POST', `/imports/${id}/confirm`, { invoices })
    expect((await edit(id, 2, { total: '1' })).status).toBe(409)
  })
})

describe('many rows', () => {
  test('are changed by filter, counted, told, and brought back', async () => {
    const { id, totals } = await near.read(file)
    const { body } = await change(id, {
      filter: { q: 'KONTORSHALLEN' },
      fields: { account: '5410' },
      decision: 'leave-out',
    })
    expect(body).toMatchObject({ changed: 4, left: 0, import: { invoices: 0 } })
    expect(body.import.totals.skipped.count).toBe(5)
    const undone = await near.call('POST', `/imports/${id}/rows/undo`, { changeId: body.changeId })
    expect(undone.body).toMatchObject({ totals, invoices: 3 })
  })

  test('asked for again under its name, since its answer was lost, is made once, says the same, and is brought back', async () => {
    const { id } = await near.read(file)
    const asked = { ids: [2, 4], decision: 'leave-out', changeId: newId() }
    const first = await change(id, asked)
    expect(first.body).toMatchObject({ changed: 2, left: 0, changeId: asked.changeId })
    expect((await change(id, asked)).body).toMatchObject({ changed: 2, left: 0, changeId: asked.changeId })
    expect((await change(id, { ...asked, ids: [2, 4, 5] })).body).toMatchObject({ changed: 3, left: 0 })
    const undo = () => near.call('POST', `/imports/${id}/rows/undo`, { changeId: asked.changeId })
    expect((await undo()).body).toMatchObject({ undone: 3, kept: 0 })
    for (const row of [2, 4, 5]) expect((await detail(id, row)).decision).toBe(null)
  })

  test('brought back once more, since the answer was lost, say the same and keep what was written since', async () => {
    const { id, totals } = await near.read(file)
    const { body } = await change(id, { ids: [2, 4], fields: { account: '6540' } })
    const undo = () => near.call('POST', `/imports/${id}/rows/undo`, { changeId: body.changeId })
    expect((await undo()).body).toMatchObject({ undone: 2, kept: 0, totals })
    expect(await undo()).toMatchObject({ status: 200, body: { undone: 2, kept: 0, totals } })
    await edit(id, 4, { account: '6540' })
    await undo()
    expect((await detail(id, 4)).edits).toEqual({ account: '6540' })
    await change(id, { ids: [5], decision: 'leave-out' })
    expect((await undo()).status).toBe(409)
  })

  test('that lack a day take the one above, each its own, where one stands there', async () => {
    const { id } = await near.read(
      csv(
        '2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00',
        ';KONTORSHALLEN 0412;SEK;0;742,00',
        '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
        ';BRYGGERIGR 14;SEK;0;55,50',
        'okänt datum;KONTORSHALLEN 0412;SEK;0;10,00',
        ';KONTORSHALLEN 0412;SEK;0;11,00',
      ),
    )
    const { body } = await change(id, { filter: {}, dayAbove: true })
    expect(body).toMatchObject({ changed: 2, left: 4 })
    expect(await detail(id, 3)).toMatchObject({
      state: 'ready',
      date: '2026-10-01',
      edits: { invoiceDate: '2026-10-01' },
    })
    expect(await detail(id, 5)).toMatchObject({ date: '2026-10-06', edits: { invoiceDate: '2026-10-06' } })
    expect((await detail(id, 7)).problems).toEqual([{ code: 'date-missing', cell: 'A7' }])
    const undone = await near.call('POST', `/imports/${id}/rows/undo`, { changeId: body.changeId })
    expect(undone.body.undone).toBe(2)
    expect((await detail(id, 3)).problems).toEqual([
      { code: 'date-missing', cell: 'A3', params: { above: '2026-10-01' } },
    ])
  })

  test('that ask for their amount take the one that was read, each its own, and no others do', async () => {
    const { id, totals } = await near.read(
      csv(
        '2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00',
        '2026-10-02;Milersättning;SEK;0;742,00',
        '2026-10-03;Traktamente;SEK;0;x',
        '2026-10-04;Traktamente;SEK;0;480,50',
      ),
    )
    const allowances = (await near.call('GET', `/imports/${id}/rows?problem=allowance`)).body
    expect(allowances.items.map((row: { id: number }) => row.id)).toEqual([3, 5])
    expect((await change(id, { filter: {}, amountAsked: 'as-refund' })).body).toMatchObject({ changed: 0 })
    const { body } = await change(id, { filter: {}, amountAsked: 'as-read' })
    expect(body).toMatchObject({ changed: 2, left: 2 })
    expect(await detail(id, 3)).toMatchObject({ amount: 74_200, edits: { total: '742.00' } })
    expect((await detail(id, 4)).edits).toEqual({})
    expect((await detail(id, 5)).edits).toEqual({ total: '480.50' })
    expect((await change(id, { filter: {}, amountAsked: 'as-read' })).body).toMatchObject({ changed: 0, left: 4 })
    const undone = await near.call('POST', `/imports/${id}/rows/undo`, { changeId: body.changeId })
    expect(undone.body).toMatchObject({ undone: 2, totals })
  })

  test('what somebody writes after a change of many is not lost when that is undone, and is told', async () => {
    const { id } = await near.read(file)
    await edit(id, 4, { account: '5410' })
    const { body } = await change(id, { ids: [2, 4, 5], fields: { account: '6540' } })
    await edit(id, 2, { comments: 'Möte' })
    await edit(id, 4, { account: '5910' })
    const undone = await near.call('POST', `/imports/${id}/rows/undo`, { changeId: body.changeId })
    expect(undone.body).toMatchObject({ undone: 2, kept: 1 })
    const edits = async (row: number) => (await detail(id, row)).edits
    expect(await edits(2)).toEqual({ comments: 'Möte' })
    expect(await edits(4)).toEqual({ account: '5910' })
    expect(await edits(5)).toEqual({})
  })

  test('one field goes back only while nobody has written something else in it', async () => {
    const { id } = await near.read(file)
    const { body } = await edit(id, 2, { account: '5410' })
    expect(body.rows[0].edits).toEqual({ account: '5410' })
    const back = () => patch(id, 2, { fields: { account: null }, before: { account: '5410' } })
    await edit(id, 2, { account: '5910' })
    const refused = await back()
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'written-over'])
    expect((await detail(id, 2)).edits).toEqual({ account: '5910' })
    await edit(id, 2, { account: '5410' })
    expect((await back()).body.rows[0].edits).toEqual({})
    // Sent again, since the answer was lost on its way.
    expect((await back()).status).toBe(200)
  })

  test('edits are taken back together, and rows that are no purchases are left', async () => {
    const { id } = await near.read(file)
    await edit(id, 4, { total: '97' })
    const { body } = await change(id, { ids: [1, 2, 4, 5], clearEdits: true })
    expect(body).toMatchObject({ changed: 1, left: 1 })
    expect((await change(id, { ids: [1], filter: {}, clearEdits: true })).status).toBe(400)
    expect((await change(id, { ids: [1] })).status).toBe(400)
  })

  test('the index says which rows fit, the groups what they can be filtered by', async () => {
    const { id } = await near.read(file)
    const index = async (query: string) => (await near.call('GET', `/imports/${id}/row-index${query}`)).body
    expect(await index('')).toMatchObject({ count: 6, changeable: 5, runs: [1, 6] })
    expect(await index('?state=ready')).toMatchObject({ count: 3, runs: [2, 1, 4, 2] })
    expect(await index('?problem=supplier-needed')).toMatchObject({ count: 1, runs: [6, 1] })
    expect(await index('?supplier=7&account=6110')).toMatchObject({ count: 3 })
    const { body } = await near.call('GET', `/imports/${id}/row-groups`)
    expect(
      body.problems.map((one: { problem: { code: string }; rows: number }) => [one.problem.code, one.rows]),
    ).toEqual([
      ['date-unreadable', 1],
      ['supplier-needed', 1],
    ])
    expect(body.suppliers).toEqual([{ number: '7', name: 'Kontorshallen i Norrland AB', rows: 3 }])
    expect(body.elsewhere).toEqual([])
    const { createdAt } = await near.read(file, 'igen.csv')
    expect((await near.call('GET', `/imports/${id}/row-groups`)).body.elsewhere).toMatchObject([
      { fileName: 'igen.csv', rows: 4, createdAt },
    ])
  })

  test('as many can be changed together as the index says: no headings, and nothing that is with posting', async () => {
    const { id, invoices } = await near.read(file)
    const changeable = async () => (await near.call('GET', `/imports/${id}/row-index`)).body.changeable
    const { body } = await change(id, { filter: {}, fields: { comments: 'Möte' } })
    expect([await changeable(), body.changed, body.left]).toEqual([5, 5, 0])
    await near.call('POST', `/imports/${id}/confirm`, { invoices })
    expect(await changeable()).toBe(0)
  })

  test('a long file that waits twice is told of at once: its rows are not compared each with each', async () => {
    const long = csv(...Array.from({ length: 5_000 }, (_, i) => `2026-10-01;KAFE ${i};SEK;0;${i + 1},00`))
    await near.read(long)
    const { id } = await near.read(long, 'igen.csv')
    const begun = process.cpuUsage()
    const { elsewhere } = (await near.call('GET', `/imports/${id}/row-groups`)).body
    expect(elsewhere).toMatchObject([{ rows: 5_000 }])
    expect(process.cpuUsage(begun).user).toBeLessThan(4_000_000)
  })
})

test('with an import that is deleted goes what was kept to undo its last change', async () => {
  const { id } = await near.read(file)
  await change(id, { filter: {}, fields: { comments: 'Möte' } })
  const kept = () => withCompany(database.db, near.companyId, (tx) => tx.select().from(rowChanges))
  expect(await kept()).toHaveLength(1)
  expect((await near.call('DELETE', `/imports/${id}`)).status).toBe(204)
  expect(await kept()).toEqual([])
  const again = await near.read(file)
  expect((await detail(again.id, 2)).edits).toEqual({})
})

describe('files of rows', () => {
  test('rows to mend stand as in the file, with a message in the language and no formula', async () => {
    const { id } = await near.read(csv('=1+1;KAFE;SEK;0;10,00', '2026-10-01;KONTORSHALLEN 0412;SEK;0;1,00'))
    const { body } = await near.call('GET', `/imports/${id}/problem-rows?format=csv`)
    expect(body.split('\r\n')).toEqual([
      expect.stringMatching(/^\uFEFF?Blad;Rad;Tillstånd;Meddelande;Datum;Specifikation;Valuta;/),
      expect.stringMatching(
        /;2;Att åtgärda;"?Datumet är oläsligt \(ursprungligen i cell A2: =1\+1\)"?;'=1\+1;KAFE;SEK;0;10,00$/,
      ),
      '',
    ])
    const all = await near.call('GET', `/imports/${id}/all-rows?format=csv`)
    expect(all.body.trim().split('\r\n')).toHaveLength(4)
    expect((await near.call('GET', `/imports/${id}/problem-rows`)).status).toBe(200)
  })

  test('rows that were confirmed are called so, and no longer ready', async () => {
    const { id, invoices } = await near.read(file)
    const states = async () => {
      const { body } = await near.call('GET', `/imports/${id}/all-rows?format=csv`)
      return [...new Set([...body.matchAll(/^[^;]*;\d+;([^;]*);/gm)].map(([, state]) => state))].sort()
    }
    expect(await states()).toEqual(['Att åtgärda', 'Klara', 'Överhoppade'])
    await near.call('POST', `/imports/${id}/confirm`, { invoices })
    expect(await states()).toEqual(['Att åtgärda', 'Bekräftade', 'Överhoppade'])
  })
})

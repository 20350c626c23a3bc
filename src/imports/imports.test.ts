import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { GatheredInvoices } from './rules/gathered-invoices.ts'
import { csv, octoberFile as file } from './testing/fake-neighbours.ts'
import { openImports, uploadForm } from './testing/open-imports.ts'
import { registers, supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
const office = supplier()
const cloud = supplier({ number: '1088', name: 'Cloudpine Ltd', account: 6540, vatType: 'EU_SERVICES' })
const confirm = (id: string, invoices: number) => near.call('POST', `/imports/${id}/confirm`, { invoices })
const rowsOf = async (id: string, query = '') => (await near.call('GET', `/imports/${id}/rows${query}`)).body
const statesOf = async (id: string) =>
  (await rowsOf(id)).items.map((row: { number: number; state: string }) => `${row.number} ${row.state}`)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KONTORSHALLEN 0412', office)
  near.teach('CLOUDPINE.IO', cloud)
})

describe('reading', () => {
  test('an upload is answered at once and read by a job; read = ready + attention + duplicate + skipped', async () => {
    const { status, body } = await near.upload(file)
    expect([status, body.state, body.totals]).toEqual([202, 'reading', null])
    await near.work()
    const { body: checked } = await near.call('GET', `/imports/${body.id}`)
    expect(checked).toMatchObject({
      state: 'checked',
      templateName: 'SEB Kort',
      fileName: 'kort.csv',
      createdBy: 'Karin Ekdahl',
      invoices: 5,
      steps: { bookkeep: true, pay: true },
    })
    expect(checked.totals).toEqual({
      read: { count: 7, sum: 346_983 },
      ready: { count: 5, sum: 272_783 },
      attention: { count: 1, sum: 74_200 },
      duplicate: { count: 0, sum: 0 },
      skipped: { count: 1, sum: 0 },
    })
    expect(await statesOf(body.id)).toEqual([
      '1 skipped',
      '2 ready',
      '3 attention',
      '4 ready',
      '5 ready',
      '6 ready',
      '7 ready',
    ])
  })

  test('what the issuer charges is told as a purchase until it has a supplier', async () => {
    const told = async () =>
      (await near.read(csv('2026-10-31;ÅRSAVGIFT;SEK;0;300,00'))).warnings.filter(
        ({ code }: { code: string }) => code === 'card-cost-read',
      )
    expect(await told()).toMatchObject([{ params: { text: 'ÅRSAVGIFT', rows: 1 } }])
    near.teach('ÅRSAVGIFT', office)
    expect(await told()).toEqual([])
  })

  test('the job run twice changes nothing', async () => {
    const { id, totals } = await near.read(file)
    near.queued.push({ name: 'imports.read-source', payload: { companyId: near.companyId, importId: id } })
    await near.work()
    expect((await near.call('GET', `/imports/${id}`)).body.totals).toEqual(totals)
  })

  test('a file that is no spreadsheet fails with the reason', async () => {
    expect(await near.read(new Uint8Array())).toMatchObject({
      state: 'failed',
      problem: { code: 'empty' },
      totals: null,
    })
  })

  test('a fault while reading is told instead of leaving the import being read for ever', async () => {
    const { body } = await near.upload(file)
    near.stored.clear()
    await near.work()
    expect((await near.call('GET', `/imports/${body.id}`)).body).toMatchObject({
      state: 'failed',
      problem: { code: 'reading-failed' },
    })
  })

  test('another template than one of ours, and a company without a connection, are refused and keep no file', async () => {
    expect((await near.upload(file, 'a.csv', newId())).body.code).toBe('not-found')
    const [withFile, without] = [new File(['a'], 'a.csv'), null].map((one) => uploadForm(near.templateId, one))
    expect((await near.call('POST', '/imports', withFile, newId())).body.code).toBe('not-connected')
    expect((await near.call('POST', '/imports', without)).body).toMatchObject({
      code: 'invalid-input',
      errors: [{ path: 'file' }],
    })
    expect(near.stored.size).toBe(0)
  })

  test.each([true, 'hanging' as const])('the last registers will do while it is away (%s)', async (isAway) => {
    near = openImports(database, { patienceMs: 200 })
    near.teach('KONTORSHALLEN 0412', office)
    near.teach('CLOUDPINE.IO', cloud)
    near.state.isAway = isAway
    expect(await near.read(file)).toMatchObject({ state: 'checked', invoices: 5 })
  })

  test('whoever follows an import is told of it at last as it was checked', async () => {
    const { body } = await near.upload(file)
    const stream = near.call('GET', `/imports/${body.id}/events`)
    await near.work()
    const told = [...String((await stream).body).matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    expect(told.at(-1)).toEqual((await near.call('GET', `/imports/${body.id}`)).body)
    expect(told.at(-1)).toMatchObject({ state: 'checked', totals: { read: { count: 7 } } })
  })
})

describe('the rows', () => {
  test('are cut, filtered by state and searched', async () => {
    const { id } = await near.read(file)
    const first = await rowsOf(id, '?limit=3')
    expect([first.items.length, first.nextCursor]).toEqual([3, 3])
    const rest = await rowsOf(id, '?after=3&limit=3')
    expect(rest.items.map((row: { number: number }) => row.number)).toEqual([4, 5, 6])
    expect((await rowsOf(id, '?state=attention')).items).toMatchObject([
      { number: 3, text: 'BRYGGERIGR 14', problems: [{ code: 'supplier-needed', cell: 'B3' }], amount: 74_200 },
    ])
    expect((await rowsOf(id, '?q=cloudpine%20ltd')).items).toMatchObject([
      { number: 4, supplierName: 'Cloudpine Ltd', account: 6540, vat: null, vatType: 'EU_SERVICES', currency: 'EUR' },
    ])
    expect((await rowsOf(id, '?q=%25')).items).toEqual([])
    expect((await rowsOf(id, '?state=ready')).items.at(-1)).toMatchObject({
      number: 7,
      isCredit: true,
      amount: -24_950,
      vat: -4_990,
    })
  })

  test('show the whole posting and the request to the last byte', async () => {
    const { id } = await near.read(file)
    const { body } = await near.call('GET', `/imports/${id}/rows/4`)
    expect(
      body.accountRows.map((row: { account: number; debit: number; credit: number }) => [
        row.account,
        row.debit,
        row.credit,
      ]),
    ).toEqual([
      [6540, 148_633, 0],
      [4535, 148_633, 0],
      [4598, 0, 148_633],
      [2645, 37_158, 0],
      [2614, 0, 37_158],
      [2440, 0, 148_633],
    ])
    expect(body).toMatchObject({
      isBalanced: true,
      rowsInInvoice: 1,
      payment: { date: '2026-10-05', account: 2890, modeOfPayment: 'KORT' },
      request: { SupplierInvoice: { supplierNumber: '1088', total: 12_900, currency: 'EUR', rate: '11.5219' } },
    })
    expect(body.cells).toContainEqual({ letter: 'B', value: 'CLOUDPINE.IO' })
    expect(body.fields).toContainEqual({
      field: 'supplier',
      value: '1088',
      origins: [{ kind: 'cell', cells: ['B4'] }, { kind: 'learned' }],
    })
    expect((await near.call('GET', `/imports/${id}/rows/99`)).body.code).toBe('not-found')
  })

  test('of another company are not found', async () => {
    const { id } = await near.read(file)
    for (const path of ['', '/rows', '/rows/1', '/unmapped-merchants', '/events'])
      expect((await near.call('GET', `/imports/${id}${path}`, undefined, newId())).body.code).toBe('not-found')
  })
})

describe('checking again', () => {
  test('unmapped merchants are grouped, the weightiest first, with suggestions', async () => {
    const { id } = await near.read(
      csv(
        '2026-10-01;BRYGGERIET 04121;SEK;0;10,00',
        '2026-10-02;BRYGGERIET GOETEBORG SE;SEK;0;20,00',
        '2026-10-02;OKÄND;SEK;0;25,00',
      ),
    )
    const { body } = await near.call('GET', `/imports/${id}/unmapped-merchants`)
    expect(body.items).toMatchObject([
      {
        spellings: ['bryggeriet', 'bryggeriet goeteborg'],
        rows: 2,
        sum: 3_000,
        suggestions: [{ supplierNumber: '9', supplierName: 'Bryggeriet AB' }],
      },
      { normalised: 'okänd', rows: 1, sum: 2_500, suggestions: [] },
    ])
  })

  test('a newly mapped supplier makes its waiting rows ready', async () => {
    const { id } = await near.read(file)
    near.teach('BRYGGERIGR 14', supplier({ number: '9', name: 'Bryggeriet AB' }))
    await near.announceMapped()
    await near.work()
    expect((await near.call('GET', `/imports/${id}`)).body).toMatchObject({
      invoices: 6,
      totals: { attention: { count: 0, sum: 0 }, ready: { count: 6 } },
    })
  })

  test('options change the drafts, and a date in a locked period is told', async () => {
    const { id } = await near.read(file)
    const { body } = await near.call('PATCH', `/imports/${id}/options`, { paymentDate: '2026-10-31', pay: false })
    expect(body).toMatchObject({
      options: { paymentDate: '2026-10-31', pay: false, bookkeep: null },
      steps: { bookkeep: true, pay: false },
    })
    expect((await near.call('GET', `/imports/${id}/rows/2`)).body).toMatchObject({
      payment: null,
      request: { SupplierInvoice: { dueDate: '2026-10-31' } },
    })
    near.state.registers = registers({ lockedUntil: '2026-10-05' })
    expect((await near.call('POST', `/imports/${id}/recheck`)).body.totals).toMatchObject({
      ready: { count: 3 },
      attention: { count: 3 },
    })
  })

  test('a row is left out and taken back; a row that is no purchase cannot be', async () => {
    const { id } = await near.read(file)
    expect((await near.call('PATCH', `/imports/${id}/rows/2`, { decision: 'leave-out' })).body).toMatchObject({
      invoices: 4,
      totals: { skipped: { count: 2, sum: 129_900 } },
    })
    expect((await near.call('PATCH', `/imports/${id}/rows/2`, { decision: null })).body).toMatchObject({ invoices: 5 })
    const heading = await near.call('PATCH', `/imports/${id}/rows/1`, { decision: 'import-anyway' })
    expect(heading).toMatchObject({ status: 409, body: { errors: [{ code: 'row-fixed' }] } })
  })
})

describe('confirming', () => {
  test('hands over what was shown, once: a second click answers the same run', async () => {
    const { id } = await near.read(file)
    const { body } = await confirm(id, 5)
    expect(await confirm(id, 5)).toMatchObject({ status: 200, body })
    expect(near.runs).toHaveLength(1)
    expect(near.runs[0]).toMatchObject({
      importId: id,
      connectionId: near.connectionId,
      source: 'kort.csv',
      target: 'Fortnox',
    })
    expect(
      near.runs[0]?.invoices.map(({ rowNumber, supplierName, invoice, steps }) => [
        rowNumber,
        supplierName,
        invoice.total,
        steps.length,
      ]),
    ).toEqual([
      [2, 'Kontorshallen i Norrland AB', 129_900, 4],
      [4, 'Cloudpine Ltd', 12_900, 4],
      [5, 'Kontorshallen i Norrland AB', 9_600, 4],
      [6, 'Kontorshallen i Norrland AB', 9_600, 4],
      [7, 'Kontorshallen i Norrland AB', -24_950, 4],
    ])
    const references = near.runs[0]!.invoices.map(({ reference }) => reference)
    expect(new Set(references).size).toBe(5)
    expect(references.every((reference) => /^RV-[A-Z2-7]{25}$/.test(reference))).toBe(true)
    expect((await near.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'confirmed', runId: body.runId })
    const isConfirmed = { status: 409, body: { errors: [{ code: 'import-confirmed' }] } }
    expect(await near.call('PATCH', `/imports/${id}/options`, { pay: false })).toMatchObject(isConfirmed)
    expect(await near.call('PATCH', `/imports/${id}/rows/2`, { fields: { total: '1' } })).toMatchObject(isConfirmed)
    expect(await near.call('DELETE', `/imports/${id}`)).toMatchObject(isConfirmed)
  })

  test('the same file again warns and finds nothing new; a duplicate can be imported anyway', async () => {
    const first = await near.read(file, 'oktober.csv')
    await confirm(first.id, 5)
    near.imports.onDuplicate(async (_tx, { references }) => new Map(references.map((reference) => [reference, '4182'])))
    const again = await near.read(file, 'igen.csv')
    expect(again).toMatchObject({
      invoices: 0,
      totals: { duplicate: { count: 5 }, attention: { count: 1 } },
      warnings: [{ code: 'same-file', params: { fileName: 'oktober.csv' } }],
    })
    expect((await rowsOf(again.id, '?state=duplicate')).items[0]).toMatchObject({
      number: 2,
      duplicateOf: { importId: first.id, fileName: 'oktober.csv', row: 2, invoiceNumber: '4182' },
    })
    expect((await confirm(again.id, 1)).status).toBe(409)
    expect((await near.call('PATCH', `/imports/${again.id}/rows/2`, { decision: 'import-anyway' })).body).toMatchObject(
      { invoices: 1 },
    )
    await confirm(again.id, 1)
    const [before, after] = near.runs
    expect(after?.invoices).toHaveLength(1)
    expect(before?.invoices.map(({ reference }) => reference)).not.toContain(after?.invoices[0]?.reference)
  })

  test('a file that overlaps adds only what is new, whatever the order of its rows', async () => {
    await confirm((await near.read(file)).id, 5)
    const next = await near.read(
      csv(
        '2026-10-10;KONTORSHALLEN 0412;SEK;0;10,00',
        '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
        '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
        '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
      ),
    )
    expect(await statesOf(next.id)).toEqual(['1 skipped', '2 ready', '3 duplicate', '4 duplicate', '5 ready'])
  })

  test('two imports of the same purchases: the second is told and posts nothing', async () => {
    const [one, other] = [await near.read(file), await near.read(file)]
    const answers = await Promise.all([confirm(one.id, 5), confirm(other.id, 5)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(near.runs).toHaveLength(1)
  })

  test('when something changed since the rows were shown nothing is posted and the new preview stands', async () => {
    const { id } = await near.read(file)
    near.state.registers = registers({ lockedUntil: '2026-10-05' })
    expect((await confirm(id, 5)).body).toMatchObject({ code: 'conflict', errors: [{ code: 'import-changed' }] })
    expect(near.runs).toHaveLength(0)
    expect((await near.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'checked', invoices: 3 })
  })

  test('a posting that cannot be started leaves the import as it was', async () => {
    const { id } = await near.read(file)
    near.imports.onConfirmed(() => Promise.reject(new Error('no')))
    expect((await confirm(id, 5)).status).toBe(500)
    expect((await near.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'checked', runId: null })
    expect((await near.read(file)).totals.duplicate.count).toBe(0)
  })

  test('a lost connection is told before anything is confirmed', async () => {
    const { id } = await near.read(file)
    near.state.isConnected = false
    expect((await confirm(id, 5)).body.code).toBe('connection-lost')
  })
})

test('one per sheet: the rows of a supplier become one invoice', async () => {
  near.templated.granularity = 'sheet'
  const { id, invoices, totals } = await near.read(file)
  expect([invoices, totals.ready.count]).toEqual([3, 5])
  expect((await near.call('GET', `/imports/${id}/rows/5`)).body).toMatchObject({
    rowsInInvoice: 3,
    request: { SupplierInvoice: { total: 149_100 } },
  })
  const { body } = await near.call('GET', `/imports/${id}/invoices`)
  const rowsOfInvoices = body.invoices.map(
    ({ amount, rows }: GatheredInvoices['invoices'][number]) => `${amount} ${rows.length}`,
  )
  expect(rowsOfInvoices).toEqual(['149100 3', '148633 1', '-24950 1'])
  await confirm(id, 3)
  expect(near.runs[0]?.invoices.map(({ invoice }) => invoice.total)).toEqual([149_100, 12_900, -24_950])
  const shown: GatheredInvoices['invoices'] = body.invoices
  expect(near.runs[0]?.invoices.map(({ rowIds }) => rowIds)).toEqual(shown.map(({ rows }) => rows))
})

test('an import that nothing came of is deleted with its file', async () => {
  const { id } = await near.read(file)
  expect((await near.call('DELETE', `/imports/${id}`)).status).toBe(204)
  expect(near.stored.size).toBe(0)
  expect((await near.call('GET', '/imports')).body.items).toEqual([])
})

test('imports are listed newest first', async () => {
  const [first, second] = [await near.read(file, 'a.csv'), await near.read(file, 'b.csv')]
  expect((await near.call('GET', '/imports')).body.items.map(({ id }: { id: string }) => id)).toEqual([
    second.id,
    first.id,
  ])
})

test('a file of several batches is read once, and read again finds every purchase of it', async () => {
  const rows = Array.from({ length: 4200 }, (_, i) => `2026-10-0${(i % 9) + 1};KONTORSHALLEN 0412;SEK;0;${i % 2100},50`)
  const { id, totals } = await near.read(csv(...rows))
  expect(totals).toMatchObject({ read: { count: 4201 }, ready: { count: 4200 }, skipped: { count: 1 } })
  await confirm(id, 4200)
  expect(near.runs[0]?.invoices).toHaveLength(4200)
  expect(new Set(near.runs[0]?.invoices.map(({ reference }) => reference)).size).toBe(4200)
  const again = await near.read(csv(...rows.toReversed()), 'igen.csv')
  expect(again.totals).toMatchObject({ ready: { count: 0 }, duplicate: { count: 4200 }, skipped: { count: 1 } })
}, 120_000)

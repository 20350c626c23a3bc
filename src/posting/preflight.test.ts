import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportRow } from '#imports/contract.ts'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { supplier } from '#imports/testing/purchase-fixture.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { type FortnoxSandbox, startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { controlOf, openWholeWay } from './testing/open-whole-way.ts'

/**
 * What Pleo's users learn when their export has failed (PEERS.md finding 3), and what else Fortnox refuses: found in the
 * preview by the real connector over HTTP, on the row, before anything is written.
 */
let database: OpenDatabase
let sandbox: FortnoxSandbox
let control: ReturnType<typeof controlOf>
let near: Awaited<ReturnType<typeof openWholeWay>>
beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startFortnoxSandbox({ rateLimit: { requests: 10_000, seconds: 1 } })
  control = controlOf(sandbox)
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
})
beforeEach(async () => {
  await control('POST', 'reset', {})
  near = await openWholeWay(database, sandbox)
  near.imports.teach('KONTORSGIGANTEN', supplier({ number: '1', name: 'Kontorsgiganten Sverige AB' }))
  near.imports.teach('MOLNVERKET', supplier({ number: '4', name: 'Molnverket Hosting Ltd', account: 6540 }))
})

afterEach(() => near.connections.stop())

const file = csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00')
const abroad = csv('2026-10-05;MOLNVERKET;EUR;100,00;1152,00')
/** A file that comes half a minute after whatever was done before it. */
const read = (bytes: Uint8Array) => {
  near.advance(30)
  return near.imports.read(bytes)
}
const change = (settings: object) => control('PUT', 'tenants/1001/settings', settings)
const purchasesOf = async (id: string): Promise<ImportRow[]> =>
  (await near.imports.call('GET', `/imports/${id}/rows`)).body.items.slice(1)
const problemsOf = async (id: string) => (await purchasesOf(id))[0]?.problems
/** Opens the preview as the page does, after something was mended over there. */
const recheck = async (id: string) => (await near.imports.call('POST', `/imports/${id}/recheck?fresh=true`)).body
const confirm = (id: string, invoices = 1) => near.imports.call('POST', `/imports/${id}/confirm`, { invoices })

const writes = async () =>
  Object.keys((await control('GET', 'stats')).tenants[1001] ?? {}).filter((call) => /^(POST|PUT|DELETE) /.test(call))

async function expectNothingSent(id: string): Promise<void> {
  expect((await confirm(id)).status).toBe(409)
  await near.posting.work()
  expect(await writes()).toEqual([])
  const { invoices, payments, vouchers } = await control('GET', 'state/1001')
  expect([invoices, payments, vouchers]).toEqual([[], [], []])
}

const blocked: [string, object, object, object, Uint8Array?][] = [
  [
    'a locked period',
    { lockedPeriod: '2026-10-31' },
    { code: 'period-locked', params: { date: '2026-10-05', until: '2026-10-31' } },
    { lockedPeriod: null },
  ],
  [
    'an inactive account',
    { accounts: { 6110: { active: false } } },
    { code: 'account-inactive', params: { account: 6110 } },
    { accounts: { 6110: { active: true } } },
  ],
  [
    'a missing account',
    { accounts: { 6110: null } },
    { code: 'account-unknown', params: { account: 6110 } },
    { accounts: { 6110: {} } },
  ],
  [
    'a mandatory cost centre',
    { accounts: { 6110: { costCenter: 'MANDATORY' } } },
    { code: 'cost-center-missing', params: { account: 6110 } },
    { accounts: { 6110: { costCenter: 'ALLOWED' } } },
  ],
  [
    'a mandatory project',
    { accounts: { 6110: { project: 'MANDATORY' } } },
    { code: 'project-missing', params: { account: 6110 } },
    { accounts: { 6110: { project: 'ALLOWED' } } },
  ],
  [
    'a financial year that is missing',
    { financialYears: { 3: null } },
    { code: 'financial-year-missing', params: { date: '2026-10-05' } },
    { financialYears: { 3: { from: '2026-01-01', to: '2026-12-31' } } },
  ],
  [
    'financial years that are all missing',
    { financialYears: { 1: null, 2: null, 3: null, 4: null } },
    { code: 'financial-year-missing', params: { date: '2026-10-05' } },
    { financialYears: { 3: { from: '2026-01-01', to: '2026-12-31' } } },
  ],
  [
    'a mode of payment that is gone',
    { modesOfPayment: { KORT: null } },
    { code: 'mode-of-payment-missing' },
    { modesOfPayment: { KORT: { description: 'Kort', account: 2890 } } },
  ],
  [
    'a mode of payment whose account is inactive',
    { accounts: { 2890: { active: false } } },
    { code: 'payment-account-inactive', params: { mode: 'KORT', account: 2890 } },
    { accounts: { 2890: { active: true } } },
  ],
  [
    'an inactive account of the VAT',
    { accounts: { 2641: { active: false } } },
    { code: 'account-inactive', params: { account: 2641 } },
    { accounts: { 2641: { active: true } } },
  ],
  [
    'a currency that is not set up',
    { currencies: { EUR: null } },
    { code: 'currency-unknown', params: { currency: 'EUR' } },
    { currencies: { EUR: { description: 'Euro', buyRate: '11.1', sellRate: '11.3' } } },
    abroad,
  ],
  [
    'a scope that was never granted',
    { missingScopes: ['supplierinvoice'] },
    { code: 'scope-missing', params: { area: 'invoices', serviceCode: '2000663' } },
    { missingScopes: [] },
  ],
  [
    'a licence that is missing',
    { missingLicences: ['payment'] },
    { code: 'licence-missing', params: { area: 'payments', serviceCode: '2001101' } },
    { missingLicences: [] },
  ],
  [
    'registers that are closed to us',
    { missingScopes: ['settings'] },
    { code: 'scope-missing', params: { serviceCode: '2000663' } },
    { missingScopes: [] },
  ],
  [
    'values that the company has no licence to see',
    { noRightTo: ['modesofpayments'] },
    { code: 'licence-missing', params: { area: 'modes-of-payment', serviceCode: 'API_NORIGHT' } },
    { noRightTo: [] },
  ],
]
test.each(blocked)('%s stands on the row, nothing is sent, and mending it frees the row', async (...given) => {
  const [, trouble, problem, mended, bytes = file] = given
  await change(trouble)
  const { id, invoices } = await read(bytes)
  const [row] = await purchasesOf(id)
  expect([invoices, row?.state]).toEqual([0, 'attention'])
  expect(row?.problems).toEqual([expect.objectContaining(withParams(problem))])
  await expectNothingSent(id)
  await change(mended)
  expect((await recheck(id)).invoices).toBe(1)
  expect(await problemsOf(id)).toEqual([])
})

const withParams = (problem: { params?: object }) =>
  problem.params ? { ...problem, params: expect.objectContaining(problem.params) } : problem

test('a cost centre that the account does not allow stands on the row', async () => {
  await change({ accounts: { 6110: { costCenter: 'NOTALLOWED' } } })
  const { id } = await read(file)
  const [row] = await purchasesOf(id)
  const write = (costCenter: string) =>
    near.imports.call('PATCH', `/imports/${id}/rows/${row?.id}`, { fields: { costCenter } })
  expect((await write('BUTIK')).status).toBe(200)
  expect(await problemsOf(id)).toEqual([{ code: 'cost-center-not-allowed', params: { account: 6110 } }])
  await expectNothingSent(id)
  await write('')
  expect(await problemsOf(id)).toEqual([])
})

test('a supplier that was made inactive stands on the row', async () => {
  near.imports.teach('NORDTELE', supplier({ number: '2', name: 'Nordtele Mobil AB', isActive: false }))
  const { id } = await read(csv('2026-10-05;NORDTELE;SEK;0;199,00'))
  expect(await problemsOf(id)).toEqual([{ code: 'supplier-inactive', params: { supplier: 'Nordtele Mobil AB' } }])
  await expectNothingSent(id)
})

test('a period that locks itself while the preview is open is found when it is looked at and when it is confirmed', async () => {
  const { id, invoices } = await read(file)
  expect(invoices).toBe(1)
  await change({ lockedPeriod: '2026-10-31' })
  near.advance(30)
  expect((await confirm(id)).body).toMatchObject({ code: 'conflict', errors: [{ code: 'import-changed' }] })
  expect(await problemsOf(id)).toMatchObject([{ code: 'period-locked' }])
  await expectNothingSent(id)
})

test('the day of the payment and the day of the invoice are both held against the lock', async () => {
  await change({ lockedPeriod: '2026-10-31' })
  const { id } = await read(csv('2026-11-05;KONTORSGIGANTEN;SEK;0;1250,00'))
  expect(await problemsOf(id)).toEqual([])
  await near.imports.call('PATCH', `/imports/${id}/options`, { paymentDate: '2026-10-20' })
  expect((await problemsOf(id))?.map(({ code }) => code)).toEqual(['payment-before-invoice', 'payment-period-locked'])
})

test('no series of vouchers has to be manual: Fortnox chooses the series of supplier invoices itself', async () => {
  await change({ voucherSeries: { A: { description: 'Redovisning', manual: false } } })
  const { id, invoices } = await read(file)
  expect([invoices, await problemsOf(id)]).toEqual([1, []])
  expect((await confirm(id)).status).toBe(200)
  await near.posting.work()
  expect(await control('GET', 'state/1001')).toMatchObject({
    invoices: [{ Booked: true }],
    payments: [{ Booked: true }],
  })
})

test('a dead refresh token stands on every row, and connecting again frees them with settings kept', async () => {
  const { id } = await read(file)
  await control('POST', 'reset', { everything: true })
  await recheck(id)
  const [row] = await purchasesOf(id)
  expect(row).toMatchObject({
    state: 'attention',
    problems: [{ code: 'connection-lost', params: { name: 'Fortnox' } }],
  })
  expect((await confirm(id)).body.code).toBe('connection-lost')
  expect(await writes()).toEqual([])
  await near.connect()
  await near.imports.work()
  expect(await purchasesOf(id)).toMatchObject([{ state: 'ready', problems: [] }])
  expect((await near.callConnections('GET', '/settings')).body.settings.paymentAccount).toBe(2890)
})

test('the cash method is said, and the payment books the invoice', async () => {
  await change({ accountingMethod: 'CASH' })
  const { id, invoices } = await read(file)
  expect([invoices, await problemsOf(id)]).toEqual([1, [{ code: 'cash-method' }]])
})

describe('an invoice number that the supplier’s invoice in Fortnox has already', () => {
  const numbered = (...rows: string[]) =>
    new TextEncoder().encode(['Datum;Text;Belopp;Fakturanummer', ...rows].join('\r\n'))
  beforeEach(() => {
    const sample = numbered('2026-10-01;KONTORSGIGANTEN;-10,00;A-1', '2026-10-13;NORDTELE;-1,50;B-7')
    near.imports.templated.mapping = suggestMapping(readSpreadsheet(sample), { today: '2026-11-21' })!.mapping
  })
  const post = async (bytes: Uint8Array) => {
    const { id } = await read(bytes)
    expect((await confirm(id)).status).toBe(200)
    await near.posting.work()
  }

  test('stands on the row, and a person may import it anyway', async () => {
    await post(numbered('2026-10-05;KONTORSGIGANTEN;-1250,00;F-771'))
    near.advance(700)
    const { id, invoices } = await read(
      numbered('2026-10-06;KONTORSGIGANTEN;-80,00;F-771', '2026-10-06;KONTORSGIGANTEN;-80,00;F-772'),
    )
    expect(invoices).toBe(1)
    const [used, free] = await purchasesOf(id)
    expect(used).toMatchObject({
      state: 'attention',
      problems: [{ code: 'invoice-number-used', params: { number: 'F-771', invoice: '1' } }],
    })
    expect(free).toMatchObject({ state: 'ready', problems: [] })
    await near.imports.call('PATCH', `/imports/${id}/rows/${used?.id}`, { decision: 'import-anyway' })
    expect((await near.imports.call('GET', `/imports/${id}`)).body.invoices).toBe(2)
    expect((await confirm(id, 2)).status).toBe(200)
  })

  test('is free again when that invoice was cancelled there', async () => {
    const { id } = await read(numbered('2026-10-05;KONTORSGIGANTEN;-1250,00;F-771'))
    await near.imports.call('PATCH', `/imports/${id}/options`, { bookkeep: false })
    expect((await confirm(id)).status).toBe(200)
    await near.posting.work()
    const session = await near.connections.openSession(near.companyId, near.connectionId)
    await session.cancelSupplierInvoice('1')
    near.advance(700)
    const again = await read(numbered('2026-10-06;KONTORSGIGANTEN;-80,00;F-771'))
    expect(await problemsOf(again.id)).toEqual([])
  })
})

test('a refund of a purchase that was posted before is tied to its invoice, and says so in Fortnox', async () => {
  const { id } = await read(csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00', '2026-10-07;KONTORSGIGANTEN;SEK;0;99,00'))
  await confirm(id, 2)
  await near.posting.work()
  near.advance(700)
  const refund = await read(csv('2026-10-20;KONTORSGIGANTEN;SEK;0;-1250,00'))
  const [row] = await purchasesOf(refund.id)
  const { credit } = (await near.imports.call('GET', `/imports/${refund.id}/rows/${row?.id}`)).body
  const { invoices: posted } = await control('GET', 'state/1001')
  const original = posted.find(({ Total }: { Total: string }) => Number(Total) === 1250)
  expect(credit.tie).toMatchObject({
    ...{ number: original.GivenNumber, invoiceNumber: original.InvoiceNumber, date: '2026-10-05', total: 125_000 },
    reason: 'same-amount',
  })
  await confirm(refund.id)
  await near.posting.work()
  const { invoices } = await control('GET', 'state/1001')
  expect(invoices.find(({ Credit }: { Credit: boolean }) => Credit)).toMatchObject({
    ...{ Booked: true, Balance: '0' },
    Comments: `Kreditfaktura till faktura ${original.InvoiceNumber}, 2026-10-05, löpnummer ${original.GivenNumber}`,
  })
})

describe('what Fortnox refused once is told before the next run', () => {
  const run = async (day: string) => {
    const { id, ...record } = await read(csv(`${day};KONTORSGIGANTEN;SEK;0;1250,00`))
    const seen = (await problemsOf(id))?.map(({ code }) => code)
    if (record.invoices > 0) {
      expect((await confirm(id)).status).toBe(200)
      await near.posting.work()
    }
    return seen
  }
  const obstacles = async () => {
    const { items } = (await near.callConnections('GET', '/connectors')).body
    return items[0].connection.obstacles.map(({ kind, step }: { kind: string; step: string }) => `${step} ${kind}`)
  }

  test('an approval that only people there can give, until an invoice goes through', async () => {
    await change({ approval: 'flow' })
    expect(await run('2026-10-05')).toEqual([])
    expect(await obstacles()).toEqual(['bookkeep approval-required'])
    await change({ approval: 'none' })
    expect(await run('2026-10-06')).toEqual(['approval-invoice'])
    expect(await obstacles()).toEqual([])
    expect(await run('2026-10-07')).toEqual([])
  })

  test('a simple approval, where whoever connected us may not give it', async () => {
    await change({ approval: 'simple', mayApprove: false })
    await run('2026-10-05')
    expect(await obstacles()).toEqual(['bookkeep approval-required'])
    await change({ approval: 'simple', mayApprove: true })
    await run('2026-10-06')
    expect(await obstacles()).toEqual([])
    expect((await control('GET', 'state/1001')).invoices.map(({ Booked }: { Booked: boolean }) => Booked)).toEqual([
      false,
      true,
    ])
  })

  test('an approval of payments: given where we may, else told', async () => {
    await change({ paymentApproval: true })
    await run('2026-10-05')
    expect(await obstacles()).toEqual([])
    await change({ mayApprove: false })
    await run('2026-10-06')
    expect(await obstacles()).toEqual(['bookkeep-payment approval-required'])
    expect(await run('2026-10-07')).toEqual(['approval-payment'])
    expect((await control('GET', 'state/1001')).payments.map(({ Booked }: { Booked: boolean }) => Booked)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a scope that was taken away between the preview and the run, until a person connects again', async () => {
    const { id } = await read(file)
    await confirm(id)
    await change({ missingScopes: ['supplierinvoice'] })
    await near.posting.work()
    expect(await obstacles()).toEqual(['create missing-scope'])
    await change({ missingScopes: [] })
    const again = await read(csv('2026-10-06;KONTORSGIGANTEN;SEK;0;99,00'))
    expect(await problemsOf(again.id)).toEqual([
      {
        code: 'scope-missing',
        params: { name: 'Fortnox', area: 'invoices', serviceCode: '2000663', message: expect.any(String) },
      },
    ])
    await near.connect()
    await near.imports.work()
    expect(await problemsOf(again.id)).toEqual([])
    expect(await obstacles()).toEqual([])
  })

  test('a lock that Fortnox does not tell of, for the days it was about, until a person says it is mended', async () => {
    const { id } = await read(file)
    await confirm(id)
    await change({ lockedPeriod: '2026-10-31' })
    await near.posting.work()
    expect(await obstacles()).toEqual(['bookkeep period-locked'])
    await change({ lockedPeriod: null })
    const again = await read(csv('2026-10-04;KONTORSGIGANTEN;SEK;0;99,00', '2026-10-06;KONTORSGIGANTEN;SEK;0;99,00'))
    expect((await purchasesOf(again.id)).map(({ problems }) => problems[0]?.code)).toEqual([
      'period-locked-there',
      undefined,
    ])
    expect((await near.callConnections('POST', '/connectors/fortnox/mended')).status).toBe(200)
    await near.imports.work()
    expect((await purchasesOf(again.id)).map(({ state }) => state)).toEqual(['ready', 'ready'])
  })
})

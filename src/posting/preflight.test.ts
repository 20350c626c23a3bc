import { expect, test } from 'vitest'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { supplier } from '#imports/testing/purchase-fixture.ts'
import { file, openPreflight } from './testing/preflight-scene.ts'

/**
 * What Pleo's users learn when their export has failed (pleo-failures.test.ts), and what else Fortnox refuses: found in the
 * preview by the real connector over HTTP, on the row, before anything is written.
 */
const { control, near, purchasesOf, problemsOf, read, change, recheck, confirm, writes } = openPreflight()
const abroad = csv('2026-10-05;MOLNVERKET;EUR;100,00;1152,00')

async function expectNothingSent(id: string): Promise<void> {
  expect((await confirm(id)).status).toBe(409)
  await near().posting.work()
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
    { code: 'payment-account-without-mode', params: { account: 2890 } },
    { modesOfPayment: { KORT: { description: 'Kort', account: 2890 } } },
  ],
  [
    'a predefined account for the debt that nobody has chosen',
    { predefinedAccounts: { SUPDEBT: null } },
    { code: 'predefined-account-missing', params: { purpose: 'supplier-debt' } },
    { predefinedAccounts: { SUPDEBT: 2440 } },
  ],
  [
    'a predefined account for input VAT that nobody has chosen',
    { predefinedAccounts: { INVAT: null } },
    { code: 'predefined-account-missing', params: { purpose: 'input-vat' } },
    { predefinedAccounts: { INVAT: 2641 } },
  ],
  [
    'a supplier register that is closed to us',
    { missingScopes: ['supplier'] },
    { code: 'scope-missing', params: { area: 'suppliers', serviceCode: '2000663' } },
    { missingScopes: [] },
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
    { code: 'account-inactive', params: { account: 2641, use: 'vat' } },
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
    'a locked period that the company has no licence to see',
    { noRightTo: ['settings/lockedperiod'], lockedPeriod: '2026-10-31' },
    { code: 'licence-missing', params: { area: 'locked-period', serviceCode: 'API_NORIGHT' } },
    { noRightTo: [], lockedPeriod: null },
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

test('currencies that are closed to us stop only rows in one', async () => {
  await change({ missingScopes: ['currency'] })
  const { id, invoices } = await read(
    csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00', '2026-10-05;MOLNVERKET;EUR;100,00;1152,00'),
  )
  expect(invoices).toBe(1)
  expect((await purchasesOf(id)).map((row) => row.problems.map(({ code }) => code))).toEqual([[], ['scope-missing']])
})

test('a cost centre that the account does not allow stands on the row', async () => {
  await change({ accounts: { 6110: { costCenter: 'NOTALLOWED' } } })
  const { id } = await read(file)
  const [row] = await purchasesOf(id)
  const write = (costCenter: string) =>
    near().imports.call('PATCH', `/imports/${id}/rows/${row?.id}`, { fields: { costCenter } })
  expect((await write('BUTIK')).status).toBe(200)
  expect(await problemsOf(id)).toEqual([{ code: 'cost-center-not-allowed', params: { account: 6110 } }])
  await expectNothingSent(id)
  await write('')
  expect(await problemsOf(id)).toEqual([])
})

test('accounts are judged by the chart of the year that each row lies in, read once and not by the row', async () => {
  await change({ accountsOfYear: { 2: { 6110: { active: false } }, 3: { 6540: null } } })
  const days = Array.from({ length: 20 }, (_, i) => `2025-12-${10 + i};KONTORSGIGANTEN;SEK;0;${100 + i},00`)
  const { id, invoices } = await read(
    csv(...days, '2025-12-31;MOLNVERKET;SEK;0;99,00', '2026-01-02;MOLNVERKET;SEK;0;98,00'),
  )
  expect(invoices).toBe(1)
  const problems = (await purchasesOf(id)).map((row) => row.problems)
  expect(problems.slice(0, 20)).toEqual(
    days.map(() => [{ code: 'account-inactive', params: { account: 6110, year: '2025' } }]),
  )
  expect(problems.slice(20)).toEqual([[], [{ code: 'account-unknown', params: { account: 6540 } }]])
  // Of the current year when connecting and when the file came, of the other when it was met.
  expect((await control('GET', 'stats')).tenants[1001]['GET /3/accounts']).toBeLessThanOrEqual(3)
  await change({ accountsOfYear: { 2: { 6110: { active: true } }, 3: { 6540: {} } } })
  expect((await recheck(id)).invoices).toBe(22)
  expect((await confirm(id, 22)).status).toBe(200)
  await near().posting.work()
  const { invoices: there } = await control('GET', 'state/1001')
  expect(there.filter((one: { Booked: boolean }) => one.Booked)).toHaveLength(22)
  // A file that comes when others were imported is asked about in batches.
  await change({ accountsOfYear: { 2: { 6110: { active: false } } } })
  const next = await read(csv('2025-11-01;KONTORSGIGANTEN;SEK;0;77,00', '2026-11-01;KONTORSGIGANTEN;SEK;0;77,00'))
  expect((await purchasesOf(next.id)).map((row) => row.problems.map(({ code }) => code))).toEqual([
    ['account-inactive'],
    [],
  ])
})

test('a date written by hand, or a day of payment, in another year brings that year’s chart with it', async () => {
  await change({ accountsOfYear: { 2: { 6110: { active: false } }, 4: { 2890: { active: false } } } })
  const { id } = await read(file)
  const [row] = await purchasesOf(id)
  expect(row?.problems).toEqual([])
  await near().imports.call('PATCH', `/imports/${id}/options`, { paymentDate: '2027-01-04' })
  expect(await problemsOf(id)).toEqual([
    { code: 'payment-account-inactive', params: { mode: 'KORT', account: 2890, year: '2027' } },
  ])
  await near().imports.call('PATCH', `/imports/${id}/options`, { paymentDate: null })
  await near().imports.call('PATCH', `/imports/${id}/rows/${row?.id}`, { fields: { invoiceDate: '2025-10-05' } })
  const inactive = [{ code: 'account-inactive', params: { account: 6110, year: '2025' } }]
  expect(await problemsOf(id)).toEqual(inactive)
  await recheck(id)
  expect(await problemsOf(id)).toEqual(inactive)
})

test('a supplier that was made inactive stands on the row', async () => {
  near().imports.teach('NORDTELE', supplier({ number: '2', name: 'Nordtele Mobil AB', isActive: false }))
  const { id } = await read(csv('2026-10-05;NORDTELE;SEK;0;199,00'))
  expect(await problemsOf(id)).toEqual([{ code: 'supplier-inactive', params: { supplier: 'Nordtele Mobil AB' } }])
  await expectNothingSent(id)
})

test.each([0, 30])(
  'what changes over there %i s before it is confirmed holds the row, and nothing is written',
  async (seconds) => {
    const { id, invoices } = await read(file)
    expect(invoices).toBe(1)
    await change({ lockedPeriod: '2026-10-31' })
    near().advance(seconds)
    expect((await confirm(id)).body).toMatchObject({ code: 'conflict', errors: [{ code: 'import-changed' }] })
    expect(await problemsOf(id)).toMatchObject([{ code: 'period-locked' }])
    await expectNothingSent(id)
  },
)

test('the day of the payment and the day of the invoice are both held against the lock', async () => {
  await change({ lockedPeriod: '2026-10-31' })
  const { id } = await read(csv('2026-11-05;KONTORSGIGANTEN;SEK;0;1250,00'))
  expect(await problemsOf(id)).toEqual([])
  await near().imports.call('PATCH', `/imports/${id}/options`, { paymentDate: '2026-10-20' })
  expect((await problemsOf(id))?.map(({ code }) => code)).toEqual(['payment-before-invoice', 'payment-period-locked'])
})

test('no series of vouchers has to be manual: Fortnox chooses the series of supplier invoices itself', async () => {
  await change({ voucherSeries: { A: { description: 'Redovisning', manual: false } } })
  const { id, invoices } = await read(file)
  expect([invoices, await problemsOf(id)]).toEqual([1, []])
  expect((await confirm(id)).status).toBe(200)
  await near().posting.work()
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
  await near().connect()
  await near().imports.work()
  expect(await purchasesOf(id)).toMatchObject([{ state: 'ready', problems: [] }])
  expect((await near().callConnections('GET', '/settings')).body.settings.paymentAccount).toBe(2890)
})

test('the cash method is said, and the payment books the invoice', async () => {
  await change({ accountingMethod: 'CASH' })
  const { id, invoices } = await read(file)
  expect([invoices, await problemsOf(id)]).toEqual([1, [{ code: 'cash-method' }]])
})

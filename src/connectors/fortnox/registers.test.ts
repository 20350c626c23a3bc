import { describe, expect, test } from 'vitest'
import { answer, failure, farSide } from './testing/far-side.ts'

describe('a list without a count of its pages', () => {
  test.each([
    ['is read on where its pages are smaller than asked for', undefined],
    ['ends where Fortnox knows no further page', { ErrorInformation: { Error: 1, Message: 'x', Code: 2000588 } }],
  ])('%s', async (_text, pastTheEnd) => {
    const accounts = Array.from({ length: 300 }, (_row, index) => ({ Number: 1000 + index, Description: 'Konto' }))
    const { session } = await farSide((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'))
      const rows = accounts.slice((page - 1) * 100, page * 100)
      if (rows.length === 0 && pastTheEnd) return answer(response, 404, pastTheEnd)
      answer(response, 200, { Accounts: rows })
    })
    expect(await session.listAccounts('1')).toHaveLength(300)
  })
  test('is not taken for whole where a page of it is hidden by a gateway', async () => {
    const accounts = Array.from({ length: 100 }, (_row, index) => ({ Number: 1000 + index }))
    const { session } = await farSide((_request, response, count) =>
      count === 1 ? answer(response, 200, { Accounts: accounts }) : answer(response, 404, '<html>'),
    )
    expect(await failure(session.listAccounts('1'))).toMatchObject({ kind: 'not-found' })
  })
})

test.each([[null], [undefined], ['']])('a list that says that it is empty may have %j for its rows', async (rows) => {
  const { session } = await farSide((_request, response) =>
    answer(response, 200, { MetaInformation: { '@TotalResources': 0, '@TotalPages': 0 }, Projects: rows }),
  )
  expect(await session.listProjects()).toEqual([])
})
test('an answer without rows that does not say that it is empty is unreadable', async () => {
  const { session } = await farSide((_request, response) => answer(response, 200, {}))
  expect(await failure(session.listProjects())).toMatchObject({ kind: 'rejected' })
})

test.each([
  ['1', '0'],
  [1, 0],
  ['true', 'False'],
])('yes may be %j and no %j, and of an account that is listed twice the active one counts', async (yes, no) => {
  const Accounts = [
    { Number: 5410, Active: yes },
    { Number: 5410, Active: no },
    { Number: 2440, Active: no },
  ]
  const { session } = await farSide((_request, response) => answer(response, 200, { Accounts }))
  expect((await session.listAccounts('1')).map(({ number, isActive }) => [number, isActive])).toEqual([
    [5410, true],
    [2440, false],
  ])
})

test.each([
  [{ LockedPeriod: {} }, 200, null],
  [{ LockedPeriod: [] }, 200, null],
  [{ LockedPeriod: { EndDate: '0000-00-00' } }, 200, null],
  [{ ErrorInformation: { Error: 1, Message: 'x', Code: 2000001 } }, 404, null],
  [{ LockedPeriod: { EndDate: '2025-12-31T00:00:00' } }, 200, '2025-12-31'],
])('the locked period %j (%i) ends %j', async (body, status, end) => {
  const { session } = await farSide((_request, response) => answer(response, status, body))
  expect(await session.readLockedPeriod()).toBe(end)
})

test('a locked period or an account’s state that the company has no licence to see is not taken for none', async () => {
  const hidden = {
    LockedPeriod: { EndDate: 'API_NORIGHT' },
    Accounts: [{ Number: 6110, Active: 'API_NORIGHT', CostCenterSettings: 'API_NORIGHT' }],
  }
  const { session } = await farSide((_request, response) => answer(response, 200, hidden))
  const closed = { kind: 'missing-licence', retry: 'never', serviceCode: 'API_NORIGHT' }
  expect(await failure(session.readLockedPeriod())).toMatchObject(closed)
  expect(await failure(session.listAccounts('1'))).toMatchObject(closed)
})

test('an account without a licence for cost centres is a plain one', async () => {
  const Accounts = [{ Number: 6110, Active: true, CostCenterSettings: 'API_NORIGHT', ProjectSettings: 'API_NORIGHT' }]
  const { session } = await farSide((_request, response) => answer(response, 200, { Accounts }))
  expect(await session.listAccounts('1')).toMatchObject([
    { number: 6110, isActive: true, costCenterRule: 'allowed', projectRule: 'allowed' },
  ])
})

test.each(['CASH', 'cash'])('a year of %s is one of the cash method', async (AccountingMethod) => {
  const FinancialYears = [{ Id: 1, FromDate: '2026-01-01', ToDate: '2026-12-31 00:00', AccountingMethod }]
  const { session } = await farSide((_request, response) => answer(response, 200, { FinancialYears }))
  expect(await session.listFinancialYears()).toMatchObject([{ method: 'cash', to: '2026-12-31' }])
})

test('a company without a name is called by its number there', async () => {
  const CompanyInformation = { CompanyName: '', DatabaseNumber: 1001 }
  const { session } = await farSide((_request, response) => answer(response, 200, { CompanyInformation }))
  expect(await session.readCompany()).toMatchObject({ name: '1001', tenantId: '1001' })
})

test.each([[null], [''], [7]])('an error’s code counts though its text is %j', async (message) => {
  const { session } = await farSide((_request, response) =>
    answer(response, 400, { ErrorInformation: { error: 1, message, code: 2000663 } }),
  )
  expect(await failure(session.listProjects())).toMatchObject({ kind: 'missing-scope', serviceCode: '2000663' })
})

describe('invoices that wait for approval are counted', () => {
  const open = { GivenNumber: '1', Booked: false, Cancel: false }
  test.each([
    ['by the filter', [open, open], 2],
    [
      'by their approver alone where the filter is not heeded',
      [open, { ...open, AuthorizerName: 'Eva' }, { ...open, Booked: true, AuthorizerName: 'Eva' }],
      1,
    ],
    ['none', [], 0],
  ])('%s', async (_text, SupplierInvoices, count) => {
    const { session, paths } = await farSide((_request, response) => answer(response, 200, { SupplierInvoices }))
    expect(await session.countAwaitingApproval()).toBe(count)
    expect(paths).toEqual(['GET /3/supplierinvoices?filter=authorizepending&limit=500&page=1'])
  })
})

describe('where Fortnox does not take a parameter that its OpenAPI document lacks', () => {
  const refusing = (parameter: string, body: unknown) =>
    farSide((request, response) =>
      new URL(request.url ?? '', 'http://x').searchParams.has(parameter)
        ? answer(response, 400, {
            ErrorInformation: { error: 1, message: 'Ogiltig parameter i anropet.', code: 2000588 },
          })
        : answer(response, 200, body),
    )
  const invoice = { GivenNumber: '7', SupplierNumber: '101', Total: '100' }
  test('the accounts are those of the year that it lists', async () => {
    const { session } = await refusing('financialyear', { Accounts: [{ Number: 5410 }] })
    expect((await session.listAccounts('4')).map(({ number }) => number)).toEqual([5410])
  })
  test('all suppliers, invoices and payments are read in place of the changed ones', async () => {
    const { session } = await refusing('lastmodified', {
      Suppliers: [{ SupplierNumber: '101', Name: 'Nordlink' }],
      SupplierInvoices: [invoice],
      SupplierInvoicePayments: [{ Number: 9, InvoiceNumber: '7', Amount: 100, PaymentDate: '2026-11-21' }],
    })
    const since = new Date('2026-11-23T10:00:00Z')
    const numbersOf = async (pages: AsyncIterable<{ number: string }[]>) => {
      const numbers: string[] = []
      for await (const page of pages) numbers.push(...page.map(({ number }) => number))
      return numbers
    }
    expect(await numbersOf(session.listSuppliers(since))).toEqual(['101'])
    expect(await numbersOf(session.listChangedInvoices(since))).toEqual(['7'])
    expect(await session.listChangedPayments(since)).toMatchObject([{ number: '9', invoiceNumber: '7' }])
  })
})

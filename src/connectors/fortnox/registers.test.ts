import { describe, expect, test } from 'vitest'
import { answer, failure, farSide, numbersOf } from './testing/far-side.ts'

describe('a list without a count of its pages', () => {
  test.each([
    ['is read on where its pages are smaller than asked for', 100, 200, undefined],
    ['is read on where its pages are smaller than any that are known of', 7, 200, undefined],
    ['ends where Fortnox knows no further page', 100, 404, { Error: 1, Message: 'x', Code: 2000588 }],
    ['ends where Fortnox refuses a further page', 100, 400, { error: 1, message: 'x', code: 2000588 }],
  ])('%s', async (_text, size, status, pastTheEnd) => {
    const accounts = Array.from({ length: 300 }, (_row, index) => ({ Number: 1000 + index, Description: 'Konto' }))
    const { session } = await farSide((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'))
      const rows = accounts.slice((page - 1) * size, page * size)
      if (rows.length === 0 && pastTheEnd) return answer(response, status, { ErrorInformation: pastTheEnd })
      answer(response, 200, { Accounts: rows })
    })
    expect(await session.listAccounts('1')).toHaveLength(300)
  })
  test('ends where as many rows came as it says there are', async () => {
    const { session, paths } = await farSide((request, response) =>
      answer(response, 200, {
        MetaInformation: { '@TotalResources': '2', '@TotalPages': null },
        Projects: [{ ProjectNumber: request.url?.endsWith('page=1') ? 1 : 2 }],
      }),
    )
    expect((await session.listProjects()).map(({ number }) => number)).toEqual(['1', '2'])
    expect(paths).toHaveLength(2)
  })
  test('is not taken for whole where it ends before the rows that it says it has', async () => {
    const { session } = await farSide((request, response) =>
      request.url?.endsWith('page=1')
        ? answer(response, 200, { MetaInformation: { '@TotalResources': 2 }, Projects: [{ ProjectNumber: 1 }] })
        : answer(response, 404, { ErrorInformation: { error: 1, message: 'No such page', code: 2000588 } }),
    )
    expect(await failure(session.listProjects())).toMatchObject({ kind: 'unavailable' })
  })
  test.each([[null], [''], [[]], [{}], [{ '@TotalPages': '' }]])('may say %j of itself', async (MetaInformation) => {
    const { session } = await farSide((request, response) =>
      answer(response, 200, {
        MetaInformation,
        Projects: request.url?.endsWith('page=1') ? [{ ProjectNumber: 1 }] : [],
      }),
    )
    expect(await session.listProjects()).toHaveLength(1)
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
describe('a list that is told as not found', () => {
  const notFound = { ErrorInformation: { Error: 1, Message: 'Kan inte hitta.', Code: 2000434 } }
  test('is empty where Fortnox says so itself, also of a state or of what has changed', async () => {
    const { session } = await farSide((_request, response) => answer(response, 404, notFound))
    expect(await session.listProjects()).toEqual([])
    expect(await numbersOf(session.listSuppliers(new Date()))).toEqual([])
    expect(await numbersOf(session.listSupplierInvoices('unpaid'))).toEqual([])
    expect(await session.countAwaitingApproval()).toBe(0)
  })
  test('is not taken for empty where only what narrows it may be refused: what there is is looked through', async () => {
    const { session } = await farSide((request, response) =>
      request.url?.includes('invoicenumber')
        ? answer(response, 404, notFound)
        : answer(response, 200, { SupplierInvoicePayments: [{ Number: 9, InvoiceNumber: 7 }] }),
    )
    expect(await session.listPayments('7')).toMatchObject([{ number: '9' }])
  })
  test('is not empty where the filter of a state is what is refused, or nobody says who tells it', async () => {
    const refused = { ErrorInformation: { Error: 1, Message: 'Ogiltigt filter.', Code: 2000587 } }
    const { session } = await farSide((_request, response) => answer(response, 404, refused))
    expect(await failure(numbersOf(session.listSupplierInvoices('unpaid')))).toMatchObject({ serviceCode: '2000587' })
    const { session: hidden } = await farSide((_request, response) => answer(response, 404, { message: 'Not Found' }))
    expect(await failure(hidden.listProjects())).toMatchObject({ kind: 'not-found' })
  })
})

test.each([[null], [''], [[]], [{}]])('a list that is %j is empty, though nothing tells of its pages', async (rows) => {
  const { session } = await farSide((_request, response) => answer(response, 200, { Projects: rows }))
  expect(await session.listProjects()).toEqual([])
})
test.each([[{}], [{ Projects: null }], [{ MetaInformation: { '@TotalResources': 1 } }]])(
  'a list ends where a further page is %j',
  async (body) => {
    const { session } = await farSide((request, response) =>
      answer(response, 200, request.url?.endsWith('page=1') ? { Projects: [{ ProjectNumber: 1 }] } : body),
    )
    expect(await session.listProjects()).toHaveLength(1)
  },
)
test.each([
  ['rows', { '@TotalResources': 2 }],
  ['pages', { '@TotalPages': 2 }],
])('a list is not taken for whole where a further page is missing of the %s that there are', async (_text, meta) => {
  const { session } = await farSide((request, response) =>
    request.url?.endsWith('page=1')
      ? answer(response, 200, { MetaInformation: meta, Projects: [{ ProjectNumber: 1 }] })
      : answer(response, 200, {}),
  )
  expect(await failure(session.listProjects())).toMatchObject({ kind: 'unavailable' })
})
test('a list of more than none is not taken for empty', async () => {
  const { session } = await farSide((_request, response) =>
    answer(response, 200, { MetaInformation: { '@TotalResources': 1 }, Projects: null }),
  )
  expect(await failure(session.listProjects())).toMatchObject({ kind: 'rejected' })
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
  [{ LockedPeriod: { EndDate: '0000-00-00 00:00:00' } }, 200, null],
  [{ LockedPeriod: { EndDate: '2025-12-31T00:00:00' } }, 200, '2025-12-31'],
  [{ LockedPeriod: { EndDate: '2025-12-30T23:00:00.000Z' } }, 200, '2025-12-31'],
  [{ LockedPeriod: { EndDate: '2026-06-29T22:00:00+00:00' } }, 200, '2026-06-30'],
  [{ LockedPeriod: { EndDate: '2025-12-31T00:00:00Z' } }, 200, '2025-12-31'],
  [{ LockedPeriod: { EndDate: '2025-12-31T00:00:00+01:00' } }, 200, '2025-12-31'],
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

test('a text may be nothing as a list or object without anything in it, or as no', async () => {
  const [Address, ZipCode, City] = [[], {}, false]
  const CompanyInformation = { CompanyName: 'Radhuset AB', DatabaseNumber: 1001, Address, ZipCode, City }
  const { session } = await farSide((_request, response) => answer(response, 200, { CompanyInformation }))
  expect(await session.readCompany()).toMatchObject({ name: 'Radhuset AB', address: undefined, city: undefined })
})

describe('that an area is open to us', () => {
  const info = (code?: number) => ({ ErrorInformation: { error: 1, message: 'Ogiltig parameter i anropet.', code } })
  const refused = (withLimit: Said, bare: Said) =>
    farSide((request, response) => answer(response, ...(request.url?.includes('limit') ? withLimit : bare)))
  type Said = [status: number, body: unknown]
  test.each<[string, Said, Said]>([
    ['where limit is refused and the list is not', [400, info(2000588)], [200, { SupplierInvoices: [] }]],
    ['whatever its code', [400, info(2000106)], [200, {}]],
    ['without a code', [422, info()], [200, {}]],
    ['where an empty list is told as a 404', [404, info(2000434)], [404, info(2000434)]],
    ['where the list is refused, though not for access', [400, info(2000588)], [400, info(2000588)]],
  ])('is told %s', async (_text, withLimit, bare) => {
    const { session, paths } = await refused(withLimit, bare)
    await session.tryAccess('payments')
    expect(paths).toEqual(['GET /3/supplierinvoicepayments?limit=1', 'GET /3/supplierinvoicepayments'])
  })
  test.each<[string, Said]>([
    ['missing-scope', [400, info(2000663)]],
    ['missing-licence', [400, info(2001101)]],
    ['missing-scope', [403, {}]],
  ])('is denied for %s, with limit or without', async (kind, said) => {
    expect(await failure((await refused(said, said)).session.tryAccess('invoices'))).toMatchObject({ kind })
    const { session } = await refused([400, info(2000588)], said)
    expect(await failure(session.tryAccess('invoices'))).toMatchObject({ kind })
  })
  test('is not told by a 404 of a gateway', async () => {
    const { session } = await refused([404, '<html>'], [404, '<html>'])
    expect(await failure(session.tryAccess('invoices'))).toMatchObject({ kind: 'not-found' })
  })
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

describe('invoices in a state', () => {
  const rows = [
    { GivenNumber: '1', Booked: false, Cancel: false, Balance: '10' },
    { GivenNumber: '2', Booked: true, Cancel: false, Balance: 10 },
    { GivenNumber: '3', Booked: true, Cancel: false, Balance: '0.00' },
    { GivenNumber: '4', Booked: false, Cancel: true, Balance: '10' },
    { GivenNumber: '5' },
  ]
  test.each([
    ['all', '12345'],
    ['unbooked', '145'],
    ['unpaid', '1245'],
    ['overdue', '1245'],
    ['paid', '35'],
    ['cancelled', '45'],
  ] as const)(
    '(%s) are those that do not say otherwise themselves, where the filter is not heeded',
    async (state, those) => {
      const { session } = await farSide((_request, response) =>
        answer(response, 200, {
          MetaInformation: { '@TotalPages': 1 },
          SupplierInvoices: rows.map((row) => ({ SupplierNumber: '7', Total: '10', ...row })),
        }),
      )
      const numbers: string[] = []
      for await (const page of session.listSupplierInvoices(state)) numbers.push(...page.map(({ number }) => number))
      expect(numbers.join('')).toBe(those)
    },
  )
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
  test.each(['limit', 'page'])('(%s) a list is taken in the pages that it comes in', async (parameter) => {
    const { session } = await farSide((request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams
      if (query.has('limit') || (parameter === 'page' && query.has('page')))
        return answer(response, 400, { ErrorInformation: { error: 1, message: 'x', code: 2000588 } })
      const all = [{ ProjectNumber: 1 }, { ProjectNumber: 2 }]
      const page = Number(query.get('page') ?? '1')
      answer(response, 200, {
        MetaInformation: { '@TotalPages': parameter === 'page' ? 1 : 2 },
        Projects: parameter === 'page' ? all : all.slice(page - 1, page),
      })
    })
    expect((await session.listProjects()).map(({ number }) => number)).toEqual(['1', '2'])
  })
  const invoice = { GivenNumber: '7', SupplierNumber: '101', Total: '100' }
  const refused = (code?: number) => ({ ErrorInformation: { error: 1, message: 'Ogiltig parameter.', code } })
  test('(limit or page) a list keeps its filter, and so does the count of those that wait', async () => {
    const { session, paths } = await farSide((request, response) =>
      /limit|page/.test(request.url ?? '')
        ? answer(response, 400, refused(2000588))
        : answer(response, 200, { MetaInformation: { '@TotalPages': 1 }, SupplierInvoices: [invoice] }),
    )
    for await (const page of session.listSupplierInvoices('unpaid')) expect(page).toMatchObject([{ number: '7' }])
    expect(await session.countAwaitingApproval()).toBe(1)
    expect(paths.filter((path) => !path.includes('limit'))).toEqual([
      'GET /3/supplierinvoices?filter=unpaid',
      'GET /3/supplierinvoices?filter=authorizepending',
    ])
  })
  test.each([
    ['a code that nobody knows', 400, 2000106],
    ['no code', 400, undefined],
    ['422', 422, 2000106],
  ])(
    'but refuses it with %s, a list that tells nothing of its pages is read to its end',
    async (_text, status, code) => {
      const { session } = await farSide((request, response) =>
        /limit|page|financialyear/.test(request.url ?? '')
          ? answer(response, status, refused(code))
          : answer(response, 200, { Accounts: [{ Number: 5410 }], Projects: [{ ProjectNumber: 1 }] }),
      )
      expect((await session.listAccounts('4')).map(({ number }) => number)).toEqual([5410])
      expect(await session.listProjects()).toHaveLength(1)
    },
  )
  test('(limit) the accounts are still those of the year that was asked for', async () => {
    const { session } = await farSide((request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams
      if (query.has('limit')) return answer(response, 400, refused(2000588))
      const account = query.get('financialyear') === '4' ? 5410 : 1930
      answer(response, 200, { MetaInformation: { '@TotalPages': 1 }, Accounts: [{ Number: account }] })
    })
    expect((await session.listAccounts('4')).map(({ number }) => number)).toEqual([5410])
  })
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
    expect(await numbersOf(session.listSuppliers(since))).toEqual(['101'])
    expect(await numbersOf(session.listChangedInvoices(since))).toEqual(['7'])
    expect(await session.listChangedPayments(since)).toMatchObject([{ number: '9', invoiceNumber: '7' }])
  })
})

import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { AccountingSession } from '../accounting-connector.ts'
import { answer, closeFarSides, due, failure, farSide, invoice, open } from './testing/far-side.ts'

const create = (session: AccountingSession) =>
  session.createSupplierInvoice({
    reference: 'RV-1',
    supplierNumber: '7',
    invoiceDate: '2026-03-04',
    dueDate: '2026-03-04',
    currency: 'SEK',
    rate: '1',
    total: 1000,
    vat: 0,
    vatType: 'SE0',
    rows: [],
    isPaidByCard: true,
  })
describe('how a write went wrong', () => {
  test.each([
    [
      400,
      { ErrorInformation: { error: 1, message: 'Leverantörsfakturan balanserar inte', code: 2000755 } },
      'rejected',
      'never',
      '2000755',
    ],
    [
      404,
      { ErrorInformation: { Error: 1, Message: 'Kan inte hitta leverantören.', Code: 2000999 } },
      'not-found',
      'never',
      '2000999',
    ],
    [400, { ErrorInformation: { error: 1, message: 'x', code: '2000401' } }, 'period-locked', 'never', '2000401'],
    [400, { ErrorInformation: { error: 1, message: 'x', code: 2000663 } }, 'missing-scope', 'never', '2000663'],
    [403, {}, 'missing-scope', 'never', undefined],
    [400, { ErrorInformation: { error: 1, message: 'x', code: 2001101 } }, 'missing-licence', 'never', '2001101'],
    [409, {}, 'rejected', 'after-check', undefined],
    [423, { ErrorInformation: { error: 1, message: 'Låst', code: 9000001 } }, 'rejected', 'after-check', '9000001'],
    [423, { ErrorInformation: { error: 1, message: 'Låst', code: 2000401 } }, 'period-locked', 'never', '2000401'],
    [425, {}, 'unavailable', 'safe', undefined],
    [429, { message: 'Too Many Requests' }, 'rate-limited', 'safe', undefined],
    [400, '', 'unknown', 'after-check', undefined],
    [404, '<html>404</html>', 'unknown', 'after-check', undefined],
    [303, '', 'unknown', 'after-check', undefined],
    [500, 'oops', 'unknown', 'after-check', undefined],
    [503, {}, 'unknown', 'after-check', undefined],
    [408, {}, 'unknown', 'after-check', undefined],
  ] as const)('%i %j is %s, again: %s', async (status, body, kind, retry, serviceCode) => {
    const { session, paths } = await farSide((_request, response) => answer(response, status, body))
    expect(await failure(create(session))).toMatchObject({ kind, retry, status, serviceCode })
    expect(new Set(paths)).toEqual(new Set(['POST /3/supplierinvoices']))
    expect(paths).toHaveLength(status === 429 ? 4 : 1)
  })

  test('a connection cut after the request is unknown', async () => {
    const { session, paths, outcomes } = await farSide((request) => request.socket.destroy())
    expect(await failure(create(session))).toMatchObject({ kind: 'unknown', retry: 'after-check', status: 0 })
    expect(paths).toHaveLength(1)
    expect(outcomes).toEqual([{ isRateLimited: false }])
  })
  test('a request that is given up while it is under way is unknown, and its connection is closed', async () => {
    const lost = new AbortController()
    const closed = Promise.withResolvers<void>()
    const { url } = await farSide((request) => {
      request.socket.once('close', () => closed.resolve())
      lost.abort()
    })
    const { session } = open(url, lost.signal)
    expect(await failure(create(session))).toMatchObject({ kind: 'unknown', retry: 'after-check', status: 0 })
    await closed.promise
  })
  test('a request without an answer is unknown after a minute, and its connection is closed', async () => {
    const asked = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const { session } = await farSide((request) => {
      request.socket.once('close', () => closed.resolve())
      asked.resolve()
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const failed = failure(create(session))
      await asked.promise
      vi.advanceTimersByTime(60_000)
      expect(await failed).toMatchObject({ kind: 'unknown', retry: 'after-check', status: 0 })
    } finally {
      vi.useRealTimers()
    }
    await closed.promise
  })
  test('after its answer nothing waits any more for a request to be given up', async () => {
    const lost = new AbortController()
    let whileAsked = 0
    const { url } = await farSide((_request, response) => {
      whileAsked = getEventListeners(lost.signal, 'abort').length
      answer(response, 409, {})
    })
    await failure(create(open(url, lost.signal).session))
    expect([whileAsked, getEventListeners(lost.signal, 'abort').length]).toEqual([1, 0])
  })
  test('an answer cut in the middle is unknown', async () => {
    const { session } = await farSide((request, response) => {
      response
        .writeHead(201, { 'content-type': 'application/json', 'content-length': '500' })
        .write('{"SupplierInvoice":')
      setTimeout(() => request.socket.destroy(), 20)
    })
    expect(await failure(create(session))).toMatchObject({ kind: 'unknown', retry: 'after-check' })
  })
  test('a yes that cannot be read is unknown, for it was carried out', async () => {
    const { session } = await farSide((_request, response) =>
      answer(response, 201, { SupplierInvoice: { GivenNumber: '1', SupplierNumber: '7', Total: 'API_NORIGHT' } }),
    )
    expect(await failure(create(session))).toMatchObject({
      kind: 'unknown',
      retry: 'after-check',
      status: 201,
      serviceMessage: expect.stringContaining('SupplierInvoice.Total'),
    })
  })
  test('a deletion that a gateway answers with a page of its own is unknown, not done', async () => {
    const { session } = await farSide((_request, response) => response.writeHead(200).end('<html></html>'))
    await expect(session.deletePayment('1')).rejects.toMatchObject({ kind: 'unknown', retry: 'after-check' })
  })

  test('a refused connection means that nothing was sent', async () => {
    const { url } = await farSide(() => undefined)
    closeFarSides()
    expect(await failure(create(open(url).session))).toMatchObject({ kind: 'unavailable', retry: 'safe' })
  })
  test('a name that does not resolve means that nothing was sent', async () => {
    expect(await failure(create(open('http://nowhere.invalid').session))).toMatchObject({
      kind: 'unavailable',
      retry: 'safe',
    })
  })
  test('a 429 tells the pace how long to wait', async () => {
    const { session, outcomes } = await farSide((_request, response) =>
      answer(response, 429, {}, { 'retry-after': '7' }),
    )
    expect(await failure(create(session))).toMatchObject({ retryAfterSeconds: 7 })
    expect(outcomes).toEqual(Array(4).fill({ isRateLimited: true, retryAfterSeconds: 7 }))
  })
})

describe('reads', () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504])('are sent again by themselves after %i', async (status) => {
    const { session, paths } = await farSide((_request, response, count) =>
      count < 3 ? answer(response, status, {}) : answer(response, 200, invoice),
    )
    expect(await session.readSupplierInvoice('1')).toMatchObject({ number: '1' })
    expect(paths).toHaveLength(3)
  })
  test('give up after the fourth time', async () => {
    const { session, paths } = await farSide((_request, response) => answer(response, 503, {}))
    expect(await failure(session.readSupplierInvoice('1'))).toMatchObject({ kind: 'unavailable', retry: 'safe' })
    expect(paths).toHaveLength(4)
  })
  test.each([
    ['a page of a gateway', '<html><body>Underhåll</body></html>'],
    ['only the beginning of an answer', '{"SupplierInvoice":{"GivenNumber":"1","Sup'],
    ['nothing', ''],
  ])('are sent again when the answer is %s', async (_, text) => {
    const { session, paths } = await farSide((_request, response, count) => {
      if (count < 3) response.writeHead(200, { 'content-type': 'text/html' }).end(text)
      else answer(response, 200, invoice)
    })
    expect((await session.readSupplierInvoice('1')).number).toBe('1')
    expect(paths).toHaveLength(3)
  })

  test.each([{}, { SupplierInvoice: {} }, { SupplierInvoice: null }, []])(
    'are sent again when the answer is not what was asked for: %j',
    async (other) => {
      const { session, paths } = await farSide((_request, response, count) =>
        answer(response, 200, count < 3 ? other : invoice),
      )
      expect((await session.readSupplierInvoice('1')).number).toBe('1')
      expect(paths).toHaveLength(3)
    },
  )
  test('are refused when what comes stays unreadable', async () => {
    const { session, paths } = await farSide((_request, response) => answer(response, 200, { SupplierInvoice: {} }))
    expect(await failure(session.readSupplierInvoice('1'))).toMatchObject({ kind: 'rejected', retry: 'never' })
    expect(paths).toHaveLength(4)
  })
  test.each([['<html>404</html>'], [''], [{ message: 'no Route matched' }]])(
    'are sent again where a gateway says for a moment that nothing is there: %j',
    async (page) => {
      const { session, paths } = await farSide((_request, response, count) =>
        count < 3 ? answer(response, 404, page) : answer(response, 200, invoice),
      )
      expect(await session.readSupplierInvoice('1')).toMatchObject({ number: '1' })
      expect(paths).toHaveLength(3)
    },
  )
  test('are not sent again when refused', async () => {
    const { session, paths } = await farSide((_request, response) =>
      answer(response, 400, { ErrorInformation: { code: 2000587 } }),
    )
    expect(await failure(session.readSupplierInvoice('1'))).toMatchObject({ kind: 'rejected' })
    expect(paths).toHaveLength(1)
  })
  test('take every page, and do without a page count', async () => {
    const { session, paths } = await farSide((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'))
      if (request.url?.includes('currencies'))
        return answer(response, 200, { Currencies: page === 1 ? [{ Code: 'SEK', Description: '' }] : [] })
      answer(response, 200, {
        MetaInformation: { '@TotalPages': 3, '@CurrentPage': page, '@TotalResources': 3 },
        Suppliers: [{ SupplierNumber: String(page), Name: 'A' }],
      })
    })
    const numbers: string[] = []
    for await (const suppliers of session.listSuppliers()) numbers.push(...suppliers.map((supplier) => supplier.number))
    expect(numbers).toEqual(['1', '2', '3'])
    expect(paths[2]).toBe('GET /3/suppliers?limit=500&page=3')
    expect(await session.listCurrencies()).toEqual([{ code: 'SEK', name: 'SEK' }])
    expect(paths).toHaveLength(5)
  })
  test.each([500, 1203])('come whole where Fortnox knows no pages: %i rows, each once', async (count) => {
    const Accounts = Array.from({ length: count }, (_, index) => ({ Number: 1000 + index, Description: 'Konto' }))
    const { session, paths } = await farSide((_request, response) => answer(response, 200, { Accounts }))
    expect(await session.listAccounts('1')).toHaveLength(count)
    expect(paths.length).toBeLessThan(3)
  })

  test('of API_NORIGHT are closed to us for want of a licence', async () => {
    const { session } = await farSide((_request, response) =>
      answer(response, 200, { CostCenters: [{ Code: 'API_NORIGHT', Description: 'API_NORIGHT' }] }),
    )
    expect(await failure(session.listCostCenters())).toMatchObject({ kind: 'missing-licence', retry: 'never' })
  })
})

test.each([408, 409, 425, 429, 500, 502, 503, 504])(
  'after a %i a write is sent again only where Fortnox has said that it did nothing',
  async (status) => {
    const { session, paths } = await farSide((_request, response) => answer(response, status, {}))
    await failure(create(session))
    await failure(session.bookkeepPayment('1'))
    expect(paths.filter((path) => path.startsWith('POST'))).toHaveLength(status === 429 ? 4 : 1)
    expect(paths.filter((path) => path.startsWith('PUT'))).toHaveLength(status === 429 ? 4 : 1)
  },
)

test('a refused token is exchanged once, also for a write, since a 401 is never carried out', async () => {
  const { session, tokens, paths } = await farSide((request, response) =>
    request.headers.authorization === 'Bearer new'
      ? answer(response, 201, invoice)
      : answer(response, 401, { message: 'unauthorized' }),
  )
  expect(await create(session)).toMatchObject({ number: '1', reference: 'RV-1' })
  expect(tokens).toEqual([undefined, 'old'])
  expect(paths).toHaveLength(2)
})
test('a new token that is refused too is an error, not a loop', async () => {
  const { session, paths } = await farSide((_request, response) => answer(response, 401, { message: 'unauthorized' }))
  expect(await failure(create(session))).toMatchObject({ kind: 'unauthorized' })
  expect(paths).toHaveLength(2)
})

test.each([
  ['7', 'is tied, whatever the second answer said', true],
  ['8', 'is refused as it was', false],
])('a file that is tied already to invoice %s and is to be to 7 %s', async (there, _, isFine) => {
  const { session, paths } = await farSide((request, response) =>
    request.method === 'POST'
      ? answer(response, 400, { ErrorInformation: { error: 1, message: 'Redan kopplad', code: 2999012 } })
      : answer(response, 200, { SupplierInvoiceFileConnection: { FileId: 'f', SupplierInvoiceNumber: there } }),
  )
  const tying = session.connectFile('7', 'f')
  if (isFine) await tying
  else expect(await failure(tying)).toMatchObject({ kind: 'rejected', serviceCode: '2999012' })
  expect(paths.at(-1)).toBe('GET /3/supplierinvoicefileconnections/f')
})

test('a mode of payment without an account cannot be paid by and hides no other', async () => {
  const { session } = await farSide((_request, response) =>
    answer(response, 200, {
      ModesOfPayments: [
        { Code: 'KV', Description: 'Kvittning', AccountNumber: null },
        { Code: 'FK', Description: 'Kort', AccountNumber: '2890' },
      ],
    }),
  )
  expect(await session.listModesOfPayment()).toEqual([{ code: 'FK', name: 'Kort', account: 2890 }])
})
describe('bookkeeping where invoices are approved first', () => {
  const refused = { ErrorInformation: { error: 1, message: 'x', code: 2001322 } }
  test('approves and tries once more', async () => {
    const { session, paths } = await farSide((_request, response, count) =>
      count === 1
        ? answer(response, 400, refused)
        : answer(response, 200, { SupplierInvoice: { ...invoice.SupplierInvoice, Booked: true } }),
    )
    expect(await session.bookkeepSupplierInvoice('1')).toMatchObject({ isBookkept: true })
    expect(paths).toEqual([
      'PUT /3/supplierinvoices/1/bookkeep',
      'PUT /3/supplierinvoices/1/approvalbookkeep',
      'PUT /3/supplierinvoices/1/bookkeep',
    ])
  })
  test.each([400, 403])('does so whatever code the refusal has (%i), unless it is bookkept', async (status) => {
    let isThere = false
    let isApproved = false
    const { session, paths, url } = await farSide(({ method, url = '' }, response) => {
      const Booked = isThere || (isApproved && url.endsWith('/bookkeep'))
      if (url.endsWith('/approvalbookkeep')) isApproved = true
      const isRefused = url.endsWith('/bookkeep') && !isApproved
      if (isRefused) return answer(response, status, { ErrorInformation: { error: 1, message: 'x', code: 2999998 } })
      answer(response, 200, {
        SupplierInvoice: { ...invoice.SupplierInvoice, Booked: method === 'GET' ? isThere : Booked },
      })
    })
    expect(await session.bookkeepSupplierInvoice('1')).toMatchObject({ isBookkept: true })
    expect(paths).toHaveLength(4)
    isThere = true
    isApproved = false
    await failure(open(url).session.bookkeepSupplierInvoice('1'))
    expect(paths.slice(4)).toEqual(['PUT /3/supplierinvoices/1/bookkeep', 'GET /3/supplierinvoices/1'])
  })
  test('says so when approving is refused as well', async () => {
    const { session } = await farSide((_request, response) => answer(response, 400, refused))
    expect(await failure(session.bookkeepSupplierInvoice('1'))).toMatchObject({
      kind: 'approval-required',
      retry: 'never',
    })
  })
})

describe('a payment that is refused', () => {
  const refused = { ErrorInformation: { error: 1, message: 'Fakturan är inte betalattesterad.', code: 2999999 } }
  const posted = { SupplierInvoicePayment: { Number: 7, InvoiceNumber: '1', Amount: 1, PaymentDate: '2026-11-20' } }
  /** Refuses payments of an invoice until it is approved; `mayApprove` says whether we may do that. */
  const asking = ({ mayApprove, payments }: { mayApprove: boolean; payments: unknown[] }) => {
    let isApproved = false
    return farSide(({ method, url = '' }, response) => {
      if (method === 'GET')
        return answer(response, 200, { MetaInformation: { '@TotalPages': 1 }, SupplierInvoicePayments: payments })
      if (url.endsWith('/approvalpayment')) {
        isApproved = mayApprove
        return mayApprove ? answer(response, 200, invoice) : answer(response, 400, refused)
      }
      return isApproved ? answer(response, 201, posted) : answer(response, 400, refused)
    })
  }
  const tried = [
    'POST /3/supplierinvoicepayments',
    'GET /3/supplierinvoicepayments?invoicenumber=1&limit=500&page=1',
    'PUT /3/supplierinvoices/1/approvalpayment',
  ]

  test('is approved and sent once more: payments may have to be approved before they are made', async () => {
    const { session, paths } = await asking({ mayApprove: true, payments: [] })
    expect(await session.createPayment('1', due)).toMatchObject({ number: '7', isBookkept: false })
    expect(paths).toEqual([...tried, 'POST /3/supplierinvoicepayments'])
  })
  test('stays refused for its own reason where we may not approve', async () => {
    const { session, paths } = await asking({ mayApprove: false, payments: [] })
    expect(await failure(session.createPayment('1', due))).toMatchObject({ kind: 'rejected', serviceCode: '2999999' })
    expect(paths).toEqual(tried)
  })
  test('is not sent again where one is there already', async () => {
    const { session, paths } = await asking({ mayApprove: true, payments: [posted.SupplierInvoicePayment] })
    expect(await failure(session.createPayment('1', due))).toMatchObject({ kind: 'rejected' })
    expect(paths).toEqual(tried.slice(0, 2))
  })
})

describe('the account rows of an invoice that was created', () => {
  const created = async (SupplierInvoiceRows: unknown) => {
    const { session } = await farSide((_request, response) =>
      answer(response, 200, { SupplierInvoice: { ...invoice.SupplierInvoice, SupplierInvoiceRows } }),
    )
    return (await session.readSupplierInvoice('1')).rows
  }
  test('are told in öre', async () => {
    const rows = [
      { Account: 2440, Code: 'TOT', Debit: 0, Credit: 12.5, Total: -12.5 },
      { Account: '5410', Debit: '12.50', Credit: null },
    ]
    expect(await created(rows)).toEqual([
      { account: 2440, debit: 0, credit: 1250 },
      { account: 5410, debit: 1250, credit: 0 },
    ])
  })
  test('are left out where they cannot be read: the answer stands', async () => {
    expect(await created([{ Account: 2440, Debit: 'mycket' }])).toBeUndefined()
    expect(await created('API_NORIGHT')).toBeUndefined()
  })
})

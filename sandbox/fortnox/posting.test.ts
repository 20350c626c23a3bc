import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FortnoxSandbox, startFortnoxSandbox } from './index.ts'
import { type ApiReply, type SandboxClient, signIn } from './sandbox-client.ts'

let sandbox: FortnoxSandbox
let client: SandboxClient

beforeAll(async () => {
  sandbox = await startFortnoxSandbox({
    rateLimit: { requests: 10_000, seconds: 1 },
    now: () => new Date('2026-11-10T12:00:00Z'),
  })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await control('POST', 'reset', {})
  client = await signIn(sandbox.url)
})

const invoiceDate = '2026-10-05'
const invoice = (fields: object = {}) => ({
  SupplierInvoice: {
    SupplierNumber: '1',
    InvoiceDate: invoiceDate,
    DueDate: invoiceDate,
    Total: '1250.00',
    VAT: '250.00',
    SupplierInvoiceRows: [{ Account: 6110, Debit: 1000 }],
    ...fields,
  },
})
const payment = (fields: object = {}) => ({
  SupplierInvoicePayment: {
    InvoiceNumber: '1',
    Amount: 1250,
    AmountCurrency: 1250,
    PaymentDate: '2026-10-06',
    ModeOfPayment: 'KORT',
    ...fields,
  },
})

async function control(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${sandbox.url}/sandbox/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
async function stateOf(tenant = '1001') {
  return (await (await control('GET', `state/${tenant}`)).json()) as {
    invoices: Record<string, unknown>[]
    payments: Record<string, unknown>[]
    vouchers: { series: string; number: number; rows: { account: number; debit: number; credit: number }[] }[]
    balances: Record<string, Record<string, number>>
  }
}
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
const invoiceOf = (reply: ApiReply): any => (
  expect(reply.status, reply.text).toBeLessThan(300), reply.body.SupplierInvoice
)
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
const paymentOf = (reply: ApiReply): any => (
  expect(reply.status, reply.text).toBeLessThan(300), reply.body.SupplierInvoicePayment
)
const codeOf = (reply: ApiReply): unknown =>
  (reply.body.ErrorInformation as { code?: number; Code?: number } | undefined)?.code
const rowsOf = (reply: ApiReply) =>
  invoiceOf(reply).SupplierInvoiceRows.map((row: Record<string, unknown>) => [
    row.Account,
    row.Code ?? null,
    row.Debit,
    row.Credit,
  ])

describe('creating a supplier invoice', () => {
  it('adds the debt and the VAT to a cost row', async () => {
    const reply = await client.call('POST', 'supplierinvoices', invoice())
    expect(reply.status).toBe(201)
    expect(reply.headers.get('location')).toBe('supplierinvoices')
    expect(rowsOf(reply)).toEqual([
      [2440, 'TOT', 0, 1250],
      [6110, null, 1000, 0],
      [2641, 'VAT', 250, 0],
    ])
    expect(invoiceOf(reply)).toMatchObject({
      GivenNumber: '1',
      Booked: false,
      Balance: '1250',
      Total: '1250',
      VAT: '250',
      VoucherNumber: null,
      AccountingMethod: 'ACCRUAL',
    })
  })

  it('takes a header alone, which can be booked only with a preset account', async () => {
    await control('PUT', 'tenants/1001/settings', {})
    await client.call('POST', 'suppliers', { Supplier: { Name: 'Utan konto' } })
    const withPreset = await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: undefined }))
    expect(rowsOf(withPreset)).toContainEqual([6110, 'PRE', 1000, 0])
    const without = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ SupplierInvoiceRows: undefined, SupplierNumber: '6' }),
    )
    expect((await client.call('PUT', 'supplierinvoices/1/bookkeep')).status).toBe(200)
    expect(without.status).toBe(201)
    expect(codeOf(await client.call('PUT', 'supplierinvoices/2/bookkeep'))).toBe(2000755)
  })

  it('keeps full rows as they are, with or without codes', async () => {
    const plain = [
      { Account: 6110, Debit: 1000 },
      { Account: 2640, Debit: 250 },
      { Account: 2440, Credit: 1250 },
    ]
    expect(rowsOf(await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: plain })))).toHaveLength(
      3,
    )
    const coded = [
      { Account: '2440', Code: 'TOT', Debit: 0, Credit: 1250, Total: -1250 },
      { Account: '2641', Code: 'VAT', Debit: 250, Credit: 0 },
      { Account: '6250', Code: 'PRE', Debit: 1000, Credit: 0 },
    ]
    expect(rowsOf(await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: coded })))).toHaveLength(
      3,
    )
  })

  it('refuses rows that do not balance', async () => {
    const reply = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ SupplierInvoiceRows: [{ Account: 6110, Debit: 999.99 }] }),
    )
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({
      ErrorInformation: { error: 1, message: 'Leverantörsfakturan balanserar inte', code: 2000755 },
    })
    expect((await stateOf()).invoices).toEqual([])
  })

  it('turns the debt round for a credit note', async () => {
    const reply = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ Total: '-1250', VAT: '-250', SupplierInvoiceRows: [{ Account: 6110, Credit: 1000 }] }),
    )
    expect(rowsOf(reply)).toEqual([
      [2440, 'TOT', 1250, 0],
      [6110, null, 0, 1000],
      [2641, 'VAT', 0, 250],
    ])
    expect(invoiceOf(reply)).toMatchObject({ Credit: true, Balance: '-1250' })
  })

  it('adds calculated VAT by reverse charge, unless its rows were sent', async () => {
    const eu = { Total: '1000', VAT: '0', VATType: 'EUINTERNAL' }
    const services = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ ...eu, SupplierInvoiceRows: [{ Account: 4535, Debit: 1000 }] }),
    )
    expect(rowsOf(services).slice(2)).toEqual([
      [2645, 'SRD', 250, 0],
      [2614, 'SRC', 0, 250],
    ])
    const goods = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ ...eu, SupplierInvoiceRows: [{ Account: 4515, Debit: 1000 }] }),
    )
    expect(rowsOf(goods).slice(2)).toEqual([
      [2645, 'PRD', 250, 0],
      [2614, 'PRC', 0, 250],
    ])
    const own = [
      { Account: 4536, Debit: 1000 },
      { Account: 2645, Code: 'SRD', Debit: 120 },
      { Account: 2624, Code: 'SRC', Credit: 120 },
    ]
    expect(
      rowsOf(await client.call('POST', 'supplierinvoices', invoice({ ...eu, SupplierInvoiceRows: own }))),
    ).toHaveLength(4)
    const building = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ ...eu, VATType: 'REVERSE', SupplierInvoiceRows: [{ Account: 4425, Debit: 1000 }] }),
    )
    expect(rowsOf(building).slice(2)).toEqual([
      [2647, 'CND', 250, 0],
      [2614, 'CNC', 0, 250],
    ])
    const uncoded = [
      { Account: 4425, Debit: 1000 },
      { Account: 2647, Debit: 250 },
      { Account: 2614, Credit: 250 },
    ]
    expect(
      codeOf(
        await client.call(
          'POST',
          'supplierinvoices',
          invoice({ ...eu, VATType: 'REVERSE', SupplierInvoiceRows: uncoded }),
        ),
      ),
    ).toBe(2003115)
  })

  it('books a foreign invoice in kronor and keeps its own currency beside', async () => {
    const rows = [{ Account: 6540, Debit: 1123.57 }]
    const reply = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ Currency: 'EUR', CurrencyRate: '11.2357', Total: '100', VAT: '0', SupplierInvoiceRows: rows }),
    )
    expect(rowsOf(reply)).toEqual([
      [2440, 'TOT', 0, 1123.57],
      [6540, null, 1123.57, 0],
    ])
    expect(invoiceOf(reply)).toMatchObject({ Total: '100', Balance: '100', Currency: 'EUR', CurrencyRate: '11.2357' })
    expect(invoiceOf(reply).SupplierInvoiceRows[0].CreditCurrency).toBe(100)
    expect(codeOf(await client.call('POST', 'supplierinvoices', invoice({ Currency: 'XXX' })))).toBe(2000427)
  })

  it('round-trips ExternalInvoiceNumber, at most 50 characters, and allows duplicates', async () => {
    const key = 'x'.repeat(50)
    for (const number of ['1', '2'])
      expect(
        invoiceOf(
          await client.call('POST', 'supplierinvoices', invoice({ ExternalInvoiceNumber: key, InvoiceNumber: 'A1' })),
        ),
      ).toMatchObject({ GivenNumber: number, ExternalInvoiceNumber: key })
    expect((await client.call('POST', 'supplierinvoices', invoice({ ExternalInvoiceNumber: `${key}x` }))).status).toBe(
      400,
    )
  })

  it('replaces rows as a whole on a change and leaves other fields alone', async () => {
    await client.call('POST', 'supplierinvoices', invoice({ Comments: 'Kvar' }))
    const changed = await client.call('PUT', 'supplierinvoices/1', {
      SupplierInvoice: {
        SupplierInvoiceRows: [
          { Account: 5410, Debit: 400 },
          { Account: 6110, Debit: 600 },
        ],
      },
    })
    expect(rowsOf(changed)).toHaveLength(4)
    expect(invoiceOf(changed)).toMatchObject({ Comments: 'Kvar', Total: '1250' })
  })
})

describe('what a write refuses', () => {
  const cases: [string, object, number][] = [
    ['an unknown field', { Description: 'x' }, 2001399],
    ['a read-only field', { Booked: true }, 9000001],
    ['an explicit null', { Comments: null }, 2001392],
    ['a text where an amount belongs', { Total: 'tolv' }, 2000108],
    ['a text where a flag belongs', { DisablePaymentFile: 'ja' }, 2000134],
    ['an impossible date', { InvoiceDate: '2026-02-30' }, 9000005],
    ['a tab', { Comments: 'a\tb' }, 2000359],
    ['an address with ://', { Comments: 'se https://exempel.se' }, 2000359],
    ['an arrow', { YourReference: 'a->b' }, 2000359],
    ['an ellipsis', { Comments: 'vänta…' }, 2000359],
    ['a middle dot', { Comments: 'a·b' }, 2000359],
    ['a too long comment', { Comments: 'å'.repeat(1001) }, 9000003],
    ['an unknown account', { SupplierInvoiceRows: [{ Account: 6111, Debit: 1000 }] }, 2001304],
    ['an inactive account', { SupplierInvoiceRows: [{ Account: 6541, Debit: 1000 }] }, 2000550],
    ['an unknown row field', { SupplierInvoiceRows: [{ AccountNumber: 6110, Debit: 1000 }] }, 2001399],
    ['a cost centre that is not there', { CostCenter: 'SAKNAS' }, 9000018],
    ['stock', { SalesType: 'STOCK' }, 2003127],
    ['an unknown supplier', { SupplierNumber: '99' }, 9000007],
    ['a date without a financial year', { InvoiceDate: '2031-01-01' }, 9000016],
  ]
  it.each(cases)('%s', async (_name, fields, code) => {
    const reply = await client.call('POST', 'supplierinvoices', invoice(fields))
    expect([reply.status, codeOf(reply)]).toEqual([400, code])
  })

  it('says which field is read-only, and takes å, ä, ö and line breaks', async () => {
    expect(
      (await client.call('POST', 'suppliers', { Supplier: { Name: 'A', Country: 'Sverige' } })).body,
    ).toMatchObject({ ErrorInformation: { message: 'Fältet Country är endast läsbart' } })
    expect((await client.call('POST', 'supplierinvoices', invoice({ Comments: 'Åäö éü\nrad två' }))).status).toBe(201)
  })

  it('holds an account to its cost centre rule', async () => {
    await control('PUT', 'tenants/1001/settings', {
      accounts: { 6110: { costCenter: 'MANDATORY' }, 5410: { costCenter: 'NOTALLOWED' } },
    })
    expect(codeOf(await client.call('POST', 'supplierinvoices', invoice()))).toBe(9000019)
    expect((await client.call('POST', 'supplierinvoices', invoice({ CostCenter: 'BUTIK' }))).status).toBe(201)
    expect(
      codeOf(
        await client.call(
          'POST',
          'supplierinvoices',
          invoice({ SupplierInvoiceRows: [{ Account: 5410, Debit: 1000, CostCenter: 'BUTIK' }] }),
        ),
      ),
    ).toBe(9000020)
  })
})

describe('bookkeeping', () => {
  it('makes a voucher, moves balances and locks the invoice', async () => {
    await client.call('POST', 'supplierinvoices', invoice())
    const booked = await client.call('PUT', 'supplierinvoices/1/bookkeep')
    expect(invoiceOf(booked)).toMatchObject({
      Booked: true,
      VoucherNumber: 1,
      VoucherSeries: 'D',
      VoucherYear: 3,
      Vouchers: [{ Number: 1, Series: 'D', Year: 3, ReferenceType: 'SUPPLIERINVOICE' }],
    })
    const voucher = await client.call('GET', 'vouchers/D/1?financialyear=3')
    expect(voucher.body).toMatchObject({
      Voucher: { TransactionDate: invoiceDate, ReferenceType: 'SUPPLIERINVOICE', ReferenceNumber: '1' },
    })
    expect((await stateOf()).balances).toEqual({ 3: { 2440: -1250, 2641: 250, 6110: 1000 } })
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/bookkeep'))).toBe(9000013)
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1', { SupplierInvoice: { Comments: 'x' } }))).toBe(9000013)
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/cancel'))).toBe(9000013)
  })

  it('is refused in a cash year and in a locked period', async () => {
    const cash = await signIn(sandbox.url, '1002')
    await cash.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await cash.call('PUT', 'supplierinvoices/1/bookkeep'))).toBe(9000015)
    const locked = await signIn(sandbox.url, '1003')
    await locked.call('POST', 'supplierinvoices', invoice({ InvoiceDate: '2026-06-30' }))
    const refused = await locked.call('PUT', 'supplierinvoices/1/bookkeep')
    expect(refused.body).toEqual({
      ErrorInformation: {
        error: 1,
        message: 'Björklunda Bygg AB har låst perioden t.o.m. 2026-06-30. Lås upp perioden för att fortsätta.',
        code: 2000401,
      },
    })
    await locked.call('POST', 'supplierinvoices', invoice({ InvoiceDate: '2026-07-01' }))
    expect((await locked.call('PUT', 'supplierinvoices/2/bookkeep')).status).toBe(200)
  })

  it('wants an approval first where the company asks for one, and knows none where it does not', async () => {
    const approving = await signIn(sandbox.url, '1004')
    await approving.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await approving.call('PUT', 'supplierinvoices/1/bookkeep'))).toBe(2001322)
    expect((await approving.call('PUT', 'supplierinvoices/1/approvalbookkeep')).status).toBe(200)
    expect((await approving.call('PUT', 'supplierinvoices/1/bookkeep')).status).toBe(200)
    await client.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/approvalbookkeep'))).toBe(2001110)
  })

  it('cancels what is not booked and credits what is', async () => {
    await client.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/credit'))).toBe(9000024)
    expect(invoiceOf(await client.call('PUT', 'supplierinvoices/1/cancel'))).toMatchObject({ Cancelled: true })
    await client.call('POST', 'supplierinvoices', invoice())
    await client.call('PUT', 'supplierinvoices/2/bookkeep')
    expect(invoiceOf(await client.call('PUT', 'supplierinvoices/2/credit'))).toMatchObject({
      GivenNumber: '2',
      CreditReference: 3,
    })
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/3'))).toMatchObject({
      Credit: true,
      CreditReference: 2,
      Total: '-1250',
      Booked: false,
    })
    expect(codeOf(await client.call('PUT', 'supplierinvoices/2/credit'))).toBe(9000024)
    await client.call('PUT', 'supplierinvoices/3', { SupplierInvoice: { Comments: 'Retur' } })
    await client.call('PUT', 'supplierinvoices/3/bookkeep')
    expect((await stateOf()).balances).toEqual({ 3: { 2440: 0, 2641: 0, 6110: 0 } })
  })
})

describe('payments', () => {
  const booked = async (fields: object = {}) => {
    const { GivenNumber } = invoiceOf(await client.call('POST', 'supplierinvoices', invoice(fields)))
    await client.call('PUT', `supplierinvoices/${GivenNumber}/bookkeep`)
    return GivenNumber as string
  }

  it('lower the balance only when booked, against the account of the mode of payment', async () => {
    await booked()
    expect(paymentOf(await client.call('POST', 'supplierinvoicepayments', payment()))).toMatchObject({
      Number: 1,
      Amount: 1250,
      InvoiceTotal: '1250',
      Booked: false,
      VoucherNumber: null,
    })
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/1')).Balance).toBe('1250')
    expect(paymentOf(await client.call('PUT', 'supplierinvoicepayments/1/bookkeep'))).toMatchObject({
      Booked: true,
      VoucherSeries: 'E',
      VoucherNumber: 1,
    })
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/1'))).toMatchObject({
      Balance: '0',
      FinalPayDate: '2026-10-06',
    })
    expect((await stateOf()).balances['3']).toMatchObject({ 2440: 0, 2890: -1250 })
    expect(codeOf(await client.call('PUT', 'supplierinvoicepayments/1/bookkeep'))).toBe(9000023)
  })

  it('are refused for what cannot be paid', async () => {
    await client.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await client.call('POST', 'supplierinvoicepayments', payment()))).toBe(9000010)
    await client.call('PUT', 'supplierinvoices/1/bookkeep')
    const refusals: [object, number][] = [
      [{ InvoiceNumber: '77' }, 9000008],
      [{ PaymentDate: '2026-10-04' }, 9000012],
      [{ Amount: 1250.01, AmountCurrency: 1250.01 }, 9000011],
      [{ Amount: -1, AmountCurrency: -1 }, 9000011],
      [{ ModeOfPayment: 'SAKNAS' }, 9000017],
      [{ Booked: true }, 9000001],
    ]
    for (const [fields, code] of refusals)
      expect(codeOf(await client.call('POST', 'supplierinvoicepayments', payment(fields)))).toBe(code)
  })

  it('are negative for a credit note', async () => {
    await booked({ Total: '-1250', VAT: '-250', SupplierInvoiceRows: [{ Account: 6110, Credit: 1000 }] })
    await client.call('POST', 'supplierinvoicepayments', payment({ Amount: -1250, AmountCurrency: -1250 }))
    expect((await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')).status).toBe(200)
    expect((await stateOf()).balances['3']).toMatchObject({ 2440: 0, 2890: 1250 })
  })

  it('can be changed and taken away while unbooked, and two that overpay cannot both be booked', async () => {
    await booked()
    await client.call('POST', 'supplierinvoicepayments', payment())
    expect(
      paymentOf(
        await client.call('PUT', 'supplierinvoicepayments/1', {
          SupplierInvoicePayment: { Amount: 250, ModeOfPayment: 'BG' },
        }),
      ),
    ).toMatchObject({ Amount: 250, AmountCurrency: 250, ModeOfPayment: 'BG' })
    await client.call('POST', 'supplierinvoicepayments', payment())
    expect((await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')).status).toBe(200)
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/1')).Balance).toBe('1000')
    expect(codeOf(await client.call('PUT', 'supplierinvoicepayments/2/bookkeep'))).toBe(9000011)
    expect((await client.call('DELETE', 'supplierinvoicepayments/2')).status).toBe(204)
    expect((await client.call('GET', 'supplierinvoicepayments/2')).status).toBe(404)
    expect((await client.call('DELETE', 'supplierinvoicepayments/1')).status).toBe(400)
  })

  it('in another currency book the exchange difference', async () => {
    await booked({
      Currency: 'EUR',
      CurrencyRate: '11',
      Total: '100',
      VAT: '0',
      SupplierInvoiceRows: [{ Account: 6540, Debit: 1100 }],
    })
    await client.call(
      'POST',
      'supplierinvoicepayments',
      payment({ Amount: 1120, AmountCurrency: 100, CurrencyRate: 11.2 }),
    )
    await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')
    expect((await stateOf()).balances['3']).toEqual({ 2440: 0, 6540: 1100, 2890: -1120, 7960: 20 })
  })

  it('cannot be booked in a locked period', async () => {
    await booked()
    await client.call('POST', 'supplierinvoicepayments', payment())
    await control('PUT', 'tenants/1001/settings', { lockedPeriod: '2026-10-31' })
    expect(codeOf(await client.call('PUT', 'supplierinvoicepayments/1/bookkeep'))).toBe(2000401)
  })

  it('are what books the invoice by the cash method', async () => {
    const cash = await signIn(sandbox.url, '1002')
    await cash.call('POST', 'supplierinvoices', invoice())
    await cash.call('POST', 'supplierinvoicepayments', payment({ Amount: 1000.01, AmountCurrency: 1000.01 }))
    expect((await cash.call('PUT', 'supplierinvoicepayments/1/bookkeep')).status).toBe(200)
    await cash.call('POST', 'supplierinvoicepayments', payment({ Amount: 249.99, AmountCurrency: 249.99 }))
    expect((await cash.call('PUT', 'supplierinvoicepayments/2/bookkeep')).status).toBe(200)
    expect((await stateOf('1002')).balances['3']).toEqual({ 2641: 250, 6110: 1000, 2890: -1250 })
  })
})

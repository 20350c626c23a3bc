import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FortnoxSandbox, startFortnoxSandbox } from './index.ts'
import { codeOf, invoice, invoiceOf } from './posting-samples.ts'
import { type SandboxClient, signIn } from './sandbox-client.ts'

let sandbox: FortnoxSandbox
let client: SandboxClient
let now = new Date('2026-11-10T12:00:00Z')

beforeAll(async () => {
  sandbox = await startFortnoxSandbox({ rateLimit: { requests: 10_000, seconds: 1 }, now: () => now })
  client = await signIn(sandbox.url)
})
afterAll(() => sandbox.close())

const list = async (path: string, name: string) => {
  const reply = await client.call('GET', path)
  if (reply.status !== 200) throw new Error(reply.text)
  return { rows: reply.body[name] as Record<string, unknown>[], meta: reply.body.MetaInformation }
}

describe('registers', () => {
  it('show the company, its years and its accounts', async () => {
    expect((await client.call('GET', 'companyinformation')).body).toMatchObject({
      CompanyInformation: { CompanyName: 'Fjällbruket AB', DatabaseNumber: 1001 },
    })
    expect((await client.call('GET', 'settings/company')).body).toMatchObject({
      CompanySettings: { DatabaseNumber: '1001' },
    })
    expect((await client.call('GET', 'settings/lockedperiod')).body).toEqual({ LockedPeriod: {} })
    expect((await list('financialyears', 'FinancialYears')).rows.map((year) => year.FromDate)).toEqual([
      '2024-01-01',
      '2025-01-01',
      '2026-01-01',
      '2027-01-01',
    ])
    expect((await list('financialyears?date=2026-06-30', 'FinancialYears')).rows).toMatchObject([
      { Id: 3, AccountingMethod: 'ACCRUAL' },
    ])
    expect((await list('financialyears?date=2019-06-30', 'FinancialYears')).rows).toEqual([])
    const accounts = await list('accounts?limit=500&financialyear=3', 'Accounts')
    expect(accounts.rows.length).toBeGreaterThan(100)
    expect(accounts.rows.find((account) => account.Number === 6541)).toMatchObject({
      Active: false,
      CostCenterSettings: 'ALLOWED',
      Year: 3,
    })
  })

  it('show modes of payment, predefined accounts and the other lists', async () => {
    expect((await list('modesofpayments', 'ModesOfPayments')).rows).toContainEqual(
      expect.objectContaining({ Code: 'KORT', AccountNumber: '2890' }),
    )
    expect((await client.call('GET', 'predefinedaccounts/SUPDEBT')).body).toMatchObject({
      PreDefinedAccount: { Name: 'SUPDEBT', Account: 2440 },
    })
    expect((await list('currencies', 'Currencies')).rows.map((currency) => currency.Code)).toEqual([
      'DKK',
      'EUR',
      'GBP',
      'NOK',
      'SEK',
      'USD',
    ])
    for (const [path, name] of [
      ['costcenters', 'CostCenters'],
      ['projects', 'Projects'],
      ['termsofpayments', 'TermsOfPayments'],
      ['voucherseries', 'VoucherSeriesCollection'],
    ] as const)
      expect((await list(path, name)).rows.length).toBeGreaterThan(1)
  })
})

describe('suppliers', () => {
  it('are numbered when they bring no number, changed in part and searched as ILIKE', async () => {
    const created = await client.call('POST', 'suppliers', {
      Supplier: { Name: 'Åkeriet i Norr AB', CountryCode: 'SE' },
    })
    expect([created.status, created.headers.get('location')]).toEqual([201, 'suppliers'])
    expect(created.body).toMatchObject({ Supplier: { SupplierNumber: '6', Active: true, PreDefinedAccount: null } })
    await client.call('PUT', 'suppliers/6', { Supplier: { PreDefinedAccount: '5710' } })
    expect((await client.call('GET', 'suppliers/6')).body).toMatchObject({
      Supplier: { Name: 'Åkeriet i Norr AB', PreDefinedAccount: '5710' },
    })
    expect((await list('suppliers?name=ÅKERIET', 'Suppliers')).rows).toHaveLength(1)
    expect((await list('suppliers?name=a&sortby=name', 'Suppliers')).rows.length).toBeGreaterThan(2)
  })

  it('refuse a missing name, an unknown term of payment and a taken number', async () => {
    expect(codeOf(await client.call('POST', 'suppliers', { Supplier: { City: 'Umeå' } }))).toBe(9000002)
    expect(codeOf(await client.call('POST', 'suppliers', { Supplier: { Name: 'A', TermsOfPayment: '45' } }))).toBe(
      2000429,
    )
    expect(codeOf(await client.call('POST', 'suppliers', { Supplier: { Name: 'A', SupplierNumber: '1' } }))).toBe(
      9000025,
    )
  })
})

describe('lists', () => {
  it('come in pages with their totals first', async () => {
    const reply = await client.call('GET', 'accounts?limit=50&page=2')
    expect(reply.text.startsWith('{"MetaInformation":{"@TotalResources":')).toBe(true)
    const { rows, meta } = await list('suppliers?limit=2&page=3', 'Suppliers')
    expect(rows).toHaveLength(2)
    expect(meta).toEqual({ '@TotalResources': 6, '@TotalPages': 3, '@CurrentPage': 3 })
    expect((await client.call('GET', 'suppliers/?limit=1')).status).toBe(200)
  })

  it('refuse unknown parameters, two own filters, too long pages and unknown filter values', async () => {
    for (const path of [
      'suppliers?fromdate=2026-01-01',
      'suppliers?name=a&city=b',
      'suppliers?limit=501',
      'suppliers?page=0',
      'suppliers?sortby=city',
      'supplierinvoices?externalinvoicenumber=x',
    ])
      expect(codeOf(await client.call('GET', path)), path).toBe(2000588)
    expect(codeOf(await client.call('GET', 'supplierinvoices?filter=booked'))).toBe(2000587)
  })

  it('filter supplier invoices by one own filter together with lastmodified in Swedish time', async () => {
    const first = await client.call('POST', 'supplierinvoices', invoice({ ExternalInvoiceNumber: 'A' }))
    now = new Date('2026-11-10T12:10:00Z')
    await client.call('POST', 'supplierinvoices', invoice({ ExternalInvoiceNumber: 'B' }))
    await client.call('POST', 'supplierinvoices', invoice({ SupplierNumber: '2' }))
    expect(invoiceOf(first).GivenNumber).toBe('1')
    expect(
      (await list('supplierinvoices?suppliernumber=1&lastmodified=2026-11-10%2013:05', 'SupplierInvoices')).rows,
    ).toMatchObject([{ GivenNumber: '2', ExternalInvoiceNumber: 'B', Cancel: false, Total: '1250' }])
    expect(
      (await list('supplierinvoices?suppliernumber=1&lastmodified=2026-11-10%2013:00&limit=500', 'SupplierInvoices'))
        .rows,
    ).toHaveLength(2)
    await client.call('PUT', 'supplierinvoices/1/bookkeep')
    await client.call('PUT', 'supplierinvoices/3/cancel')
    const numbers = async (filter: string) =>
      (await list(`supplierinvoices?filter=${filter}`, 'SupplierInvoices')).rows.map((row) => row.GivenNumber)
    expect(await numbers('unbooked')).toEqual(['2'])
    expect(await numbers('cancelled')).toEqual(['3'])
    expect(await numbers('unpaid')).toEqual(['1'])
    expect(await numbers('unpaidoverdue')).toEqual(['1'])
    expect(await numbers('fullypaid')).toEqual([])
  })
})

describe('the shape of answers', () => {
  it('spells errors in two ways: capitalised and raw by id, lower case and escaped otherwise', async () => {
    const missing = await client.call('GET', 'suppliers/99')
    expect([missing.status, missing.text]).toEqual([
      404,
      '{"ErrorInformation":{"Error":1,"Message":"Kan inte hitta leverantören.","Code":9000007}}',
    ])
    const refused = await client.call('GET', 'supplierinvoices?filter=x')
    expect([refused.status, refused.text]).toEqual([
      400,
      '{"ErrorInformation":{"error":1,"message":"Ett ogiltigt filter har anv\\u00e4nts.","code":2000587}}',
    ])
  })

  it('escapes slashes and letters, and answers broken JSON', async () => {
    const reply = await client.call('GET', 'suppliers/3')
    expect(reply.text).toContain('https:\\/\\/api.fortnox.se')
    expect(reply.headers.get('server')).toBe('Fortnox')
    const broken = await fetch(`${sandbox.url}/3/suppliers`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.tokens.accessToken}` },
      body: '{"Supplier":',
    })
    expect(await broken.json()).toMatchObject({ ErrorInformation: { code: 2002115 } })
    expect(codeOf(await client.call('GET', 'finnsinte'))).toBe(9000032)
  })
})

describe('files', () => {
  it('are uploaded to the inbox and connected to an invoice', async () => {
    const uploaded = await client.upload('inbox?folderId=inbox_s', 'kvitto å.pdf', 'innehåll')
    expect(uploaded.status).toBe(201)
    const file = uploaded.body.File as { Id: string; Name: string; Size: number }
    expect(file).toMatchObject({ Name: 'kvitto å.pdf', Size: 9 })
    const connect = (number: string) =>
      client.call('POST', 'supplierinvoicefileconnections', {
        SupplierInvoiceFileConnection: { FileId: file.Id, SupplierInvoiceNumber: number },
      })
    expect((await connect('1')).status).toBe(201)
    expect((await connect('1')).status).toBe(400)
    expect(
      (await list('supplierinvoicefileconnections?supplierinvoicenumber=1', 'SupplierInvoiceFileConnections')).rows,
    ).toMatchObject([{ FileId: file.Id, SupplierInvoiceNumber: '1' }])
    expect((await client.call('GET', `inbox/${file.Id}`)).text).toBe('innehåll')
    expect((await client.call('DELETE', `supplierinvoicefileconnections/${file.Id}`)).status).toBe(204)
    expect((await client.call('GET', `supplierinvoicefileconnections/${file.Id}`)).status).toBe(404)
    expect((await client.upload('inbox', 'utan-filändelse', 'x')).status).toBe(400)
  })
})

import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Exchange, type FortnoxSandbox, startFortnoxSandbox } from './index.ts'
import { invoice, invoiceOf, stateOf } from './posting-samples.ts'
import { control, requestTokens, type SandboxClient, signIn } from './sandbox-client.ts'

let sandbox: FortnoxSandbox
let client: SandboxClient
const exchanges: Exchange[] = []

beforeAll(async () => {
  sandbox = await startFortnoxSandbox({
    rateLimit: { requests: 10_000, seconds: 1 },
    onExchange: (exchange) => exchanges.push(exchange),
  })
  client = await signIn(sandbox.url)
})
afterAll(() => sandbox.close())

describe('the rate limit', () => {
  it('answers 429 above the limit per company, and lets through again when the window has passed', async () => {
    const limited = await startFortnoxSandbox({ rateLimit: { requests: 5, seconds: 3 } })
    try {
      const [one, other] = [await signIn(limited.url, '1001'), await signIn(limited.url, '1002')]
      const burst = await Promise.all(Array.from({ length: 8 }, () => one.call('GET', 'companyinformation')))
      expect(burst.filter((reply) => reply.status === 200)).toHaveLength(5)
      expect(burst.find((reply) => reply.status === 429)?.text).toBe('{"message":"Too Many Requests"}')
      expect((await other.call('GET', 'companyinformation')).status).toBe(200)
      // Two tokens of the same company share its limit.
      expect((await (await signIn(limited.url, '1001')).call('GET', 'companyinformation')).status).toBe(429)
      await new Promise((resolve) => setTimeout(resolve, 3_050))
      expect((await one.call('GET', 'companyinformation')).status).toBe(200)
      expect(await (await control(limited.url, 'GET', 'stats')).json()).toMatchObject({
        requests: 11,
        rateLimited: 4,
        maxInWindow: 9,
        tenants: { 1001: { 'GET /3/companyinformation': 10 } },
      })
    } finally {
      await limited.close()
    }
  })
})

describe('faults', () => {
  afterEach(() => control(sandbox.url, 'DELETE', 'faults'))
  const plan = async (...faults: object[]) =>
    expect((await control(sandbox.url, 'PUT', 'faults', faults)).status).toBe(200)
  const create = () => client.call('POST', 'supplierinvoices', invoice())
  const invoiceCount = async () => (await stateOf(sandbox.url)).invoices.length

  it('drop a connection before the work is done, or after it', async () => {
    const before = await invoiceCount()
    await plan({ match: { method: 'POST', path: '/3/supplierinvoices' }, nth: 1, effect: { kind: 'drop-before' } })
    await expect(create()).rejects.toThrow()
    expect(await invoiceCount()).toBe(before)
    await plan({ match: { method: 'POST', path: '^/3/supplierinvoices$' }, nth: 1, effect: { kind: 'drop-after' } })
    await expect(create()).rejects.toThrow()
    expect(await invoiceCount()).toBe(before + 1)
    expect((await create()).status).toBe(201)
  })

  it('answer 5xx with or without having done the work', async () => {
    const before = await invoiceCount()
    await plan(
      { times: 1, effect: { kind: 'status', status: 503 } },
      { times: 1, effect: { kind: 'status', status: 500, commit: true } },
    )
    expect((await create()).status).toBe(503)
    expect(await invoiceCount()).toBe(before)
    expect((await create()).status).toBe(500)
    expect(await invoiceCount()).toBe(before + 1)
  })

  it('answer 429 with Retry-After, and 401 as for an expired token, each n-th time', async () => {
    await plan(
      { match: { path: '/3/companyinformation' }, every: 2, effect: { kind: 'too-many-requests', retryAfter: 3 } },
      { match: { path: '/3/currencies' }, effect: { kind: 'expired-token' } },
    )
    const replies = [await client.call('GET', 'companyinformation'), await client.call('GET', 'companyinformation')]
    expect(replies.map((reply) => [reply.status, reply.headers.get('retry-after')])).toEqual([
      [200, null],
      [429, '3'],
    ])
    expect((await client.call('GET', 'currencies')).text).toBe('{"message":"unauthorized"}')
  })

  it('strike the token endpoint too, where a lost answer costs the refresh token', async () => {
    const { tokens } = await signIn(sandbox.url)
    const refresh = () =>
      requestTokens(sandbox.url, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken })
    await plan({ match: { path: '/oauth-v1/token' }, times: 1, effect: { kind: 'drop-after' } })
    await expect(refresh()).rejects.toThrow()
    expect((await refresh()).status).toBe(400)
  })

  it('strike by chance in the same way for the same seed', async () => {
    const pattern = async () => {
      await plan({ probability: 0.5, seed: 7, effect: { kind: 'status', status: 502 } })
      const statuses: number[] = []
      for (let index = 0; index < 12; index++) statuses.push((await client.call('GET', 'currencies')).status)
      return statuses
    }
    const first = await pattern()
    expect(new Set(first)).toEqual(new Set([200, 502]))
    expect(await pattern()).toEqual(first)
  })

  it('delay an answer, and refuse a plan that makes no sense', async () => {
    await plan({ times: 1, effect: { kind: 'latency', ms: 80 } })
    const start = performance.now()
    await client.call('GET', 'currencies')
    expect(performance.now() - start).toBeGreaterThan(70)
    expect((await control(sandbox.url, 'PUT', 'faults', [{ effect: { kind: 'explode' } }])).status).toBe(400)
  })
})

describe('the control API', () => {
  it('adds companies, changes their settings and sets everything back', async () => {
    expect((await control(sandbox.url, 'POST', 'tenants', { id: '2001', name: 'Nytt Bolag AB' })).status).toBe(201)
    await control(sandbox.url, 'PUT', 'tenants/2001/settings', {
      lockedPeriod: '2026-01-31',
      accounts: { 6110: { active: false }, 6999: { description: 'Eget konto' } },
      modesOfPayment: { EGET: { description: 'Eget', account: 1940 }, BG: null },
    })
    const own = await signIn(sandbox.url, '2001')
    expect((await own.call('GET', 'settings/lockedperiod')).body).toEqual({ LockedPeriod: { EndDate: '2026-01-31' } })
    expect((await own.call('GET', 'accounts/6999')).body).toMatchObject({
      Account: { Description: 'Eget konto', Active: true },
    })
    expect((await own.call('GET', 'modesofpayments/BG')).status).toBe(404)
    expect((await own.call('GET', 'suppliers')).body).toMatchObject({ Suppliers: [] })
    await control(sandbox.url, 'POST', 'tenants', { id: '2002', name: 'Ett Till AB', withSuppliers: true })
    const supplied = await signIn(sandbox.url, '2002')
    expect((await supplied.call('GET', 'suppliers')).body).toEqual((await client.call('GET', 'suppliers')).body)
    await control(sandbox.url, 'POST', 'reset')
    expect((await (await control(sandbox.url, 'GET', 'tenants')).json()) as unknown[]).toHaveLength(4)
    expect((await client.call('GET', 'companyinformation')).status).toBe(200)
  })

  it('hands every exchange to whoever listens', async () => {
    await client.call('GET', 'suppliers/1')
    expect(exchanges.at(-1)).toMatchObject({
      tenant: '1001',
      method: 'GET',
      path: '/3/suppliers/1',
      status: 200,
      responseBody: { Supplier: { SupplierNumber: '1' } },
    })
  })

  it('shows the books on a page of its own, with what people wrote kept harmless', async () => {
    await client.call('POST', 'suppliers', { Supplier: { Name: '<b>Fet & Co</b>', SupplierNumber: '50' } })
    await client.call(
      'POST',
      'supplierinvoices',
      invoice({
        SupplierNumber: '50',
        Total: '-1250',
        VAT: '-250',
        SupplierInvoiceRows: [{ Account: 6110, Credit: 1000 }],
      }),
    )
    await client.call('PUT', 'supplierinvoices/1/bookkeep')
    const html = await (await fetch(`${sandbox.url}/?company=1001`)).text()
    for (const text of ['Fjällbruket AB', '&#60;b&#62;Fet &#38; Co', '−1\u00a0250,00', 'D 1', '6110 Kontorsmateriel'])
      expect(html).toContain(text)
    expect(html).not.toContain('<b>Fet')
  })
})

describe('a data folder', () => {
  it('keeps ledger, settings and grants over a restart, and loses at most a line torn by a crash', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
    try {
      const first = await startFortnoxSandbox({ dataDir })
      const before = await signIn(first.url)
      await before.call('POST', 'supplierinvoices', invoice({ ExternalInvoiceNumber: 'kvar' }))
      await before.call('PUT', 'supplierinvoices/1/bookkeep')
      await before.call('POST', 'supplierinvoices', invoice({ Total: '1' }))
      await control(first.url, 'PUT', 'tenants/1001/settings', { approval: 'simple' })
      const state = await stateOf(first.url)
      await before.call('POST', 'supplierinvoices', invoice({ ExternalInvoiceNumber: 'sist' }))
      await first.close()
      const journal = join(dataDir, readdirSync(dataDir)[0] ?? '')
      truncateSync(journal, statSync(journal).size - 20)

      const second = await startFortnoxSandbox({ dataDir })
      expect(await stateOf(second.url)).toEqual(state)
      const { accessToken } = before.tokens
      const reopened = await fetch(`${second.url}/3/supplierinvoices/1`, {
        headers: { Authorization: `Bearer ${accessToken}` },
      })
      expect(await reopened.json()).toMatchObject({ SupplierInvoice: { ExternalInvoiceNumber: 'kvar', Booked: true } })
      expect(
        (await requestTokens(second.url, { grant_type: 'refresh_token', refresh_token: before.tokens.refreshToken }))
          .status,
      ).toBe(200)
      expect(invoiceOf(await (await signIn(second.url)).call('POST', 'supplierinvoices', invoice())).GivenNumber).toBe(
        '2',
      )
      await second.close()
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FortnoxSandbox, startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import type { AccountingConnector } from '../accounting-connector.ts'
import { createPacer } from '../pacer.ts'
import { describeConnector } from '../testing/connector-behaviour.ts'
import { createFortnoxConnector } from './index.ts'

const redirectUri = 'http://radvis.example/callback'
const year = new Date().getFullYear()
const day = `${year}-01-15`

function connectorTo(sandbox: FortnoxSandbox, rateLimit = { requests: 25, seconds: 5 }): AccountingConnector {
  const { url, clientId, clientSecret } = sandbox
  return createFortnoxConnector({ clientId, clientSecret, apiUrl: url, authUrl: `${url}/oauth-v1`, rateLimit })
}

/** Presses "allow" on the consent page. */
async function consent(connector: AccountingConnector, company = '1001') {
  const url = new URL(connector.authorizeUrl({ state: 'a state', redirectUri }))
  const form = new URLSearchParams([...url.searchParams, ['company', company], ['decision', 'allow']])
  const answer = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return { code, redirectUri }
}

async function openCompany(connector: AccountingConnector, company: string) {
  const { accessToken } = await connector.exchangeCode(await consent(connector, company))
  const { pace } = createPacer(connector.capabilities.rateLimit)
  return connector.openSession({ turn: async () => ({ token: accessToken, answered: await pace() }) })
}

const effects = {
  'lost-before': { kind: 'drop-before' },
  'lost-after': { kind: 'drop-after' },
  'failed-after': { kind: 'status', status: 502, commit: true },
  'rate-limited': { kind: 'too-many-requests', retryAfter: 1 },
  'token-refused': { kind: 'expired-token' },
}

describeConnector('Fortnox', async () => {
  const sandbox = await startFortnoxSandbox({ rateLimit: { requests: 10_000, seconds: 1 } })
  const connector = connectorTo(sandbox)
  return {
    connector,
    consent: () => consent(connector),
    async breakNext(call, how) {
      const match = call === 'read' ? { method: 'GET' } : { method: 'POST', path: '/3/supplierinvoices' }
      const answer = await fetch(`${sandbox.url}/sandbox/faults`, {
        method: 'PUT',
        body: JSON.stringify([{ match, times: 1, effect: effects[how] }]),
      })
      expect(answer.status).toBe(200)
    },
    given: { day, costAccount: 6110, inactiveAccount: 6541, modeOfPayment: 'KORT', cardAccount: 2890 },
    close: sandbox.close,
  }
})

describe('Fortnox companies that are not ordinary', () => {
  let sandbox: FortnoxSandbox
  beforeAll(async () => {
    sandbox = await startFortnoxSandbox()
  })
  afterAll(() => sandbox.close())

  async function createIn(company: string, invoiceDate = day) {
    const session = await openCompany(connectorTo(sandbox), company)
    const rows = [
      { account: 6110, role: 'cost', debit: 10_000, credit: 0 },
      { account: 2440, role: 'debt', debit: 0, credit: 10_000 },
    ] as const
    const invoice = {
      reference: `RV-${company}`,
      supplierNumber: '1',
      invoiceDate,
      dueDate: invoiceDate,
      currency: 'SEK',
      rate: '1',
      total: 10_000,
      vat: 0,
      vatType: 'SE0',
      isPaidByCard: true,
    } as const
    const { number } = await session.createSupplierInvoice({ ...invoice, rows: [...rows] })
    return { session, number }
  }

  test('with the cash method say so in their years, and bookkeeping is refused', async () => {
    const { session, number } = await createIn('1002')
    expect((await session.listFinancialYears()).map((one) => one.method)).toContain('cash')
    await expect(session.bookkeepSupplierInvoice(number)).rejects.toMatchObject({ kind: 'rejected', retry: 'never' })
  })
  test('with a locked period say until when, and bookkeeping in it is refused as that', async () => {
    const { session, number } = await createIn('1003', '2026-06-30')
    expect(await session.readLockedPeriod()).toBe('2026-06-30')
    await expect(session.bookkeepSupplierInvoice(number)).rejects.toMatchObject({
      kind: 'period-locked',
      retry: 'never',
    })
  })
  test('with simple approval are approved and bookkept', async () => {
    const { session, number } = await createIn('1004')
    expect(await session.bookkeepSupplierInvoice(number)).toMatchObject({ isBookkept: true })
  })
})

test('calls in pace never meet a 429, though they are as many as the limit lets through', async () => {
  const unhindered = await callCompany({ requests: 10_000, seconds: 1 })
  const { seconds, stats } = await callCompany({ requests: 25, seconds: 1 })
  expect(stats).toMatchObject({ rateLimited: 0, requests: 100, maxInWindow: 25 })
  // The ceiling is 3 s; what comes to it is a part of that, and what the machine takes for the calls themselves.
  expect(seconds).toBeLessThan(3 * 1.25 + 4 * unhindered.seconds)
})

/** A hundred calls at once. */
async function callCompany(rateLimit: { requests: number; seconds: number }) {
  const sandbox = await startFortnoxSandbox({ rateLimit, latencyMs: 20 })
  const session = await openCompany(connectorTo(sandbox, rateLimit), '1001')
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 100 }, () => session.readCompany()))
  const seconds = (performance.now() - startedAt) / 1000
  const stats = (await (await fetch(`${sandbox.url}/sandbox/stats`)).json()) as {
    rateLimited: number
    maxInWindow: number
    requests: number
  }
  await sandbox.close()
  return { seconds, stats }
}

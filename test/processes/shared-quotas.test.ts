import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TemplateSource } from '#sources/contract.ts'
import { cardFile } from '../../scripts/card-file.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { type Installation, startInstallation } from './installation.ts'

/** Less than what a person's account may read, so that the project's is what counts. */
const quota = { requests: 12, seconds: 12 }
let installation: Installation

beforeAll(async () => {
  installation = await startInstallation({ GOOGLE_RATE_LIMIT: `${quota.requests}/${quota.seconds}` })
  await installation.startWorker()
  await installation.startWorker()
})
afterAll(() => installation.stop())

type SourceId = 'google-sheets' | 'airtable'
const sandboxOf = { 'google-sheets': 'google', airtable: 'airtable' } as const

async function tell(source: SourceId, method: string, path: string, body: unknown): Promise<void> {
  const url = `${installation.sandboxUrl}/${sandboxOf[source]}/sandbox/${path}`
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(url, { method, headers, body: JSON.stringify(body) })).ok).toBe(true)
}
const statsOf = async (source: SourceId) =>
  (await (await fetch(`${installation.sandboxUrl}/${sandboxOf[source]}/sandbox/stats`)).json()) as {
    rateLimited: number
    tenants: Record<string, Record<string, number>>
  }

async function connect(client: RadvisClient, source: SourceId, answer: Record<string, string>): Promise<void> {
  const { url } = await client.call<{ url: string }>('POST', `/connectors/${source}/authorize`)
  const { origin, pathname, searchParams } = new URL(url)
  const form = new URLSearchParams([...searchParams, ['decision', 'allow'], ...Object.entries(answer)])
  const consent = await fetch(`${origin}${pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  const landed = await fetch(consent.headers.get('location') ?? '', { redirect: 'manual' })
  expect(landed.headers.get('location')).toContain('connected=')
}

/** Made up; the last digit is a check digit (Luhn). */
function organisationNumber(nth: number): string {
  const digits = `55990000${nth}`
  const sum = [...digits].reduce((total, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return `${digits.slice(0, 6)}-${digits.slice(6)}${(10 - (sum % 10)) % 10}`
}

let companies = 0
type Address = { documentId: string; tableId: string }
type Company = { client: RadvisClient; templateIds: string[] }

/** A company with so many templates that read the same table. */
async function openCompany(
  source: SourceId,
  given: Address & { answer: Record<string, string>; templates: number },
): Promise<Company> {
  const { answer, templates, ...address } = given
  const client = createClient(installation.url)
  await client.signUp(`company${++companies}@radvis.example`, 'radvis quotas test', organisationNumber(companies))
  await client.connectSandbox()
  await connect(client, source, answer)
  const templateIds: string[] = []
  for (let number = 0; number < templates; number++) {
    const { templateId } = await client.call<TemplateSource>('POST', '/template-sources', {
      ...{ name: `Kort ${number}`, bank: 'SEB', granularity: 'row', connectorId: source, ...address },
      ...{ documentName: 'Kortköp', tableName: 'Kort', viewId: null, viewName: null },
    })
    templateIds.push(templateId)
  }
  return { client, templateIds }
}

/** Has everything fetched; answers whose fetches ended, in that order. */
async function fetchAll(companies: readonly Company[]): Promise<Company[]> {
  const ended: Company[] = []
  for (const { client, templateIds } of companies)
    for (const id of templateIds) await client.call('POST', `/template-sources/${id}/fetch`, { extent: 'all' })
  const each = companies.flatMap((company) =>
    company.templateIds.map(async (id) => {
      for (;;) {
        const { isFetching, outcome } = await company.client.call<TemplateSource>('GET', `/template-sources/${id}`)
        if (!isFetching) {
          expect(outcome).toMatchObject({ kind: 'imported', problem: null })
          return ended.push(company)
        }
        await sleep(500)
      }
    }),
  )
  await Promise.all(each)
  return ended
}

/** Header first. */
const cardRows = (count: number) =>
  cardFile(count)
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'))

test('two workers on one Airtable base stay under its five requests a second, and both companies are served', async () => {
  const [documentId, tableId] = ['appDelad0000000001', 'tblKort0000000001']
  const [header = [], ...rows] = cardRows(800)
  const fields = header.map((name, index) => ({ id: `fld${index}`, name, type: 'singleLineText' }))
  const records = rows.map((cells) => ({
    fields: Object.fromEntries(cells.map((cell, index) => [`fld${index}`, cell])),
  }))
  await tell('airtable', 'PUT', `bases/${documentId}`, {
    ...{ name: 'Delad', users: ['usrKarinEkdahl001', 'usrOlleStrand0001'] },
    tables: [{ ...{ id: tableId, name: 'Kort' }, fields, records }],
  })
  const open = (account: string) =>
    openCompany('airtable', { documentId, tableId, templates: 4, answer: { account, base: documentId } })
  const both = [await open('usrKarinEkdahl001'), await open('usrOlleStrand0001')]
  const ended = await fetchAll(both)
  expect((await statsOf('airtable')).rateLimited).toBe(0)
  expectFair(ended)
}, 300_000)

test("two workers stay under Google's quota of the project, and both companies are served", async () => {
  const documentId = '1Delad0000000000000000000000000000000000001'
  const users = ['1001', '1002']
  await tell('google-sheets', 'PUT', `documents/${documentId}`, {
    ...{ name: 'Delad', users },
    tabs: [{ sheetId: 0, title: 'Kort', rows: cardRows(50) }],
  })
  const granted = 'https://www.googleapis.com/auth/drive.file'
  const open = (account: string) =>
    openCompany('google-sheets', {
      ...{ documentId, tableId: '0', templates: 5 },
      answer: { account, granted, file: documentId },
    })
  const both = [await open('1001'), await open('1002')]
  const watch = watchReads()
  const ended = await fetchAll(both)
  const most = watch.stop(quota)
  const { rateLimited } = await statsOf('google-sheets')
  expect(rateLimited).toBe(0)
  expect(most).toBeLessThanOrEqual(quota.requests)
  expectFair(ended)
}, 300_000)

/** Nobody waits until another has all that it asked for. */
function expectFair(ended: readonly Company[]): void {
  const [first, second] = [...new Set(ended)].map((one) => ended.lastIndexOf(one)).sort((a, b) => a - b)
  const served = ended.slice(0, first).filter((one) => one === ended[second ?? 0])
  expect(served.length).toBeGreaterThanOrEqual(ended.length / 8)
}

/** Counts what was asked of Google Sheets, ten times a second. */
function watchReads() {
  const seen: { at: number; reads: number }[] = []
  const look = async () => {
    const { tenants } = await statsOf('google-sheets')
    const counts = Object.values(tenants).flatMap((calls) => Object.entries(calls))
    const reads = counts.filter(([call]) => call.includes('/v4/')).reduce((sum, [, count]) => sum + count, 0)
    seen.push({ at: Date.now(), reads })
  }
  const timer = setInterval(() => look().catch(() => undefined), 100)
  return {
    /** The most reads in so many seconds; a look late by a moment takes no more than that off. */
    stop({ seconds }: { seconds: number }): number {
      clearInterval(timer)
      const within = seen.map(({ at, reads }) => {
        const last = seen.findLast((one) => one.at < at + seconds * 1000 - 200)
        return (last?.reads ?? reads) - reads
      })
      return Math.max(...within)
    },
  }
}

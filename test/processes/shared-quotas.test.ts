import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TemplateSource } from '#sources/contract.ts'
import { cardFile } from '../../scripts/card-file.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { organisationNumber } from '../organisation-number.ts'
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

/** Has everything fetched, and waits until it is. */
async function fetchAll(companies: readonly Company[]): Promise<void> {
  for (const { client, templateIds } of companies)
    for (const id of templateIds) await client.call('POST', `/template-sources/${id}/fetch`, { extent: 'all' })
  const each = companies.flatMap((company) =>
    company.templateIds.map(async (id) => {
      for (;;) {
        const { isFetching, outcome } = await company.client.call<TemplateSource>('GET', `/template-sources/${id}`)
        if (!isFetching) {
          return expect(outcome).toMatchObject({ kind: 'imported', problem: null })
        }
        await sleep(500)
      }
    }),
  )
  await Promise.all(each)
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
  const watch = await watchRequests('airtable', '/v0/')
  await fetchAll(both)
  expect((await statsOf('airtable')).rateLimited).toBe(0)
  expectFair(watch.stop())
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
      ...{ documentId, tableId: '0', templates: 4 },
      answer: { account, granted, file: documentId },
    })
  const both = [await open('1001'), await open('1002')]
  const watch = await watchRequests('google-sheets', '/v4/')
  await fetchAll(both)
  const seen = watch.stop()
  expect((await statsOf('google-sheets')).rateLimited).toBe(0)
  expect(mostWithin(seen, quota.seconds)).toBeLessThanOrEqual(quota.requests)
  expectFair(seen)
}, 300_000)

/** How many requests each account had made at a moment, from when they were watched on. */
type Seen = { at: number; counts: Record<string, number> }

/** Nobody waits until another has all that it asked for: when the first has, the other has had a quarter of its requests. */
function expectFair(seen: readonly Seen[]): void {
  const all = Object.entries(seen.at(-1)?.counts ?? {})
  expect(all).toHaveLength(2)
  const ended = seen.find(({ counts }) => all.some(([account, count]) => counts[account] === count))
  const shares = all.map(([account, count]) => (ended?.counts[account] ?? 0) / count)
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(1 / 4)
}

/** The most requests in so many seconds; a look late by a moment takes no more than that off. */
function mostWithin(seen: readonly Seen[], seconds: number): number {
  const inAll = seen.map(({ at, counts }) => ({
    at,
    all: Object.values(counts).reduce((sum, count) => sum + count, 0),
  }))
  const within = inAll.map(({ at, all }) => {
    const last = inAll.findLast((one) => one.at < at + seconds * 1000 - 200)
    return (last?.all ?? all) - all
  })
  return Math.max(...within)
}

/** Counts what each account asks for at such addresses from now on, ten times a second. */
async function watchRequests(source: SourceId, address: string) {
  const countOf = (calls: Record<string, number>) =>
    Object.entries(calls).reduce((sum, [call, count]) => (call.includes(address) ? sum + count : sum), 0)
  const look = async () =>
    Object.entries((await statsOf(source)).tenants).map(([account, calls]) => [account, countOf(calls)] as const)
  const before = new Map(await look()) // the templates were made from it too
  const seen: Seen[] = []
  const note = async () => {
    const counts = (await look()).map(([account, count]) => [account, count - (before.get(account) ?? 0)] as const)
    seen.push({ at: Date.now(), counts: Object.fromEntries(counts) })
  }
  const timer = setInterval(() => note().catch(() => undefined), 100)
  return {
    stop(): readonly Seen[] {
      clearInterval(timer)
      return seen
    },
  }
}

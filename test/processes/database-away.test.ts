import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardFile } from '../../scripts/card-file.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { until } from './card-run.ts'
import { type Installation, startInstallation } from './installation.ts'
import { endProcess } from './radvis-process.ts'

const email = 'a@radvis.example'
const password = 'radvis away'
const rows = 60_000
let installation: Installation
let observer: pg.Client
let client: RadvisClient
let worker: ChildProcess

beforeAll(async () => {
  installation = await startInstallation()
  observer = new pg.Client({ connectionString: installation.databaseUrl })
  await observer.connect()
  client = createClient(installation.url)
  await client.signUp(email, password)
})
afterAll(async () => {
  await observer?.end()
  await installation?.stop()
})

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await observer.query(text, values)).rows

test('while the database is away every call says so and when to come back; nobody is signed out, and all goes on afterwards', async () => {
  const { url, way } = installation
  let token = ''
  let companyId = ''
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}`, 'x-company-id': companyId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { status, headers } = response
    return { status, type: headers.get('content-type'), after: headers.get('retry-after'), body: await response.json() }
  }
  const signedIn = (await call('POST', '/auth/sign-in', { email, password })).body
  token = signedIn.token
  companyId = signedIn.companies[0].id
  const calls: [method: string, path: string, body?: unknown][] = [
    ['GET', '/runs/01a1fe99-e86b-7000-8a5b-c0b1a09c5a20'],
    ['PUT', '/mapped-suppliers', { supplierNumber: '1', account: 5410, vatType: 'SE25', designations: [] }],
    ['GET', '/me'],
    ['POST', '/auth/sign-in', { email, password }],
    ['POST', '/auth/reset-password', { token: 'of no letter', password }],
  ]
  const before = await Promise.all(calls.map((one) => call(...one)))
  expect(before.map(({ status }) => status).every((status) => status < 500)).toBe(true)

  await way.cut()
  for (const one of calls)
    expect([one[1], await call(...one)]).toMatchObject([
      one[1],
      {
        ...{ status: 503, type: 'application/problem+json', after: '5' },
        body: { code: 'temporarily-unavailable', status: 503, title: expect.stringContaining('Försök igen') },
      },
    ])
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  await way.open()
  const after = await Promise.all(calls.map((one) => call(...one)))
  expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status))
})

describe('a worker that loads the rows of an import', () => {
  let file: string
  let templateId: string

  beforeAll(async () => {
    worker = await installation.startWorker()
    await client.connectSandbox()
    file = join(installation.folder, 'long.csv')
    writeFileSync(file, cardFile(rows))
    templateId = (await client.createTemplate(file)).id
  })

  /** The file is imported once more, and its rows are on their way. */
  async function startLoading() {
    const told = client.importFile(file, templateId).catch(() => null) // asks while the database is away
    await until(async () => {
      const loading = await query("select from pg_stat_activity where state = 'active' and query ilike 'copy %'")
      return loading.length > 0
    })
    const [latest] = await query('select id from imports order by id desc limit 1')
    const state = async () => (await query('select state from imports where id = $1', [latest?.id]))[0]?.state
    return { told, importId: String(latest?.id), state }
  }

  test('begins anew as soon as a database is back that went away meanwhile', async () => {
    const { way } = installation
    const { told, importId, state } = await startLoading()
    await way.cut()
    await told
    await way.open()
    await until(async () => (await state()) === 'checked', 180_000)
    expect((await client.getImport(importId)).totals?.read.count).toBe(rows + 1)
    // Tried again by the job that failed. The sweep, which asks once a minute who was given up, would have queued another.
    const jobs = () =>
      query(
        "select state, retry_count from queue.job where name = 'imports.read-source' and data ->> 'importId' = $1",
        [importId],
      )
    await expect.poll(jobs, { timeout: 10_000 }).toEqual([{ state: 'completed', retry_count: 1 }])
  })

  test('begins anew where the server stopped its COPY', async () => {
    const { told } = await startLoading()
    const stopped = await query(
      "select pg_cancel_backend(pid) as stopped from pg_stat_activity where state = 'active' and query ilike 'copy %'",
    )
    expect(stopped).toEqual([{ stopped: true }])
    expect((await told)?.totals?.read.count).toBe(rows + 1)
  })

  test('reads on when a frozen database is back, while which a call was answered within seconds', async () => {
    const { url, way } = installation
    const { told, state } = await startLoading()
    way.hush()
    const signIn = () =>
      fetch(`${url}/api/v1/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
        signal: AbortSignal.timeout(60_000),
      })
    expect((await signIn()).status).toBe(503)
    expect([(await signIn()).status, (await fetch(`${url}/readyz`)).status]).toEqual([503, 503])
    await told
    way.speak()
    await until(async () => (await signIn()).status === 200, 30_000)
    // Nobody told the server that whoever began to load is gone.
    await until(async () => (await state()) === 'checked', 120_000)
  }, 240_000)

  test('ends as ever when it is asked to while the database is away', async () => {
    const { told } = await startLoading()
    await installation.way.cut()
    expect(await endProcess(worker, 'SIGTERM')).toBe(0)
    await told
  })
})

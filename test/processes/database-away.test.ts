import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cardFile } from '../../scripts/card-file.ts'
import { createClient } from '../../scripts/radvis-client.ts'
import { until } from './card-run.ts'
import { startInstallation } from './installation.ts'
import { endProcess } from './radvis-process.ts'

const email = 'a@radvis.example'
const password = 'radvis away'

test('while the database is away every call says so and when to come back; nobody is signed out, and all goes on afterwards', async ({
  onTestFinished,
}) => {
  const { url, way, stop } = await startInstallation()
  onTestFinished(() => stop())
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
  await createClient(url).signUp(email, password)
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

/** An installation whose worker is loading the rows of an import. */
async function startLoading(rows: number) {
  const installation = await startInstallation()
  const { url, folder, databaseUrl } = installation
  const worker = await installation.startWorker()
  const observer = new pg.Client({ connectionString: databaseUrl })
  await observer.connect()
  const client = createClient(url)
  await client.signUp(email, password)
  await client.connectSandbox()
  const file = join(folder, 'long.csv')
  writeFileSync(file, cardFile(rows))
  const { id: templateId } = await client.createTemplate(file)
  const told = client.importFile(file, templateId).catch(() => null) // asks while the database is away
  await until(async () => {
    const loading = await observer.query("select from pg_stat_activity where state = 'active' and query ilike 'copy %'")
    return loading.rows.length > 0
  })
  return {
    ...{ url, way: installation.way, worker, client, told },
    async query(text: string): Promise<Record<string, unknown>[]> {
      return (await observer.query(text)).rows
    },
    async stop() {
      await observer.end()
      await installation.stop()
    },
  }
}

test('an import whose database went away while its rows were on their way is read anew as soon as it is back', async ({
  onTestFinished,
}) => {
  const rows = 60_000
  const { way, client, told, query, stop } = await startLoading(rows)
  onTestFinished(() => stop())
  await way.cut()
  await told
  await way.open()
  await until(async () => (await query('select state from imports'))[0]?.state === 'checked', 180_000)
  const { items } = await client.call<{ items: { totals: { read: { count: number } } }[] }>('GET', '/imports')
  expect(items.map(({ totals }) => totals.read.count)).toEqual([rows + 1])
  // Tried again by the job that failed. The sweep, which asks once a minute who was given up, would have queued another.
  const jobs = () => query("select state, retry_count from queue.job where name = 'imports.read-source'")
  await expect.poll(jobs, { timeout: 10_000 }).toEqual([{ state: 'completed', retry_count: 1 }])
})

test('a worker that is asked to stop while the database of its import is away ends as ever', async ({
  onTestFinished,
}) => {
  const { way, worker, told, stop } = await startLoading(60_000)
  onTestFinished(() => stop())
  await way.cut()
  expect(await endProcess(worker, 'SIGTERM')).toBe(0)
  await told
})

test('an import whose COPY the server stopped is read anew by itself', async ({ onTestFinished }) => {
  const { told, query, stop } = await startLoading(60_000)
  onTestFinished(() => stop())
  const stopped = await query(
    "select pg_cancel_backend(pid) as stopped from pg_stat_activity where state = 'active' and query ilike 'copy %'",
  )
  expect(stopped).toEqual([{ stopped: true }])
  expect((await told)?.totals?.read.count).toBe(60_001)
})

test('while the database is frozen a call is answered within seconds, and an import is read when it is back', async ({
  onTestFinished,
}) => {
  const rows = 60_000
  const { url, way, told, query, stop } = await startLoading(rows)
  onTestFinished(() => stop())
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
  await until(async () => (await query('select state from imports'))[0]?.state === 'checked', 120_000)
}, 240_000)

import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TemplateSource } from '#sources/contract.ts'
import { cardFile } from '../../scripts/card-file.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { startPostgres } from '../postgres.ts'
import { until } from './card-run.ts'
import { endProcess, startProcess } from './radvis-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'radvis-fetching-'))
const documentId = '1Kortkop00000000000000000000000000000000001'
const rows = 20
const processes: ChildProcess[] = []
let postgres: Awaited<ReturnType<typeof startPostgres>>
let url: string
let google: string
let startWorker: () => Promise<ChildProcess>

beforeAll(async () => {
  postgres = await startPostgres()
  const [port, sandboxPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  google = `http://127.0.0.1:${sandboxPort}/google`
  const environment = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a secret that every process of one installation shares',
    LOG_LEVEL: 'error',
    PUBLIC_URL: url,
  }
  processes.push(await startProcess('src/main.ts', ['--services=web'], environment, `${url}/readyz`))
  startWorker = () => startProcess('src/main.ts', ['--services=worker'], environment, `${url}/healthz`)
})
afterAll(async () => {
  for (const child of processes.reverse()) await endProcess(child, 'SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const tellGoogle = async (path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(`${google}/sandbox/${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
  expect(ok).toBe(true)
}

/** As a person does who picks the document in Google's window. */
async function connectGoogle(client: RadvisClient): Promise<void> {
  const { url: consentUrl } = await client.call<{ url: string }>('POST', '/connectors/google-sheets/authorize')
  const { origin, pathname, searchParams } = new URL(consentUrl)
  const form = new URLSearchParams([...searchParams, ['decision', 'allow'], ['account', '1001'], ['file', documentId]])
  form.append('granted', 'https://www.googleapis.com/auth/drive.file')
  const consent = await fetch(`${origin}${pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  const landed = await fetch(consent.headers.get('location') ?? '', { redirect: 'manual' })
  expect(landed.headers.get('location')).toContain('connected=')
}

const isSlowed = async () => ((await (await fetch(`${google}/sandbox/stats`)).json()) as { faults: number }).faults > 0

test('rows that a killed worker was fetching are fetched by another within a minute and a half, and imported once', async () => {
  const client = createClient(url)
  await client.signUp('fetching@radvis.example', 'radvis fetching test')
  await client.connectSandbox()
  const cells = cardFile(rows)
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'))
  await tellGoogle(`documents/${documentId}`, {
    ...{ name: 'Kortköp', users: ['1001'] },
    tabs: [{ sheetId: 0, title: 'Kort', rows: cells }],
  })
  await connectGoogle(client)
  const { templateId } = await client.call<TemplateSource>('POST', '/template-sources', {
    ...{ name: 'Kort', bank: 'SEB', granularity: 'row', connectorId: 'google-sheets' },
    ...{ documentId, documentName: 'Kortköp', tableId: '0', tableName: 'Kort', viewId: null, viewName: null },
  })
  const match = { path: '^.*batchGet' }
  await tellGoogle('faults', [{ match, times: 1, effect: { kind: 'latency', ms: 600_000 } }])
  const first = await startWorker()
  processes.push(first)
  await client.call('POST', `/template-sources/${templateId}/fetch`, { extent: 'changed' })
  await until(isSlowed)
  await endProcess(first, 'SIGKILL')
  const killedAt = Date.now()
  processes.push(await startWorker(), await startWorker())
  const read = () => client.call<TemplateSource>('GET', `/template-sources/${templateId}`)
  await until(async () => !(await read()).isFetching, 150_000)
  expect((await read()).outcome).toMatchObject({ kind: 'imported', newRows: rows })
  expect((await client.call<{ items: unknown[] }>('GET', '/imports')).items).toHaveLength(1)
  expect(Date.now() - killedAt).toBeLessThan(90_000)
}, 240_000)

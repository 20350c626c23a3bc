import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TemplateSource } from '#sources/contract.ts'
import { cardFile } from '../../scripts/card-file.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { until } from './card-run.ts'
import { type Installation, startInstallation } from './installation.ts'
import { endProcess } from './radvis-process.ts'

const documentId = '1Kortkop00000000000000000000000000000000001'
const rows = 20
let installation: Installation

beforeAll(async () => {
  installation = await startInstallation()
})
afterAll(() => installation.stop())

const googleUrl = (path: string) => `${installation.sandboxUrl}/google/sandbox/${path}`
const tellGoogle = async (path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(googleUrl(path), { method: 'PUT', headers, body: JSON.stringify(body) })
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

const isSlowed = async () => ((await (await fetch(googleUrl('stats'))).json()) as { faults: number }).faults > 0

test('rows that a killed worker was fetching are fetched by another long before the queue gives it up, and imported once', async () => {
  const { url, startWorker } = installation
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
  const create = (name: string) =>
    client.call<TemplateSource>('POST', '/template-sources', {
      ...{ name, bank: 'SEB', granularity: 'row', connectorId: 'google-sheets' },
      ...{ documentId, documentName: 'Kortköp', tableId: '0', tableName: 'Kort', viewId: null, viewName: null },
    })
  const { templateId } = await create('Kort')
  const other = (await create('Annat')).templateId
  const match = { path: '^.*batchGet' }
  await tellGoogle('faults', [{ match, times: 1, effect: { kind: 'latency', ms: 600_000 } }])
  const first = await startWorker()
  await client.call('POST', `/template-sources/${templateId}/fetch`, { extent: 'changed' })
  await until(isSlowed)
  await endProcess(first, 'SIGKILL')
  await startWorker()
  await startWorker()
  const read = (id = templateId) => client.call<TemplateSource>('GET', `/template-sources/${id}`)
  // The killed worker held the paces of Google's minutes, of which it had used little.
  const askedAt = Date.now()
  await client.call('POST', `/template-sources/${other}/fetch`, { extent: 'changed' })
  await until(async () => !(await read(other)).isFetching, 100_000)
  expect(Date.now() - askedAt).toBeLessThan(50_000) // a minute, were those paces held
  await until(async () => !(await read()).isFetching, 150_000)
  expect((await read()).outcome).toMatchObject({ kind: 'imported', newRows: rows })
  expect((await client.call<{ items: unknown[] }>('GET', '/imports')).items).toHaveLength(2)
}, 240_000)

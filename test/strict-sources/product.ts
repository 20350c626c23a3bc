import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectorStatus } from '#connections/contract.ts'
import type { ImportRow, ImportSummary } from '#imports/contract.ts'
import type { SourceAddress, TemplateSource } from '#sources/contract.ts'
import type { TemplateSample } from '#templates/sample-contract.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createClient, type RadvisClient } from '../../scripts/radvis-client.ts'
import { until } from '../processes/card-run.ts'
import { endProcess, outputOf, startProcess, startScript } from '../processes/radvis-process.ts'
import { startAirtable } from './airtable.ts'
import { airtable as airtableClient } from './airtable-oauth.ts'
import { startGoogle } from './google.ts'
import { google as googleClient } from './google-oauth.ts'

export type Product = Awaited<ReturnType<typeof openProduct>>
type ConnectorId = 'google-sheets' | 'airtable'

/** The real product as one process, with the strict stand-ins where Google and Airtable would be. */
export async function openProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-sources-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const redirectOf = (connectorId: ConnectorId) => `${url}/api/v1/connectors/${connectorId}/callback`
  const [google, airtable] = [
    await startGoogle({ redirectUri: redirectOf('google-sheets') }),
    await startAirtable({ redirectUri: redirectOf('airtable') }),
  ]
  let child: ChildProcess | null = null
  const stop = async () => {
    if (child) await endProcess(child, 'SIGKILL')
    await Promise.all([google.close(), airtable.close()])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const settings = {
      ...{ PORT: String(port), SANDBOX_PORT: String(sandboxPort), HOST: '127.0.0.1', PUBLIC_URL: url },
      ...{ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' },
      ...{ GOOGLE_SHEETS_URL: google.url, GOOGLE_DRIVE_URL: google.url, GOOGLE_OAUTH_URL: google.url },
      ...{ GOOGLE_CLIENT_ID: googleClient.clientId, GOOGLE_CLIENT_SECRET: googleClient.clientSecret },
      ...{ AIRTABLE_API_URL: airtable.url, AIRTABLE_OAUTH_URL: `${airtable.url}/oauth2/v1` },
      ...{ AIRTABLE_CLIENT_ID: airtableClient.clientId, AIRTABLE_CLIENT_SECRET: airtableClient.clientSecret },
    }
    child = await startProcess(startScript, [], settings, `${url}/readyz`)
  } catch (error) {
    await stop()
    throw error
  }
  const started = child
  const client = createClient(url)
  return {
    ...{ google, airtable, client, stop, output: () => outputOf(started) },
    ...openUse(client, google, airtable),
  }
}

function openUse(
  client: RadvisClient,
  google: Awaited<ReturnType<typeof startGoogle>>,
  airtable: Awaited<ReturnType<typeof startAirtable>>,
) {
  const readSource = (templateId: string) => client.call<TemplateSource>('GET', `/template-sources/${templateId}`)
  /** Lets Radvis in, into these documents; where the person's browser lands. */
  async function connect(connectorId: ConnectorId, picks: readonly string[]): Promise<string> {
    const { url } = await client.call<{ url: string }>('POST', `/connectors/${connectorId}/authorize`)
    const back = (connectorId === 'airtable' ? airtable : google).grants.answer(url, { picks })
    return (await fetch(back, { redirect: 'manual' })).headers.get('location') ?? ''
  }
  async function readState(connectorId: ConnectorId) {
    const { items } = await client.call<{ items: ConnectorStatus[] }>('GET', '/connectors')
    return items.find((one) => one.connectorId === connectorId)?.connection?.state
  }
  /** Whose columns are mapped as suggested. */
  async function createTemplate(connectorId: ConnectorId, address: SourceAddress): Promise<string> {
    const fields = { name: `Från ${connectorId}`, bank: 'SEB', granularity: 'row', connectorId }
    const { templateId } = await client.call<TemplateSource>('POST', '/template-sources', { ...fields, ...address })
    const sample = await client.call<TemplateSample>('GET', `/templates/${templateId}/sample`)
    await client.call('PUT', `/templates/${templateId}/mapping`, {
      ...sample.suggestedMapping,
      emptyFieldsConfirmed: true,
    })
    return templateId
  }
  /** Asks for what changed, and waits until that has come. */
  async function fetchRows(templateId: string) {
    await client.call('POST', `/template-sources/${templateId}/fetch`, { extent: 'changed' })
    await until(async () => !(await readSource(templateId)).isFetching, 60_000)
    return (await readSource(templateId)).outcome
  }
  /** The rows of an import once it is read: what was bought when, for how many öre. */
  async function readImport(importId: string | null | undefined) {
    const read = () => client.call<ImportSummary>('GET', `/imports/${importId}`)
    await until(async () => (await read()).state !== 'reading', 60_000)
    const { items } = await client.call<{ items: ImportRow[] }>('GET', `/imports/${importId}/rows?limit=500`)
    const { warnings } = await read()
    const purchases = items.filter(({ date }) => date !== null)
    return { warnings, rows: purchases.map(({ date, text, amount, currency }) => [date, text, amount, currency]) }
  }
  const countImports = async () => (await client.call<{ items: unknown[] }>('GET', '/imports')).items.length
  return { connect, readState, createTemplate, fetchRows, readImport, readSource, countImports }
}

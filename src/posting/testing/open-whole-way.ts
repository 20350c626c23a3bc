import { openConnections } from '#connections/testing/open-connections.ts'
import { createConnectors } from '#connectors/registry.ts'
import { openImports } from '#imports/testing/open-imports.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import type { Rates } from '#rates/index.ts'
import type { FortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { openPosting } from './open-posting.ts'

/** Turns the sandbox's knobs and looks into its books. */
export function controlOf(sandbox: Pick<FortnoxSandbox, 'url'>) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sandbox.url}/sandbox/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    const text = await answer.text()
    return text === '' ? null : JSON.parse(text)
  }
}

/**
 * A company of ours connected to one in the sandbox, from a file to the invoice over there: connections, connector,
 * imports and posting as they are, everything over HTTP; suppliers, templates and files from memory.
 */
export async function openWholeWay(
  database: OpenDatabase,
  sandbox: FortnoxSandbox,
  { tenant = '1001', apiUrl = sandbox.url, rates }: { tenant?: string; apiUrl?: string; rates?: Rates } = {},
) {
  const { clientId, clientSecret, url } = sandbox
  const rateLimit = { requests: 10_000, seconds: 1 }
  const [connector] = createConnectors({
    fortnox: { clientId, clientSecret, apiUrl, authUrl: `${url}/oauth-v1`, rateLimit },
  })
  if (!connector) throw new Error('there is no connector')
  const companyId = newId()
  const ahead = { ms: 0 }
  const clock = { now: () => new Date(Date.now() + ahead.ms) }
  const { connections, as } = openConnections({ database, clock, connector })

  async function connect(): Promise<void> {
    const authorize = new URL((await as(companyId).send('POST', '/connectors/fortnox/authorize')).body.url)
    const form = new URLSearchParams([...authorize.searchParams, ['company', tenant], ['decision', 'allow']])
    const allowed = await fetch(`${url}${authorize.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
    const back = new URL(allowed.headers.get('location') ?? '')
    await as(null).send('GET', `/connectors/fortnox/callback${back.search}`)
  }

  await connect()
  const connection = await connections.findConnection(companyId)
  if (connection?.state !== 'connected') throw new Error('not connected')
  const key = { companyId, connectionId: connection.id }
  const settings = { usesWarehouse: false, creditAccount: null, paymentAccount: 2890, modeOfPayment: null }
  const settle = (changes: object = {}) =>
    as(companyId).send('PUT', '/settings', { ...settings, bookkeepInvoices: true, payInvoices: true, ...changes })
  await settle()
  const imports = openImports(database, {
    ids: { ...key, templateId: newId() },
    connections,
    clock,
    ...(rates && { rates }),
  })
  const { openSession, openLine, obstacles } = connections
  const session = await openSession(companyId, connection.id)
  const { prepareCheck, returnRows, onConfirmed, onDuplicate, onRefund } = imports.imports
  const posting = openPosting(database, session, {
    ...key,
    openLine,
    obstacles,
    isFast: true,
    returnRows,
    checkRun: prepareCheck,
  })
  onConfirmed(posting.posting.startRun)
  onDuplicate(posting.posting.findInvoiceNumbers)
  onRefund(posting.posting)
  return {
    ...{ ...key, connections, imports, posting, connect, settle },
    callConnections: as(companyId).send,
    /** Our clock, not the sandbox's. */
    advance: (seconds: number) => {
      ahead.ms += seconds * 1000
    },
  }
}

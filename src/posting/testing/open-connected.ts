import { openConnections } from '#connections/testing/open-connections.ts'
import { createConnectors } from '#connectors/registry.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import type { FortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { openPosting } from './open-posting.ts'

/** A company of ours that a person has connected to Fjällbruket AB at the sandbox, and its posting. */
export async function openConnected(database: OpenDatabase, { clientId, clientSecret, url }: FortnoxSandbox) {
  const rateLimit = { requests: 10_000, seconds: 1 }
  const [connector] = createConnectors({
    fortnox: { clientId, clientSecret, apiUrl: url, authUrl: `${url}/oauth-v1`, rateLimit },
  })
  if (!connector) throw new Error('there is no connector')
  const companyId = newId()
  const { connections, as } = openConnections({ database, clock: { now: () => new Date() }, connector })
  const authorize = new URL((await as(companyId).send('POST', '/connectors/fortnox/authorize')).body.url)
  const form = new URLSearchParams([...authorize.searchParams, ['company', '1001'], ['decision', 'allow']])
  const allowed = await fetch(`${url}${authorize.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  const back = new URL(allowed.headers.get('location') ?? '')
  await as(null).send('GET', `/connectors/fortnox/callback${back.search}`)
  const connection = await connections.findConnection(companyId)
  if (connection?.state !== 'connected') throw new Error('not connected')
  const { openSession, openLine } = connections
  const session = await openSession(companyId, connection.id)
  return { ...openPosting(database, session, { companyId, connectionId: connection.id, openLine }), connections }
}

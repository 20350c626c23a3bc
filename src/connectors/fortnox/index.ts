/**
 * Fortnox, API v3: the accounting port (../accounting-connector.ts) over HTTP. What Fortnox takes and gives is in
 * mapping.ts and schemas.ts, its numbers in limits.ts, how it says no in errors.ts.
 */
import { wait } from '#kernel/wait.ts'
import type { AccountingConnector, AccountingSession, SessionAccess } from '../accounting-connector.ts'
import { createFortnoxClient, type FortnoxClient } from './client.ts'
import { openFiles } from './files.ts'
import { openInvoiceReading } from './invoice-reading.ts'
import { lengths, scopes } from './limits.ts'
import { supplierInvoiceBody } from './mapping.ts'
import { authorizeUrl, exchangeCode, refreshTokens, revokeTokens } from './oauth.ts'
import { openPosting } from './posting.ts'
import { openRegisters } from './registers.ts'
import { spreadRequests } from './spread-requests.ts'

export type FortnoxOptions = {
  clientId: string
  clientSecret: string
  apiUrl: string
  authUrl: string
  rateLimit: { requests: number; seconds: number }
  fetch?: typeof fetch
  now?(): number
  sleep?(ms: number): Promise<void>
}

export function createFortnoxConnector(options: FortnoxOptions): AccountingConnector {
  const { clientId, clientSecret, apiUrl, authUrl, fetch: send = fetch, now = Date.now, sleep = wait } = options
  const sendOfSession = options.fetch ? () => send : spreadRequests()
  const oauth = { clientId, clientSecret, authUrl, fetch: send, now }
  return {
    id: 'fortnox',
    displayName: 'Fortnox',
    capabilities: { rateLimit: options.rateLimit, maxReferenceLength: lengths.reference, attachments: true, scopes },
    authorizeUrl: (request) => authorizeUrl(oauth, request),
    exchangeCode: (request) => exchangeCode(oauth, request),
    refreshTokens: (refreshToken) => refreshTokens(oauth, refreshToken),
    revokeTokens: ({ refreshToken }) => revokeTokens(oauth, refreshToken),
    openSession: (access: SessionAccess) =>
      openSession(createFortnoxClient({ apiUrl, access, send: sendOfSession(access.connectionId), sleep })),
    previewRequest: supplierInvoiceBody,
  }
}

function openSession(client: FortnoxClient): AccountingSession {
  return { ...openRegisters(client), ...openPosting(client), ...openInvoiceReading(client), ...openFiles(client) }
}

import type { AccountingConnector } from './accounting-connector.ts'
import { createFortnoxConnector } from './fortnox/index.ts'

export type ConnectorsConfig = {
  FORTNOX_CLIENT_ID?: string | undefined
  FORTNOX_CLIENT_SECRET?: string | undefined
  FORTNOX_API_URL: string
  FORTNOX_AUTH_URL: string
  FORTNOX_RATE_LIMIT: { requests: number; seconds: number }
}

/** The client that the sandbox knows without being told. */
const sandboxClient = { clientId: 'radvis-sandbox', clientSecret: 'radvis-sandbox-secret' }

/** Every accounting system Radvis can post to. Without a client of our own at Fortnox, `sandbox` stands in for it. */
export function createConnectors(
  config: ConnectorsConfig,
  sandbox: { apiUrl: string; authUrl: string } | null,
): readonly AccountingConnector[] {
  const { FORTNOX_CLIENT_ID: clientId, FORTNOX_CLIENT_SECRET: clientSecret, FORTNOX_RATE_LIMIT: rateLimit } = config
  if (clientId && clientSecret) {
    return [
      createFortnoxConnector({
        clientId,
        clientSecret,
        apiUrl: config.FORTNOX_API_URL,
        authUrl: config.FORTNOX_AUTH_URL,
        rateLimit,
      }),
    ]
  }
  if (!sandbox) throw new Error('FORTNOX_CLIENT_ID is not set and no sandbox is running')
  return [createFortnoxConnector({ ...sandboxClient, ...sandbox, rateLimit })]
}

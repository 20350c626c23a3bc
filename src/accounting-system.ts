import { join } from 'node:path'
import type { Config } from '#platform/config.ts'

export type AccountingSystem = {
  fortnox: { clientId: string; clientSecret: string; apiUrl: string; authUrl: string }
  /** The local sandbox, when nothing else was configured. */
  sandbox: { url: string; close(): Promise<void> } | null
}

/** The client that the sandbox knows. */
const sandboxClient = { clientId: 'radvis-sandbox', clientSecret: 'radvis-sandbox-secret' }

/** The real Fortnox with a client, any stand-in at configured addresses, or the sandbox started here. */
export async function findAccountingSystem(config: Config): Promise<AccountingSystem> {
  const client =
    config.FORTNOX_CLIENT_ID && config.FORTNOX_CLIENT_SECRET
      ? { clientId: config.FORTNOX_CLIENT_ID, clientSecret: config.FORTNOX_CLIENT_SECRET }
      : null
  if (client || config.FORTNOX_API_URL) {
    return {
      fortnox: {
        ...(client ?? sandboxClient),
        apiUrl: config.FORTNOX_API_URL ?? 'https://api.fortnox.se',
        authUrl: config.FORTNOX_AUTH_URL ?? 'https://apps.fortnox.se/oauth-v1',
      },
      sandbox: null,
    }
  }
  const port = config.SANDBOX_PORT ?? (config.PORT === 0 ? 0 : config.PORT + 1)
  if (!config.services.has('web')) return besideAnotherProcess(port)
  const { startFortnoxSandbox } = await import('#sandbox/fortnox/index.ts')
  const sandbox = await startFortnoxSandbox({ port, dataDir: join(config.DATA_DIR, 'sandbox') })
  return { fortnox: { ...sandboxClient, apiUrl: sandbox.url, authUrl: `${sandbox.url}/oauth-v1` }, sandbox }
}

/** A worker alone uses the sandbox that the web process has started: there is one ledger. */
function besideAnotherProcess(port: number): AccountingSystem {
  const url = `http://127.0.0.1:${port}`
  return { fortnox: { ...sandboxClient, apiUrl: url, authUrl: `${url}/oauth-v1` }, sandbox: null }
}

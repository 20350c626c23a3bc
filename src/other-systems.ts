import { join } from 'node:path'
import type { AirtableOptions } from '#connectors/airtable/index.ts'
import type { FortnoxOptions } from '#connectors/fortnox/index.ts'
import type { GoogleSheetsOptions } from '#connectors/google-sheets/index.ts'
import type { Config } from '#platform/config.ts'

/** Which systems this installation talks to: the real ones, stand-ins at configured addresses, or the sandboxes here. */
export type OtherSystems = {
  fortnox: FortnoxOptions
  /** Null where neither a client nor a stand-in is configured and nothing here stands in: rows cannot be read from there. */
  google: GoogleSheetsOptions | null
  airtable: AirtableOptions | null
  /** Where exchange rates are asked for. */
  ratesUrl: string
  /** Where each sandbox shows what it holds, by connector. */
  sandboxUrls: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** The client that every sandbox knows. */
const sandboxClient = { clientId: 'radvis-sandbox', clientSecret: 'radvis-sandbox-secret' }

export async function findOtherSystems(config: Config): Promise<OtherSystems> {
  const fortnox = findFortnox(config)
  const sandboxes = fortnox ? null : await findSandboxes(config)
  const url = sandboxes?.url ?? ''
  const google = findGoogle(config, sandboxes && `${url}/google`)
  const airtable = findAirtable(config, sandboxes && `${url}/airtable`)
  const riksbank = !config.EXCHANGE_RATES_URL && sandboxes?.isOurs && config.NODE_ENV === 'development'
  const rates = riksbank ? await (await import('#sandbox/riksbank/index.ts')).startRiksbankSandbox({ port: 0 }) : null
  return {
    fortnox: fortnox ?? {
      ...sandboxClient,
      apiUrl: url,
      authUrl: `${url}/oauth-v1`,
      rateLimit: config.FORTNOX_RATE_LIMIT,
    },
    google,
    airtable,
    ratesUrl: config.EXCHANGE_RATES_URL ?? rates?.url ?? 'https://api.riksbank.se/swea/v1',
    sandboxUrls: sandboxes?.isOurs
      ? {
          fortnox: url,
          ...(google?.sheetsUrl === `${url}/google` && { 'google-sheets': `${url}/google/` }),
          ...(airtable?.apiUrl === `${url}/airtable` && { airtable: `${url}/airtable/` }),
        }
      : {},
    close: async () => void (await Promise.all([sandboxes?.close(), rates?.close()])),
  }
}

/** Null where the sandbox stands in. */
function findFortnox(config: Config): FortnoxOptions | null {
  const client =
    config.FORTNOX_CLIENT_ID && config.FORTNOX_CLIENT_SECRET
      ? { clientId: config.FORTNOX_CLIENT_ID, clientSecret: config.FORTNOX_CLIENT_SECRET }
      : null
  if (!client && !config.FORTNOX_API_URL) return null
  return {
    ...(client ?? sandboxClient),
    apiUrl: config.FORTNOX_API_URL ?? 'https://api.fortnox.se',
    authUrl: config.FORTNOX_AUTH_URL ?? 'https://apps.fortnox.se/oauth-v1',
    rateLimit: config.FORTNOX_RATE_LIMIT,
  }
}

/** developers.google.com/identity/protocols/oauth2/web-server */
const googleOauth = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
}

function findGoogle(config: Config, sandboxUrl: string | null): GoogleSheetsOptions | null {
  const client =
    config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET
      ? { clientId: config.GOOGLE_CLIENT_ID, clientSecret: config.GOOGLE_CLIENT_SECRET }
      : null
  const standIn = client ? null : sandboxUrl
  if (!client && !config.GOOGLE_SHEETS_URL && standIn === null) return null
  const oauthUrl = config.GOOGLE_OAUTH_URL ?? standIn
  return {
    ...(client ?? sandboxClient),
    sheetsUrl: config.GOOGLE_SHEETS_URL ?? standIn ?? 'https://sheets.googleapis.com',
    driveUrl: config.GOOGLE_DRIVE_URL ?? standIn ?? 'https://www.googleapis.com',
    oauthAddresses: oauthUrl
      ? { authorize: `${oauthUrl}/o/oauth2/v2/auth`, token: `${oauthUrl}/token`, revoke: `${oauthUrl}/revoke` }
      : googleOauth,
    picksInConsent: config.GOOGLE_PICKER === 'on',
    quota: config.GOOGLE_RATE_LIMIT,
  }
}

function findAirtable(config: Config, sandboxUrl: string | null): AirtableOptions | null {
  const clientId = config.AIRTABLE_CLIENT_ID
  const standIn = clientId ? null : sandboxUrl
  if (!clientId && !config.AIRTABLE_API_URL && standIn === null) return null
  return {
    clientId: clientId ?? sandboxClient.clientId,
    clientSecret: config.AIRTABLE_CLIENT_SECRET ?? null,
    apiUrl: config.AIRTABLE_API_URL ?? standIn ?? 'https://api.airtable.com',
    oauthUrl: config.AIRTABLE_OAUTH_URL ?? (standIn ? `${standIn}/oauth2/v1` : 'https://airtable.com/oauth2/v1'),
  }
}

type Sandboxes = { url: string; isOurs: boolean; close(): Promise<void> }

/** All on one port. A worker alone uses those that the web process has started: there is one ledger. */
async function findSandboxes(config: Config): Promise<Sandboxes> {
  const port = config.SANDBOX_PORT ?? (config.PORT === 0 ? 0 : config.PORT + 1)
  if (!config.services.has('web'))
    return { url: `http://127.0.0.1:${port}`, isOurs: false, close: async () => undefined }
  const [{ startFortnoxSandbox }, { createGoogleSandbox }, { createAirtableSandbox }] = await Promise.all([
    import('#sandbox/fortnox/index.ts'),
    import('#sandbox/google/index.ts'),
    import('#sandbox/airtable/index.ts'),
  ])
  const google = createGoogleSandbox({ dataDir: join(config.DATA_DIR, 'sandbox-google') })
  const airtable = createAirtableSandbox({ dataDir: join(config.DATA_DIR, 'sandbox-airtable') })
  const fortnox = await startFortnoxSandbox({
    port,
    dataDir: join(config.DATA_DIR, 'sandbox'),
    neighbours: [
      { path: '/google', fetch: google.fetch },
      { path: '/airtable', fetch: airtable.fetch },
    ],
  })
  return {
    url: fortnox.url,
    isOurs: true,
    async close() {
      await fortnox.close()
      google.close()
      airtable.close()
    },
  }
}

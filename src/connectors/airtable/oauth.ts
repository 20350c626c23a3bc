import { ConnectorError, type Tokens } from '../accounting-connector.ts'
import { requestTokens } from '../token-request.ts'
import { neededScopes, refreshWaitsMs, scopes, timeoutSeconds } from './limits.ts'

export type OauthOptions = {
  clientId: string
  /** Null for a public client: the proof key stands in for it. */
  clientSecret: string | null
  oauthUrl: string
  fetch: typeof fetch
  now(): number
  sleep(ms: number): Promise<void>
}

export function authorizeUrl(
  options: OauthOptions,
  request: { state: string; redirectUri: string; keyChallenge: string },
): string {
  const query = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: scopes.join(' '),
    state: request.state,
    code_challenge: request.keyChallenge,
    code_challenge_method: 'S256',
  })
  return `${options.oauthUrl}/authorize?${query}`
}

export async function exchangeCode(
  options: OauthOptions,
  request: { code: string; redirectUri: string; keyVerifier: string },
): Promise<Tokens> {
  const tokens = await askForTokens(options, {
    grant_type: 'authorization_code',
    code: request.code,
    redirect_uri: request.redirectUri,
    code_verifier: request.keyVerifier,
  })
  const missing = neededScopes.filter((scope) => !tokens.scopes.includes(scope))
  if (missing.length > 0) throw new ConnectorError('missing-scope', 'never', { serviceMessage: missing.join(' ') })
  return tokens
}

/**
 * Kills the pair it had and answers with a new one. Told that it comes too soon (409), it waits. Airtable gives no grace:
 * an answer that is lost takes the consent with it, so the first try may take nearly all of the time.
 */
export async function refreshTokens(options: OauthOptions, refreshToken: string): Promise<Tokens> {
  const until = options.now() + timeoutSeconds.token * 1000
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const ask = () => askForTokens(options, form, Math.max(1, (until - options.now()) / 1000))
  for (const waitMs of refreshWaitsMs) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.status !== 409) throw error
      await options.sleep(waitMs)
    }
  }
  return ask()
}

/** With a secret it goes as Basic; without one the client names itself in the body. */
function askForTokens(
  options: OauthOptions,
  form: Record<string, string>,
  seconds = timeoutSeconds.token,
): Promise<Tokens> {
  const { clientId, clientSecret, oauthUrl, fetch, now } = options
  const named: { form: Record<string, string>; headers: Record<string, string> } =
    clientSecret === null
      ? { form: { ...form, client_id: clientId }, headers: {} }
      : {
          form,
          headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
        }
  return requestTokens({ url: `${oauthUrl}/token`, ...named, fetch, now, timeoutSeconds: seconds }, null)
}

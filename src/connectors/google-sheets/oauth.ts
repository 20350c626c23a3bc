import { ConnectorError, type Tokens } from '../accounting-connector.ts'
import { postForm, requestTokens, tokenError } from '../token-request.ts'
import { scope, spreadsheetType, timeoutSeconds } from './limits.ts'

export type OauthOptions = {
  clientId: string
  clientSecret: string
  addresses: { authorize: string; token: string; revoke: string }
  /** The consent ends in Google's own picker of files. */
  picksInConsent: boolean
  fetch: typeof fetch
  now(): number
}

/**
 * developers.google.com/identity/protocols/oauth2/web-server. A refresh token comes with the first consent only, unless
 * the consent is asked for again. `trigger_onepick` lets the person pick files as the consent's last step
 * (developers.google.com/workspace/drive/picker/guides/overview-desktop): it must be alone with the scope drive.file.
 */
export function authorizeUrl(
  options: OauthOptions,
  request: { state: string; redirectUri: string; keyChallenge: string; documentId: string | null },
): string {
  const query = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope,
    state: request.state,
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: request.keyChallenge,
    code_challenge_method: 'S256',
    ...(options.picksInConsent && { trigger_onepick: 'true', allow_multiple: 'true', mimetypes: spreadsheetType }),
    ...(options.picksInConsent && request.documentId !== null && { file_ids: request.documentId }),
  })
  return `${options.addresses.authorize}?${query}`
}

/** A person can untick what we ask for; without files there is nothing to read. */
export async function exchangeCode(
  options: OauthOptions,
  request: { code: string; redirectUri: string; keyVerifier: string },
): Promise<Tokens> {
  const tokens = await askForTokens(
    options,
    {
      grant_type: 'authorization_code',
      code: request.code,
      redirect_uri: request.redirectUri,
      code_verifier: request.keyVerifier,
    },
    null,
  )
  if (!tokens.scopes.includes(scope))
    throw new ConnectorError('missing-scope', 'never', { serviceMessage: `granted: ${tokens.scopes.join(' ')}` })
  return tokens
}

/** Google's refresh token stays the same; its answer leaves it out. */
export function refreshTokens(options: OauthOptions, refreshToken: string): Promise<Tokens> {
  return askForTokens(options, { grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken)
}

function askForTokens(options: OauthOptions, form: Record<string, string>, kept: string | null): Promise<Tokens> {
  const { clientId, clientSecret, addresses, fetch, now } = options
  return requestTokens(
    {
      url: addresses.token,
      form: { ...form, client_id: clientId, client_secret: clientSecret },
      fetch,
      now,
      timeoutSeconds: timeoutSeconds.token,
    },
    kept,
  )
}

/** Ends the whole grant, whichever of its tokens is given. One that is dead already is answered with `invalid_token`. */
export async function revokeToken(options: OauthOptions, token: string): Promise<'revoked'> {
  const { status, body } = await postForm({
    url: options.addresses.revoke,
    form: { token },
    fetch: options.fetch,
    timeoutSeconds: timeoutSeconds.token,
  })
  if (status < 300) return 'revoked'
  const error = tokenError(status, body)
  if (error.serviceCode === 'invalid_token') return 'revoked'
  throw error
}

import { ConnectorError, type Tokens } from '../accounting-connector.ts'
import { postForm } from '../token-request.ts'
import { scopes, timeoutSeconds } from './limits.ts'
import { tokenAnswer } from './schemas.ts'

export type OauthOptions = {
  clientId: string
  clientSecret: string
  authUrl: string
  fetch: typeof fetch
  now(): number
}

/** Where a person allows us in (developer.fortnox.se, "Authorization Code Flow"). */
export function authorizeUrl(options: OauthOptions, request: { state: string; redirectUri: string }): string {
  const query = new URLSearchParams({
    client_id: options.clientId,
    redirect_uri: request.redirectUri,
    scope: scopes.join(' '),
    state: request.state,
    access_type: 'offline',
    response_type: 'code',
  })
  return `${options.authUrl}/auth?${query}`
}

export function exchangeCode(options: OauthOptions, request: { code: string; redirectUri: string }): Promise<Tokens> {
  return askForTokens(options, {
    grant_type: 'authorization_code',
    code: request.code,
    redirect_uri: request.redirectUri,
  })
}

/** A refresh token is good once: this kills the one given and answers with its successor; with none it stays (RFC 6749, 6). */
export function refreshTokens(options: OauthOptions, refreshToken: string): Promise<Tokens> {
  return askForTokens(options, { grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken)
}

async function askForTokens(
  options: OauthOptions,
  form: Record<string, string>,
  keptRefreshToken?: string,
): Promise<Tokens> {
  const { status, body } = await ask(options, 'token', form)
  if (status < 200 || status > 299) throw tokenError(status, body)
  const tokens = tokenAnswer.safeParse(body)
  const refreshToken = tokens.data?.refresh_token ?? keptRefreshToken
  if (!tokens.success || refreshToken === undefined)
    throw new ConnectorError('unavailable', 'safe', {
      status,
      serviceMessage: 'unreadable token answer',
      cause: tokens.error,
    })
  return {
    accessToken: tokens.data.access_token,
    refreshToken,
    expiresAt: options.now() + tokens.data.expires_in * 1000,
    scopes: tokens.data.scope.split(' ').filter(Boolean),
  }
}

/** developer.fortnox.se, "Authorization": ends the consent, whichever of its tokens is given. */
export async function revokeTokens(options: OauthOptions, refreshToken: string): Promise<'revoked'> {
  const { status, body } = await ask(options, 'revoke', {
    token_type_hint: 'refresh_token',
    token: refreshToken,
  })
  if (status >= 200 && status <= 299) return 'revoked'
  throw tokenError(status, body)
}

function ask(options: OauthOptions, path: 'token' | 'revoke', form: Record<string, string>) {
  const client = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64')
  return postForm({
    url: `${options.authUrl}/${path}`,
    form,
    headers: { authorization: `Basic ${client}` },
    fetch: options.fetch,
    timeoutSeconds: timeoutSeconds.token,
  })
}

/** Only `invalid_grant` means that a person must connect again; a wrong client secret or an outage must not end connections. */
function tokenError(status: number, body: unknown): ConnectorError {
  const { error, error_description: description } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: unknown
    error_description?: unknown
  }
  const details = {
    status,
    serviceCode: typeof error === 'string' ? error : undefined,
    serviceMessage: typeof description === 'string' ? description : undefined,
  }
  if (error === 'invalid_grant') return new ConnectorError('grant-refused', 'never', details)
  if (status === 429) return new ConnectorError('rate-limited', 'safe', details)
  if (status >= 500 || status === 408) return new ConnectorError('unavailable', 'safe', details)
  return new ConnectorError('rejected', 'never', details)
}

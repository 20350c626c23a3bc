import type { Tokens } from '../accounting-connector.ts'
import { postForm, requestTokens, tokenError } from '../token-request.ts'
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

function askForTokens(
  options: OauthOptions,
  form: Record<string, string>,
  keptRefreshToken: string | null = null,
): Promise<Tokens> {
  return requestTokens({ ...requestTo(options, 'token', form), now: options.now }, keptRefreshToken, tokenAnswer)
}

/** developer.fortnox.se, "Authorization": ends the consent, whichever of its tokens is given. */
export async function revokeTokens(options: OauthOptions, refreshToken: string): Promise<'revoked'> {
  const form = { token_type_hint: 'refresh_token', token: refreshToken }
  const { status, body } = await postForm(requestTo(options, 'revoke', form))
  if (status >= 200 && status <= 299) return 'revoked'
  throw tokenError(status, body)
}

function requestTo(options: OauthOptions, path: 'token' | 'revoke', form: Record<string, string>) {
  const client = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString('base64')
  return {
    url: `${options.authUrl}/${path}`,
    form,
    headers: { authorization: `Basic ${client}` },
    fetch: options.fetch,
    timeoutSeconds: timeoutSeconds.token,
  }
}

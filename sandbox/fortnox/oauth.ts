import { randomBytes } from 'node:crypto'
import { withParameters } from '../oauth-answers.ts'
import { type Access, accessTokenSeconds, createTokenReader, issueAccessToken } from './access-tokens.ts'
import type { Shelf } from './shelves.ts'

/** Scopes a client may ask for (the current published list). */
const scopeNames =
  'archive article assets bookkeeping companyinformation connectfile costcenter currency customer inbox invoice noxfinansinvoice offer order payment price print profile project salary settings supplier supplierinvoice timereporting warehouse'
const knownScopes = new Set(scopeNames.split(' '))
const codeMinutes = 10
const refreshTokenDays = 45

export type OAuthTables = {
  codes: Access & { redirectUri: string; expiresAt: number }
  refreshTokens: Access & { expiresAt: number }
  /** Consents of service accounts, keyed `client:tenant`; they make client credentials possible. */
  serviceConsents: Access
  secret: { value: string }
}

export type Client = { id: string; secret: string }
export type AuthorizeRequest = {
  clientId: string
  redirectUri: string
  scopes: string[]
  state: string
  isService: boolean
}
export type TokenAnswer = { status: number; contentType: string; body: unknown }

/** `page`: nobody to send the person back to. `redirect`: the client is told by its redirect address. */
export type AuthorizeOutcome =
  | { kind: 'consent'; request: AuthorizeRequest }
  | { kind: 'page'; problem: string }
  | { kind: 'redirect'; location: string }

export type OAuth = ReturnType<typeof createOAuth>

export function createOAuth(shelf: Shelf<OAuthTables>, client: Client, hasTenant: (id: string) => boolean) {
  const secret = () => shelf.table('secret').get('value')?.value ?? ''
  if (secret() === '') shelf.put('secret', 'value', { value: randomBytes(32).toString('hex') })

  const readAccessToken = createTokenReader()
  const tokens = (access: Access, now: Date, withRefresh: boolean) =>
    issueTokens(shelf, secret(), access, now, withRefresh)

  return {
    readToken: (token: string, now: Date) => readAccessToken(token, secret(), now),

    authorize: (query: URLSearchParams) => readAuthorize(query, client),

    /** The person allowed it for this company: back to the client with a code. */
    allow(request: AuthorizeRequest, tenantId: string, now: Date): string {
      const code = randomBytes(20).toString('hex')
      const access: Access = { clientId: request.clientId, tenantId, scopes: request.scopes }
      shelf.put('codes', code, {
        ...access,
        redirectUri: request.redirectUri,
        expiresAt: now.getTime() + codeMinutes * 60_000,
      })
      if (request.isService) shelf.put('serviceConsents', `${request.clientId}:${tenantId}`, access)
      return withParameters(request.redirectUri, { code, state: request.state })
    },

    deny: (request: AuthorizeRequest) =>
      withParameters(request.redirectUri, { error: 'access_denied', state: request.state }),

    token(
      authorization: string | undefined,
      form: URLSearchParams,
      tenantHeader: string | undefined,
      now: Date,
    ): TokenAnswer {
      if (!isClient(authorization, client))
        return failed(401, 'invalid_client', 'The client credentials are invalid', 'text/plain;charset=UTF-8')
      switch (form.get('grant_type')) {
        case 'authorization_code': {
          const grant = takeCode(shelf, form, now)
          return 'status' in grant ? grant : tokens(grant, now, true)
        }
        case 'refresh_token': {
          const grant = takeRefreshToken(shelf, form, now)
          return 'status' in grant ? grant : tokens(grant, now, true)
        }
        case 'client_credentials': {
          const consent = shelf.table('serviceConsents').get(`${client.id}:${tenantHeader ?? ''}`)
          if (consent === undefined || !hasTenant(consent.tenantId)) return invalidGrant('No consent for this tenant')
          return tokens(accessOf(consent), now, false)
        }
        default:
          return failed(400, 'unsupported_grant_type', 'The grant type is not supported')
      }
    },

    /** True even for a token that never was, as the live service answers. */
    revoke(authorization: string | undefined, form: URLSearchParams): TokenAnswer {
      if (!isClient(authorization, client))
        return failed(401, 'invalid_client', 'The client credentials are invalid', 'text/plain;charset=UTF-8')
      shelf.remove('refreshTokens', form.get('token') ?? '')
      return json(200, { revoked: true })
    },
  }
}

function issueTokens(
  shelf: Shelf<OAuthTables>,
  secret: string,
  access: Access,
  now: Date,
  withRefresh: boolean,
): TokenAnswer {
  const refreshToken = randomBytes(20).toString('hex')
  if (withRefresh)
    shelf.put('refreshTokens', refreshToken, { ...access, expiresAt: now.getTime() + refreshTokenDays * 86_400_000 })
  return json(200, {
    access_token: issueAccessToken(access, secret, now),
    expires_in: accessTokenSeconds,
    token_type: 'bearer',
    scope: access.scopes.join(' '),
    ...(withRefresh ? { refresh_token: refreshToken } : {}),
  })
}

/** A code works once, within its ten minutes, and only with the redirect address it was given for. */
function takeCode(shelf: Shelf<OAuthTables>, form: URLSearchParams, now: Date): Access | TokenAnswer {
  const code = form.get('code') ?? ''
  const grant = shelf.table('codes').get(code)
  if (grant === undefined || grant.expiresAt <= now.getTime())
    return invalidGrant('Authorization code has expired or is invalid')
  if (form.get('redirect_uri') !== grant.redirectUri)
    return failed(400, 'redirect_uri_mismatch', 'The redirect URI provided is missing or does not match')
  shelf.remove('codes', code)
  return accessOf(grant)
}

/** A refresh token works once: whoever is late in a race of two holds a dead one. */
function takeRefreshToken(shelf: Shelf<OAuthTables>, form: URLSearchParams, now: Date): Access | TokenAnswer {
  const token = form.get('refresh_token') ?? ''
  const grant = shelf.table('refreshTokens').get(token)
  if (grant === undefined || grant.expiresAt <= now.getTime()) return invalidGrant('Invalid refresh token')
  shelf.remove('refreshTokens', token)
  return accessOf(grant)
}

/** Without a client and an address there is nobody to tell, so those two are shown to the person; the rest goes back to the client. */
function readAuthorize(query: URLSearchParams, client: Client): AuthorizeOutcome {
  const clientId = query.get('client_id') ?? ''
  const redirectUri = query.get('redirect_uri') ?? ''
  if (clientId !== client.id) return { kind: 'page', problem: 'Okänd integration (client_id).' }
  if (!URL.canParse(redirectUri))
    return { kind: 'page', problem: 'Adressen att återvända till (redirect_uri) saknas eller är ogiltig.' }
  const state = query.get('state') ?? ''
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
  const problem = problemOf(query.get('response_type'), state, scopes)
  if (problem !== null) return { kind: 'redirect', location: withParameters(redirectUri, { error: problem, state }) }
  return {
    kind: 'consent',
    request: { clientId, redirectUri, scopes, state, isService: query.get('account_type') === 'service' },
  }
}

function problemOf(responseType: string | null, state: string, scopes: string[]): string | null {
  if (responseType !== 'code') return 'unsupported_response_type'
  if (state === '') return 'invalid_request'
  return scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope)) ? 'invalid_scope' : null
}

function accessOf({ clientId, tenantId, scopes }: Access): Access {
  return { clientId, tenantId, scopes }
}

function isClient(authorization: string | undefined, client: Client): boolean {
  return authorization === `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
}

function json(status: number, body: unknown): TokenAnswer {
  return { status, contentType: 'application/json', body }
}

/** Fortnox sends its token errors as JSON under other content types; a client has to read them anyway. */
function failed(
  status: number,
  error: string,
  description: string,
  contentType = 'text/html; charset=UTF-8',
): TokenAnswer {
  return { status, contentType, body: { error, error_description: description } }
}

function invalidGrant(description: string): TokenAnswer {
  return failed(400, 'invalid_grant', description)
}

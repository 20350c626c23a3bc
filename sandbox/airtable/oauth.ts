import { randomBytes } from 'node:crypto'
import { failed, withParameters } from '../oauth-answers.ts'
import { provesKey } from '../pkce.ts'
import type { ConsentOutcome } from '../source-stage.ts'
import type { AirtableTables, Grant } from './records.ts'
import type { World } from './world.ts'

export const accessSeconds = 3600
const refreshSeconds = 5_184_000
/** A refresh token that was spent this short a time ago is answered with 409 rather than as dead. */
const tooSoonMs = 2_000

export type AuthorizeRequest = { redirectUri: string; state: string; scopes: string[]; challenge: string }

const knownScopes = new Set(['data.records:read', 'data.records:write', 'schema.bases:read', 'user.email:read'])

/** State and proof key are demanded. */
export function readAuthorize(world: World, query: URLSearchParams): ConsentOutcome<AuthorizeRequest> {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== world.client.id || !URL.canParse(redirectUri))
    return { kind: 'page', problem: 'invalid_client: client_id eller redirect_uri känns inte igen.' }
  const state = query.get('state') ?? ''
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
  const challenge = query.get('code_challenge') ?? ''
  const tell = (error: string, description: string): ConsentOutcome<AuthorizeRequest> => ({
    kind: 'redirect',
    location: withParameters(redirectUri, { error, error_description: description, state }),
  })
  if (query.get('response_type') !== 'code') return tell('unsupported_response_type', 'response_type must be code')
  if (scopes.length === 0 || scopes.some((scope) => !knownScopes.has(scope))) return tell('invalid_scope', 'scope')
  if (state.length < 16 || challenge === '' || query.get('code_challenge_method') !== 'S256')
    return tell('invalid_request', 'state, code_challenge and code_challenge_method=S256 are required')
  return { kind: 'consent', request: { redirectUri, state, scopes, challenge } }
}

export function allow(world: World, request: AuthorizeRequest, answer: { user: string; bases: string[] }): string {
  const code = randomBytes(32).toString('hex')
  const bases = answer.bases.filter((id) => world.shelf.table('bases').get(id)?.users.includes(answer.user))
  const { redirectUri, scopes, challenge, state } = request
  world.shelves.atomically(() =>
    world.shelf.put('codes', code, {
      user: answer.user,
      scopes,
      bases,
      redirectUri,
      challenge,
      expiresAt: world.now().getTime() + 300_000,
    }),
  )
  return withParameters(redirectUri, {
    code,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
}

export function deny(request: AuthorizeRequest): string {
  return withParameters(request.redirectUri, { error: 'access_denied', state: request.state })
}

/** With a secret the client comes as Basic; without one it names itself in the body. */
function isClient(world: World, authorization: string | null, form: URLSearchParams): boolean {
  const { id, secret } = world.client
  if (secret === null) return authorization === null && form.get('client_id') === id
  return authorization === `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

export function answerToken(world: World, authorization: string | null, form: URLSearchParams): Response {
  if (!isClient(world, authorization, form)) return failed(401, 'invalid_client', 'Invalid client')
  if (form.get('grant_type') === 'authorization_code') return exchangeCode(world, form)
  if (form.get('grant_type') === 'refresh_token') return refresh(world, form.get('refresh_token') ?? '')
  return failed(400, 'unsupported_grant_type', 'grant_type')
}

function exchangeCode(world: World, form: URLSearchParams): Response {
  const code = form.get('code') ?? ''
  const found = world.shelf.table('codes').get(code)
  if (!found || found.expiresAt <= world.now().getTime() || form.get('redirect_uri') !== found.redirectUri)
    return failed(400, 'invalid_grant', 'The authorization code is invalid or expired')
  if (!provesKey(form.get('code_verifier'), found.challenge))
    return failed(400, 'invalid_grant', 'code_verifier does not match code_challenge')
  const { user, scopes, bases } = found
  world.stats.add('codesExchanged')
  return world.shelves.atomically(() => {
    world.shelf.remove('codes', code)
    return issue(world, randomBytes(8).toString('hex'), { user, scopes, bases }, null)
  })
}

/** The pair it belonged to is dead at once. */
function refresh(world: World, token: string): Response {
  const now = world.now().getTime()
  for (const [id, pair] of world.shelf.table('pairs')) {
    const { user, scopes, bases } = pair
    if (pair.refreshToken === token && pair.refreshExpiresAt > now) {
      world.stats.add('refreshes')
      return world.shelves.atomically(() => issue(world, id, { user, scopes, bases }, token))
    }
    if (pair.spent?.refreshToken === token && now - pair.spent.at < tooSoonMs)
      return failed(409, 'conflict', 'The token was refreshed by another request')
  }
  return failed(400, 'invalid_grant', 'The refresh token is invalid or expired')
}

function issue(world: World, id: string, grant: Grant, spentToken: string | null): Response {
  const now = world.now().getTime()
  const pair: AirtableTables['pairs'] = {
    ...grant,
    accessToken: `oaa${randomBytes(24).toString('base64url')}.v1`,
    refreshToken: `oar${randomBytes(24).toString('base64url')}.v1`,
    issuedAt: now,
    accessExpiresAt: now + accessSeconds * 1000,
    refreshExpiresAt: now + refreshSeconds * 1000,
    spent: spentToken === null ? null : { refreshToken: spentToken, at: now },
  }
  world.shelf.put('pairs', id, pair)
  return Response.json({
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    token_type: 'Bearer',
    scope: grant.scopes.join(' '),
    expires_in: accessSeconds,
    refresh_expires_in: refreshSeconds,
  })
}

export function readGrant(world: World, request: Request): Grant | null {
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const now = world.now().getTime()
  for (const pair of world.shelf.table('pairs').values())
    if (pair.accessToken === token && pair.accessExpiresAt > now) return pair
  return null
}

export function revokeUser(world: World, user: string): void {
  world.shelves.atomically(() => {
    for (const [id, pair] of world.shelf.table('pairs')) if (pair.user === user) world.shelf.remove('pairs', id)
  })
}

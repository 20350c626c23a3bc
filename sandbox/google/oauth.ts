import { randomBytes } from 'node:crypto'
import { failed, withParameters } from '../oauth-answers.ts'
import { provesKey } from '../pkce.ts'
import type { ConsentOutcome } from '../source-stage.ts'
import type { Grant } from './records.ts'
import { fileScope } from './sheets-api.ts'
import type { World } from './world.ts'

export const accessSeconds = 3599

export type AuthorizeRequest = {
  redirectUri: string
  state: string
  scopes: string[]
  challenge: string | null
  /** `access_type=offline` and `prompt=consent`: only then comes a refresh token for certain. */
  isOffline: boolean
  picksFiles: boolean
  fileIds: string[]
}

export function readAuthorize(world: World, query: URLSearchParams): ConsentOutcome<AuthorizeRequest> {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== world.client.id) return { kind: 'page', problem: 'Error 401: invalid_client' }
  if (!URL.canParse(redirectUri)) return { kind: 'page', problem: 'Error 400: redirect_uri_mismatch' }
  const state = query.get('state') ?? ''
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean)
  const picksFiles = query.get('trigger_onepick') === 'true'
  const isOtherScope = picksFiles && scopes.some((scope) => scope !== fileScope)
  if (query.get('response_type') !== 'code' || scopes.length === 0 || isOtherScope) {
    const error = scopes.length === 0 || isOtherScope ? 'invalid_scope' : 'unsupported_response_type'
    return { kind: 'redirect', location: withParameters(redirectUri, { error, state }) }
  }
  return {
    kind: 'consent',
    request: {
      redirectUri,
      state,
      scopes,
      challenge: query.get('code_challenge'),
      isOffline: query.get('access_type') === 'offline' && (query.get('prompt') ?? '').includes('consent'),
      picksFiles,
      fileIds: (query.get('file_ids') ?? '').split(',').filter(Boolean),
    },
  }
}

/** The person has answered: scopes may have been unticked, files picked. */
export function allow(
  world: World,
  request: AuthorizeRequest,
  answer: { user: string; scopes: string[]; files: string[] },
): string {
  const code = `4/${randomBytes(20).toString('base64url')}`
  const { redirectUri, challenge, isOffline, state } = request
  const own = answer.files.filter((id) => world.shelf.table('documents').get(id)?.users.includes(answer.user))
  world.shelves.atomically(() => {
    world.shelf.put('codes', code, {
      user: answer.user,
      scopes: answer.scopes,
      redirectUri,
      challenge,
      isOffline,
      expiresAt: world.now().getTime() + 600_000,
    })
    for (const file of own) world.shelf.put('picks', `${answer.user} ${file}`, { user: answer.user, file })
  })
  return withParameters(redirectUri, {
    state,
    code,
    scope: answer.scopes.join(' '),
    ...(request.picksFiles && { picked_file_ids: own.join(',') }),
  })
}

export function deny(request: AuthorizeRequest): string {
  return withParameters(request.redirectUri, { error: 'access_denied', state: request.state })
}

export function answerToken(world: World, form: URLSearchParams): Response {
  if (form.get('client_id') !== world.client.id || form.get('client_secret') !== world.client.secret)
    return failed(401, 'invalid_client', 'Unauthorized')
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(world, form)
    case 'refresh_token': {
      const grant = world.shelf.table('refreshTokens').get(form.get('refresh_token') ?? '')
      if (!grant) return failed(400, 'invalid_grant', 'Token has been expired or revoked.')
      world.stats.add('refreshes')
      return Response.json(issueAccess(world, grant))
    }
    default:
      return failed(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`)
  }
}

function exchangeCode(world: World, form: URLSearchParams): Response {
  const code = form.get('code') ?? ''
  const found = world.shelf.table('codes').get(code)
  if (!found || found.expiresAt <= world.now().getTime()) return failed(400, 'invalid_grant', 'Malformed auth code.')
  if (form.get('redirect_uri') !== found.redirectUri) return failed(400, 'redirect_uri_mismatch', 'Bad Request')
  if (found.challenge !== null && !provesKey(form.get('code_verifier'), found.challenge))
    return failed(400, 'invalid_grant', 'Invalid code verifier.')
  const { user, scopes } = found
  world.stats.add('codesExchanged')
  return world.shelves.atomically(() => {
    world.shelf.remove('codes', code)
    const refreshToken = `1//${randomBytes(30).toString('base64url')}`
    if (found.isOffline) world.shelf.put('refreshTokens', refreshToken, { user, scopes })
    return Response.json({
      ...issueAccess(world, { user, scopes }),
      ...(found.isOffline && { refresh_token: refreshToken }),
    })
  })
}

/** The refresh token stays the same, and is not repeated. */
function issueAccess(world: World, grant: Grant) {
  const token = `ya29.${randomBytes(30).toString('base64url')}`
  const { user, scopes } = grant
  const record = { user, scopes, expiresAt: world.now().getTime() + accessSeconds * 1000 }
  world.shelves.atomically(() => {
    for (const [key, old] of world.shelf.table('accessTokens'))
      if (old.expiresAt <= world.now().getTime()) world.shelf.remove('accessTokens', key)
    world.shelf.put('accessTokens', token, record)
  })
  return { access_token: token, expires_in: accessSeconds, scope: scopes.join(' '), token_type: 'Bearer' }
}

export function readGrant(world: World, request: Request): Grant | null {
  const token = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const found = world.shelf.table('accessTokens').get(token)
  return found && found.expiresAt > world.now().getTime() ? found : null
}

/** Takes back all that the user has granted; the files stay picked. */
export function answerRevoke(world: World, form: URLSearchParams): Response {
  const token = form.get('token') ?? ''
  const grant = world.shelf.table('refreshTokens').get(token) ?? world.shelf.table('accessTokens').get(token)
  if (!grant) return failed(400, 'invalid_token', 'Token expired or revoked')
  revokeUser(world, grant.user)
  return Response.json({})
}

export function revokeUser(world: World, user: string): void {
  world.shelves.atomically(() => {
    for (const table of ['refreshTokens', 'accessTokens'] as const)
      for (const [key, grant] of world.shelf.table(table)) if (grant.user === user) world.shelf.remove(table, key)
  })
}

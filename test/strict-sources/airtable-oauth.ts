import {
  type Code,
  challengeProblem,
  fitsChallenge,
  newSecret,
  type Person,
  redirect,
  unknownNames,
} from './consent.ts'
import { type Reply, type Request, readForm } from './server.ts'

export const airtable = { clientId: '0f8c2c1e-4b3a-4a55-9c0d-000000000001', clientSecret: 'hemlig:+/=&' }

type Grant = {
  account: string
  scopes: readonly string[]
  /** Bases that the person let us into. */
  bases: Set<string>
  isRevoked: boolean
  access: string
  refresh: string
}
type Options = { redirectUri: string; clientSecret: string | null; now(): number; violations: string[] }

const authorizeNames: ReadonlySet<string> = new Set(
  'client_id redirect_uri response_type scope state code_challenge code_challenge_method'.split(' '),
)
const knownScopes: ReadonlySet<string> = new Set(
  'data.records:read data.records:write schema.bases:read schema.bases:write user.email:read webhook:manage'.split(' '),
)
const seconds = { code: 300, access: 3600, refresh: 60 * 86_400 }

/** airtable.com/developers/web/api/oauth-reference: refresh tokens are good once, and using one again ends the grant. */
export function openAirtableGrants({ redirectUri, clientSecret, now, violations }: Options) {
  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, { grant: Grant; until: number }>()
  const refreshTokens = new Map<string, { grant: Grant; until: number }>()
  const counts = { refreshes: 0, reused: 0 }

  function refuse(status: number, error: string, text: string, isViolation = false): Reply {
    if (isViolation) violations.push(`airtable oauth: ${error} ${text}`)
    return { status, body: { error, error_description: text } }
  }

  function issue(grant: Grant): Reply {
    accessTokens.delete(grant.access)
    grant.access = newSecret('oaaFJALLBRUKET.v1.')
    grant.refresh = newSecret('oarFJALLBRUKET.v1.')
    accessTokens.set(grant.access, { grant, until: now() + seconds.access * 1000 })
    refreshTokens.set(grant.refresh, { grant, until: now() + seconds.refresh * 1000 })
    const body = {
      ...{
        access_token: grant.access,
        refresh_token: grant.refresh,
        token_type: 'Bearer',
        scope: grant.scopes.join(' '),
      },
      ...{ expires_in: seconds.access, refresh_expires_in: seconds.refresh },
    }
    return { status: 200, body }
  }

  function clientProblem({ headers }: Request, form: Map<string, string>): string | null {
    if (clientSecret === null) {
      if (headers.authorization) return 'a client without a secret sends no Authorization'
      return form.get('client_id') === airtable.clientId ? null : 'client_id'
    }
    const expected = `Basic ${Buffer.from(`${airtable.clientId}:${clientSecret}`).toString('base64')}`
    if (headers.authorization !== expected) return 'Authorization: Basic is missing or wrong'
    return form.has('client_secret') ? 'the secret belongs into the header' : null
  }

  function exchange(form: Map<string, string>): Reply {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (!code || now() > code.at + seconds.code * 1000)
      return refuse(400, 'invalid_grant', 'The code is invalid or expired.')
    if (code.redirectUri !== form.get('redirect_uri')) return refuse(400, 'invalid_grant', 'redirect_uri differs', true)
    if (!fitsChallenge(form.get('code_verifier'), code.challenge))
      return refuse(400, 'invalid_grant', 'code_verifier', true)
    const { account, scopes, picks } = code
    return issue({ account, scopes, bases: new Set(picks), isRevoked: false, access: '', refresh: '' })
  }

  function refresh(form: Map<string, string>): Reply {
    const found = refreshTokens.get(form.get('refresh_token') ?? '')
    if (found && found.grant.refresh !== form.get('refresh_token')) {
      counts.reused += 1
      found.grant.isRevoked = true
    }
    if (!found || found.grant.isRevoked || found.until <= now())
      return refuse(400, 'invalid_grant', 'The refresh token is invalid, expired or revoked.')
    counts.refreshes += 1
    return issue(found.grant)
  }

  return {
    counts,
    answer(authorizeUrl: string, person: Person = {}): URL {
      const query = new URL(authorizeUrl).searchParams
      const scopes = (query.get('scope') ?? '').split(' ')
      const state = query.get('state') ?? ''
      const problem =
        unknownNames(query, authorizeNames)[0] ??
        (query.get('client_id') === airtable.clientId ? null : 'client_id') ??
        (query.get('redirect_uri') === redirectUri ? null : 'redirect_uri') ??
        (query.get('response_type') === 'code' ? null : 'response_type') ??
        (state.length >= 16 && state.length <= 1024 ? null : 'state must be 16 to 1024 characters long') ??
        scopes.find((scope) => !knownScopes.has(scope)) ??
        challengeProblem(query)
      if (problem) {
        violations.push(`airtable authorize: ${problem}`)
        throw new Error(`invalid_request: ${problem}`)
      }
      if (person.denies)
        return redirect(redirectUri, {
          error: 'access_denied',
          error_description: 'The user denied the request',
          state,
        })
      const { account = 'usrKarinEkdahl0001', picks = [], granted = scopes } = person
      const code = newSecret('')
      const challenge = query.get('code_challenge') ?? ''
      codes.set(code, { account, redirectUri, challenge, scopes: granted, offline: true, picks, at: now() })
      return redirect(redirectUri, { code, state, code_challenge: challenge, code_challenge_method: 'S256' })
    },
    token(request: Request): Reply {
      const form = readForm(request)
      if (!form) return refuse(400, 'invalid_request', 'not a form', true)
      const wrong = clientProblem(request, form)
      if (wrong) return refuse(401, 'invalid_client', wrong, true)
      const names = { authorization_code: 'code redirect_uri code_verifier', refresh_token: 'refresh_token scope' }
      const type = form.get('grant_type') as keyof typeof names
      const allowed = new Set(['grant_type', 'client_id', ...(names[type] ?? '').split(' ')])
      const unknown = [...form.keys()].find((name) => !allowed.has(name))
      if (!names[type] || unknown) return refuse(400, 'invalid_request', `${type} ${unknown}`, true)
      return type === 'authorization_code' ? exchange(form) : refresh(form)
    },
    grantOf(token: string): Grant | null {
      const found = accessTokens.get(token)
      return found && found.until > now() && !found.grant.isRevoked ? found.grant : null
    },
    revokeAll(): void {
      for (const { grant } of refreshTokens.values()) grant.isRevoked = true
    },
    expireAll(): void {
      accessTokens.clear()
    },
    /** The person takes one base back, and leaves the others. */
    takeBack(baseId: string): void {
      for (const { grant } of refreshTokens.values()) grant.bases.delete(baseId)
    },
  }
}

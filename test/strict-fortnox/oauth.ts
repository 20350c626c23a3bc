import { randomBytes } from 'node:crypto'
import { tenantId } from './company.ts'
import type { Options } from './options.ts'

type Family = { scopes: string[]; isRevoked: boolean; refreshToken: string }
export type TextReply = { status: number; text: string; type: string; headers?: Record<string, string> }

const knownScopes = new Set(
  'companyinformation supplier supplierinvoice payment bookkeeping settings currency costcenter project inbox archive connectfile'.split(
    ' ',
  ),
)

/** Consents and tokens: a refresh token is good once, and using it again ends the whole family. */
export function openGrants(options: Options) {
  const codes = new Map<string, { redirectUri: string; scopes: string[] }>()
  const refreshTokens = new Map<string, Family>()
  const accessTokens = new Map<string, { family: Family; until: number }>()
  const counts = { consents: 0, exchanges: 0, refreshes: 0, reused: 0, violations: [] as string[] }

  const oauthError = (status: number, error: string, text: string): TextReply => {
    const type = error === 'invalid_client' ? 'text/plain' : 'text/html; charset=UTF-8'
    return { status, text: JSON.stringify({ error, error_description: text }), type }
  }
  function wrong(text: string): TextReply {
    counts.violations.push(`oauth: ${text}`)
    return oauthError(400, 'invalid_request', text)
  }
  function grant(family: Family): TextReply {
    const [access, refresh] = [`${jwtHead}.${randomBytes(300).toString('base64url')}`, randomBytes(20).toString('hex')]
    family.refreshToken = refresh
    refreshTokens.set(refresh, family)
    accessTokens.set(access, { family, until: Date.now() + options.tokenSeconds * 1000 })
    const body = {
      ...{ access_token: access, expires_in: options.tokenSeconds, token_type: 'bearer' },
      ...{ scope: family.scopes.join(' '), refresh_token: refresh },
    }
    return { status: 200, text: JSON.stringify(body), type: 'application/json' }
  }

  return {
    counts,
    /** The page where a person consents, who always does. */
    consent(query: URLSearchParams): TextReply {
      const [redirectUri, scope] = [query.get('redirect_uri') ?? '', query.get('scope') ?? '']
      const scopes = scope.split(' ')
      if (query.get('client_id') !== options.clientId) return wrong('client_id')
      if (query.get('response_type') !== 'code' || query.get('access_type') !== 'offline') return wrong('response_type')
      if (!query.get('state') || !URL.canParse(redirectUri)) return wrong('state or redirect_uri')
      if (scopes.some((name) => !knownScopes.has(name))) return wrong(`scope ${scope}`)
      const code = randomBytes(16).toString('hex')
      codes.set(code, { redirectUri, scopes })
      counts.consents += 1
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      return { status: 302, text: '', type: 'text/html', headers: { location: back.href } }
    },
    token(headers: Record<string, unknown>, body: string): TextReply {
      const refused = checkClient(options, headers)
      if (refused) {
        counts.violations.push(`oauth: ${refused}`)
        return oauthError(401, 'invalid_client', 'The client credentials are invalid')
      }
      if (!isForm(headers)) return wrong('the content type must be application/x-www-form-urlencoded')
      const form = new URLSearchParams(body)
      const allowed = new Set(['grant_type', 'code', 'redirect_uri', 'refresh_token'])
      for (const name of form.keys()) if (!allowed.has(name)) return wrong(`unknown field ${name}`)
      if (form.get('grant_type') === 'authorization_code') {
        const code = codes.get(form.get('code') ?? '')
        codes.delete(form.get('code') ?? '')
        if (!code) return oauthError(400, 'invalid_grant', 'Invalid authorization code')
        if (code.redirectUri !== form.get('redirect_uri'))
          return oauthError(400, 'redirect_uri_mismatch', 'The redirect URI provided is missing or does not match')
        counts.exchanges += 1
        return grant({ scopes: code.scopes, isRevoked: false, refreshToken: '' })
      }
      if (form.get('grant_type') !== 'refresh_token') return wrong('grant_type')
      const family = refreshTokens.get(form.get('refresh_token') ?? '')
      if (family && family.refreshToken !== form.get('refresh_token')) {
        counts.reused += 1
        family.isRevoked = true
      }
      if (!family || family.isRevoked) return oauthError(400, 'invalid_grant', 'Invalid refresh token')
      counts.refreshes += 1
      for (const [token, one] of accessTokens) if (one.family === family) accessTokens.delete(token)
      return grant(family)
    },
    revoke(headers: Record<string, unknown>, body: string): TextReply {
      if (checkClient(options, headers)) return oauthError(401, 'invalid_client', 'The client credentials are invalid')
      const form = new URLSearchParams(body)
      if (!isForm(headers) || form.get('token_type_hint') !== 'refresh_token') return wrong('revoke')
      const family = refreshTokens.get(form.get('token') ?? '')
      if (family) family.isRevoked = true
      return { status: 200, text: '{"revoked":true}', type: 'application/json' }
    },
    /** The scopes of a token that is good now. */
    scopesOf(token: string): ReadonlySet<string> | null {
      const found = accessTokens.get(token)
      if (!found || found.until <= Date.now() || found.family.isRevoked) return null
      return new Set(found.family.scopes)
    },
    end(token: string): void {
      accessTokens.delete(token)
    },
    revokeAll(): void {
      for (const family of refreshTokens.values()) family.isRevoked = true
    },
    tenantId,
  }
}

const jwtHead = Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url')

function checkClient({ clientId, clientSecret }: Options, headers: Record<string, unknown>): string | null {
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  return headers.authorization === expected ? null : 'Basic authorization is missing or wrong'
}

const isForm = (headers: Record<string, unknown>) =>
  /^application\/x-www-form-urlencoded(; *charset=utf-8)?$/i.test(String(headers['content-type'] ?? ''))

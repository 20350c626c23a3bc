import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/** Access tokens are JWTs of an hour, signed by this sandbox; claims as Fortnox documents them. */
export const accessTokenSeconds = 3600

export type Access = { clientId: string; tenantId: string; scopes: string[] }

export function issueAccessToken(access: Access, secret: string, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const scope = access.scopes.join(' ')
  const payload = {
    userId: 1,
    tenantId: Number(access.tenantId),
    clientId: access.clientId,
    scope,
    scopes: access.scopes,
    exp: issuedAt + accessTokenSeconds,
    iat: issuedAt,
    jti: randomUUID(),
    sub: `1@${access.tenantId}`,
  }
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  return `${unsigned}.${sign(unsigned, secret)}`
}

type Claims = { exp: number; tenantId: number; clientId: string; scopes: string[] }
const mostKnown = 10_000

/** Reads tokens: null when one is not ours, was changed, or is past its hour. A signature is checked once, not at each call. */
export function createTokenReader(): (token: string, secret: string, now: Date) => Access | null {
  const known = new Map<string, Claims | null>()
  return (token, secret, now) => {
    const key = `${secret} ${token}`
    let claims = known.get(key)
    if (claims === undefined) {
      claims = verify(token, secret)
      if (known.size >= mostKnown) known.clear()
      known.set(key, claims)
    }
    if (claims === null || claims.exp * 1000 <= now.getTime()) return null
    return { clientId: claims.clientId, tenantId: String(claims.tenantId), scopes: claims.scopes }
  }
}

function verify(token: string, secret: string): Claims | null {
  const [header, payload, signature] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined) return null
  const expected = Buffer.from(sign(`${header}.${payload}`, secret))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

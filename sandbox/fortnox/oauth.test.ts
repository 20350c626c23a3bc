import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FortnoxSandbox, startFortnoxSandbox } from './index.ts'
import { allScopes, consent, redirectUri, requestTokens, signIn } from './sandbox-client.ts'

let sandbox: FortnoxSandbox
let now = new Date('2026-11-10T12:00:00Z')

beforeAll(async () => {
  sandbox = await startFortnoxSandbox({ now: () => now })
})
afterAll(() => sandbox.close())

const authorizeUrl = (changes: Record<string, string> = {}) =>
  `${sandbox.url}/oauth-v1/auth?${new URLSearchParams({ client_id: 'radvis-sandbox', redirect_uri: redirectUri, scope: allScopes, state: 's', response_type: 'code', ...changes })}`

it('shows a consent page with every company, the ordinary one chosen', async () => {
  const response = await fetch(authorizeUrl())
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('<html lang="sv">')
  expect(html).toMatch(/value="1001" checked>/)
  for (const text of [
    'Fjällbruket AB',
    'Strandkanten Konsult',
    'Björklunda Bygg AB',
    'Kvarnforsens Handel AB',
    'Tillåt',
    'Avbryt',
  ])
    expect(html).toContain(text)
})

it('tells the person when client or redirect address is wrong, and the client otherwise', async () => {
  expect((await fetch(authorizeUrl({ client_id: 'okänd' }))).status).toBe(400)
  expect((await fetch(authorizeUrl({ redirect_uri: 'ingen adress' }))).status).toBe(400)
  for (const [changes, error] of [
    [{ scope: 'okänd' }, 'invalid_scope'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ state: '' }, 'invalid_request'],
  ] as const) {
    const response = await fetch(authorizeUrl(changes), { redirect: 'manual' })
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe(error)
  }
})

it('comes back with the state and a code, or with access_denied', async () => {
  const allowed = await consent(sandbox.url, '1001', { state: 'å/1' })
  expect(allowed.searchParams.get('state')).toBe('å/1')
  expect(allowed.searchParams.get('code')).toMatch(/^[0-9a-f]{40}$/)
  const denied = await consent(sandbox.url, '1001', { decision: 'deny' })
  expect(Object.fromEntries(denied.searchParams)).toEqual({ error: 'access_denied', state: 'some-state' })
})

it('gives a code once, within ten minutes and for its own redirect address', async () => {
  const codeFor = async () => (await consent(sandbox.url, '1001')).searchParams.get('code') ?? ''
  const exchange = (code: string, address = redirectUri) =>
    requestTokens(sandbox.url, { grant_type: 'authorization_code', code, redirect_uri: address })
  const code = await codeFor()
  expect(await (await exchange(code, 'http://127.0.0.1:1/other')).json()).toMatchObject({
    error: 'redirect_uri_mismatch',
  })
  const granted = await exchange(code)
  expect(await granted.json()).toMatchObject({ expires_in: 3600, token_type: 'bearer', scope: allScopes })
  expect((await exchange(code)).status).toBe(400)
  const late = await codeFor()
  now = new Date(now.getTime() + 10 * 60_000)
  expect(await (await exchange(late)).json()).toMatchObject({ error: 'invalid_grant' })
})

it('gives a JWT with the documented claims, good for an hour', async () => {
  const client = await signIn(sandbox.url, '1002')
  const claims = JSON.parse(Buffer.from(client.tokens.accessToken.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({
    userId: 1,
    tenantId: 1002,
    clientId: 'radvis-sandbox',
    scope: allScopes,
    sub: '1@1002',
    exp: claims.iat + 3600,
  })
  expect((await client.call('GET', 'companyinformation')).status).toBe(200)
  now = new Date(now.getTime() + 3_600_000)
  const expired = await client.call('GET', 'companyinformation')
  expect([expired.status, expired.text]).toEqual([401, '{"message":"unauthorized"}'])
})

it('takes a refresh token once, for 45 days, and answers errors as JSON under another content type', async () => {
  const { tokens } = await signIn(sandbox.url)
  const refresh = (token: string) => requestTokens(sandbox.url, { grant_type: 'refresh_token', refresh_token: token })
  const both = await Promise.all([refresh(tokens.refreshToken), refresh(tokens.refreshToken)])
  expect(both.map((response) => response.status).sort()).toEqual([200, 400])
  const refused = both.find((response) => response.status === 400)
  expect(refused?.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(await refused?.json()).toEqual({ error: 'invalid_grant', error_description: 'Invalid refresh token' })
  const next = (await both.find((response) => response.status === 200)?.json()) as { refresh_token: string }
  now = new Date(now.getTime() + 45 * 86_400_000)
  expect((await refresh(next.refresh_token)).status).toBe(400)
})

it('refuses a wrong client secret with text/plain', async () => {
  const response = await requestTokens(
    sandbox.url,
    { grant_type: 'refresh_token', refresh_token: 'x' },
    { Authorization: `Basic ${btoa('radvis-sandbox:fel')}` },
  )
  expect([response.status, response.headers.get('content-type')?.startsWith('text/plain')]).toEqual([401, true])
  expect(await response.json()).toEqual({
    error: 'invalid_client',
    error_description: 'The client credentials are invalid',
  })
})

it('revokes, and says so even for a token that never was', async () => {
  const { tokens } = await signIn(sandbox.url)
  const revoke = (token: string) =>
    fetch(`${sandbox.url}/oauth-v1/revoke`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('radvis-sandbox:radvis-sandbox-secret')}` },
      body: new URLSearchParams({ token, token_type_hint: 'refresh_token' }),
    })
  expect(await (await revoke('finns-inte')).json()).toEqual({ revoked: true })
  expect(await (await revoke(tokens.refreshToken)).json()).toEqual({ revoked: true })
  expect(
    (await requestTokens(sandbox.url, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken })).status,
  ).toBe(400)
})

it('gives client credentials only after a service consent', async () => {
  const ask = () => requestTokens(sandbox.url, { grant_type: 'client_credentials' }, { TenantId: '1003' })
  expect((await ask()).status).toBe(400)
  await consent(sandbox.url, '1003', { account_type: 'service' })
  const granted = (await (await ask()).json()) as Record<string, unknown>
  expect(granted).toHaveProperty('access_token')
  expect(granted).not.toHaveProperty('refresh_token')
})

it('refuses a resource outside the granted scopes', async () => {
  const client = await signIn(sandbox.url, '1001', 'companyinformation supplier')
  const reply = await client.call('GET', 'accounts')
  expect(reply.status).toBe(403)
  expect(reply.body).toEqual({
    ErrorInformation: { error: 1, message: 'Har inte behörighet för scope', code: 2000663 },
  })
})

it('answers the authorisation address at once when told to consent by itself', async () => {
  const obliging = await startFortnoxSandbox({ autoConsent: true })
  try {
    const response = await fetch(authorizeUrl().replace(sandbox.url, obliging.url), { redirect: 'manual' })
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('code')).toMatch(/^[0-9a-f]{40}$/)
  } finally {
    await obliging.close()
  }
})

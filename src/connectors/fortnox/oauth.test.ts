import { describe, expect, test } from 'vitest'
import { answer, failure, farSide, open } from './testing/far-side.ts'

describe('tokens', () => {
  const exchange = { code: 'c', redirectUri: 'http://r/' }
  test('are asked for with the client in the header and the answer is read', async () => {
    let asked: { body: string; authorization?: string | undefined } | undefined
    const { connector } = await farSide((request, response) => {
      asked = { body: request.body, authorization: request.headers.authorization }
      answer(response, 200, {
        access_token: 'a',
        refresh_token: 'r',
        expires_in: 3600,
        token_type: 'bearer',
        scope: 'supplier settings',
      })
    })
    expect(await connector.exchangeCode(exchange)).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresAt: 3_601_000,
      scopes: ['supplier', 'settings'],
    })
    expect(asked).toEqual({
      body: 'grant_type=authorization_code&code=c&redirect_uri=http%3A%2F%2Fr%2F',
      authorization: `Basic ${btoa('id:secret')}`,
    })
  })
  test.each([
    [
      400,
      '{"error":"invalid_grant","error_description":"Invalid refresh token"}',
      'text/html; charset=UTF-8',
      'grant-refused',
    ],
    [
      401,
      '{"error":"invalid_client","error_description":"The client credentials are invalid"}',
      'text/plain',
      'rejected',
    ],
    [502, 'Bad gateway', 'text/html', 'unavailable'],
  ])('%i %s under %s is %s', async (status, body, type, kind) => {
    const { connector } = await farSide((_request, response) =>
      answer(response, status, body, { 'content-type': type }),
    )
    expect(await failure(connector.refreshTokens('r'))).toMatchObject({ kind })
  })
  test.each([
    [{ expires_in: '3600', scope: 'supplier settings' }, ['supplier', 'settings']],
    [{ expires_in: null, scope: null }, []],
    [{}, []],
    [{ expires_in: 3600, scope: ['supplier', 'settings'] }, ['supplier', 'settings']],
  ])('are taken as %j', async (told, scopes) => {
    const { connector } = await farSide((_request, response) =>
      answer(response, 200, { access_token: 'a', refresh_token: 'r', ...told }),
    )
    expect(await connector.exchangeCode(exchange)).toMatchObject({ expiresAt: 3_601_000, scopes })
  })
  test.each([{}, { refresh_token: null }, { refresh_token: '' }])(
    'that are refreshed without a new refresh token (%j) leave the old one in use, and a consent needs one',
    async (told) => {
      const { connector } = await farSide((_request, response) =>
        answer(response, 200, { access_token: 'a', expires_in: 3600, ...told }),
      )
      expect(await connector.refreshTokens('kept')).toMatchObject({ accessToken: 'a', refreshToken: 'kept' })
      expect(await failure(connector.exchangeCode(exchange))).toMatchObject({ kind: 'unavailable' })
    },
  )
  test('that are said to last for ever last a year', async () => {
    const { connector } = await farSide((_request, response) =>
      answer(response, 200, { access_token: 'a', refresh_token: 'r', expires_in: 1e300 }),
    )
    const { expiresAt } = await connector.refreshTokens('r')
    expect(new Date(expiresAt).getUTCFullYear()).toBeLessThan(1972) // its clock stands in 1970
  })
  test('that never came leave the connection be', async () => {
    const { connector } = await farSide((request) => request.socket.destroy())
    expect(await failure(connector.refreshTokens('r'))).toMatchObject({ kind: 'unavailable', retry: 'safe' })
  })
  test('the consent page is asked for what the main job needs', () => {
    const url = new URL(open('https://f.example').connector.authorizeUrl({ state: 's', redirectUri: 'http://r/' }))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'id',
      state: 's',
      redirect_uri: 'http://r/',
      access_type: 'offline',
      response_type: 'code',
      scope: expect.stringContaining('supplierinvoice payment bookkeeping'),
    })
  })
})

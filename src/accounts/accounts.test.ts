import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#kernel/ids.ts'
import { defineRoute, json, scopeOf } from '#platform/http.ts'
import { type AccountsApp, openAccountsApp } from '../../test/accounts-app.ts'
import { sessions, verifications } from './tables.ts'

let scene: AccountsApp

const user = {
  firstName: 'Ada',
  lastName: 'Ek',
  email: 'ada@example.com',
  mobile: '070-1234567',
  password: 'a long password',
}
const company = {
  name: 'Ek AB',
  organisationNumber: '556036-0793',
  address: 'Gatan 1',
  zipCode: '111 22',
  city: 'Stockholm',
  country: 'SE',
  billingEmail: 'faktura@example.com',
}
const post = (path: string, body: unknown, token?: string) =>
  scene.app.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })

beforeAll(async () => {
  scene = await openAccountsApp()
  scene.app.openapi(defineRoute('full', { method: 'get', path: '/scope', responses: { 200: json(z.any()) } }), (c) =>
    c.json(scopeOf(c), 200),
  )
  const underWay = defineRoute('signed-in', { method: 'get', path: '/under-way', responses: { 200: json(z.any()) } })
  scene.app.openapi(underWay, async (c) => {
    await scene.app.request('/auth/sign-out', { method: 'POST', headers: c.req.raw.headers })
    await c.get('identify')?.()
    return c.json({}, 200)
  })
})
afterAll(() => scene.database.close())

describe('signing up', () => {
  test('a wrong organisation number and a short password are both named at once', async () => {
    const answer = await (
      await post('/auth/sign-up', {
        user: { ...user, password: 'short' },
        company: { ...company, organisationNumber: '556036-0794' },
      })
    ).json()
    expect(answer.errors.map((error: { path: string; code: string }) => [error.path, error.code])).toEqual([
      ['user.password', 'too-small'],
      ['company.organisationNumber', 'organisation-number-invalid'],
    ])
  })

  test('what the database holds of a session lets nobody in', async () => {
    const person = { ...user, email: 'read@example.com' }
    const theirs = { ...company, organisationNumber: '556703-7485' }
    const { token } = await (await post('/auth/sign-up', { user: person, company: theirs })).json()
    const stored = (await scene.database.db.select().from(sessions)).map((session) => session.token)
    const answerTo = async (bearer: string) =>
      (await scene.app.request('/me', { headers: { authorization: `Bearer ${bearer}` } })).json()
    expect(await answerTo(token)).toMatchObject({ user: { email: 'read@example.com' } })
    expect(stored.length).toBeGreaterThan(0)
    for (const one of stored) expect(await answerTo(one)).toMatchObject({ code: 'not-signed-in' })
  })

  test('no cookie signs anybody in, also not beside a token that is not good', async () => {
    const person = { ...user, email: 'cookie@example.com' }
    const theirs = { ...company, organisationNumber: '212000-0142' }
    const { token } = await (await post('/auth/sign-up', { user: person, company: theirs })).json()
    const cookie = `better-auth.session_token=${token}`
    for (const authorization of [null, 'Basic abc', 'Bearer nonsense']) {
      const headers = { cookie, ...(authorization && { authorization }) }
      expect(await (await scene.app.request('/me', { headers })).json()).toMatchObject({ code: 'not-signed-in' })
    }
    const headers = { cookie: 'better-auth.session_token=another', authorization: `Bearer ${token}` }
    expect((await scene.app.request('/me', { headers })).status).toBe(200)
  })

  test('makes the person, the company and a session whose token works', async () => {
    const answer = await (await post('/auth/sign-up', { user, company })).json()
    expect(answer).toMatchObject({
      token: expect.any(String),
      user: { email: user.email, firstName: 'Ada' },
      companies: [{ name: 'Ek AB', role: 'owner' }],
    })
    const headers = { authorization: `Bearer ${answer.token}`, 'x-company-id': answer.companies[0].id }
    expect(await (await scene.app.request('/scope', { headers })).json()).toMatchObject({
      role: 'owner',
      companyName: 'Ek AB',
    })
    for (const other of ['00000000-0000-7000-8000-000000000000', 'ek-ab'])
      expect(
        await (await scene.app.request('/scope', { headers: { ...headers, 'x-company-id': other } })).json(),
      ).toMatchObject({ code: 'not-allowed', errors: [{ path: 'X-Company-Id', code: 'company-gone' }] })
  })

  test('who is signed out while a call of theirs is under way is known to be, when that asks again', async () => {
    const { token } = await (await post('/auth/sign-in', { email: user.email, password: user.password })).json()
    const headers = { authorization: `Bearer ${token}` }
    const answer = await scene.app.request('/under-way', { headers })
    expect(await answer.json()).toMatchObject({ code: 'not-signed-in' })
  })

  test('a company that is not theirs keeps nobody from what needs none: who they are, and signing out', async () => {
    const signedIn = { email: 'ADA@example.com', password: user.password }
    const { token } = await (await post('/auth/sign-in', signedIn)).json()
    const headers = { authorization: `Bearer ${token}`, 'x-company-id': '00000000-0000-7000-8000-000000000000' }
    expect((await scene.app.request('/me', { headers })).status).toBe(200)
    expect((await scene.app.request('/auth/sign-out', { method: 'POST', headers })).status).toBe(200)
    expect(await (await scene.app.request('/me', { headers })).json()).toMatchObject({ code: 'not-signed-in' })
  })

  test('the same address or company a second time is refused with the field named', async () => {
    expect(await (await post('/auth/sign-up', { user, company })).json()).toMatchObject({
      code: 'email-taken',
      errors: [{ path: 'user.email' }],
    })
    expect(
      await (await post('/auth/sign-up', { user: { ...user, email: 'bo@example.com' }, company })).json(),
    ).toMatchObject({ code: 'organisation-number-taken' })
  })
})

describe('signing in and out', () => {
  test('a signed-out token is dead', async () => {
    const { token } = await (await post('/auth/sign-in', { email: 'ADA@example.com', password: user.password })).json()
    expect((await scene.app.request('/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    await post('/auth/sign-out', {}, token)
    expect(
      await (await scene.app.request('/me', { headers: { authorization: `Bearer ${token}` } })).json(),
    ).toMatchObject({
      code: 'not-signed-in',
    })
  })

  test('who could not be signed out is told so, and is when they ask again', async () => {
    const { token } = await (await post('/auth/sign-in', { email: 'ADA@example.com', password: user.password })).json()
    const { db } = scene.database
    await db.execute(sql`create function keep() returns trigger language plpgsql as $$begin raise 'full'; end$$`)
    await db.execute(sql`create trigger keep before delete on sessions for each row execute function keep()`)
    const answer = await post('/auth/sign-out', {}, token)
    await db.execute(sql`drop function keep() cascade`)
    expect((await answer.json()).code).toBe('temporarily-unavailable')
    expect((await post('/auth/sign-out', {}, token)).status).toBe(200)
    expect((await (await post('/auth/sign-out', {}, token)).json()).code).toBe('not-signed-in')
  })

  test('sessions and letters that nobody came with while they were good are removed, and those that are good stay', async () => {
    const { db } = scene.database
    const signIn = async () => {
      const { token } = await (await post('/auth/sign-in', { email: user.email, password: user.password })).json()
      return String(token).split('.')[0] ?? ''
    }
    const [left, kept] = [await signIn(), await signIn()]
    const [past, ahead] = [new Date(Date.now() - 1000), new Date(Date.now() + 60_000)]
    await db.update(sessions).set({ expiresAt: past }).where(eq(sessions.token, left))
    const letter = (identifier: string, expiresAt: Date) => ({ id: newId(), identifier, value: newId(), expiresAt })
    await db.insert(verifications).values([letter('too old', past), letter('good', ahead)])
    const { handlers } = scene.accounts.jobs
    const sweep = handlers.find(({ definition }) => definition.name === 'accounts.sweep-sessions')
    await sweep?.run({}, new AbortController().signal)
    const tokens = (await db.select().from(sessions)).map(({ token }) => token)
    expect([tokens.includes(left), tokens.includes(kept)]).toEqual([false, true])
    expect((await db.delete(verifications).returning()).map(({ identifier }) => identifier)).toEqual(['good'])
  })

  test('guessing is slowed down after ten failures', async () => {
    for (let i = 0; i < 10; i++)
      expect(
        await (await post('/auth/sign-in', { email: 'guess@example.com', password: 'wrong' })).json(),
      ).toMatchObject({ code: 'wrong-credentials' })
    expect(await (await post('/auth/sign-in', { email: 'guess@example.com', password: 'wrong' })).json()).toMatchObject(
      { code: 'too-many-requests' },
    )
  })

  test('a forgotten password is replaced by the link in the letter, once', async () => {
    await post('/auth/forgot-password', { email: user.email })
    expect(await scene.letters()).toHaveLength(1)
    const letter = (await scene.letters()).join()
    const token = /token=([^\s]+)/.exec(letter)?.[1]
    const kept = await scene.database.db.select().from(verifications)
    expect([kept.length, JSON.stringify(kept).includes(token ?? '')]).toEqual([1, false])
    expect(await (await post('/auth/reset-password', { token, password: 'another password' })).json()).toEqual({
      done: true,
    })
    expect(await (await post('/auth/reset-password', { token, password: 'another password' })).json()).toMatchObject({
      code: 'invalid-input',
    })
    expect(
      await (await post('/auth/sign-in', { email: user.email, password: 'another password' })).json(),
    ).toHaveProperty('token')
  })
})

describe('the language', () => {
  const askFor = async (email: string) => {
    const before = (await scene.letters()).length
    await post('/auth/forgot-password', { email })
    expect(await scene.letters()).toHaveLength(before + 1)
    return (await scene.letters()).at(-1)
  }

  test('of letters is the one in which the account was made, or that was chosen since', async () => {
    const person = { ...user, email: 'english@example.com', language: 'en' }
    const theirs = { ...company, organisationNumber: '556016-0680' }
    const made = await (await post('/auth/sign-up', { user: person, company: theirs })).json()
    expect(made.user.language).toBe('en')
    expect(await askFor(person.email)).toContain('Choose a new password')
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${made.token}` }
    const change = { method: 'PUT', headers, body: JSON.stringify({ language: 'sv' }) }
    expect(await (await scene.app.request('/me/language', change)).json()).toMatchObject({ user: { language: 'sv' } })
    expect(await askFor(person.email)).toContain('nytt l')
  })
})

describe('guessing and letters', () => {
  const many = <Answer>(count: number, ask: (index: number) => Answer) =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(i)))

  test('guesses that are sent all at once are slowed down too', async () => {
    const email = 'crowd@example.com'
    const answers = await many(30, async (i) => (await post('/auth/sign-in', { email, password: `wrong ${i}` })).json())
    expect(answers.filter(({ code }) => code === 'wrong-credentials')).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'too-many-requests')).toHaveLength(20)
  })

  test('an address that is longer than any is refused: those that are tried are kept for a while', async () => {
    const email = `${'a'.repeat(250)}@example.com`
    for (const path of ['/auth/sign-in', '/auth/forgot-password'])
      expect(await (await post(path, { email, password: 'wrong' })).json()).toMatchObject({
        code: 'invalid-input',
        errors: [{ path: 'email', code: 'too-big' }],
      })
  })

  test('few letters for a new password go to one address, and one that nobody has is answered alike', async () => {
    for (const email of ['nobody@example.com', 'letters@example.com']) {
      const answers = await many(8, async () => (await post('/auth/forgot-password', { email })).json())
      expect(answers.filter((answer) => answer.done)).toHaveLength(5)
      expect(answers.filter(({ code }) => code === 'too-many-requests')).toHaveLength(3)
    }
  })

  test('when one letter has set a new password, those sent before it are void', async () => {
    const before = (await scene.letters()).length
    const tokens = async () => (await scene.letters()).slice(before).map((letter) => /token=([^\s]+)/.exec(letter)?.[1])
    await post('/auth/forgot-password', { email: user.email })
    await post('/auth/forgot-password', { email: user.email })
    const [older, newer] = await tokens()
    expect((await (await post('/auth/reset-password', { token: newer, password: user.password })).json()).done).toBe(
      true,
    )
    expect(await (await post('/auth/reset-password', { token: older, password: 'of a thief' })).json()).toMatchObject({
      code: 'invalid-input',
    })
  })

  test('names hold no line breaks or control characters: letters in our name would say more than they are made for', async () => {
    const named = { ...company, organisationNumber: '556012-5790', name: 'Ek AB\r\n\r\nPay here: example.net' }
    const answer = await (
      await post('/auth/sign-up', { user: { ...user, email: 'nul@example.com', firstName: 'A\0' }, company: named })
    ).json()
    expect(answer.errors.map(({ path }: { path: string }) => path)).toEqual(['user.firstName', 'company.name'])
  })
})

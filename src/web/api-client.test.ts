import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiProblem, api, attachmentName, dataOf, queryString, retryDelay } from './api-client.ts'
import { readSession, safeNext, signIn, signOut } from './session.ts'
import { stubStorage } from './testing/stub-storage.ts'

const company = {
  id: '019a0000-0000-7000-8000-000000000002',
  name: 'Fjällbruket AB',
  organisationNumber: '556036-0793',
  role: 'owner' as const,
  firm: null,
  isFirm: false,
}
const other = { ...company, id: '019a0000-0000-7000-8000-000000000003' }
const account = {
  token: 'secret',
  user: {
    id: '019a0000-0000-7000-8000-000000000001',
    email: 'karin@example.com',
    firstName: 'Karin',
    lastName: 'Ekdahl',
    mobile: '070',
    language: 'sv',
    memberSince: '2026-11-21T08:00:00.000Z',
  },
  companies: [company, other],
}
const problemOf = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(
    JSON.stringify({ type: 'x', title: 'Nej.', status, code, errors: [{ path: 'name', code: 'required' }] }),
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

const fetchMock = vi.fn<typeof fetch>()
const assign = vi.fn()

beforeEach(() => {
  stubStorage()
  vi.stubGlobal('window', { location: { pathname: '/app/imports', search: '?state=ready', assign } })
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset()
  assign.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

test('a call carries the token, the company and the language', async () => {
  signIn(account)
  fetchMock.mockResolvedValue(Response.json({ n: 1 }))
  expect(await api.get('/things', { schema: z.object({ n: z.number() }), query: { q: 'å', empty: '' } })).toEqual({
    n: 1,
  })
  const [url, init] = fetchMock.mock.calls[0]!
  expect(url).toBe('/api/v1/things?q=%C3%A5')
  expect(init!.headers).toMatchObject({
    Authorization: 'Bearer secret',
    'X-Company-Id': company.id,
    'Accept-Language': 'sv',
  })
})

test('a problem becomes an ApiProblem with its field errors', async () => {
  fetchMock.mockResolvedValue(problemOf(400, 'invalid-input'))
  const error = await api.post('/things', { body: {} }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiProblem)
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid-input',
    title: 'Nej.',
    errors: [{ path: 'name', code: 'required' }],
  })
})

test('a GET is tried again when the server is busy, a POST never is', async () => {
  fetchMock.mockImplementation(async () => problemOf(503, 'accounting-system-unavailable', { 'retry-after': '0' }))
  await api.get('/things').catch(() => undefined)
  expect(fetchMock).toHaveBeenCalledTimes(4)
  fetchMock.mockClear()
  await api.post('/things', { body: {} }).catch(() => undefined)
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

test('a GET that comes through on the second try answers as if nothing had been', async () => {
  fetchMock
    .mockResolvedValueOnce(problemOf(429, 'too-many-requests', { 'retry-after': '0' }))
    .mockResolvedValueOnce(Response.json([1]))
  expect(await api.get('/things', { schema: z.array(z.number()) })).toEqual([1])
})

test('a GET without an answer is tried again, for the company it was made for', async () => {
  signIn(account)
  fetchMock.mockImplementationOnce(async () => {
    localStorage.setItem('radvis.company', JSON.stringify({ ...company, id: other.id }))
    throw new TypeError('Failed to fetch')
  })
  fetchMock.mockResolvedValueOnce(Response.json([1]))
  expect(await api.get('/things', { schema: z.array(z.number()) })).toEqual([1])
  expect(readSession()?.company?.id).toBe(other.id)
  expect(fetchMock.mock.calls[1]![1]!.headers).toMatchObject({ 'X-Company-Id': company.id })
})

test('a late refusal of an older token leaves a newer session alone', async () => {
  signIn(account)
  fetchMock.mockImplementation(async () => {
    signIn({ ...account, token: 'newer' })
    return problemOf(401, 'not-signed-in')
  })
  await api.get('/things').catch(() => undefined)
  expect(readSession()?.token).toBe('newer')
  expect(assign).not.toHaveBeenCalled()
})

test('a refused token empties the session and asks to sign in again', async () => {
  signIn(account)
  fetchMock.mockResolvedValue(problemOf(401, 'not-signed-in'))
  await api.get('/things').catch(() => undefined)
  expect(readSession()).toBeNull()
  expect(assign).toHaveBeenCalledWith('/signin?ended=1&next=%2Fapp%2Fimports%3Fstate%3Dready')
})

test('a wrong password is told, not taken for an ended session', async () => {
  fetchMock.mockResolvedValue(problemOf(401, 'wrong-credentials'))
  await expect(api.post('/auth/sign-in', { body: {} })).rejects.toMatchObject({ code: 'wrong-credentials' })
  expect(assign).not.toHaveBeenCalled()
})

test('no connection is told in words', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(api.get('/things')).rejects.toMatchObject({ status: 0, code: 'no-answer' })
})

test('signing out leaves nothing but the flag', () => {
  signIn(account)
  expect(readSession()?.company?.id).toBe(company.id)
  signOut()
  for (const key of ['radvis.token', 'radvis.user', 'radvis.company', 'radvis.integrations'])
    expect(localStorage.getItem(key)).toBeNull()
  expect(localStorage.getItem('radvis.auth')).toBe('not-logged-in')
})

test('Retry-After is honoured as seconds and as a date, up to ten seconds', () => {
  expect([0, 1, 2].map((attempt) => retryDelay(attempt, null))).toEqual([300, 600, 1200])
  expect(retryDelay(0, '3')).toBe(3000)
  expect(retryDelay(0, '600')).toBe(10_000)
  expect(retryDelay(0, new Date(5000).toUTCString(), 1000)).toBe(4000)
})

test('events are read across lines, comments are not events', () => {
  expect(dataOf(': still here')).toBe('')
  expect(dataOf('event: row\ndata: {"a":\ndata: 1}')).toBe('{"a":\n1}')
})

test('empty values are left out of the query', () => {
  expect(queryString({ a: null, b: undefined, c: '', d: 0, e: false })).toBe('?d=0&e=false')
})

test('the way back after signing in never leads to another site', () => {
  expect(safeNext('/app/imports?state=ready')).toBe('/app/imports?state=ready')
  for (const bad of [null, '//evil.example/app', 'https://evil.example', '/application', '/signin'])
    expect(safeNext(bad)).toBe('/app/dashboard')
})

test('a downloaded file has the name the server gave it, whatever its letters', () => {
  expect(attachmentName(`attachment; filename="radvis.csv"; filename*=UTF-8''F%C3%A4rgek%26%20%27x%27.csv`)).toBe(
    "Färgek& 'x'.csv",
  )
  expect(attachmentName('inline')).toBeNull()
  expect(attachmentName(null)).toBeNull()
})

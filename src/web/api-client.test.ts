import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as m from '#messages'
import { ApiProblem, api, attachmentName, dataOf, queryString, retryDelay } from './api-client.ts'
import { chooseCompany, keepIntegrations, readSession, safeNext, signIn, signOut } from './session.ts'
import { offerToSignInAgain, stopWaiting } from './session-end.ts'
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
  const heard = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('window', { ...heard, location: { pathname: '/app/imports', search: '?state=ready', assign } })
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockReset()
  assign.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('a lost connection is told at once: only a person can mend it', async () => {
  fetchMock.mockImplementation(async () => problemOf(409, 'connection-lost', { 'retry-after': '0' }))
  await expect(api.get('/things')).rejects.toMatchObject({ code: 'connection-lost' })
  expect(fetchMock).toHaveBeenCalledTimes(1)
  fetchMock.mockClear()
  fetchMock.mockImplementation(async () => problemOf(409, 'conflict', { 'retry-after': '0' }))
  await api.get('/things').catch(() => undefined)
  expect(fetchMock).toHaveBeenCalledTimes(4)
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
    chooseCompany(other)
    throw new TypeError('Failed to fetch')
  })
  fetchMock.mockResolvedValueOnce(Response.json([1]))
  expect(await api.get('/things', { schema: z.array(z.number()) })).toEqual([1])
  expect(readSession()?.company?.id).toBe(other.id)
  expect(fetchMock.mock.calls[1]![1]!.headers).toMatchObject({ 'X-Company-Id': company.id })
})

test('a late refusal of an older token leaves a newer session alone', async () => {
  signIn(account)
  fetchMock.mockImplementationOnce(async () => {
    signIn({ ...account, token: 'newer' })
    return problemOf(401, 'not-signed-in')
  })
  fetchMock.mockResolvedValueOnce(Response.json(1))
  await api.get('/things')
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

/** What is refused until somebody signs in with another token. */
const refuseSecret: typeof fetch = async (_url, init) =>
  new Headers(init?.headers).get('Authorization') === 'Bearer secret'
    ? problemOf(401, 'not-signed-in')
    : Response.json({ n: 1 })
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('where the page can ask to sign in again, what was refused is sent once more when the same person has', async () => {
  signIn(account)
  const withdraw = offerToSignInAgain()
  fetchMock.mockImplementation(refuseSecret)
  const [read, write] = [api.get('/things'), api.post('/things', { body: { name: 'kept' } })]
  await settled()
  expect(fetchMock).toHaveBeenCalledTimes(2)
  expect(readSession()?.token).toBe('secret')
  signIn({ ...account, token: 'newer' })
  await Promise.all([read, write])
  expect(fetchMock.mock.calls.slice(2).map(([, init]) => init?.body)).toEqual([undefined, '{"name":"kept"}'])
  expect(assign).not.toHaveBeenCalled()
  withdraw()
})

test('what one person asked for is never sent as another, nor when signing in is declined', async () => {
  const withdraw = offerToSignInAgain()
  fetchMock.mockImplementation(refuseSecret)
  signIn(account)
  const declined = api.post('/things').catch((error: unknown) => error)
  await settled()
  stopWaiting()
  expect(await declined).toMatchObject({ code: 'not-signed-in' })
  const ofKarin = api.post('/things').catch((error: unknown) => error)
  await settled()
  keepIntegrations([{ connectorId: 'fortnox', displayName: 'Fortnox', state: 'connected' }])
  signIn({ ...account, token: 'newer', user: { ...account.user, id: '019a0000-0000-7000-8000-000000000009' } })
  expect(await ofKarin).toMatchObject({ code: 'not-signed-in' })
  expect(fetchMock).toHaveBeenCalledTimes(2)
  expect(readSession()?.integrations).toEqual([])
  withdraw()
})

test('a call that never answers ends: a reading after one more try, a change with the word that it may have been made', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  fetchMock.mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const read = api.get('/things').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await read).toMatchObject({ status: 0, title: m.shell_request_out_of_time() })
  expect(fetchMock).toHaveBeenCalledTimes(2)
  const write = api.post('/things', { body: {} }).catch((error: unknown) => error)
  const file = new FormData()
  file.set('file', new Blob([new Uint8Array(10_000_000)]))
  const upload = api.post('/files', { body: file }).catch(() => 'ended')
  await vi.advanceTimersByTimeAsync(180_000)
  expect(await write).toMatchObject({ status: 0, title: m.shell_request_unknown() })
  expect(fetchMock).toHaveBeenCalledTimes(4)
  expect(await Promise.race([upload, Promise.resolve('under way')])).toBe('under way')
  await vi.advanceTimersByTimeAsync(320_000)
  expect(await upload).toBe('ended')
})

test('of a question that no answer came to nobody has to look whether it was done', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(api.ask('/things/preview', { body: {} })).rejects.toMatchObject({ title: m.shell_request_failed() })
  fetchMock.mockResolvedValue(new Response('', { status: 502 }))
  const status = '502'
  await expect(api.ask('/things/preview', { body: {} })).rejects.toMatchObject({
    title: m.shell_foreign_answer({ status }),
  })
  await expect(api.post('/things', { body: {} })).rejects.toMatchObject({ title: m.shell_foreign_unknown({ status }) })
})

const portal = (status = 200) =>
  new Response('<html>Sign in to the network</html>', { status, headers: { 'content-type': 'text/html' } })

test('a page that something on the way shows instead of the answer is told as that, and never taken for done', async () => {
  fetchMock.mockImplementation(async () => portal())
  const [status, code] = ['200', 'foreign-answer']
  const unknown = { code, status: 0, title: m.shell_foreign_unknown({ status }) }
  await expect(api.delete('/things/1')).rejects.toMatchObject(unknown)
  await expect(api.post('/things', { body: {}, schema: z.object({}) })).rejects.toMatchObject(unknown)
  const read = { code, title: m.shell_foreign_answer({ status }) }
  await expect(api.get('/things', { schema: z.object({}) })).rejects.toMatchObject(read)
  await expect(api.download('/things/1/file')).rejects.toMatchObject(read)
  const { signal } = new AbortController()
  const events = api.events('/things/events', { schema: z.number(), signal, onEvent: () => undefined })
  await expect(events).rejects.toMatchObject(read)
})

test('what something on the way refuses was not done; a file that it finds too large is told as such', async () => {
  fetchMock.mockImplementation(async () => portal(403))
  await expect(api.post('/things', { body: {} })).rejects.toMatchObject({
    title: m.shell_foreign_answer({ status: '403' }),
  })
  fetchMock.mockImplementation(async () => portal(413))
  await expect(api.post('/files', { body: new FormData() })).rejects.toMatchObject({
    status: 413,
    title: m.shell_foreign_too_large({ status: '413' }),
  })
})

test('what a change without an answer comes to is read from 204 and from JSON', async () => {
  fetchMock.mockResolvedValueOnce(new Response(null, { status: 204 })).mockResolvedValueOnce(Response.json({ n: 1 }))
  expect([await api.delete('/things/1'), await api.post('/things')]).toEqual([undefined, undefined])
})

test('an answer of another shape than the page knows says to load the page again', async () => {
  fetchMock.mockResolvedValue(Response.json({ n: 'ett' }))
  await expect(api.post('/things', { schema: z.object({ n: z.number() }) })).rejects.toMatchObject({
    code: 'answer-unknown',
    title: m.shell_answer_unknown(),
  })
})

test('an answer that stops in the middle is no answer', async () => {
  fetchMock.mockImplementation(async () => new Response('{"n":', { headers: { 'content-type': 'application/json' } }))
  const error = await api.post('/things', { schema: z.object({ n: z.number() }) }).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'no-answer' })
})

test('events that fall silent are told as a stream that broke', async () => {
  vi.useFakeTimers()
  fetchMock.mockImplementation(
    async () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('data: 1\n\n')) }), {
        headers: { 'content-type': 'text/event-stream' },
      }),
  )
  const heard: number[] = []
  const { signal } = new AbortController()
  const followed = api
    .events('/things/events', { schema: z.number(), signal, onEvent: (n) => heard.push(n) })
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await followed).toMatchObject({ code: 'no-answer' })
  expect(heard).toEqual([1])
})

test('signing in is asked for without the token of a session that has ended', async () => {
  signIn(account)
  fetchMock.mockResolvedValue(problemOf(401, 'wrong-credentials'))
  await api.post('/auth/sign-in', { body: {} }).catch(() => undefined)
  await api.post('/auth/sign-out').catch(() => undefined)
  const tokens = fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get('Authorization'))
  expect(tokens).toEqual([null, 'Bearer secret'])
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
    expect([localStorage.getItem(key), sessionStorage.getItem(key)]).toEqual([null, null])
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

test.each([true, false])(
  'a file that is shown opens by itself where the click still counts (%s), else when it is asked for',
  async (isActive) => {
    const openWindow = vi.fn()
    Object.assign(window, { open: openWindow })
    vi.stubGlobal('navigator', { userActivation: { isActive } })
    vi.stubGlobal('URL', { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
    vi.useFakeTimers()
    fetchMock.mockResolvedValue(new Response('pdf', { headers: { 'content-disposition': 'inline' } }))
    const { isOpened, open } = await api.view('/receipts/1/file')
    expect([isOpened, openWindow.mock.calls.length]).toEqual([isActive, isActive ? 1 : 0])
    open()
    expect(openWindow).toHaveBeenLastCalledWith('blob:1', '_blank', 'noopener')
  },
)

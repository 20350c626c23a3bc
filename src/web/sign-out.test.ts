import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, signIn } from './session.ts'
import { endSession } from './sign-out.ts'
import { stubStorage } from './testing/stub-storage.ts'

const user = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', email: 'karin@example.com', firstName: 'Karin' },
  ...{ lastName: 'Ekdahl', mobile: '070', language: 'sv', memberSince: '2026-11-21T08:00:00.000Z' },
}
const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  stubStorage()
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })
  vi.stubGlobal('fetch', fetchMock)
  vi.useFakeTimers()
  signIn({ token: 'secret', user, companies: [] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('who signs out without a line is signed out here at once, and on the server as soon as it hears', async () => {
  const away = new Response(null, { status: 503 })
  fetchMock.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(away)
  fetchMock.mockResolvedValueOnce(Response.json({ done: true }))
  endSession()
  expect(readSession()).toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchMock).toHaveBeenCalledTimes(3)
  for (const [url, init] of fetchMock.mock.calls)
    expect([url, new Headers(init?.headers).get('Authorization')]).toEqual(['/api/v1/auth/sign-out', 'Bearer secret'])
})

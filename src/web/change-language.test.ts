import { afterEach, expect, test, vi } from 'vitest'
import { tellLanguage } from './change-language.ts'
import { signIn, signOut } from './session.ts'
import { stubStorage } from './testing/stub-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('who chooses a language while logged in is to have letters in it; who is not logged in tells nobody', async () => {
  stubStorage()
  const calls: [string, RequestInit][] = []
  vi.stubGlobal('fetch', async (...call: [string, RequestInit]) => {
    calls.push(call)
    return Response.json({})
  })
  const user = {
    ...{ id: '019a0000-0000-7000-8000-000000000001', email: 'karin@example.com', firstName: 'Karin' },
    ...{ lastName: 'Ekdahl', mobile: '070', language: 'sv', memberSince: '2026-11-21T08:00:00.000Z' },
  }
  signIn({ token: 'secret', user, companies: [] })
  tellLanguage('en')
  expect(calls).toEqual([
    ['/api/v1/me/language', expect.objectContaining({ method: 'PUT', body: '{"language":"en"}', keepalive: true })],
  ])
  signOut()
  tellLanguage('sv')
  expect(calls).toHaveLength(1)
})

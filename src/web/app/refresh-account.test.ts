import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../api-client.ts'
import { keepAccount, readSession, signIn, signOut } from '../session.ts'
import { stubStorage } from '../testing/stub-storage.ts'
import { createQueryClient } from './query-client.ts'
import { refreshAccount } from './refresh-account.ts'

const companyOf = (id: string, name: string) => ({
  ...{ id, name, organisationNumber: '556036-0793', role: 'owner' as const, firm: null, isFirm: false },
})
const first = companyOf('019a0000-0000-7000-8000-000000000002', 'Fjällbruket AB')
const added = companyOf('019a0000-0000-7000-8000-000000000003', 'Klient Två AB')
const user = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', email: 'karin@example.com', firstName: 'Karin' },
  ...{ lastName: 'Ekdahl', mobile: '070', language: 'sv', memberSince: '2026-11-21T08:00:00.000Z' },
}
const answers: ((response: Response) => void)[] = []

beforeEach(() => {
  stubStorage()
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  answers.length = 0
  signIn({ token: 'secret', user, companies: [first] })
})
afterEach(() => vi.unstubAllGlobals())

test('names are as they are now', async () => {
  const refreshed = refreshAccount()
  answers[0]!(Response.json({ user: { ...user, firstName: 'Karin Maria' }, companies: [first] }))
  await refreshed
  expect(readSession()?.user.firstName).toBe('Karin Maria')
})

test('an answer that comes after signing out leaves nothing in the browser', async () => {
  const refreshed = refreshAccount()
  signOut()
  answers[0]!(Response.json({ user, companies: [first] }))
  await refreshed
  expect(localStorage.getItem('radvis.user')).toBeNull()
})

test('an answer from before a company was added does not take it away again', async () => {
  const refreshed = refreshAccount()
  keepAccount({ user, companies: [first, added] })
  answers[0]!(Response.json({ user, companies: [first] }))
  await refreshed
  expect(readSession()?.companies).toHaveLength(2)
})

test('who was taken out of the company in sight goes on to another of theirs', async () => {
  keepAccount({ user, companies: [first, added] })
  const refused = { type: 'about:blank', title: 'no', status: 403, code: 'not-allowed' }
  const gone = { ...refused, errors: [{ path: 'X-Company-Id', code: 'company-gone', message: 'gone' }] }
  const queries = createQueryClient(first)
  const asked = queries.fetchQuery({ queryKey: ['imports'], queryFn: () => api.get('/imports') }).catch(() => null)
  answers[0]!(Response.json(gone, { status: 403 }))
  await asked
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!(Response.json({ user, companies: [added] }))
  await vi.waitFor(() => expect(readSession()?.company?.name).toBe('Klient Två AB'))
})

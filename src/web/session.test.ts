import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseCompany, keepIntegrations, leadNewTabsWhileShown, readSession, signIn, signOut } from './session.ts'
import { stubStorage, stubTab } from './testing/stub-storage.ts'

const companyOf = (id: string, name: string) => ({
  ...{ id, name, organisationNumber: '556036-0793', role: 'owner' as const, firm: null, isFirm: false },
})
const first = companyOf('019a0000-0000-7000-8000-000000000002', 'Fjällbruket AB')
const second = companyOf('019a0000-0000-7000-8000-000000000003', 'Klient Två AB')
const user = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', email: 'karin@example.com', firstName: 'Karin' },
  ...{ lastName: 'Ekdahl', mobile: '070', language: 'sv', memberSince: '2026-11-21T08:00:00.000Z' },
}
const current = () => readSession()?.company?.name
let looked: () => void

beforeEach(() => {
  stubStorage()
  const heard = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('window', { ...heard, addEventListener: (_: string, hear: () => void) => (looked = hear) })
  vi.stubGlobal('document', { ...heard, visibilityState: 'visible' })
  signIn({ token: 'secret', user, companies: [first, second] })
})
afterEach(() => vi.unstubAllGlobals())

test('another tab goes on to another company without taking this one along', () => {
  const here = sessionStorage
  keepIntegrations([{ connectorId: 'fortnox', displayName: 'Fortnox', state: 'connected' }])
  stubTab()
  expect(current()).toBe(first.name)
  chooseCompany(second)
  expect([current(), readSession()?.integrations]).toEqual([second.name, []])
  stubTab(here)
  expect([current(), readSession()?.integrations.length]).toEqual([first.name, 1])
})

test('a new tab begins with the company of the tab that was looked at last', () => {
  const here = sessionStorage
  const there = stubTab()
  chooseCompany(second)
  stubTab(here)
  const end = leadNewTabsWhileShown()
  stubTab()
  expect(current()).toBe(first.name)
  stubTab(there)
  looked()
  stubTab()
  expect(current()).toBe(second.name)
  end()
})

test('who signs out in one tab is signed out in all, and a new person starts in a company of theirs', () => {
  const here = sessionStorage
  chooseCompany(second)
  stubTab()
  signOut()
  stubTab(here)
  expect(readSession()).toBeNull()
  signIn({ token: 'other', user: { ...user, id: '019a0000-0000-7000-8000-000000000009' }, companies: [first] })
  expect(current()).toBe(first.name)
})

import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type Me, me, type signedIn } from '#accounts/contract.ts'

/**
 * What the browser keeps of a session: authentication flag, bearer token, user data, current
 * company and integrations. Signing out empties all of it.
 */
const keys = {
  auth: 'radvis.auth',
  token: 'radvis.token',
  user: 'radvis.user',
  company: 'radvis.company',
  integrations: 'radvis.integrations',
} as const

/**
 * Of these each tab has its own, so that two tabs can stand in two companies and neither changes under what is typed in the
 * other. A new tab begins with those of the tab looked at last.
 */
const ofTab: readonly Key[] = [keys.company, keys.integrations]
type Key = (typeof keys)[keyof typeof keys]

function read(key: Key): string | null {
  return (ofTab.includes(key) ? sessionStorage : localStorage).getItem(key)
}

function keep(key: Key, value: unknown): void {
  const text = JSON.stringify(value)
  localStorage.setItem(key, text)
  if (ofTab.includes(key)) sessionStorage.setItem(key, text)
}

function remove(key: Key): void {
  localStorage.removeItem(key)
  sessionStorage.removeItem(key)
}

/** A tab without a company takes the one that was looked at last. */
function beginTab(): void {
  if (sessionStorage.getItem(keys.company) !== null) return
  for (const key of ofTab) {
    const value = localStorage.getItem(key)
    if (value !== null) sessionStorage.setItem(key, value)
  }
}

/** The tab is looked at: what is opened from it in a new one is for the same company. */
function leadNewTabs(): void {
  if (document.visibilityState !== 'visible' || !isLoggedIn()) return
  for (const key of ofTab) {
    const value = sessionStorage.getItem(key)
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  }
}

const integration = z.object({ connectorId: z.string(), displayName: z.string(), state: z.string() })
export type Integration = z.infer<typeof integration>

export type Session = {
  token: string
  user: Me['user']
  companies: Me['companies']
  /** The company that calls are made for; null only for a user without any. */
  company: Me['companies'][number] | null
  integrations: readonly Integration[]
}

const listeners = new Set<() => void>()
let cached: { raw: string; session: Session | null } | null = null

/** The session of this browser; null while not logged in. */
export function readSession(): Session | null {
  if (typeof localStorage === 'undefined') return null
  beginTab()
  const raw = JSON.stringify(Object.values(keys).map(read))
  if (cached?.raw !== raw) cached = { raw, session: parseSession() }
  return cached.session
}

export function isLoggedIn(): boolean {
  return readSession() !== null
}

function parseSession(): Session | null {
  if (localStorage.getItem(keys.auth) !== 'logged-in') return null
  const token = localStorage.getItem(keys.token)
  const account = me.safeParse(parseJson(keys.user))
  if (token === null || !account.success) return null
  const { user, companies } = account.data
  const chosen = parseJson(keys.company) as { id?: string } | null
  const integrations = z.array(integration).safeParse(parseJson(keys.integrations))
  return {
    token,
    user,
    companies,
    company: companies.find((company) => company.id === chosen?.id) ?? companies[0] ?? null,
    integrations: integrations.success ? integrations.data : [],
  }
}

function parseJson(key: Key): unknown {
  try {
    return JSON.parse(read(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps what signing in or up answered; of another person before nothing stays. */
export function signIn(answer: z.infer<typeof signedIn>): void {
  if (readSession()?.user.id !== answer.user.id) forget()
  localStorage.setItem(keys.auth, 'logged-in')
  localStorage.setItem(keys.token, answer.token)
  keepAccount(answer)
}

/** Keeps what GET /me answers: names and companies may have changed since signing in. */
export function keepAccount(account: Me): void {
  keep(keys.user, { user: account.user, companies: account.companies })
  keep(keys.company, readSession()?.company ?? null)
  tellListeners()
}

/** Empties everything the browser keeps of the session. */
export function signOut(): void {
  forget()
  tellListeners()
}

function forget(): void {
  for (const key of [keys.token, keys.user, keys.company, keys.integrations]) remove(key)
  localStorage.setItem(keys.auth, 'not-logged-in')
}

export function chooseCompany(company: Me['companies'][number]): void {
  keep(keys.company, company)
  remove(keys.integrations)
  tellListeners()
}

/** What the current company is linked to, as the connectors page last read it. */
export function keepIntegrations(integrations: readonly Integration[]): void {
  keep(keys.integrations, integrations)
  tellListeners()
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

/** Calls it when anything of the session changes, here or in another tab. Answers how to end that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  // A page that the browser had put by and shows again has heard nothing meanwhile.
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, listener)
  return () => {
    listeners.delete(listener)
    for (const event of ['storage', 'pageshow']) window.removeEventListener(event, listener)
  }
}

/** While it is shown, a page of the app decides which company a new tab begins with. Answers how to end that. */
export function leadNewTabsWhileShown(): () => void {
  leadNewTabs()
  window.addEventListener('focus', leadNewTabs)
  document.addEventListener('visibilitychange', leadNewTabs)
  return () => {
    window.removeEventListener('focus', leadNewTabs)
    document.removeEventListener('visibilitychange', leadNewTabs)
  }
}

/** The session, followed; null on the server and while not logged in. Signing out in another tab shows here too. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, readSession, () => null)
}

/** The path a user comes back to after signing in: the app or an invitation, never another site. */
export function safeNext(next: string | null): string {
  return next !== null && /^\/(?:app(?:\/|$|\?)|signup\?invitation=)/.test(next) ? next : '/app/dashboard'
}

import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type Me, me, type signedIn } from '#accounts/contract.ts'

/**
 * What the browser keeps of a session (SPEC.md section 3): authentication flag, bearer token, user data, current
 * company and integrations. Signing out empties all of it.
 */
const keys = {
  auth: 'radvis.auth',
  token: 'radvis.token',
  user: 'radvis.user',
  company: 'radvis.company',
  integrations: 'radvis.integrations',
} as const

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
  const raw = JSON.stringify(Object.values(keys).map((key) => localStorage.getItem(key)))
  if (cached?.raw !== raw) cached = { raw, session: parseSession() }
  return cached.session
}

export function isLoggedIn(): boolean {
  return readSession() !== null
}

function parseSession(): Session | null {
  if (localStorage.getItem(keys.auth) !== 'logged-in') return null
  const token = localStorage.getItem(keys.token)
  const account = me.safeParse(readJson(keys.user))
  if (token === null || !account.success) return null
  const { user, companies } = account.data
  const chosen = readJson(keys.company) as { id?: string } | null
  const integrations = z.array(integration).safeParse(readJson(keys.integrations))
  return {
    token,
    user,
    companies,
    company: companies.find((company) => company.id === chosen?.id) ?? companies[0] ?? null,
    integrations: integrations.success ? integrations.data : [],
  }
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
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
  localStorage.setItem(keys.user, JSON.stringify({ user: account.user, companies: account.companies }))
  const company = readSession()?.company
  localStorage.setItem(keys.company, JSON.stringify(company ?? null))
  tellListeners()
}

/** Empties everything the browser keeps of the session. */
export function signOut(): void {
  forget()
  tellListeners()
}

function forget(): void {
  for (const key of [keys.token, keys.user, keys.company, keys.integrations]) localStorage.removeItem(key)
  localStorage.setItem(keys.auth, 'not-logged-in')
}

export function chooseCompany(company: Me['companies'][number]): void {
  localStorage.setItem(keys.company, JSON.stringify(company))
  localStorage.removeItem(keys.integrations)
  tellListeners()
}

/** What the current company is linked to, as the connectors page last read it. */
export function keepIntegrations(integrations: readonly Integration[]): void {
  localStorage.setItem(keys.integrations, JSON.stringify(integrations))
  tellListeners()
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

/** Calls it when anything of the session changes, here or in another tab. Answers how to end that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
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

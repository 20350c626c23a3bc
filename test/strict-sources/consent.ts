import { createHash, randomBytes } from 'node:crypto'

/** What the person at the consent's page does; nothing said is what most people do. */
export type Person = { account?: string; denies?: boolean; granted?: readonly string[]; picks?: readonly string[] }

/** What a code was given for. */
export type Code = {
  account: string
  redirectUri: string
  challenge: string
  scopes: readonly string[]
  offline: boolean
  picks: readonly string[]
  at: number
}

const base64url = /^[\w-]{43,128}$/

/** RFC 7636: S256 alone, and a challenge that could be one. */
export function challengeProblem(query: URLSearchParams): string | null {
  if (query.get('code_challenge_method') !== 'S256') return 'code_challenge_method must be S256'
  return base64url.test(query.get('code_challenge') ?? '') ? null : 'code_challenge is malformed'
}

export function fitsChallenge(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

/** Names that came twice, and names that nobody knows. */
export function unknownNames(query: URLSearchParams, known: ReadonlySet<string>): string[] {
  const names = [...query.keys()]
  return names.filter((name, index) => !known.has(name) || names.indexOf(name) !== index)
}

export function redirect(uri: string, answer: Record<string, string>): URL {
  const back = new URL(uri)
  for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value)
  return back
}

export const newSecret = (prefix: string) => `${prefix}${randomBytes(30).toString('base64url')}`

import { redirect } from 'react-router'
import { isLoggedIn } from './session.ts'

/** What is under /app is for who is logged in: others sign in first, and then come back. */
export function signInFirst(request: Request): null {
  const { pathname, search } = new URL(request.url)
  if (isLoggedIn() || !/^\/app(?:\/|$)/.test(pathname)) return null
  throw redirect(`/signin?next=${encodeURIComponent(pathname + search)}`)
}

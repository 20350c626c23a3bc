import { me } from '#accounts/contract.ts'
import { api } from '../api-client.ts'
import { keepAccount, readSession, type Session } from '../session.ts'

let latest = 0

/**
 * Names, roles and companies as they are now, not as they were when the user signed in. Without an answer they stay; an
 * answer that a newer one, another sign-in or a change made here has overtaken is left alone.
 */
export async function refreshAccount(): Promise<void> {
  const asked = ++latest
  const before = readSession()
  const account = await api.get('/me', { schema: me }).catch(() => null)
  const now = readSession()
  const isOvertaken = asked !== latest || stampOf(now) !== stampOf(before)
  if (account && !isOvertaken) keepAccount(account)
}

const stampOf = (session: Session | null) => session && JSON.stringify([session.token, session.companies])

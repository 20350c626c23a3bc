import { me } from '#accounts/contract.ts'
import * as m from '#messages'
import { api } from '../api-client.ts'
import { keepAccount, readSession, type Session } from '../session.ts'
import { showToast } from '../ui/toasts.tsx'

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
  if (!account || isOvertaken) return
  keepAccount(account)
  tellWhereGone(before?.company ?? null)
}

/** Who was taken out of the company in sight sees another of theirs, and is told. */
function tellWhereGone(before: Session['company']): void {
  const session = readSession()
  if (!before || !session || session.companies.some(({ id }) => id === before.id)) return
  const text = session.company && m.shell_company_gone_text({ other: session.company.name })
  showToast({ type: 'warn', title: m.shell_company_gone({ name: before.name }), text, id: `gone-${before.id}` })
}

const stampOf = (session: Session | null) => session && JSON.stringify([session.token, session.companies])

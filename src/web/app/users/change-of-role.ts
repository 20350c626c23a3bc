import type { InviteRequest } from '#accounts/contract.ts'
import * as m from '#messages'
import { roleName } from '../../role-names.ts'
import type { Invited } from './use-members.ts'

/** That who is asked was invited before with another role, which the new letter changes; else null. */
export function changeOfRole(
  invitations: readonly Invited[],
  { email = '', role }: Partial<InviteRequest>,
): string | null {
  const typed = email.trim().toLowerCase()
  const before = invitations.find((one) => one.email === typed && !one.isExpired)
  if (!before || !role || before.role === role) return null
  return m.accounts_users_invite_changes({ email: typed, from: roleName(before.role), to: roleName(role) })
}

import type { Role } from '#kernel/roles.ts'
import * as m from '#messages'

const names: Record<Role, () => string> = {
  owner: () => m.accounts_role_owner(),
  admin: () => m.accounts_role_admin(),
  full: () => m.accounts_role_full(),
}
const hints: Record<Role, () => string> = {
  owner: () => m.accounts_role_owner_hint(),
  admin: () => m.accounts_role_admin_hint(),
  full: () => m.accounts_role_full_hint(),
}

/** What an access level is called; what is none stands as it is. */
export function roleName(role: Role | string | number | undefined): string {
  return names[role as Role]?.() ?? String(role ?? '')
}

/** What it lets a person do. */
export function roleHint(role: Role): string {
  return hints[role]()
}

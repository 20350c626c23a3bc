/** What a person may do in a company (*behörighet*): each role may all that the ones after it may. */
export const roles = ['owner', 'admin', 'full'] as const
export type Role = (typeof roles)[number]

const ranks: Record<Role, number> = { full: 1, admin: 2, owner: 3 }

/** Whether one role may at least what another may. */
export function isAtLeast(role: Role, other: Role): boolean {
  return ranks[role] >= ranks[other]
}

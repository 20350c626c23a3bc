import { isAtLeast, type Role } from '#kernel/roles.ts'

export type MemberChange = 'not-allowed' | 'last-owner' | 'allowed'

/** Nobody gives a role above their own, and only those who lead (owner, admin) give any. */
export function mayGive(actor: Role, role: Role): boolean {
  return isAtLeast(actor, 'admin') && isAtLeast(actor, role)
}

/**
 * Whether a person may give a member another role, or take the member out (`to` null). Everyone may leave; nobody
 * touches one above them; a company always keeps an owner.
 */
export function judgeMemberChange(change: {
  actor: Role
  target: Role
  to: Role | null
  isOneself: boolean
  /** Of the company, the target included when they are one. */
  owners: number
}): MemberChange {
  const { actor, target, to, isOneself, owners } = change
  const leaves = isOneself && to === null
  const mayTouch = mayGive(actor, target) && (to === null || mayGive(actor, to))
  if (!leaves && !mayTouch) return 'not-allowed'
  if (target === 'owner' && to !== 'owner' && owners <= 1) return 'last-owner'
  return 'allowed'
}

import { AppError } from '#kernel/errors.ts'
import { type Role, roles } from '#kernel/roles.ts'
import { withCompany } from '#platform/database.ts'
import type { CompanyScope } from '#platform/http.ts'
import type { MemberList } from './contract.ts'
import { type MemberDeps, withdrawal } from './invite-member.ts'
import {
  listInvitations,
  listMembers,
  lockMembers,
  removeMember,
  saveRole,
  withdrawInvitationsOf,
} from './member-store.ts'
import { judgeMemberChange, mayGive } from './rules.ts'
import { findUser } from './store.ts'

export async function describeMembers(deps: MemberDeps, { companyId, actor }: CompanyScope): Promise<MemberList> {
  const now = deps.clock.now()
  const members = await listMembers(deps.db, companyId)
  const invitations = await listInvitations(deps.db, companyId)
  return {
    members: members.map((member) => ({
      ...member,
      memberSince: member.memberSince.toISOString(),
      isYou: member.id === actor.userId,
    })),
    invitations: invitations.map((one) => ({
      ...one,
      expiresAt: one.expiresAt.toISOString(),
      isExpired: one.expiresAt <= now,
    })),
  }
}

/**
 * Gives a member another role, or with `to` null takes them out; then their next call for the company is refused, and
 * invitations of theirs to a role that they may no longer give are withdrawn.
 * Judged on roles that are held meanwhile: of two owners who demote each other at once, one is refused.
 */
export async function changeMember(
  deps: MemberDeps,
  scope: CompanyScope,
  { userId, to }: { userId: string; to: Role | null },
): Promise<void> {
  const { companyId, actor } = scope
  const subject = (await findUser(deps.db, userId))?.name ?? ''
  await withCompany(deps.db, companyId, async (tx) => {
    const { roleOf, owners } = await lockMembers(tx, companyId, [actor.userId, userId])
    const [by, target] = [roleOf(actor.userId), roleOf(userId)]
    if (target === null) throw new AppError('not-found', 'no such member')
    const isOneself = actor.userId === userId
    const judged = by ? judgeMemberChange({ actor: by, target, to, isOneself, owners }) : 'not-allowed'
    if (judged === 'not-allowed') throw new AppError('not-allowed', `a ${by} may not do this to a ${target}`)
    if (judged === 'last-owner')
      throw new AppError('conflict', 'a company keeps an owner', { errors: [{ path: 'role', code: 'last-owner' }] })
    if (to === null) await removeMember(tx, companyId, userId)
    else await saveRole(tx, companyId, userId, to)
    const out = isOneself ? ('member-left' as const) : ('member-removed' as const)
    const activity = to === null ? out : ('member-role-changed' as const)
    const params: Record<string, string> = to === null ? {} : { role: to }
    // An invitation to oneself at another address would be a way back in.
    const withheld = roles.filter((role) => to === null || !mayGive(to, role))
    const withdrawn = await withdrawInvitationsOf(tx, companyId, userId, withheld)
    await deps.record(tx, companyId, [
      { type: 'info', activity, subject, actorId: actor.userId, params },
      ...withdrawn.map((email) => withdrawal(email, actor.userId)),
    ])
  })
}

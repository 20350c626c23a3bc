import { isDeepStrictEqual } from 'node:util'
import type { Activity } from '#activity/index.ts'
import { changedByAnother } from '#kernel/changed-by-another.ts'
import { AppError } from '#kernel/errors.ts'
import type { Role } from '#kernel/roles.ts'
import { type Database, readCompany, withCompany } from '#platform/database.ts'
import type { ApprovalRule, ApprovalRulePage } from '../contract.ts'
import { mayChangeRule } from './approval.ts'
import { findApprovalRule, type HoldRole, lockApprovalRule, saveApprovalRule } from './approval-store.ts'

export type ApprovalRuleDeps = {
  db: Database
  holdRole: HoldRole
  activity: Pick<Activity, 'record'>
  /** A company's people, by name. */
  listPeople(companyId: string): Promise<{ id: string; name: string; role: Role }[]>
}

export async function describeApprovalRule(deps: ApprovalRuleDeps, companyId: string): Promise<ApprovalRulePage> {
  const rule = await readCompany(deps.db, companyId, (tx) => findApprovalRule(tx, companyId))
  const roles = (await deps.listPeople(companyId)).map(({ role }) => role)
  const owners = roles.filter((role) => role === 'owner').length
  return { ...rule, people: { owner: owners, admin: owners + roles.filter((role) => role === 'admin').length } }
}

/** By the role held now. What waits already keeps the rule it was confirmed under. */
export async function changeApprovalRule(
  deps: ApprovalRuleDeps,
  { companyId, userId }: { companyId: string; userId: string },
  { before: known, ...rule }: ApprovalRule & { before?: ApprovalRule | undefined },
): Promise<ApprovalRulePage> {
  await withCompany(deps.db, companyId, async (tx) => {
    const before = await lockApprovalRule(tx, companyId)
    if (isDeepStrictEqual(rule, before)) return
    if (known && !isDeepStrictEqual(known, before)) throw changedByAnother()
    const role = await deps.holdRole(tx, companyId, userId)
    if (role === null || !mayChangeRule(role, before, rule))
      throw new AppError('not-allowed', 'the rule asks for a role above', {
        errors: [{ path: 'approver', code: 'approval-owner-only' }],
      })
    await saveApprovalRule(tx, companyId, rule)
    await deps.activity.record(tx, companyId, [
      {
        ...{ type: 'info', activity: 'approval-rule-changed', subject: '', actorId: userId },
        params: { approver: rule.approver, fromAmount: rule.fromAmount ?? '' },
      },
    ])
  })
  return describeApprovalRule(deps, companyId)
}

import { isAtLeast, type Role } from '#kernel/roles.ts'
import type { ApprovalRule, ApproverRole } from '../contract.ts'

/** Whose approval (*godkännande*) is asked for where only the template demands it and the company chose nothing. */
export const usualRule: ApprovalRule = { fromAmount: null, approver: 'admin' }

export type ApprovalNeed = { role: ApproverRole; reason: 'template' | 'amount' } | null

/** Whether a run waits for another person: its template demands it, or one of its invoices is so large, credits too. */
export function approvalNeeded(
  { fromAmount, approver }: ApprovalRule,
  { isAskedByTemplate, largest }: { isAskedByTemplate: boolean; largest: number },
): ApprovalNeed {
  if (isAskedByTemplate) return { role: approver, reason: 'template' }
  return fromAmount !== null && largest >= fromAmount ? { role: approver, reason: 'amount' } : null
}

/** Whether a person may change the rule: nobody lowers what asks for a role above their own. */
export function mayChangeRule(role: Role, before: ApprovalRule, after: ApprovalRule): boolean {
  return isAtLeast(role, 'admin') && isAtLeast(role, before.approver) && isAtLeast(role, after.approver)
}

/** Who may decide a run that somebody confirms. */
export function approversOf<Person extends { id: string; role: Role }>(
  people: readonly Person[],
  { approverRole, performedBy }: { approverRole: ApproverRole; performedBy: string },
): Person[] {
  return people.filter(
    ({ id: userId, role }) => approverProblem({ approverRole, performedBy }, { userId, role }) === null,
  )
}

export type ApproverProblem = 'approver-role' | 'approver-confirmed'

/** What keeps a person from approving or refusing a run: the role, or that they confirmed it themselves. */
export function approverProblem(
  run: { approverRole: ApproverRole; performedBy: string },
  person: { userId: string; role: Role },
): ApproverProblem | null {
  if (!isAtLeast(person.role, run.approverRole)) return 'approver-role'
  return run.performedBy === person.userId ? 'approver-confirmed' : null
}

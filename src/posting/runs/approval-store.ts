import { eq } from 'drizzle-orm'
import type { Role } from '#kernel/roles.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { ApprovalRule } from '../contract.ts'
import { approvalRules } from '../tables.ts'
import { usualRule } from './approval.ts'

/** The role of a person, which stays until the transaction ends; null where they are no member any more. */
export type HoldRole = (tx: CompanyDatabase, companyId: string, userId: string) => Promise<Role | null>

export async function findApprovalRule(tx: CompanyDatabase, companyId: string): Promise<ApprovalRule> {
  const [rule] = await selectRule(tx, companyId)
  return rule ?? usualRule
}

/** Locks the rule, so that of two who change it the second sees what the first wrote. */
export async function lockApprovalRule(tx: CompanyDatabase, companyId: string): Promise<ApprovalRule> {
  const [rule] = await selectRule(tx, companyId).for('update')
  return rule ?? usualRule
}

function selectRule(tx: CompanyDatabase, companyId: string) {
  return tx
    .select({ fromAmount: approvalRules.fromAmount, approver: approvalRules.approver })
    .from(approvalRules)
    .where(eq(approvalRules.companyId, companyId))
}

export async function saveApprovalRule(tx: CompanyDatabase, companyId: string, rule: ApprovalRule): Promise<void> {
  await tx
    .insert(approvalRules)
    .values({ companyId, ...rule })
    .onConflictDoUpdate({ target: approvalRules.companyId, set: rule })
}

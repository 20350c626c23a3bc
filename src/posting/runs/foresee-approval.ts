import type { Role } from '#kernel/roles.ts'
import { type Database, readCompany } from '#platform/database.ts'
import type { ApprovalForecast } from '../contract.ts'
import { approvalNeeded, approversOf } from './approval.ts'
import { findApprovalRule } from './approval-store.ts'

export type ForeseeApprovalDeps = {
  db: Database
  listPeople(companyId: string): Promise<{ id: string; name: string; role: Role }[]>
  /**
   * What posting would be given if an import were confirmed now. `largest`: its largest invoice in öre, credits by their size.
   * `anyway`: rows that a person wants though they are, or may be, imported before.
   */
  foreseeConfirmation(companyId: string, importId: string): Promise<Foreseen>
}
export type Foreseen = { needsApproval: boolean; largest: number; anyway: number }

/** Whether a run would wait if this person confirmed the import now, by the rule that decides it then, and what else to know first. */
export async function foreseeApproval(
  deps: ForeseeApprovalDeps,
  { companyId, importId, userId }: { companyId: string; importId: string; userId: string },
): Promise<ApprovalForecast> {
  const { needsApproval, largest, anyway } = await deps.foreseeConfirmation(companyId, importId)
  const rule = await readCompany(deps.db, companyId, (tx) => findApprovalRule(tx, companyId))
  const need = approvalNeeded(rule, { isAskedByTemplate: needsApproval, largest })
  if (!need) return { need, anyway }
  const people = await deps.listPeople(companyId)
  const approvers = approversOf(people, { approverRole: need.role, performedBy: userId })
  const names = approvers.map(({ name }) => name)
  return { need: { ...need, fromAmount: rule.fromAmount, largest, approvers: names }, anyway }
}

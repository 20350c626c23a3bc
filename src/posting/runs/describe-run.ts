import type { Role } from '#kernel/roles.ts'
import type { RunSummary } from '../contract.ts'
import { approverProblem } from './approval.ts'
import type { RunWithCounts } from './run-store.ts'

/** Who looks: what they may do about it is said too. */
export type Viewer = { userId: string; role: Role }

export async function describeRun(
  run: RunWithCounts,
  nameOf: (userId: string) => Promise<string | null>,
  viewer: Viewer,
): Promise<RunSummary> {
  const { counts, undone } = run
  const heldAtBookkeep = counts.heldAtCreate + counts.heldAtBookkeep
  return {
    id: run.id,
    importId: run.importId,
    resource: 'supplier-invoice',
    source: run.source,
    target: run.target,
    performedBy: (await nameOf(run.performedBy)) ?? '–',
    type: 'import',
    status: run.status,
    phase: run.phase,
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    sum: run.sum,
    invoices: counts.invoices,
    created: { done: counts.created, of: counts.invoices, held: counts.heldAtCreate },
    bookkept: { done: counts.bookkept, of: counts.toBookkeep, held: heldOf(counts.toBookkeep, heldAtBookkeep) },
    paid: { done: counts.paid, of: counts.toPay, held: heldOf(counts.toPay, heldAtBookkeep + counts.heldAtPay) },
    rejected: counts.rejected,
    unknown: counts.unknown,
    dropped: counts.dropped,
    returned: counts.returned,
    handled: counts.handled,
    undone: undone && describeUndone(undone),
    approval: await describeApproval(run, nameOf, viewer),
  }
}

const describeUndone = ({ invoices, removed, credited, kept }: NonNullable<RunWithCounts['undone']>) => ({
  ...{ of: invoices, removed, credited, kept },
})

/** What is not asked for holds nobody up. */
const heldOf = (asked: number, held: number) => (asked === 0 ? 0 : held)

async function describeApproval(
  run: RunWithCounts,
  nameOf: (userId: string) => Promise<string | null>,
  viewer: Viewer,
): Promise<RunSummary['approval']> {
  const { approverRole: role, approvalReason: reason, decidedBy, decidedAt, refusal, phase } = run
  if (role === null || reason === null) return null
  const isWaiting = phase === 'awaiting-approval'
  const hindrance = isWaiting ? approverProblem({ ...run, approverRole: role }, viewer) : null
  const decided = refusal !== null ? 'refused' : decidedBy !== null ? 'approved' : 'withdrawn'
  return {
    ...{ role, reason, state: isWaiting ? 'waiting' : decided, refusal },
    by: decidedBy && ((await nameOf(decidedBy)) ?? '–'),
    at: decidedAt?.toISOString() ?? null,
    ...{ mayDecide: isWaiting && hindrance === null, hindrance },
  }
}

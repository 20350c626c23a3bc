import type { RunSummary } from './contract.ts'
import type { RunWithCounts } from './run-store.ts'

export async function describeRun(
  run: RunWithCounts,
  nameOf: (userId: string) => Promise<string | null>,
): Promise<RunSummary> {
  const { counts } = run
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
    created: { done: counts.created, of: counts.invoices },
    bookkept: { done: counts.bookkept, of: counts.toBookkeep },
    paid: { done: counts.paid, of: counts.toPay },
    rejected: counts.rejected,
    unknown: counts.unknown,
    dropped: counts.dropped,
    returned: counts.returned,
    handled: counts.handled,
  }
}

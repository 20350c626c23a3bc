import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import type { Refusal, RunSummary } from '#posting/contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import type { MarkState } from '../../ui/state-mark.tsx'

type Status = RunSummary['status']

const statusMarks: Record<Status, MarkState> = {
  initiated: 'waiting',
  ongoing: 'sending',
  success: 'done',
  error: 'error',
}

const words: Record<Status, () => string> = {
  initiated: m.posting_status_initiated,
  ongoing: m.posting_status_ongoing,
  success: m.posting_status_success,
  error: m.posting_status_error,
}
type Progress = Pick<RunSummary, 'status' | 'phase'> & Partial<Pick<RunSummary, 'returned' | 'invoices'>>

/**
 * A run as one mark: what is paused or waits for a person's approval is not on its way, and what a person stopped, or what
 * was kept of a run that was taken back, is no failure.
 */
export function runMark(run: Progress & Pick<RunSummary, 'rejected'>): MarkState {
  const { status, phase, rejected } = run
  if (phase === 'awaiting-approval' || phase === 'paused') return 'waiting'
  if (phase === 'partly-reverted') return 'attention'
  const isStopped = phase === 'cancelled' && status === 'error' && rejected === 0
  return phase === 'refused' || isStopped || isAllReturned(run) ? 'skipped' : statusMarks[status]
}

/** Every invoice is created, and all else that was asked for is done. */
export const isAllDone = (
  run: Pick<RunSummary, 'status' | 'phase' | 'invoices'> & { created: Pick<RunSummary['created'], 'done'> },
): boolean => run.status === 'success' && run.phase === 'posting' && run.created.done === run.invoices

/** Nothing of it was created: all its rows went back to be mended. */
export const isAllReturned = ({ status, phase, returned, invoices }: Progress): boolean =>
  status === 'success' && phase === 'posting' && invoices !== undefined && returned === invoices

/** It is being taken back, or was, or a part of it. */
export const isUndone = ({ phase }: Pick<RunSummary, 'phase'>): boolean => phase.includes('revert')

/** Of how many refused invoices trying again can change anything: what somebody deleted there does not come back by it. */
export function retryableOf(
  { rejected }: Pick<RunSummary, 'rejected'>,
  refusals: readonly Pick<Refusal, 'choices' | 'invoices'>[] | undefined,
): number {
  if (rejected === 0 || !refusals) return rejected
  return refusals.reduce((sum, { choices, invoices }) => sum + (choices.includes('retry') ? invoices : 0), 0)
}

export const statusWord = (status: Status): string => words[status]()

export function isGoing({ status }: Pick<RunSummary, 'status'>): boolean {
  return status === 'initiated' || status === 'ongoing'
}

/** It would be sent, or taken back, but the connection to its system is lost: it goes on by itself once that is mended. */
export function isCutOff(
  run: Pick<RunSummary, 'status' | 'phase' | 'target'>,
  connectors: readonly Pick<ConnectorStatus, 'displayName' | 'connection'>[],
): boolean {
  const isOnItsWay = isGoing(run) && (run.phase === 'posting' || run.phase === 'reverting')
  const target = connectors.find(({ displayName }) => displayName === run.target)
  return isOnItsWay && target?.connection?.state === 'disconnected'
}

/** Of a run that is being sent, how many invoices are not at their end yet. */
function leftOf({ created, bookkept, paid, rejected }: RunSummary): number {
  const last = [paid, bookkept, created].find(({ of }) => of > 0)
  return last ? Math.max(last.of - last.done - rejected, 0) : 0
}

/** Runs to the same system are sent in the order in which they were confirmed: the last of those that go before, and what is left of all of them. */
export function runsBefore(
  { id, createdAt, target }: RunSummary,
  all: readonly RunSummary[],
): { source: string; invoices: number } | null {
  const before = all.filter(
    (one) =>
      isGoing(one) && one.phase === 'posting' && one.id !== id && one.target === target && one.createdAt < createdAt,
  )
  const last = before.reduce<RunSummary | null>((a, b) => (a && a.createdAt > b.createdAt ? a : b), null)
  const invoices = before.reduce((sum, one) => sum + leftOf(one), 0)
  return last && invoices > 0 ? { source: last.source, invoices } : null
}

/** How often the list is read again: a run that was started elsewhere is seen in a while, one that goes on is followed. */
export const listEveryMs = (runs: readonly Pick<RunSummary, 'status'>[]): number =>
  runs.some(isGoing) ? 2_000 : 10_000

export function invoicesText(count: number): string {
  return count === 1 ? m.posting_invoices_one() : m.posting_invoices_many({ count: groupDigits(count) })
}

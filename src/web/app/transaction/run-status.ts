import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import type { MarkState } from '../../ui/state-mark.tsx'

type Status = RunSummary['status']

export const statusMarks: Record<Status, MarkState> = {
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
export const statusWord = (status: Status): string => words[status]()

export function isGoing({ status }: Pick<RunSummary, 'status'>): boolean {
  return status === 'initiated' || status === 'ongoing'
}

export function invoicesText(count: number): string {
  return count === 1 ? m.posting_invoices_one() : m.posting_invoices_many({ count: String(count) })
}

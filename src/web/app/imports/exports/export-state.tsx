import type { ExportSummary } from '#exports/contract.ts'
import * as m from '#messages'
import { groupDigits } from '../../../ui/amount.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'

const marks = { writing: 'sending', done: 'done', failed: 'error' } as const

/** How far an export has come. */
export function ExportState({ state, invoices, read, isInTable }: ExportSummary & { isInTable: boolean }) {
  const found = groupDigits(invoices)
  const words = {
    writing:
      read > 0
        ? m.exports_writing_read({ read: groupDigits(read), invoices: found })
        : m.exports_writing_count({ invoices: found }),
    done: m.exports_state_done(),
    failed: m.exports_state_failed(),
  }
  return (
    <StateMark state={marks[state]} hidesWordWhenNarrow={isInTable}>
      {words[state]}
    </StateMark>
  )
}

export const invoicesText = (invoices: number): string =>
  invoices === 1 ? m.exports_invoices_one() : m.exports_invoices({ invoices: groupDigits(invoices) })

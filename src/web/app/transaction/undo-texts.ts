import * as m from '#messages'
import type { PostingRow, RunPhase, UndoReport } from '#posting/contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import type { MarkState } from '../../ui/state-mark.tsx'

const texts: Record<string, (params: { target: string }) => string> = {
  'never-created': m.posting_undo_why_never_created,
  'by-hand': m.posting_undo_why_by_hand,
  'not-there': m.posting_undo_why_not_there,
  'found-twice': m.posting_undo_why_found_twice,
  'cancelled-there': m.posting_undo_why_cancelled_there,
  'credited-there': m.posting_undo_why_credited_there,
  'paid-there': m.posting_undo_why_paid_there,
  'credit-changed-there': m.posting_undo_why_credit_changed_there,
  'cash-paid': m.posting_undo_why_cash_paid,
  'period-locked': m.posting_undo_why_period_locked,
  'payment-removed': m.posting_undo_why_payment_removed,
  'mode-moved': m.posting_undo_why_mode_moved,
  'not-looked-up': m.posting_undo_why_not_looked_up,
}

/** Why an invoice was kept when its run was taken back. */
export function undoReasonText(code: string, target: string): string {
  return (texts[code] ?? m.posting_undo_why_other)({ target })
}

type UndoneState = Exclude<UndoReport['state'], 'none'>

/** What taking back is called: of the whole import, or of one of the runs that it was sent in. */
export function undoWords({ runs, target }: { runs: number; target: string }) {
  const isPart = runs > 1
  const titles: Record<UndoneState, () => string> = isPart
    ? {
        reverting: m.posting_undo_going_part,
        reverted: m.posting_undo_done_part,
        'partly-reverted': m.posting_undo_partly_part,
      }
    : { reverting: m.posting_undo_going, reverted: m.posting_undo_done, 'partly-reverted': m.posting_undo_partly }
  return {
    open: isPart ? m.posting_undo_open_part() : m.posting_undo_open(),
    title: isPart ? m.posting_undo_title_part() : m.posting_undo_title(),
    text: isPart ? m.posting_undo_text_part({ runs: groupDigits(runs), target }) : m.posting_undo_text({ target }),
    titleOf: (state: UndoneState) => titles[state](),
  }
}

/** The finer state of a run where it has one; null while it is only posted. */
const phaseWords: Record<RunPhase, (() => string) | null> = {
  'awaiting-approval': m.posting_phase_awaiting_approval,
  refused: m.posting_phase_refused,
  posting: null,
  paused: m.posting_phase_paused,
  cancelled: m.posting_phase_cancelled,
  reverting: m.posting_phase_reverting,
  reverted: m.posting_phase_reverted,
  'partly-reverted': m.posting_phase_partly_reverted,
}
export const phaseWord = (phase: RunPhase): string | null => phaseWords[phase]?.() ?? null

/** An invoice whose taking back was asked for, as one mark and word. */
export function undoState({ outcome }: Pick<NonNullable<PostingRow['undo']>, 'outcome'>): {
  mark: MarkState
  word: string
} {
  if (outcome === 'removed') return { mark: 'skipped', word: m.posting_undo_state_removed() }
  if (outcome === 'credited') return { mark: 'skipped', word: m.posting_undo_state_credited() }
  if (outcome === 'kept') return { mark: 'attention', word: m.posting_undo_state_kept() }
  return { mark: 'sending', word: m.posting_undo_state_open() }
}

/** What was handled by hand is kept however often it is tried. */
export function mayUndoAgain({ state, kept, reasons }: Pick<UndoReport, 'state' | 'kept' | 'reasons'>): boolean {
  const byHand = reasons.find(({ code }) => code === 'by-hand')?.count ?? 0
  return state === 'partly-reverted' && kept > byHand
}

import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { connectorStatus } from '#connections/contract.ts'
import { refusalText } from '#connectors/rules/refusal-text.ts'
import type { ImportRowDetail } from '#imports/contract.ts'
import { importSummary } from '#imports/contract.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import * as m from '#messages'
import { api } from '../../../api-client.ts'
import { problemText } from '../../../problem-text.ts'
import { readSession } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useConsent } from '../../connectors/use-consent.ts'
import { sentence } from '../failure-list.tsx'
import { editProblemText } from './cell-editor.tsx'
import { FoodRateAnswer } from './food-rate-answer.tsx'
import { useKeepImport } from './use-import.ts'

/** What mends a problem that is not mended in the row itself; `mended`: over there, and we believe the person. */
type Mend = 'reconnect' | 'recheck' | 'mended' | 'settings'
type Help = { text: (params: { name: string }) => string; mend?: Mend }

const account: Help = { text: m.problems_help_account, mend: 'recheck' }
const unknownAccount: Help = { text: m.problems_help_account_unknown, mend: 'recheck' }
/** Accounts that a row has without anybody's choosing them for it. */
const ofUse: Record<string, Help> = {
  vat: { text: m.problems_help_account_of_vat, mend: 'recheck' },
  debt: { text: m.problems_help_account_of_debt, mend: 'recheck' },
}
const cell: Help = { text: () => m.problems_help_cell() }
const number: Help = { text: () => m.problems_help_number() }
const fileCell: Help = { text: () => m.problems_help_file_cell() }
const rateCell: Help = { text: () => m.problems_help_rate_cell() }
const vat: Help = { text: () => m.problems_help_vat() }
const helps: Record<string, Help> = {
  'date-missing': cell,
  'date-unreadable': cell,
  'merchant-missing': cell,
  'amount-missing': cell,
  'amount-unreadable': cell,
  'amount-cut': cell,
  'row-cut-off': cell,
  'amount-in-other-currency': cell,
  'amount-sign-open': cell,
  'amount-against-balance': cell,
  'amount-in-both-columns': cell,
  'parts-against-each-other': cell,
  'direction-missing': cell,
  'direction-unknown': cell,
  'currency-unreadable': cell,
  'foreign-amount-unreadable': cell,
  'amounts-disagree': cell,
  'foreign-amount-ambiguous': number,
  'vat-ambiguous': number,
  'vat-unreadable': vat,
  'vat-rate-unreadable': vat,
  'vat-implausible': vat,
  'vat-exceeds-total': vat,
  'fee-unreadable': fileCell,
  'fee-above-refund': { text: () => m.problems_help_fee_above_refund() },
  'rate-unreadable': rateCell,
  'rate-ambiguous': rateCell,
  'rate-not-near': { text: () => m.problems_help_rate() },
  'rate-unchecked': { text: () => m.problems_help_rate(), mend: 'recheck' },
  'ocr-unreadable': fileCell,
  'supplier-not-in-register': { text: m.problems_help_supplier_not_in_register, mend: 'recheck' },
  'date-ahead': { text: () => m.problems_help_date_ahead() },
  'due-before-invoice': { text: () => m.problems_help_due_before_invoice() },
  'booked-in-later-month': { text: () => m.problems_help_booked_in_later_month() },
  'group-waits': { text: () => m.problems_help_group_waits() },
  'connection-lost': { text: () => m.problems_help_connection_lost(), mend: 'reconnect' },
  'scope-missing': { text: m.problems_help_scope_missing, mend: 'reconnect' },
  'licence-missing': { text: m.problems_help_licence_missing, mend: 'mended' },
  'approval-invoice': { text: () => m.problems_help_approval_invoice() },
  'approval-likely': { text: () => m.problems_help_approval_likely() },
  'approval-payment': { text: () => m.problems_help_approval_payment() },
  'goods-not-in-stock': { text: m.problems_help_goods_not_in_stock },
  'cash-method': { text: m.problems_help_cash_method },
  'period-locked': { text: m.problems_help_period_locked, mend: 'recheck' },
  'period-locked-there': { text: m.problems_help_period_locked, mend: 'mended' },
  'financial-year-missing': { text: m.problems_help_financial_year_missing, mend: 'recheck' },
  'payment-year-missing': { text: m.problems_help_payment_year_missing, mend: 'recheck' },
  'payment-period-locked': { text: m.problems_help_payment_date, mend: 'recheck' },
  'payment-before-invoice': { text: () => m.problems_help_payment_before_invoice() },
  'account-unknown': unknownAccount,
  'account-inactive': account,
  'chart-not-read': { text: m.problems_help_chart_not_read, mend: 'recheck' },
  'account-not-for-costs': { text: () => m.problems_help_account_of_other_vat() },
  'cost-on-paying-account': { text: () => m.problems_help_cost_on_paying_account() },
  'persons-missing': { text: () => m.problems_help_persons() },
  'vat-above-rate': { text: () => m.problems_help_vat_above_rate() },
  'vat-not-limited': { text: () => m.problems_help_vat_not_limited() },
  'account-of-other-vat': { text: () => m.problems_help_account_of_other_vat() },
  'vat-stated-on-reverse-charge': { text: () => m.problems_help_vat_stated_on_reverse_charge() },
  'debt-account-pays': { text: m.problems_help_debt_account_pays, mend: 'settings' },
  'debt-account-differs': { text: m.problems_help_debt_account_differs, mend: 'settings' },
  'payment-account-inactive': { text: m.problems_help_payment_account, mend: 'settings' },
  'mode-of-payment-missing': { text: () => m.problems_help_mode_of_payment(), mend: 'settings' },
  'mode-of-payment-gone': { text: m.problems_help_mode_of_payment_gone, mend: 'settings' },
  'mode-of-payment-moved': { text: m.problems_help_mode_of_payment_moved, mend: 'settings' },
  'payment-account-without-mode': { text: m.problems_help_payment_account_without_mode, mend: 'settings' },
  'payment-without-dimensions': { text: m.problems_help_payment_without_dimensions, mend: 'settings' },
  'predefined-account-missing': { text: m.problems_help_predefined_account, mend: 'recheck' },
  'predefined-reverse-missing': { text: m.problems_help_predefined_reverse, mend: 'recheck' },
  'currency-unknown': { text: m.problems_help_currency, mend: 'recheck' },
  'cost-center-missing': { text: m.problems_help_cost_center_missing, mend: 'recheck' },
  'cost-center-not-allowed': { text: m.problems_help_cost_center_not_allowed, mend: 'recheck' },
  'cost-center-unknown': { text: m.problems_help_register_value, mend: 'recheck' },
  'project-missing': { text: m.problems_help_project_missing, mend: 'recheck' },
  'project-not-allowed': { text: m.problems_help_project_not_allowed, mend: 'recheck' },
  'project-unknown': { text: m.problems_help_register_value, mend: 'recheck' },
  'invoice-number-twice': { text: () => m.problems_help_invoice_number_twice() },
  'invoice-number-claimed': { text: () => m.problems_help_invoice_number_claimed() },
  'invoice-number-used': { text: m.problems_help_invoice_number_used },
  'perhaps-imported': { text: () => m.problems_help_perhaps_imported() },
  'credited-there': { text: m.problems_help_credited_there },
  'left-out-before': { text: () => m.problems_help_left_out_before() },
  'supplier-inactive': { text: m.problems_help_supplier_inactive, mend: 'recheck' },
  'food-rate-changed': { text: () => m.problems_help_food_rate() },
}

/** Forbidden without a code that says which right is missing. */
const unexplained: Help = { text: m.problems_help_access_forbidden, mend: 'reconnect' }

const dueByHand: Help = { text: () => m.problems_help_due_by_hand() }

function helpOf({ code, params }: RowProblem, { edits }: Pick<ImportRowDetail, 'edits'>): Help | undefined {
  if (code === 'due-before-invoice' && edits.dueDate !== undefined) return dueByHand
  const { use, serviceCode } = params ?? {}
  if (code === 'scope-missing' && refusalText(serviceCode?.toString()) === null) return unexplained
  return (use === undefined ? undefined : ofUse[String(use)]) ?? helps[code]
}

/** The accounting system as problems and their help call it. */
const nameOf = ({ params }: RowProblem) => String(params?.name ?? 'Fortnox')

/** What to do about each problem of a row, and a button where one helps. */
export function ProblemHelp({ importId, row, isSent }: { importId: string; row: ImportRowDetail; isSent: boolean }) {
  // Of a row that is ready the panel's head tells none: each is told here, also one that needs no help.
  const told = row.problems.filter((problem) => row.state === 'ready' || helpOf(problem, row) !== undefined)
  if (told.length === 0) return null
  const mends = new Map(told.map((problem) => [helpOf(problem, row)?.mend, problem]))
  return (
    <div className="grid gap-2 pb-3">
      <ul className="grid gap-1 text-ink-2">
        {told.map((problem) => (
          <li key={JSON.stringify(problem)} className={cn('wrap-anywhere', row.state === 'ready' && 'relative pl-5')}>
            {row.state === 'ready' && (
              <>
                <StateGlyph state="attention" className="absolute top-[3px] left-0 [--hole:var(--paper)]" />
                {sentence(problemText(problem))}{' '}
              </>
            )}
            {helpOf(problem, row)?.text({ name: nameOf(problem) })}
            {helpOf(problem, row) && problem.params?.message !== undefined && (
              <span className="block text-12 text-ink-3">
                {m.problems_answer({ name: nameOf(problem), message: String(problem.params.message) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {!isSent && told.some(({ code }) => code === 'food-rate-changed') && (
        <FoodRateAnswer importId={importId} row={row} />
      )}
      {!isSent && (
        <div className="flex flex-wrap gap-2">
          {[...mends].map(([mend, problem]) => mend && <MendButton key={mend} {...{ importId, mend, problem }} />)}
        </div>
      )}
    </div>
  )
}

/** The button of a problem that all rows share, for the list of problems. */
export function SharedMend({ importId, problem }: { importId: string; problem: RowProblem }) {
  const mend = shared.has(problem.code) ? helps[problem.code]?.mend : undefined
  return mend ? <MendButton {...{ importId, mend, problem }} /> : null
}
const shared = new Set(['connection-lost', 'scope-missing', 'licence-missing', 'period-locked-there'])

function MendButton({ importId, mend, problem }: { importId: string; mend: Mend; problem: RowProblem }) {
  const { consent, isLeaving } = useConsent('fortnox')
  const check = useCheckAgain(importId)
  if (mend === 'settings')
    return (
      <Button asChild>
        <Link to="/app/settings">{m.problems_mend_settings()}</Link>
      </Button>
    )
  if (mend === 'reconnect')
    return (
      <Button onClick={() => consent(null)} disabled={isLeaving}>
        {m.problems_mend_reconnect({ name: nameOf(problem) })}
      </Button>
    )
  return (
    <Button onClick={() => check.mutate(mend)} disabled={check.isPending}>
      {mend === 'mended' ? m.problems_mend_mended() : m.problems_mend_recheck()}
    </Button>
  )
}

/** Asks the accounting system anew, now. */
function useCheckAgain(importId: string) {
  const keep = useKeepImport(importId)
  return useMutation({
    async mutationFn(mend: 'recheck' | 'mended') {
      const companyId = readSession()?.company?.id // for both calls, should the user go on to another meanwhile
      if (mend === 'mended') await api.post('/connectors/fortnox/mended', { schema: connectorStatus, companyId })
      return api.post(`/imports/${importId}/recheck`, { query: { fresh: 'true' }, schema: importSummary, companyId })
    },
    onSuccess: keep,
    onError: (error) => showToast({ type: 'error', id: 'check-again', title: editProblemText(error) }),
  })
}

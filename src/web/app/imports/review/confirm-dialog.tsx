import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ConnectorStatus } from '#connections/contract.ts'
import { confirmAnswer, type ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import { ApiProblem, api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { useSession } from '../../../session.ts'
import { Amount, groupDigits } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FactList } from '../../../ui/panel.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { closeToast } from '../../../ui/toasts.tsx'
import { postingsToast } from '../../transaction/use-postings.ts'
import { runQuery } from '../../transaction/use-run.ts'
import { AwaitedApproval, confirmLabel, forecastKey, useForecast } from './awaited-approval.tsx'
import { rowsToast } from './bulk-bar.tsx'
import { agreeText } from './review-footer.tsx'
import { useReadAnew } from './use-import.ts'
import { useView } from './use-view.ts'

type Props = {
  record: ImportSummary
  /** Where the invoices are created. */
  connector: ConnectorStatus | undefined
  onClose: () => void
}

/** The last question before anything is sent: how many, for how much, in whose books, and what is done with them. Stands there while it is asked. */
export function ConfirmDialog({ record, connector, onClose }: Props) {
  const target = connector?.displayName ?? ''
  const tenant = connector?.connection?.tenantName
  const company = useSession()?.company
  const view = useView()
  const confirm = useConfirm(record, () => {
    onClose()
    // None of what was sent has a problem any more: the list would be empty.
    view.set({ problem: null })
  })
  const forecast = useForecast(record)
  const readAnew = useReadAnew(record.id)
  useEffect(() => readAnew(forecast.error), [readAnew, forecast.error])
  const { need = null, anyway = 0 } = forecast.data ?? {}
  const { totals, steps, options, invoices, controlSums } = record
  const waiting = totals?.attention.count ?? 0
  const paid = options.paymentDate ? <DateText date={options.paymentDate} /> : m.imports_confirm_own_date()
  const label = confirmLabel(invoices, need)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${label}?`}
      description={describe(invoices === 1, need !== null)({ target })}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_cancel()}</Button>
          <Button
            variant="primary"
            disabled={confirm.isPending || forecast.isFetching}
            onClick={() => confirm.mutate()}
          >
            {label}
          </Button>
        </>
      }
    >
      <FactList
        rows={[
          { name: m.imports_confirm_company(), value: company?.name },
          ...(tenant ? [{ name: m.imports_confirm_books({ target }), value: tenant }] : []),
          { name: m.imports_confirm_sum(), value: <Amount minor={totals?.ready.sum ?? null} className="font-head" /> },
          {
            name: m.imports_confirm_bookkeep(),
            value: steps.bookkeep ? m.imports_confirm_yes() : m.imports_confirm_no(),
          },
          { name: m.imports_confirm_pay(), value: steps.pay ? paid : m.imports_confirm_no() },
          ...(controlSums.every(({ agrees }) => agrees)
            ? []
            : [{ name: m.imports_confirm_sums(), value: <Disagreement text={agreeText(controlSums)} /> }]),
        ]}
      />
      {anyway > 0 && (
        <p className="mt-3 flex items-start gap-1.5 text-attention">
          <StateGlyph state="attention" className="mt-[3px]" />
          {anyway === 1 ? m.imports_confirm_anyway_one() : m.imports_confirm_anyway({ rows: groupDigits(anyway) })}
        </p>
      )}
      {need && <AwaitedApproval need={need} />}
      {waiting > 0 && (
        <p className="mt-3 text-ink-2">
          {waiting === 1 ? m.imports_confirm_left_one() : m.imports_confirm_left({ rows: groupDigits(waiting) })}
        </p>
      )}
      {forecast.isError && !confirm.isError && (
        <p role="alert" className="mt-3 flex items-center gap-1.5 text-error">
          <StateGlyph state="error" />
          {problemTitle(forecast.error)}
        </p>
      )}
      {confirm.isError && (
        <p role="alert" className="mt-3 flex items-center gap-1.5 text-error">
          <StateGlyph state="error" />
          {hasChanged(confirm.error) ? m.imports_confirm_changed() : problemTitle(confirm.error)}
        </p>
      )}
    </Dialog>
  )
}

function describe(isOne: boolean, isToWait: boolean): (inputs: { target: string }) => string {
  if (isToWait) return isOne ? m.imports_confirm_approve_text_one : m.imports_confirm_approve_text
  return isOne ? m.imports_confirm_text_one : m.imports_confirm_text
}

function useConfirm({ id, invoices, totals, steps, fingerprint }: ImportSummary, onDone: () => void) {
  const queries = useQueryClient()
  const shown = { invoices, steps, ...(totals && { sum: totals.ready.sum }), ...(fingerprint && { fingerprint }) }
  return useMutation({
    mutationFn: () => api.post(`/imports/${id}/confirm`, { body: shown, schema: confirmAnswer }),
    onSuccess: async ({ runId }) => {
      onDone()
      for (const told of [postingsToast, rowsToast]) closeToast(told)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['runs'] }),
        // Beside the import, which tells of it: asked for only then its progress would come an answer later.
        queries.prefetchQuery(runQuery(runId)),
        queries.invalidateQueries({ queryKey: ['imports'] }),
      ])
    },
    onError: async (error) => {
      if (!hasChanged(error)) return
      await queries.invalidateQueries({ queryKey: ['imports', id] })
      await queries.invalidateQueries({ queryKey: forecastKey(id) })
    },
    meta: { isToldInPlace: true },
  })
}

function Disagreement({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-1.5 font-head text-attention">
      <StateGlyph state="attention" />
      {text}
    </span>
  )
}

function hasChanged(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'conflict'
}

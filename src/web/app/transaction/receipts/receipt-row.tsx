import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import * as m from '#messages'
import { type MatchReason, type Purchase, type Receipt, receipt as receiptSchema } from '#receipts/contract.ts'
import { api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { Amount, formatAmount } from '../../../ui/amount.tsx'
import { Button, silentWhile } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { type MarkState, StateMark } from '../../../ui/state-mark.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'
import { RemoveReceiptDialog } from './remove-receipt-dialog.tsx'

const marks: Record<Receipt['state'], MarkState> = {
  waiting: 'attention',
  matched: 'sending',
  attached: 'done',
  rejected: 'error',
}
const words = (): Record<Receipt['state'], string> => ({
  waiting: m.receipts_state_waiting(),
  matched: m.receipts_state_matched(),
  attached: m.receipts_state_attached(),
  rejected: m.receipts_state_rejected(),
})

const reasonTexts = (): Record<MatchReason, string> => ({
  'amount-is-total': m.receipts_reason_amount_is_total(),
  'amount-found': m.receipts_reason_amount_found(),
  'amount-in-sek': m.receipts_reason_amount_in_sek(),
  'same-day': m.receipts_reason_same_day(),
  'near-day': m.receipts_reason_near_day(),
  'merchant-found': m.receipts_reason_merchant_found(),
  'merchant-partly': m.receipts_reason_merchant_partly(),
  'currency-same': m.receipts_reason_currency_same(),
})

export const reasonText = (reasons: readonly MatchReason[]) => reasons.map((reason) => reasonTexts()[reason]).join(', ')

/** A receipt with what it says, the purchase it belongs to, or those it may belong to and why. */
export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { fileName, state, amount, date, sender, problem } = receipt
  return (
    <li className="grid gap-2 border-b border-rule px-4 py-3 wide:grid-cols-[150px_minmax(0,1fr)_auto] wide:items-start wide:gap-x-6 wide:px-6">
      <StateMark state={marks[state]}>{words()[state]}</StateMark>
      <div className="grid min-w-0 gap-1">
        <ViewButton receipt={receipt} />
        <p className="flex flex-wrap items-center gap-x-3 text-12 text-ink-2">
          {amount && <Amount minor={amount.minor} currency={amount.currency ?? 'SEK'} />}
          {date && <DateText date={date} />}
          {sender && <span>{m.receipts_from({ sender })}</span>}
        </p>
        {receipt.purchase && (
          <p className="min-w-0 wrap-anywhere">
            <PurchaseText purchase={receipt.purchase} />
            {receipt.reasons.length > 0 && <span className="text-ink-3"> · {reasonText(receipt.reasons)}</span>}
          </p>
        )}
        {problem && <p className="text-error">{receiptProblemText(problem)}</p>}
        {state === 'waiting' && <Suggestions receipt={receipt} />}
      </div>
      <ReceiptMenu key={fileName} receipt={receipt} />
    </li>
  )
}

function receiptProblemText({ code, message }: NonNullable<Receipt['problem']>): string {
  return code === 'file-gone' ? m.receipts_file_gone() : m.receipts_rejected({ message: message ?? code })
}

/** Which purchase: of two alike only the invoice's number tells. */
function PurchaseText({ purchase: { supplierName, date, total, currency, invoiceNumber } }: { purchase: Purchase }) {
  return (
    <>
      {supplierName} · <DateText date={date} /> · <Amount minor={total} currency={currency} />
      {invoiceNumber && <span className="text-ink-2"> · {m.receipts_invoice({ number: invoiceNumber })}</span>}
    </>
  )
}

function matchLabel({ supplierName, date, total, currency, invoiceNumber }: Purchase): string {
  const invoice = invoiceNumber && m.receipts_invoice({ number: invoiceNumber })
  const told = [supplierName, date, formatAmount(total, currency), invoice].filter(Boolean).join(', ')
  return `${m.receipts_match()}: ${told}`
}

function ViewButton({ receipt: { id, fileName } }: { receipt: Receipt }) {
  const view = useMutation({
    mutationFn: () => api.view(`/receipts/${id}/file`),
    onSuccess: ({ isOpened, open }) => {
      if (isOpened) return
      const toast = { type: 'info', id: `receipt-${id}`, title: m.receipts_fetched({ name: fileName }) } as const
      showToast({ ...toast, action: { label: m.receipts_open(), run: open } })
    },
  })
  return (
    <button
      type="button"
      className="link max-w-full justify-self-start truncate text-left font-strong"
      {...silentWhile(view.isPending, () => view.mutate())}
    >
      {fileName}
    </button>
  )
}

function useChange(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: object) => api.patch(`/receipts/${id}`, { body, schema: receiptSchema }),
    onError: (error) => showToast({ type: 'error', title: problemTitle(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['receipts'] }),
  })
}

function Suggestions({ receipt }: { receipt: Receipt }) {
  const change = useChange(receipt.id)
  const facts = (
    <ReceiptFacts
      receipt={receipt}
      isPending={change.isPending}
      isSearched={change.isSuccess && 'amount' in change.variables}
      onTell={(told) => change.mutate(told)}
    />
  )
  return (
    <div className="grid gap-2 pt-1">
      {receipt.suggestions.map(({ purchase, reasons }) => (
        <div key={purchase.reference} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="min-w-0 flex-1 basis-60">
            <PurchaseText purchase={purchase} />
            <span className="block text-12 text-ink-2">{reasonText(reasons)}</span>
          </span>
          <Button
            disabled={change.isPending}
            aria-label={matchLabel(purchase)}
            onClick={() => change.mutate({ reference: purchase.reference })}
          >
            {m.receipts_match()}
          </Button>
        </div>
      ))}
      {receipt.suggestions.length === 0 ? (
        facts
      ) : (
        <details>
          <summary className="py-1 text-12 text-ink-2">{m.receipts_none_of_these()}</summary>
          {facts}
        </details>
      )}
    </div>
  )
}

function ReceiptMenu({ receipt }: { receipt: Receipt }) {
  const { id, fileName, state } = receipt
  const change = useChange(id)
  const [isRemoving, setIsRemoving] = useState(false)
  const entries: MenuEntry[] = [
    ...(state === 'matched' || state === 'rejected'
      ? [
          {
            kind: 'action' as const,
            label: m.receipts_unmatch(),
            isDisabled: change.isPending,
            onSelect: () => change.mutate({ reference: null }),
          },
        ]
      : []),
    {
      kind: 'action',
      label: m.receipts_remove(),
      isDanger: true,
      onSelect: () => setIsRemoving(true),
    },
  ]
  return (
    <span className="justify-self-end max-wide:absolute max-wide:right-4">
      <Menu
        trigger={
          <IconButton label={m.receipts_actions({ name: fileName })} withTooltip={false}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        entries={entries}
      />
      {isRemoving && <RemoveReceiptDialog receipt={receipt} onClose={() => setIsRemoving(false)} />}
    </span>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as m from '#messages'
import type { Receipt } from '#receipts/contract.ts'
import { api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { StateGlyph } from '../../../ui/state-mark.tsx'
import { showToast } from '../../../ui/toasts.tsx'

/** Asks before a receipt is gone for good, and says what becomes of the file at the invoice. */
export function RemoveReceiptDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(`/receipts/${receipt.id}`),
    onSuccess: async () => {
      showToast({ type: 'success', title: m.receipts_removed({ name: receipt.fileName }), id: 'receipt-removed' })
      await queries.invalidateQueries({ queryKey: ['receipts'] })
      onClose()
    },
    meta: { isToldInPlace: true },
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.receipts_remove_title({ name: receipt.fileName })}
      description={textFor(receipt.state)}
      actions={
        <>
          <Button onClick={onClose}>{m.receipts_keep()}</Button>
          <Button variant="danger" onClick={() => remove.mutate()} disabled={remove.isPending}>
            {m.receipts_remove()}
          </Button>
        </>
      }
    >
      {remove.isError && (
        <p role="alert" className="flex items-center gap-1.5 text-error">
          <StateGlyph state="error" />
          {problemTitle(remove.error)}
        </p>
      )}
    </Dialog>
  )
}

function textFor(state: Receipt['state']): string {
  if (state === 'attached') return m.receipts_remove_text_attached()
  if (state === 'matched') return m.receipts_remove_text_matched()
  return m.receipts_remove_text()
}

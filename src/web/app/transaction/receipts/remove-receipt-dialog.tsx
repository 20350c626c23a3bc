import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as m from '#messages'
import type { Receipt } from '#receipts/contract.ts'
import { api } from '../../../api-client.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { RemovalDialog } from '../../removal-dialog.tsx'

/** Asks before a receipt is gone for good, and says what becomes of the file at the invoice. */
export function RemoveReceiptDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(`/receipts/${receipt.id}`),
    onSuccess: async () => {
      showToast({ type: 'success', title: m.receipts_removed({ name: receipt.fileName }), id: 'receipt-removed' })
      await queries.invalidateQueries({ queryKey: ['receipts'] })
    },
    meta: { isToldInPlace: true },
  })
  return (
    <RemovalDialog
      title={m.receipts_remove_title({ name: receipt.fileName })}
      text={textFor(receipt.state)}
      keep={m.receipts_keep()}
      act={m.receipts_remove()}
      removal={remove}
      onClose={onClose}
    />
  )
}

function textFor(state: Receipt['state']): string {
  if (state === 'attached') return m.receipts_remove_text_attached()
  if (state === 'matched') return m.receipts_remove_text_matched()
  return m.receipts_remove_text()
}

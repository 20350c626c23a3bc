import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as m from '#messages'
import type { MappedSupplier } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { showToast } from '../../ui/toasts.tsx'
import { RemovalDialog } from '../removal-dialog.tsx'

/** Asks before a mapping is forgotten, and says what that does to rows that wait. */
export function RemoveDialog({ supplier, onClose }: { supplier: MappedSupplier; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(`/mapped-suppliers/${supplier.id}`),
    onSuccess: () => {
      showToast({
        type: 'success',
        title: m.suppliers_removed({ name: supplier.supplierName }),
        id: 'supplier-changed',
      })
      void queries.invalidateQueries({ queryKey: ['mapped-suppliers'] })
    },
    meta: { isToldInPlace: true },
  })
  return (
    <RemovalDialog
      title={m.suppliers_remove_title({ name: supplier.supplierName })}
      text={m.suppliers_remove_text()}
      keep={m.suppliers_keep()}
      act={m.suppliers_remove()}
      removal={remove}
      onClose={onClose}
    />
  )
}

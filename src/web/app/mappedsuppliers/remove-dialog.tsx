import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as m from '#messages'
import type { MappedSupplier } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** Asks before a mapping is forgotten, and says what that does to rows that wait. */
export function RemoveDialog({ supplier, onClose }: { supplier: MappedSupplier; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(`/mapped-suppliers/${supplier.id}`),
    onSuccess: async () => {
      showToast({
        type: 'success',
        title: m.suppliers_removed({ name: supplier.supplierName }),
        id: 'supplier-changed',
      })
      onClose()
      await queries.invalidateQueries({ queryKey: ['mapped-suppliers'] })
    },
    meta: { isToldInPlace: true },
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.suppliers_remove_title({ name: supplier.supplierName })}
      description={m.suppliers_remove_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.suppliers_keep()}</Button>
          <Button variant="danger" onClick={() => remove.mutate()} disabled={remove.isPending}>
            {m.suppliers_remove()}
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

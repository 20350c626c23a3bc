import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ExportSummary } from '#exports/contract.ts'
import * as m from '#messages'
import { api } from '../../../api-client.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { RemovalDialog } from '../../removal-dialog.tsx'
import { removalText, removeWord } from './removal-words.ts'

/** Asks before an export and its file are gone, or one that is being written is stopped. */
export function RemoveExportDialog({ one, onClose }: { one: ExportSummary; onClose: () => void }) {
  const { id, fileName: name } = one
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.delete(`/exports/${id}`),
    onSuccess: async () => {
      showToast({ type: 'success', title: m.exports_removed({ name }), id: 'export-removed' })
      // Its row goes first: the focus then goes to the list, not to a button that is about to be gone.
      await queries.invalidateQueries({ queryKey: ['exports'] })
    },
    meta: { isToldInPlace: true },
  })
  return (
    <RemovalDialog
      title={one.state === 'writing' ? m.exports_stop_title({ name }) : m.exports_remove_title({ name })}
      text={removalText(one)}
      keep={one.state === 'writing' ? m.exports_go_on() : m.exports_keep()}
      act={removeWord(one)}
      removal={remove}
      onClose={onClose}
    />
  )
}

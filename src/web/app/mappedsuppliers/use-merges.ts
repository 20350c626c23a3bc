import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as m from '#messages'
import { mergeList, mergeRequest, supplierMerge } from '#suppliers/contract.ts'
import { ApiProblem, api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { showToast } from '../../ui/toasts.tsx'
import { supplierProblems } from './supplier-problem-text.ts'
import { useIsConnected } from './use-is-connected.ts'

const changed = 'supplier-changed'
const tellProblem = (error: unknown) =>
  showToast({ type: 'error', title: [...supplierProblems(error, () => '').values()][0] ?? problemTitle(error) })

/** Merges that can be undone, the latest first; there are none where there is no register. */
export function useMerges() {
  const isConnected = useIsConnected()
  return useQuery({
    enabled: isConnected === true,
    queryKey: ['mapped-suppliers', 'merges'],
    queryFn: ({ signal }) => api.get('/mapped-suppliers/merges', { schema: mergeList, signal }),
  })
}

export function useMerge() {
  const queries = useQueryClient()
  const undo = useUndoMerge()
  return useMutation({
    mutationFn: (body: typeof mergeRequest._output) =>
      api.post('/mapped-suppliers/merges', { body: mergeRequest.parse(body), schema: supplierMerge }),
    onSuccess: ({ id, names, intoName }) => {
      const title = m.suppliers_merged({ names: names.join(', '), into: intoName })
      const action = { label: m.suppliers_merge_undo(), run: () => undo.mutate(id) }
      showToast({ type: 'success', title, action, id: changed })
      void queries.invalidateQueries({ queryKey: ['mapped-suppliers'] })
    },
    onError: tellProblem,
  })
}

export function useUndoMerge() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post(`/mapped-suppliers/merges/${id}/undo`, { schema: mergeList }),
    onSuccess: () => showToast({ type: 'success', title: m.suppliers_merge_undone(), id: changed }),
    onError: (error) => {
      // In another tab, or by another person: it is not offered any more.
      if (error instanceof ApiProblem && error.code === 'not-found')
        showToast({ type: 'info', title: m.suppliers_merge_undone_before(), id: changed })
      else tellProblem(error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['mapped-suppliers'] }),
  })
}

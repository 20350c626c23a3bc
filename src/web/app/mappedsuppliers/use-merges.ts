import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import * as m from '#messages'
import { type MappedSupplier, mergeList, mergeRequest, type SupplierMerge, supplierMerge } from '#suppliers/contract.ts'
import { ApiProblem, api, isUnanswered } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { showToast } from '../../ui/toasts.tsx'
import { supplierProblems } from './supplier-problem-text.ts'
import { useIsConnected } from './use-is-connected.ts'

const changed = 'supplier-changed'
const tellProblem = (error: unknown) => {
  const title = [...supplierProblems(error, () => '').values()][0] ?? problemTitle(error)
  showToast({ type: 'error', title, id: changed })
}
const listKey = ['mapped-suppliers', 'merges']
const readMerges = ({ signal }: { signal: AbortSignal }) =>
  api.get('/mapped-suppliers/merges', { schema: mergeList, signal })

/** Merges that can be undone, the latest first; there are none where there is no register. */
export function useMerges() {
  const isConnected = useIsConnected()
  return useQuery({
    enabled: isConnected === true,
    queryKey: listKey,
    queryFn: readMerges,
  })
}

type MergeList = z.infer<typeof mergeList>
type Merging = { into: MappedSupplier; others: readonly MappedSupplier[] }

export function useMerge() {
  const queries = useQueryClient()
  const undo = useUndoMerge()
  const tellMerged = ({ id, names, intoName }: SupplierMerge) => {
    const title = m.suppliers_merged({ names: names.join(', '), into: intoName })
    const action = { label: m.suppliers_merge_undo(), run: () => undo.mutate(id) }
    showToast({ type: 'success', title, action, id: changed })
    void queries.invalidateQueries({ queryKey: ['mapped-suppliers'] })
  }
  return useMutation({
    mutationFn: ({ into, others }: Merging) => {
      const body = mergeRequest.parse({ into: into.id, from: others.map(({ id }) => id) })
      return api.post('/mapped-suppliers/merges', { body, schema: supplierMerge })
    },
    onMutate: () => new Set(queries.getQueryData<MergeList>(listKey)?.items.map(({ id }) => id)),
    onSuccess: tellMerged,
    onError: async (error, merging, known) => {
      // Suppliers that are merged are gone: it cannot be asked for again, and whether it was done stands in the list.
      const made = isUnanswered(error) && (await findMade(queries, merging, known ?? new Set()))
      if (made) tellMerged(made)
      else tellProblem(error)
    },
  })
}

/** The merge that was asked for, where it was made though no answer came. */
async function findMade(queries: QueryClient, { into, others }: Merging, known: ReadonlySet<string>) {
  const names = others.map(({ supplierName }) => supplierName).sort()
  const list = await queries
    .fetchQuery({ queryKey: listKey, queryFn: readMerges, staleTime: 0 })
    .catch(() => ({ items: [] }))
  return list.items.find(
    (one) => !known.has(one.id) && one.intoId === into.id && one.names.toSorted().join('\n') === names.join('\n'),
  )
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

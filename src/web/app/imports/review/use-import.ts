import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import {
  changeRowAnswer,
  type Decision,
  type ImportOptions,
  type ImportSummary,
  importRowDetail,
  importSummary,
} from '#imports/contract.ts'
import { unmappedMerchantList } from '#imports/merchant-contract.ts'
import { type GatheredInvoices, gatheredInvoices } from '#imports/rules/gathered-invoices.ts'
import { ApiProblem, api } from '../../../api-client.ts'
import { followEvents } from '../../follow-events.ts'
import { keepAnswer } from '../../query-client.ts'

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => api.get(`/imports/${id}`, { schema: importSummary, signal }),
  })

/** The import, followed while its file is being read; one that was read before is checked again once when it is opened: settings may have changed since. */
export function useImport(id: string) {
  const found = useQuery(importQuery(id))
  useGoneParts(id)
  const keep = useKeepImport(id)
  const state = found.data?.state
  const wasReadHere = useRef<string>(undefined)
  useEffect(() => {
    if (state !== 'reading') return
    wasReadHere.current = id
    const following = new AbortController()
    void followEvents(`/imports/${id}/events`, {
      schema: importSummary,
      signal: following.signal,
      onEvent: (record) => {
        if (record.state !== 'reading' || record.problem) void keep(record)
      },
    })
    return () => following.abort()
  }, [id, state, keep])
  const isOpen = state === 'checked'
  useEffect(() => {
    if (!isOpen || wasReadHere.current === id) return
    api.post(`/imports/${id}/recheck`, { schema: importSummary }).then(keep, () => undefined) // shown as it was checked last
  }, [id, isOpen, keep])
  return found
}

/** A part of an import that was deleted elsewhere is not found, as it is filtered or a row is opened: the import itself is then looked for. */
function useGoneParts(id: string): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || !isGone(event.action.error)) return
        const [area, importId, part] = event.query.queryKey
        if (area === 'imports' && importId === id && part !== undefined)
          void queries.invalidateQueries({ queryKey: ['imports', id], exact: true })
      }),
    [id, queries],
  )
}

/** Keeps an answered import and fetches its rows anew. */
export function useKeepImport(id: string): (record: ImportSummary) => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    async (record: ImportSummary) => {
      await keepAnswer(queries, ['imports', id], record)
      await Promise.all(
        ['rows', 'row', 'unmapped', 'index', 'groups', 'invoices', 'stopped'].map((part) =>
          queries.invalidateQueries({ queryKey: ['imports', id, part] }),
        ),
      )
    },
    [id, queries],
  )
}

/** Confirmed meanwhile, by a colleague or in another window. */
export const isConfirmedElsewhere = (error: unknown): boolean =>
  error instanceof ApiProblem && error.errors.some(({ code }) => code === 'import-confirmed')

/** Deleted meanwhile, by a colleague or in another window. */
export const isGone = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'not-found'

/** What is asked of an import that was confirmed or deleted elsewhere is refused: the page is to show it as it stands. */
export function useReadAnew(id: string): (error: unknown) => void {
  const queries = useQueryClient()
  return useCallback(
    (error: unknown) => {
      if (isConfirmedElsewhere(error) || isGone(error)) void queries.invalidateQueries({ queryKey: ['imports', id] })
    },
    [id, queries],
  )
}

export function useRow(id: string, rowId: number) {
  return useQuery({
    queryKey: ['imports', id, 'row', rowId],
    queryFn: ({ signal }) => api.get(`/imports/${id}/rows/${rowId}`, { schema: importRowDetail, signal }),
    placeholderData: (previous) => previous,
  })
}

const noInvoices: GatheredInvoices = { invoices: [] }

/** Which invoice each row becomes part of, where invoices gather rows; nothing is asked for where each row is one. */
export function useInvoices({ id, granularity }: ImportSummary): GatheredInvoices {
  const isGathering = granularity !== 'row'
  const { data } = useQuery({
    queryKey: ['imports', id, 'invoices'],
    queryFn: ({ signal }) => api.get(`/imports/${id}/invoices`, { schema: gatheredInvoices, signal }),
    enabled: isGathering,
  })
  return (isGathering && data) || noInvoices
}

export function useUnmapped(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['imports', id, 'unmapped'],
    queryFn: ({ signal }) => api.get(`/imports/${id}/unmapped-merchants`, { schema: unmappedMerchantList, signal }),
    enabled: isWanted,
  })
}

export function useDecision(id: string) {
  const keep = useKeepImport(id)
  const readAnew = useReadAnew(id)
  return useMutation({
    mutationFn: ({ rowId, decision }: { rowId: number; decision: Decision | null }) =>
      api.patch(`/imports/${id}/rows/${rowId}`, { body: { decision }, schema: changeRowAnswer }),
    onSuccess: ({ rows: _, ...record }) => keep(record),
    onSettled: (_answer, error) => readAnew(error),
  })
}

export function useOptions(id: string) {
  const keep = useKeepImport(id)
  const readAnew = useReadAnew(id)
  return useMutation({
    mutationFn: (options: Partial<ImportOptions>) =>
      api.patch(`/imports/${id}/options`, { body: options, schema: importSummary }),
    onSuccess: keep,
    onSettled: (_answer, error) => readAnew(error),
  })
}

import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ImportSummary } from '#imports/contract.ts'
import {
  postingList,
  type RunList,
  type RunSummary,
  runList,
  runSummary,
  type StepState,
  standingRows,
  undoReport,
} from '#posting/contract.ts'
import { api } from '../../api-client.ts'
import { closeToast, showToast } from '../../ui/toasts.tsx'
import { followEvents } from '../follow-events.ts'
import { useConnectors } from '../use-connectors.ts'
import { isAllDone, isGoing, listEveryMs, runsBefore } from './run-status.ts'
import { changeProblem, postingsToast } from './use-postings.ts'

/** While a run goes on each page of rows is fetched anew this often at most; the summary comes by itself. */
const rowsMs = 2_000
const connectorMs = 10_000

export const runQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['runs', id],
    queryFn: ({ signal }) => api.get(`/runs/${id}`, { schema: runSummary, signal }),
  })

/** One run (`null`: there is none yet), followed by server-sent events while it goes on. A stream that breaks is taken up again. */
export function useRun(id: string | null) {
  const queries = useQueryClient()
  const found = useQuery({ ...runQuery(id), enabled: id !== null })
  const goesOn = found.data !== undefined && isGoing(found.data)
  useEffect(() => {
    if (!goesOn) return
    const following = new AbortController()
    const { signal } = following
    const onEvent = (run: RunSummary) => void queries.setQueryData(['runs', id], run)
    void followEvents(`/runs/${id}/events`, { schema: runSummary, signal, onEvent })
    return () => following.abort()
  }, [id, goesOn, queries])
  return found
}

/** How the rows of the run's import stand, where it has ended and not all is done; asked again when that changes. */
export function useStandingRows(run: RunSummary | undefined) {
  const { id, status, phase, finishedAt } = run ?? {}
  const found = useQuery({
    queryKey: ['runs', id, 'rows', status, phase, finishedAt],
    queryFn: ({ signal }) => api.get(`/runs/${id}/rows`, { schema: standingRows, signal }),
    enabled: run !== undefined && !isGoing(run) && !isAllDone(run),
  })
  return found.data ?? null
}

/** The runs of an import, the newest first: more than one where rows came back to be mended. */
export function useRunsOfImport({ id, runId }: Pick<ImportSummary, 'id' | 'runId'>): readonly RunSummary[] {
  const found = useQuery({
    queryKey: ['runs', 'list', 'import', id, runId],
    queryFn: ({ signal }) => api.get('/runs', { query: { importId: id }, schema: runList, signal }),
    enabled: runId !== null,
  })
  return found.data?.items ?? []
}

/** In how many runs the import of this one was sent. */
export function useSiblings({ importId, id }: RunSummary): number {
  return Math.max(useRunsOfImport({ id: importId, runId: id }).length, 1)
}

const listMs = 3_000

/** The runs of confirmed imports by their id, page by page as the imports came; followed while one goes on. */
export function useRunsOf(
  pages: readonly { items: readonly ImportSummary[] }[],
): ReadonlyMap<string | null, RunSummary> {
  const answers = useQueries({
    queries: pages.map(({ items }) => {
      const ids = items.flatMap(({ runId, state }) => (state === 'confirmed' && runId) || []).join(',')
      return {
        queryKey: ['runs', 'list', 'of', ids],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api.get('/runs', { query: { ids, limit: 100 }, schema: runList, signal }),
        enabled: ids !== '',
        placeholderData: (previous: RunList | undefined) => previous,
        refetchInterval: ({ state }: { state: { data?: RunList | undefined } }) =>
          (state.data?.items.some(isGoing) ?? false) && listMs,
      }
    }),
  })
  return new Map(answers.flatMap(({ data }) => data?.items.map((run) => [run.id, run] as const) ?? []))
}

/** What is sent before anything of this run is; asked for while it is to be sent. */
export function useRunsBefore(run: RunSummary) {
  const found = useQuery({
    queryKey: ['runs', 'list', 'before', run.id],
    queryFn: ({ signal }) => api.get('/runs', { schema: runList, signal }),
    enabled: isGoing(run) && run.phase === 'posting',
    refetchInterval: ({ state }) => (state.data && runsBefore(run, state.data.items) ? listMs : listEveryMs([])),
  })
  return isGoing(run) && run.phase === 'posting' && found.data ? runsBefore(run, found.data.items) : null
}

/** The run's invoices in the order of the file, fetched anew as the run goes on and once when it has ended. */
export function usePostings(run: RunSummary, state: StepState | null) {
  const queries = useQueryClient()
  // Nothing moves while it waits for a person.
  const goesOn = isGoing(run) && run.phase !== 'awaiting-approval'
  // What another person decides changes the rows too.
  const restsAs = goesOn ? null : `${run.phase} ${run.status}`
  useEffect(() => {
    if (restsAs !== null) void queries.invalidateQueries({ queryKey: ['runs', run.id, 'postings'] })
  }, [run.id, restsAs, queries])
  return useInfiniteQuery({
    queryKey: ['runs', run.id, 'postings', state],
    queryFn: ({ pageParam, signal }) =>
      api.get(`/runs/${run.id}/postings`, { query: { state, cursor: pageParam }, schema: postingList, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state: { data } }) => goesOn && rowsMs * (data?.pages.length ?? 1),
  })
}

export function useRetry(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(`/runs/${id}/retry`),
    onSuccess: () => closeToast(postingsToast),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs', id] }),
    meta: { isToldInPlace: true },
  })
}

const undoMs = 1_500

/** What taking the run back would do, or has done; read again while it goes on. */
export function useUndo(run: RunSummary) {
  return useQuery({
    // The phase in the key: what was foreseen is no report.
    queryKey: ['runs', run.id, 'undo', run.phase],
    queryFn: ({ signal }) => api.get(`/runs/${run.id}/undo`, { schema: undoReport, signal }),
    refetchInterval: run.phase === 'reverting' && undoMs,
  })
}

export function useStartUndo(id: string, onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(`/runs/${id}/undo`),
    // The run first: a question closed before gave the focus back to a button that the run read anew takes away.
    onSuccess: async () => {
      closeToast(postingsToast)
      await queries.invalidateQueries({ queryKey: ['runs', id] })
      onDone?.()
    },
    // Not by onError: where no question stands that tells what failed, a toast is to.
    onSettled: (_started, error) => error && queries.invalidateQueries({ queryKey: ['runs', id] }),
    meta: { isToldInPlace: onDone !== undefined },
  })
}

export function useChangeRun(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: 'pause' | 'resume' | 'cancel') => api.post(`/runs/${id}/${change}`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs', id] }),
    meta: { isToldInPlace: true },
  })
}

export function useDecideRun(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (decision: { isApproved: true } | { isApproved: false; reason: string }) =>
      decision.isApproved
        ? api.post(`/runs/${id}/approve`)
        : api.post(`/runs/${id}/refuse`, { body: { reason: decision.reason } }),
    onError: (error) => showToast({ type: 'error', title: changeProblem(error), id: 'approval' }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['runs'] })
      await queries.invalidateQueries({ queryKey: ['imports'] })
    },
  })
}

/** The connector that a run goes to, by the name it is shown under; watched while the run needs it. */
export function useTarget(run: RunSummary) {
  const { data } = useConnectors({ everyMs: isGoing(run) ? connectorMs : false })
  return data?.find(({ displayName }) => displayName === run.target)
}

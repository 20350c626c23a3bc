import { type QueryClient, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import {
  type ChangeRowsRequest,
  changeRowAnswer,
  changeRowsAnswer,
  type EditField,
  type ImportRow,
  type ImportRowDetail,
  importRowList,
  type RowFilter,
  type RowIndex,
  type RowLesson,
  type RowOrder,
  rowGroups,
  rowIndex,
  undoChangeAnswer,
} from '#imports/contract.ts'
import * as m from '#messages'
import { api, isUnanswered } from '../../../api-client.ts'
import { faultText } from '../../../problem-text.ts'
import { groupDigits } from '../../../ui/amount.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { dropWayBack, fieldsBefore, keepWayBack } from './taken-back.ts'
import { isConfirmedElsewhere, useKeepImport, useReadAnew } from './use-import.ts'

/** How many rows are fetched at a time. */
const pageSize = 200

const queryOf = ({ edited, ...filter }: RowFilter) => ({ ...filter, ...(edited && { edited: 'true' }) })

const indexKey = (id: string, filter: RowFilter, order: RowOrder) => ['imports', id, 'index', filter, order]

/** Which rows fit; a window of them is fetched as it comes into sight. */
export function useRowIndex(id: string, filter: RowFilter, order: RowOrder = {}) {
  const found = useQuery({
    queryKey: indexKey(id, filter, order),
    queryFn: ({ signal }) =>
      api.get(`/imports/${id}/row-index`, {
        query: { ...queryOf(filter), ...(order.sort && { sort: order.sort, isDown: String(order.isDown ?? false) }) },
        schema: rowIndex,
        signal,
      }),
    placeholderData: (previous) => previous,
  })
  const { data } = found
  const places = useMemo(() => createPlaces(data?.runs ?? []), [data])
  const { count = 0, changeable = 0, bands = [], hasSheets = false } = data ?? {}
  return { ...found, count, changeable, bands, hasSheets, places }
}

const waitingRows: RowFilter = { state: 'attention' }

/** Finds the row that waits for somebody after another one. */
export function useNextWaiting(id: string): (own: number) => number | null {
  const queries = useQueryClient()
  useRowIndex(id, waitingRows)
  // What was answered last: what is drawn may be older, and lead to a row that the same answer settled.
  return (own) => nextInFile(queries.getQueryData<RowIndex>(indexKey(id, waitingRows, {}))?.runs ?? [], own)
}

/** The first row after one, the first of all after the last of them; null where there is no other. */
export function nextInFile(runs: readonly number[], own: number): number | null {
  let next = runs[0] ?? null
  for (let i = 0; i < runs.length; i += 2) {
    const first = runs[i] ?? 0
    if (first + (runs[i + 1] ?? 0) - 1 <= own) continue
    next = Math.max(first, own + 1)
    break
  }
  return next === own ? null : next
}

/**
 * The rows that fit of a number in the file: each sheet has numbers of its own. Where none has it the first after it, since
 * blank lines of the file have no row.
 */
export async function findRowsAt(id: string, filter: RowFilter, number: number): Promise<readonly ImportRow[]> {
  const found = async (asked: RowFilter, limit: number) => {
    const query = { ...queryOf({ ...filter, ...asked }), limit }
    return (await api.get(`/imports/${id}/rows`, { query, schema: importRowList })).items
  }
  const rows = await found({ number }, pageSize)
  return rows.length > 0 ? rows : found({ from: number }, 1)
}

export type Places = {
  /** The id of the row at a position of the list. */
  idAt(position: number): number | null
  /** Where the row, or the first after it, stands in the list. */
  positionOf(id: number): number
}

/** Runs `[first, length, …]` as positions, by halving: of the runs in the order of the list, and in that of the file. */
export function createPlaces(runs: readonly number[]): Places {
  const firsts: number[] = []
  const starts: number[] = []
  let count = 0
  for (let i = 0; i < runs.length; i += 2) {
    firsts.push(runs[i] ?? 0)
    starts.push(count)
    count += runs[i + 1] ?? 0
  }
  const lengthOf = (run: number) => (starts[run + 1] ?? count) - (starts[run] ?? 0)
  const isSorted = firsts.some((first, run) => run > 0 && first < (firsts[run - 1] ?? 0))
  const inFile = isSorted ? firsts.map((_, run) => run).sort((a, b) => (firsts[a] ?? 0) - (firsts[b] ?? 0)) : null
  const firstsInFile = inFile ? inFile.map((run) => firsts[run] ?? 0) : firsts
  return {
    idAt(position) {
      if (position < 0 || position >= count) return null
      const run = lastUpTo(starts, position)
      return (firsts[run] ?? 0) + position - (starts[run] ?? 0)
    },
    positionOf(id) {
      const place = lastUpTo(firstsInFile, id)
      if (place < 0) return 0
      const run = inFile ? (inFile[place] ?? 0) : place
      const within = Math.min(id - (firsts[run] ?? 0), lengthOf(run))
      return Math.min((starts[run] ?? 0) + within, Math.max(0, count - 1))
    },
  }
}

/** Where the last of rising numbers stands that is not above one; -1 where all are. */
function lastUpTo(rising: readonly number[], wanted: number): number {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) <= wanted) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The rows that are drawn now, as far as they have come. */
export function knownRows(queries: QueryClient, id: string): ReadonlyMap<number, ImportRow> {
  const pages = queries.getQueriesData<RowList>({ queryKey: ['imports', id, 'rows'], type: 'active' })
  return new Map(pages.flatMap(([, page]) => page?.items.map((row) => [row.id, row] as const) ?? []))
}
type RowList = z.infer<typeof importRowList>

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

/** The rows of a list at positions and around them, as far as they have come. */
export function useRowWindow(
  id: string,
  filter: RowFilter,
  { sort }: RowOrder,
  places: Places,
  positions: readonly number[],
) {
  const pages = [...new Set(positions.map((position) => Math.floor(position / pageSize)))].filter(
    (page) => places.idAt(page * pageSize) !== null,
  )
  const answers = useQueries({
    queries: pages.map((page) => {
      const start = page * pageSize
      const asked = sort
        ? {
            ids: range(start, start + pageSize)
              .flatMap((position) => places.idAt(position) ?? [])
              .join(','),
          }
        : { ...queryOf(filter), after: (places.idAt(start) ?? 1) - 1 }
      return {
        queryKey: ['imports', id, 'rows', asked],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api.get(`/imports/${id}/rows`, {
            query: { ...asked, limit: pageSize },
            schema: importRowList,
            signal,
          }),
        staleTime: 60_000,
      }
    }),
  })
  const byId = new Map<number, ImportRow>()
  for (const { data } of answers) for (const row of data?.items ?? []) byId.set(row.id, row)
  const failed = answers.find(({ isError }) => isError)
  return {
    byId,
    rowAt: (position: number) => byId.get(places.idAt(position) ?? 0) ?? null,
    error: failed?.error ?? null,
    retry: () => failed?.refetch(),
  }
}

export function useGroups(id: string) {
  return useQuery({
    queryKey: ['imports', id, 'groups'],
    queryFn: ({ signal }) => api.get(`/imports/${id}/row-groups`, { schema: rowGroups, signal }),
  })
}

export type Edit = {
  rowId: number
  fields: Partial<Record<EditField, string | null>>
  remembers?: boolean
  /** It takes another edit back, which left the fields so, and is not taken back itself. */
  before?: Edit['fields']
}

/** Writes in a row; what came out of it is shown at once, then everything that counts rows is fetched anew. */
export function useEdit(id: string) {
  const queries = useQueryClient()
  const keep = useKeepImport(id)
  const readAnew = useReadAnew(id)
  const edit = useMutation({
    scope: { id: `rows of ${id}` }, // one after the other: of two answers about a row the last one is the newer
    mutationFn: ({ rowId, ...asked }: Edit) =>
      api.patch(`/imports/${id}/rows/${rowId}`, { body: asked, schema: changeRowAnswer }),
    onMutate: ({ rowId }) => findShown(queries, id, rowId),
    onSuccess: ({ rows, lesson, ...record }, { rowId, fields, remembers, before }, stood) => {
      const { supplier } = fields
      const changed = new Map(rows.map((row) => [row.id, row]))
      const now = changed.get(rowId)
      // What was learned with it would stay.
      if (stood && now && !remembers && !before && !lesson?.isKept)
        keepWayBack(id, { rowId, fields: fieldsBefore(stood, fields), before: fieldsBefore(now, fields) })
      queries.setQueriesData<{ items: ImportRow[] }>({ queryKey: ['imports', id, 'rows'] }, (page) =>
        page ? { ...page, items: page.items.map((row) => changed.get(row.id) ?? row) } : page,
      )
      void keep(record)
      if (lesson && supplier) tellLesson(lesson, () => edit.mutate({ rowId, fields: { supplier }, remembers: true }))
    },
    onError: (error) => {
      readAnew(error)
      // Anything else is told under the cell, which goes with this.
      if (isConfirmedElsewhere(error)) showToast({ type: 'error', id: 'cell-refused', title: faultText(error) })
    },
  })
  return edit
}

/** The row as it is shown, wherever that is. */
function findShown(queries: QueryClient, id: string, rowId: number): Pick<ImportRow, 'edits'> | null {
  const pages = queries.getQueriesData<{ items: ImportRow[] }>({ queryKey: ['imports', id, 'rows'] })
  const listed = pages.flatMap(([, page]) => page?.items.find((row) => row.id === rowId) ?? [])
  return listed[0] ?? queries.getQueryData<ImportRowDetail>(['imports', id, 'row', rowId]) ?? null
}

/** What a supplier written in a row means for its merchant, or whether it does. */
function tellLesson({ merchant, supplierName: supplier, isKept, rows }: RowLesson, remember: () => void): void {
  const applies = rows === 1 ? m.imports_map_applies_one() : m.imports_map_applies({ rows: groupDigits(rows) })
  showToast({
    id: 'row-lesson',
    text: rows === 0 ? m.imports_lesson_later() : applies,
    ...(isKept
      ? { type: 'success', title: m.imports_map_saved({ merchant, supplier }) }
      : {
          type: 'info',
          title: m.imports_lesson_ask({ merchant, supplier }),
          action: { label: m.imports_lesson_remember(), run: remember },
        }),
  })
}

/** What has a name of its own is done once however often it is asked for: where no answer came it is asked for once more. */
const askOnceMore = { retry: (failures: number, error: Error) => failures < 1 && isUnanswered(error) }

export function useBulk(id: string) {
  const keep = useKeepImport(id)
  const readAnew = useReadAnew(id)
  return useMutation({
    ...askOnceMore,
    mutationFn: (asked: ChangeRowsRequest) =>
      api.post(`/imports/${id}/rows/change`, { body: asked, schema: changeRowsAnswer }),
    onSuccess: ({ changed, changeId, import: record }) => {
      if (changed > 0) keepWayBack(id, { changeId })
      void keep(record)
    },
    onError: readAnew, // told by who asked
  })
}

/** Told by options, not by the call: the bar it is called from is gone by then. */
export function useUndo(
  id: string,
  told: { onUndone: (rows: { undone: number; kept: number }) => void; onError: (error: unknown) => void },
) {
  const keep = useKeepImport(id)
  return useMutation({
    ...askOnceMore,
    mutationFn: (changeId: string) =>
      api.post(`/imports/${id}/rows/undo`, { body: { changeId }, schema: undoChangeAnswer }),
    onSuccess: ({ undone, kept, ...record }, changeId) => {
      dropWayBack(id, (way) => 'changeId' in way && way.changeId === changeId)
      told.onUndone({ undone, kept })
      void keep(record)
    },
    onError: told.onError,
  })
}

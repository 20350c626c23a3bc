import { useEffect } from 'react'
import * as m from '#messages'
import type { PostingRow, RunSummary } from '#posting/contract.ts'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { useBreadcrumb } from '../breadcrumb.ts'
import { useSourceOf } from '../imports/review/source-words.ts'
import { LoadFailed } from '../load-failed.tsx'
import { useOpenRow } from '../open-row.ts'
import { useAddress } from '../use-address.ts'
import { PostingPanel } from './posting-panel.tsx'
import { PostingsTable } from './postings-table.tsx'
import { countOf, RunFilter, type View, views } from './run-filter.tsx'
import { RunHead } from './run-head.tsx'
import { usePostings, useRun } from './use-run.ts'

/** One run: how it goes, and every invoice with its steps. */
export function RunPage({ id }: { id: string }) {
  const { data: run, error, refetch } = useRun(id)
  useBreadcrumb(run?.source ?? null)
  if (run) return <Run run={run} />
  if (!error) return <SkeletonRows className="mt-28" />
  const page = { back: '/app/transaction', label: m.posting_back() }
  return <LoadFailed title={m.posting_load_failed()} error={error} onRetry={refetch} page={page} />
}

function Run({ run }: { run: RunSummary }) {
  const { view, row, show, select } = useRunView()
  const postings = usePostings(run, view === 'all' ? null : view)
  const source = useSourceOf(run.importId)
  const rows = postings.data?.pages.flatMap(({ items }) => items) ?? []
  const at = rows.findIndex(({ id }) => id === row)
  const selected = rows[at]
  const step = (by: 1 | -1) => {
    const next = rows[at + by]
    if (next) select(next)
  }
  // What was refused is not asked for by itself again: the end of the list would be reached anew at once.
  const mayGoOn = postings.hasNextPage && !postings.isFetchingNextPage && !postings.isError
  // A filter whose invoices have all moved on would leave the page empty.
  const isLeft = view !== 'all' && countOf(run, view) === 0
  useEffect(() => {
    if (isLeft) show('all')
  })
  return (
    <>
      <RunHead run={run} />
      <RunFilter run={run} view={view} onChange={show} />
      <div className="min-w-0 flex-1 wide:flex print:block">
        <div className="min-w-0 flex-1">
          <PostingsTable
            rows={rows}
            total={countOf(run, view)}
            words={{ target: run.target, source }}
            isLoading={postings.isFetching && rows.length === 0}
            selected={row}
            onSelect={select}
            onEndReached={() => mayGoOn && void postings.fetchNextPage()}
            onShowAll={() => show('all')}
            error={postings.isError ? postings.error : null}
            onRetry={() => void postings.refetch()}
          />
        </div>
        {selected && (
          <PostingPanel row={selected} run={run} source={source} onStep={step} onClose={() => select(null)} />
        )}
      </div>
    </>
  )
}

/** What is shown stands in the address: the run, the filter and the selected invoice. */
function useRunView() {
  const [search, change] = useAddress()
  const { row, open } = useOpenRow('75rem')
  return {
    view: views.find((one) => one === search.get('state')) ?? 'all',
    row,
    show: (view: View) => change({ state: view === 'all' ? null : view }),
    select: (row: PostingRow | null) => open(row?.id ?? null),
  }
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as m from '#messages'
import { type RunSummary, runList } from '#posting/contract.ts'
import { api } from '../../api-client.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { InstantText } from '../../ui/date-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { RunProgress } from './run-progress.tsx'
import { invoicesText, isAllReturned, isCutOff, listEveryMs, runMark, statusWord } from './run-status.ts'
import { phaseWord } from './undo-texts.ts'
import { useTarget } from './use-run.ts'

/** All runs, the latest first. */
export function RunList() {
  const runs = useInfiniteQuery({
    queryKey: ['runs', 'list'],
    queryFn: ({ pageParam, signal }) => api.get('/runs', { query: { cursor: pageParam }, schema: runList, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => listEveryMs(state.data?.pages.flatMap(({ items }) => items) ?? []),
  })
  const items = runs.data?.pages.flatMap((page) => page.items)
  return (
    <>
      {items === undefined && runs.isPending && <SkeletonRows columns="132px minmax(0,1fr) 120px 18rem" />}
      {items === undefined && runs.isError && (
        <LoadFailed title={m.posting_load_failed()} error={runs.error} onRetry={runs.refetch} />
      )}
      {items?.length === 0 && <NoRuns />}
      {items !== undefined && items.length > 0 && (
        <ul aria-label={m.posting_list_label()} className="border-t border-ink">
          {items.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <div className="px-4 py-4 wide:px-6">
          <Button onClick={() => void runs.fetchNextPage()} disabled={runs.isFetchingNextPage}>
            {m.posting_more()}
          </Button>
        </div>
      )}
    </>
  )
}

function RunRow({ run }: { run: RunSummary }) {
  const connector = useTarget(run)
  const waits = connector !== undefined && isCutOff(run, [connector])
  const word = isAllReturned(run) ? m.posting_returned_all() : (phaseWord(run.phase) ?? statusWord(run.status))
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 border-b border-rule px-4 py-3 hover:bg-paper wide:px-6 broad:grid-cols-[148px_minmax(0,1fr)_minmax(150px,auto)_116px_18rem] broad:items-center">
      <StateMark
        state={waits ? 'waiting' : runMark(run)}
        className="whitespace-normal max-broad:justify-self-end max-broad:col-start-2 max-broad:row-start-1"
      >
        {waits ? m.posting_lost_waiting() : word}
      </StateMark>
      <div className="min-w-0 max-broad:col-start-1 max-broad:row-start-1">
        <Link
          to={`/app/transaction?run=${run.id}`}
          className="block truncate font-strong after:absolute after:inset-0 hover:text-fir focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-fir"
        >
          {run.source}
        </Link>
        <p className="text-12 text-ink-2">
          {m.posting_resource_to({ target: run.target })} <span className="text-ink-3">{m.posting_type_import()}</span>
        </p>
      </div>
      <p className="grid content-start text-12 text-ink-2 broad:text-13">
        <InstantText instant={run.createdAt} className="broad:text-ink" />
        <span className="truncate text-12">{m.posting_performed_by({ name: run.performedBy })}</span>
      </p>
      <p className="grid content-start justify-items-end text-right">
        <Amount minor={run.sum} className="text-14 broad:text-13" />
        <span className="text-12 text-ink-2">{invoicesText(run.invoices)}</span>
      </p>
      <RunProgress run={run} className="max-broad:col-span-2" />
    </li>
  )
}

function NoRuns() {
  return (
    <EmptyState
      title={m.posting_none_title()}
      lines={[m.posting_none_text()]}
      actions={
        <Button asChild>
          <Link to="/app/imports">{m.posting_none_go()}</Link>
        </Button>
      }
    />
  )
}

import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { type ImportRow, type ImportSummary, type RowState, rowStates } from '#imports/contract.ts'
import * as m from '#messages'
import { problemTitle } from '../../../field-problems.ts'
import { problemText } from '../../../problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Equation } from '../../../ui/equation.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { useBreadcrumb } from '../../breadcrumb.ts'
import { useConnectors } from '../../use-connectors.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DriftNotice } from './drift-notice.tsx'
import { ReviewFooter } from './review-footer.tsx'
import { ReviewHead } from './review-head.tsx'
import { RowPanel } from './row-panel.tsx'
import { isBand } from './row-texts.ts'
import { RowsTable } from './rows-table.tsx'
import { RunResult } from './run-result.tsx'
import { useDecision, useImport, useRows } from './use-import.ts'

/** One import: every row of the file in its state, each posting to the last byte, and the button that sends them. */
export default function ReviewPage() {
  const { id = '' } = useParams()
  const { data: record, error, refetch } = useImport(id)
  useBreadcrumb(record?.fileName ?? null)
  if (!record) {
    if (!error) return <SkeletonRows className="mt-28" />
    return (
      <EmptyState
        level={1}
        title={m.imports_load_failed()}
        lines={[problemTitle(error)]}
        actions={<Button onClick={() => void refetch()}>{m.shell_retry()}</Button>}
      />
    )
  }
  return (
    <>
      <ReviewHead record={record} />
      <DriftNotice record={record} />
      {record.state === 'reading' && (
        <div role="status">
          <p className="px-4 pb-4 text-ink-2 wide:px-6">{m.imports_reading_text()}</p>
          <SkeletonRows rows={14} />
        </div>
      )}
      {record.state === 'failed' && (
        <EmptyState
          title={m.imports_failed_title()}
          lines={record.problem ? [problemText(record.problem)] : []}
          actions={
            <Button asChild variant="primary">
              <Link to={`/app/imports?template=${record.templateId}`}>{m.imports_failed_new()}</Link>
            </Button>
          }
        />
      )}
      {record.totals && <Review record={record} totals={record.totals} />}
    </>
  )
}

type View = RowState | 'all'

function Review({ record, totals }: { record: ImportSummary; totals: NonNullable<ImportSummary['totals']> }) {
  const view = useView()
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const [isConfirming, setIsConfirming] = useState(false)
  const rows = useRows(record.id, { state: view.state === 'all' ? null : view.state, q: view.q }, true)
  const items = rows.data?.pages.flatMap((page) => page.items) ?? []
  const decide = useDecision(record.id)
  const connector = useConnector()
  const isSent = record.state === 'confirmed'
  const selectable = items.filter((row) => !isBand(row))
  const step = (by: 1 | -1) => {
    const next = selectable[selectable.findIndex((row) => row.id === view.row) + by]
    if (next) view.select(next.id)
  }
  const toNextWaiting = () => {
    const waiting = selectable.filter((row) => row.state === 'attention' && row.id !== view.row)
    view.select((waiting.find((row) => row.id > (view.row ?? 0)) ?? waiting[0])?.id ?? view.row)
  }
  const toggleLeftOut = (row: ImportRow) => {
    if (isSent || (row.state === 'skipped' && row.decision === null)) return
    decide.mutate({ rowId: row.id, decision: row.decision === 'leave-out' ? null : 'leave-out' })
  }
  return (
    <>
      {record.runId && <RunResult runId={record.runId} ledgerUrl={connector?.sandboxUrl ?? null} />}
      <Equation
        total={{ key: 'all', label: m.imports_read_rows(), ...totals.read }}
        terms={[
          { key: 'ready', state: 'ready', label: m.imports_ready(), ...totals.ready },
          { key: 'attention', state: 'attention', label: m.imports_attention(), ...totals.attention },
          { key: 'duplicate', state: 'duplicate', label: m.imports_duplicates(), ...totals.duplicate },
          { key: 'skipped', state: 'skipped', label: m.imports_skipped(), ...totals.skipped },
        ]}
        selected={view.state}
        onSelect={view.filter}
        tools={<RowSearch q={view.q} onSearch={view.search} />}
      />
      <div className="min-w-0 flex-1 wide:flex">
        <div ref={place} className="min-w-0 flex-1">
          <RowsTable
            width={width}
            rows={items}
            controlSums={record.controlSums}
            isSent={isSent}
            isLoading={rows.isFetching && !rows.isFetchingNextPage && items.length === 0}
            selected={view.row}
            onSelect={(row) => view.select(row.id)}
            onDecide={toggleLeftOut}
            onEndReached={() => rows.hasNextPage && !rows.isFetchingNextPage && void rows.fetchNextPage()}
            onShowAll={view.clear}
          />
        </div>
        {view.row !== null && (
          <RowPanel
            importId={record.id}
            rowId={view.row}
            isSent={isSent}
            onStep={step}
            onNextWaiting={toNextWaiting}
            onClose={() => view.select(null)}
          />
        )}
      </div>
      {!isSent && <ReviewFooter record={record} onConfirm={() => setIsConfirming(true)} />}
      <ConfirmDialog
        record={record}
        target={connector?.displayName ?? ''}
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
      />
    </>
  )
}

/** What is shown stands in the address: state, search and the selected row. */
function useView() {
  const [search, setSearch] = useSearchParams()
  const state = rowStates.find((one) => one === search.get('state')) ?? 'all'
  const row = /^\d{1,7}$/.test(search.get('row') ?? '') ? Number(search.get('row')) : null
  const change = (changes: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    state: state as View,
    q: search.get('q') ?? '',
    row,
    filter: (next: View) => change({ state: next === 'all' ? null : next }),
    search: (q: string) => change({ q }),
    select: (next: number | null) => change({ row: next === null ? null : String(next) }),
    clear: () => change({ state: null, q: null }),
  }
}

function useConnector() {
  const { data } = useConnectors()
  return data?.find(({ connectorId }) => connectorId === 'fortnox')
}

function RowSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  useShortcuts((key) => {
    if (key === '/') input.current?.focus()
    return key === '/'
  })
  const sent = useRef(q)
  const send = useEffectEvent(() => {
    if (text === sent.current) return
    sent.current = text
    onSearch(text)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke starts the wait anew
  useEffect(() => {
    const timer = setTimeout(send, 250)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q // emptied from elsewhere
    setText(q)
  }, [q])
  return (
    <TextInput
      ref={input}
      size="normal"
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      placeholder={m.imports_search_rows()}
      aria-label={m.imports_search_rows()}
      before={<Search size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />}
      after={<Kbd>/</Kbd>}
      className="wide:w-52"
    />
  )
}

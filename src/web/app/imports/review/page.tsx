import { Search } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { ImportSummary } from '#imports/contract.ts'
import { placeByRow } from '#imports/rules/gathered-invoices.ts'
import * as m from '#messages'
import { problemText } from '../../../problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Equation } from '../../../ui/equation.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { AlsoConnected } from '../../also-connected.tsx'
import { useBreadcrumb } from '../../breadcrumb.ts'
import { LoadFailed } from '../../load-failed.tsx'
import { StoppedInFile } from '../../mappedsuppliers/stopped-suppliers.tsx'
import { OtherCompany } from '../../other-company.tsx'
import { sentMarks } from '../../transaction/sent-marks.ts'
import { useRun, useStandingRows } from '../../transaction/use-run.ts'
import { useTypedText } from '../../typed-text.ts'
import { useConnectors } from '../../use-connectors.ts'
import { duplicatesWord } from '../import-state.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DriftNotice } from './drift-notice.tsx'
import { EarlierRuns } from './earlier-runs.tsx'
import { GridOptions } from './grid-options.tsx'
import { PrintedRows } from './printed-rows.tsx'
import { ReviewFooter } from './review-footer.tsx'
import { ReviewHead } from './review-head.tsx'
import { createBands, rowColumns } from './row-columns.tsx'
import { RowDrafts, useRowDrafts } from './row-drafts.ts'
import { ProblemGroups, RowTools } from './row-filters.tsx'
import { RowGrid } from './row-grid.tsx'
import { RowPanel } from './row-panel.tsx'
import { isBand } from './row-texts.ts'
import { RunResult } from './run-result.tsx'
import { useSourceSystem } from './source-words.ts'
import { Unconnected } from './unconnected.tsx'
import { useColumns } from './use-columns.ts'
import { isGone, useImport, useInvoices } from './use-import.ts'
import { useMarks } from './use-marks.ts'
import { useGroups, useNextWaiting, useRowIndex } from './use-rows.ts'
import { useUndoKey } from './use-undo-key.ts'
import { useView } from './use-view.ts'

/** One import: every row of the file in its state, each posting to the last byte, and the button that sends them. */
export default function ReviewPage() {
  const { id = '' } = useParams()
  const { data: record, error, refetch } = useImport(id)
  const connector = useConnector()
  useBreadcrumb(record?.fileName ?? null)
  if (isGone(error))
    return (
      <EmptyState
        level={1}
        title={m.imports_gone_title()}
        lines={[m.imports_gone_text()]}
        actions={
          <Button asChild variant="primary">
            <Link to="/app/imports">{m.imports_back()}</Link>
          </Button>
        }
      />
    )
  if (!record) {
    if (!error) return <SkeletonRows className="mt-28" />
    const page = { back: '/app/imports', label: m.imports_back() }
    return <LoadFailed title={m.imports_load_failed()} error={error} onRetry={refetch} page={page} />
  }
  return (
    <>
      <ReviewHead record={record} />
      <DriftNotice record={record} />
      <EarlierRuns record={record} />
      {record.state === 'checked' && <StoppedInFile importId={record.id} />}
      {record.state === 'checked' && connector && <AlsoConnected connector={connector} />}
      {record.state === 'checked' && connector && (
        <OtherCompany connector={connector}>
          <Link to="/app/connectors" className="link">
            {m.connections_other_go()}
          </Link>
        </OtherCompany>
      )}
      {record.state === 'reading' && (
        <div role="status">
          {record.problem ? (
            <EmptyState title={m.imports_waiting_title()} lines={[problemText(record.problem)]} />
          ) : (
            <>
              <p className="px-4 pt-3 pb-4 text-ink-2 wide:px-6">{m.imports_reading_text()}</p>
              <SkeletonRows rows={14} />
            </>
          )}
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

function Review({ record, totals }: { record: ImportSummary; totals: NonNullable<ImportSummary['totals']> }) {
  const view = useView()
  const [width, place] = useWidth()
  const [isConfirming, setIsConfirming] = useState(false)
  const index = useRowIndex(record.id, view.filter, view.order)
  const { data: groups } = useGroups(record.id)
  const marked = useMarks(index.places, JSON.stringify(view.filter))
  const reveal = useRef<(id: number) => void>(() => undefined)
  const connector = useConnector()
  const isSent = record.state === 'confirmed'
  const drafts = useRowDrafts(isSent)
  useUndoKey(record.id, !isSent)
  const bandRows = index.bands.filter(isBand)
  const list = {
    ...{ importId: record.id, filter: view.filter, order: view.order, places: index.places, count: index.count },
    band: createBands(index.bands, record.controlSums),
  }
  const bandIds = new Set(bandRows.map(({ id }) => id))
  const nextWaiting = useNextWaiting(record.id)
  const show = (id: number) => {
    view.select(id)
    reveal.current(id)
  }
  const step = (by: 1 | -1) => {
    let position = view.row === null ? 0 : index.places.positionOf(view.row) + by
    for (let id = index.places.idAt(position); id !== null && bandIds.has(id); id = index.places.idAt(position))
      position += by
    const id = index.places.idAt(position)
    if (id !== null) show(id)
  }
  // The panel beside the rows goes with the keyboard; a section's title has none.
  const jump = (id: number) => (view.row === null || bandIds.has(id) ? reveal.current(id) : show(id))
  const toNextWaiting = (own: number) => {
    const id = nextWaiting(own)
    if (id !== null) show(id)
  }
  const isNarrow = width === Number.POSITIVE_INFINITY
  const gathered = useInvoices(record)
  const { data: run, isLoading: isRunLoading } = useRun(record.runId)
  const standing = useStandingRows(run)
  const sent = useMemo(() => (isSent ? sentMarks(run, standing) : null), [isSent, run, standing])
  const source = useSourceSystem(record.templateId)
  const look = { sent, places: placeByRow(gathered), source, width, hasSheets: index.hasSheets }
  const all = rowColumns({ onSelect: (row) => show(row.id), ...look })
  const columns = useColumns(all)
  return (
    <>
      {run && <RunResult run={run} connector={connector} />}
      {isSent && isRunLoading && <SkeletonRows rows={3} className="border-t border-rule bg-paper" />}
      <Equation
        total={{ key: 'all', label: m.imports_read_rows(), ...totals.read }}
        terms={[
          { key: 'ready', state: 'ready', label: isSent ? m.imports_confirmed() : m.imports_ready(), ...totals.ready },
          { key: 'attention', state: 'attention', label: m.imports_attention(), ...totals.attention },
          { key: 'duplicate', state: 'duplicate', label: duplicatesWord(record), ...totals.duplicate },
          { key: 'skipped', state: 'skipped', label: m.imports_skipped(), ...totals.skipped },
        ]}
        selected={view.term}
        onSelect={view.setState}
        tools={
          <div className="flex min-w-0 flex-1 items-center justify-end gap-2 max-[60rem]:flex-wrap">
            <RowSearch q={view.q} onSearch={view.search} />
            <GridOptions view={view} all={all} columns={columns} marking={isNarrow && !isSent ? marked : null} />
            <RowTools record={record} groups={groups} view={view} onJump={jump} />
          </div>
        }
      />
      {!isSent && <Unconnected connector={connector} groups={groups} />}
      {groups && !isSent && <ProblemGroups importId={record.id} groups={groups} view={view} />}
      <div className="min-w-0 flex-1 wide:flex">
        <div ref={place} id="review" className="min-w-0 flex-1">
          <Rows index={index} isNothingRead={totals.read.count === 0} onShowAll={view.clear}>
            <RowGrid
              {...list}
              onOrder={view.setOrder}
              isMarking={marked.isMarking}
              rowsInFile={totals.read.count}
              isStale={index.isPlaceholderData}
              bandIds={bandIds}
              bandRows={view.order.sort ? [] : bandRows}
              columns={columns.shown.filter(({ from = 0 }) => from <= width)}
              isNarrow={isNarrow}
              canEdit={!isSent}
              selected={view.row}
              marks={marked}
              onSelect={view.select}
              onReady={(how) => {
                reveal.current = how
              }}
            />
          </Rows>
          <PrintedRows {...list} columns={columns.shown} />
        </div>
        {view.row !== null && (
          <RowDrafts value={drafts}>
            <RowPanel
              importId={record.id}
              rowId={view.row}
              source={source}
              gathered={gathered}
              sent={sent?.(view.row) ?? null}
              onStep={step}
              onNextWaiting={toNextWaiting}
              onRow={show}
              onClose={() => view.select(null)}
            />
          </RowDrafts>
        )}
      </div>
      {!isSent && marked.count > 0 && (
        <BulkBar
          importId={record.id}
          isNarrow={isNarrow}
          count={marked.isAll ? index.changeable : marked.count}
          which={marked.isAll ? { filter: view.filter } : { ids: marked.ids }}
          all={marked.isAll ? null : index.changeable}
          onAll={marked.markAll}
          onClear={marked.clear}
        />
      )}
      {!isSent && <ReviewFooter record={record} onConfirm={() => setIsConfirming(true)} />}
      {isConfirming && !isSent && (
        <ConfirmDialog record={record} connector={connector} onClose={() => setIsConfirming(false)} />
      )}
    </>
  )
}

/** The grid, or what stands in its place: rows on their way, none that fit, an answer that failed. */
function Rows({
  index,
  isNothingRead,
  onShowAll,
  children,
}: {
  index: ReturnType<typeof useRowIndex>
  isNothingRead: boolean
  onShowAll: () => void
  children: ReactNode
}) {
  if (index.error && !index.data)
    return <LoadFailed title={m.imports_load_failed()} error={index.error} onRetry={index.refetch} />
  if (!index.data) return <SkeletonRows rows={14} />
  if (index.count > 0) return children
  if (isNothingRead) return <EmptyState title={m.imports_nothing_read()} lines={[m.imports_nothing_read_text()]} />
  return (
    <EmptyState
      title={m.imports_no_rows()}
      lines={[m.imports_no_rows_text()]}
      actions={<Button onClick={onShowAll}>{m.imports_show_all()}</Button>}
    />
  )
}

function useConnector() {
  const { data } = useConnectors()
  return data?.find(({ connectorId }) => connectorId === 'fortnox')
}

function RowSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useTypedText(q, onSearch)
  useShortcuts((key) => {
    if (key === '/') input.current?.focus()
    return key === '/'
  })
  return (
    <TextInput
      ref={input}
      size="normal"
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      placeholder={m.imports_search_short()}
      aria-label={m.imports_search_rows()}
      before={<Search size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />}
      after={<Kbd>/</Kbd>}
      className="wide:w-44 wide:min-w-24 wide:shrink"
    />
  )
}

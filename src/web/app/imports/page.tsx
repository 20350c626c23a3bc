import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type ImportSummary, importList } from '#imports/contract.ts'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { api } from '../../api-client.ts'
import { Amount, groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { InstantText } from '../../ui/date-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type LedgerColumn, LedgerTable } from '../../ui/ledger-table.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { useRunsOf } from '../transaction/use-run.ts'
import { ExportsSection } from './exports/exports-section.tsx'
import { ImportState } from './import-state.tsx'
import { listEveryMs } from './list-pace.ts'
import { MovementTabs } from './movement-tabs.tsx'
import { NewImport } from './new-import.tsx'
import { SourcesSection } from './sources/sources-section.tsx'
import { useSources } from './sources/use-sources.ts'

/** Made anew for each language. */
const importColumns = (runs: ReadonlyMap<string | null, RunSummary>): LedgerColumn<ImportSummary>[] => [
  {
    id: 'state',
    header: m.imports_column_state(),
    width: '188px',
    cell: (record) => <ImportState record={record} run={runs.get(record.runId)} />,
    narrow: 'mark',
  },
  {
    id: 'file',
    header: m.imports_column_file(),
    width: 'minmax(180px, 2fr)',
    cell: ({ id, fileName }) => (
      <Link to={`/app/imports/${id}`} className="link truncate">
        {fileName}
      </Link>
    ),
    narrow: 'title',
  },
  {
    id: 'template',
    header: m.imports_column_template(),
    width: 'minmax(120px, 1fr)',
    from: 932,
    cell: ({ templateName }) => <span className="truncate">{templateName}</span>,
    narrow: 'text',
  },
  {
    id: 'read',
    header: m.imports_column_read(),
    width: '152px',
    from: 740,
    cell: ({ createdAt }) => <InstantText instant={createdAt} />,
    narrow: 'meta',
  },
  {
    id: 'rows',
    header: m.imports_column_rows(),
    width: '72px',
    from: 812,
    align: 'right',
    cell: ({ totals }) => <span className="figures">{totals ? groupDigits(totals.read.count) : '–'}</span>,
  },
  {
    id: 'attention',
    header: m.imports_column_attention(),
    width: '96px',
    align: 'right',
    cell: ({ totals, state }) => (
      <span className={state === 'checked' && totals?.attention.count ? 'figures text-attention' : 'figures'}>
        {totals ? groupDigits(totals.attention.count) : '–'}
      </span>
    ),
  },
  {
    id: 'sum',
    header: m.imports_column_sum(),
    width: '144px', // ten figures and a minus
    align: 'right',
    cell: ({ totals }) => <Amount minor={totals?.ready.sum ?? null} />,
    narrow: 'amount',
  },
]

/** Every import and a new one; `?tab=exports` the way back out. */
export default function ImportsPage() {
  const isExports = useSearchParams()[0].get('tab') === 'exports'
  return (
    <>
      <PageHeader title={isExports ? m.exports_title() : m.imports_title()} />
      <MovementTabs isExports={isExports} />
      {isExports ? <ExportsSection /> : <ImportsSection />}
    </>
  )
}

function ImportsSection() {
  const navigate = useNavigate()
  const imports = useInfiniteQuery({
    queryKey: ['imports', 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/imports', { query: { cursor: pageParam }, schema: importList, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => listEveryMs(state.data?.pages.flatMap(({ items }) => items) ?? []),
  })
  const rows = imports.data?.pages.flatMap(({ items }) => items) ?? []
  const hasSources = (useSources(() => false).data?.length ?? 0) > 0
  const runs = useRunsOf(imports.data?.pages ?? [])
  return (
    <>
      <section aria-labelledby="new-import" className="print:hidden">
        <SectionHeader id="new-import" title={m.imports_new_title()} className="mx-4 mb-4 wide:mx-6" />
        <NewImport />
      </section>
      <SourcesSection />
      {rows.length > 0 && <SectionHeader title={m.imports_made_title()} className="mx-4 mb-2 wide:mx-6" />}
      {imports.isError && rows.length === 0 ? (
        <LoadFailed title={m.imports_list_failed()} error={imports.error} onRetry={imports.refetch} />
      ) : (
        <LedgerTable
          label={m.imports_title()}
          columns={importColumns(runs)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate(`/app/imports/${id}`)}
          isLoading={imports.isFetching}
          empty={
            <EmptyState
              title={m.imports_none_title()}
              lines={[hasSources ? m.imports_none_text_fetched() : m.imports_none_text()]}
            />
          }
        />
      )}
      {imports.hasNextPage && (
        <div className="px-4 py-4 wide:px-6">
          <Button onClick={() => void imports.fetchNextPage()} disabled={imports.isFetchingNextPage}>
            {m.imports_load_more()}
          </Button>
        </div>
      )}
    </>
  )
}

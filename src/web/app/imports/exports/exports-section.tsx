import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ExportSummary, exportList } from '#exports/contract.ts'
import * as m from '#messages'
import { api } from '../../../api-client.ts'
import { groupDigits } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { DatedText, InstantText } from '../../../ui/date-text.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type LedgerColumn, LedgerTable } from '../../../ui/ledger-table.tsx'
import { SectionHeader } from '../../../ui/page-header.tsx'
import { LoadFailed } from '../../load-failed.tsx'
import { ExportState, invoicesText } from './export-state.tsx'
import { FailedExports } from './failed-exports.tsx'
import { filterNames, NewExport } from './new-export.tsx'
import { removeWord } from './removal-words.ts'
import { RemoveExportDialog } from './remove-export-dialog.tsx'
import { useSheetAddress } from './sheet-address.ts'

const busyMs = 1000

/** A new export, and those that were made. */
export function ExportsSection() {
  const exports = useInfiniteQuery({
    queryKey: ['exports'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/exports', { query: { cursor: pageParam }, schema: exportList, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((one) => one.state === 'writing')) ? busyMs : false,
  })
  const rows = exports.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <section aria-labelledby="new-export">
        <SectionHeader id="new-export" title={m.exports_new_title()} className="mx-4 mb-4 wide:mx-6" />
        <NewExport earlier={rows} />
      </section>
      {rows.length > 0 && <SectionHeader title={m.exports_made_title()} className="mx-4 mb-2 wide:mx-6" />}
      <FailedExports rows={rows} />
      {exports.isError && rows.length === 0 ? (
        <LoadFailed title={m.exports_load_failed()} error={exports.error} onRetry={exports.refetch} />
      ) : (
        <LedgerTable
          label={m.exports_title()}
          columns={exportColumns()}
          rows={rows}
          rowKey={({ id }) => id}
          isLoading={exports.isPending}
          empty={<EmptyState title={m.exports_none_title()} lines={[m.exports_none_text()]} />}
        />
      )}
      {exports.hasNextPage && (
        <div className="px-4 py-4 wide:px-6">
          <Button onClick={() => void exports.fetchNextPage()} disabled={exports.isFetchingNextPage}>
            {m.exports_load_more()}
          </Button>
        </div>
      )}
    </>
  )
}

/** Made anew for each language. */
const exportColumns = (): LedgerColumn<ExportSummary>[] => [
  {
    id: 'state',
    header: m.exports_column_state(),
    width: '150px',
    cell: (one) => <ExportState {...one} isInTable />,
    narrow: 'mark',
  },
  {
    id: 'file',
    header: m.exports_column_file(),
    width: 'minmax(140px, 2fr)',
    cell: ({ fileName }) => (
      <span className="truncate" title={fileName}>
        {fileName}
      </span>
    ),
    narrow: 'title',
  },
  {
    id: 'template',
    header: m.exports_column_template(),
    width: 'minmax(120px, 1fr)',
    from: 990,
    cell: ({ templateName }) => <span className="truncate">{templateName}</span>,
  },
  {
    id: 'period',
    header: m.exports_column_period(),
    // Two exports may differ in nothing else.
    width: 'minmax(272px, 1fr)',
    cell: ({ filter, state, invoices }) => (
      <span className="truncate max-wide:block max-wide:whitespace-normal">
        {filterNames()[filter.state]} · <DatedText text={periodText(filter)} />
        {state === 'done' && <span className="wide:hidden"> · {invoicesText(invoices)}</span>}
      </span>
    ),
    narrow: 'text',
  },
  {
    id: 'invoices',
    header: m.exports_column_invoices(),
    width: '88px',
    from: 734,
    align: 'right',
    cell: ({ invoices }) => <span className="figures">{groupDigits(invoices)}</span>,
  },
  {
    id: 'made',
    header: m.exports_column_made(),
    width: '136px',
    from: 870,
    cell: ({ createdAt }) => <InstantText instant={createdAt} />,
    narrow: 'meta',
  },
  {
    id: 'actions',
    header: <span className="sr-only">{m.templates_column_actions()}</span>,
    width: '84px',
    align: 'right',
    cell: (one) => <ExportActions one={one} />,
    narrow: 'amount',
  },
]

function ExportActions({ one }: { one: ExportSummary }) {
  const { id, state, format, fileName } = one
  const download = useMutation({ mutationFn: () => api.download(`/exports/${id}/file`) })
  const sheet = useSheetAddress(one)
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <span className="flex justify-end">
      {state === 'done' && format !== 'google-sheets' && (
        <IconButton
          label={`${m.exports_download()}: ${fileName}`}
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          <Download size={16} aria-hidden />
        </IconButton>
      )}
      {sheet !== null && (
        <IconButton asChild label={`${m.exports_open_sheet()}: ${fileName}`}>
          <a href={sheet} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden />
          </a>
        </IconButton>
      )}
      <IconButton label={`${removeWord(one)}: ${fileName}`} onClick={() => setIsRemoving(true)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
      {isRemoving && <RemoveExportDialog one={one} onClose={() => setIsRemoving(false)} />}
    </span>
  )
}

function periodText({ from, to }: ExportSummary['filter']): string {
  if (from === null && to === null) return m.exports_period_all()
  if (from === null) return m.exports_period_to({ to: to ?? '' })
  return to === null ? m.exports_period_from({ from }) : `${from} – ${to}`
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import { type TemplateSource, templateSource } from '#sources/contract.ts'
import { api } from '../../../api-client.ts'
import { faultText } from '../../../problem-text.ts'
import { InstantText, localParts } from '../../../ui/date-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type LedgerColumn, LedgerTable } from '../../../ui/ledger-table.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { SectionHeader } from '../../../ui/page-header.tsx'
import { type MarkState, StateMark } from '../../../ui/state-mark.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useConnectors } from '../../use-connectors.ts'
import { askAgainMs } from './ask-again.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { FailedSources } from './failed-sources.tsx'
import { endedFetches, latestText, lostSince } from './outcome-text.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { scheduleText } from './schedule-text.ts'
import { useSources } from './use-sources.ts'

/** Templates whose rows are fetched: what the latest fetching came to, when the next is, and fetching now. */
export function SourcesSection() {
  const queries = useQueryClient()
  const [planned, setPlanned] = useState<TemplateSource | null>(null)
  const [moved, setMoved] = useState<TemplateSource | null>(null)
  const sources = useSources((all) => askAgainMs(all, Date.now()))
  const fetchRows = useMutation({
    mutationFn: ({ source: { templateId }, extent }: Fetch) =>
      api.post(`/template-sources/${templateId}/fetch`, { body: { extent }, schema: templateSource }),
    onError: (error) => showToast({ type: 'error', title: faultText(error) }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['template-sources'] })
      await queries.invalidateQueries({ queryKey: ['imports', 'list'] })
    },
  })
  const rows = sources.data ?? []
  useEndedFetches(rows)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="sources" className="pb-8">
      <SectionHeader id="sources" title={m.sources_title()} className="mx-4 mb-2 wide:mx-6" />
      <p className="px-4 pb-2 text-ink-2 wide:px-6">{m.sources_intro()}</p>
      <FailedSources rows={rows} onChoose={setMoved} />
      <LedgerTable
        label={m.sources_title()}
        columns={columns({
          asked: fetchRows.isPending ? fetchRows.variables.source.templateId : null,
          onFetch: fetchRows.mutate,
          onPlan: setPlanned,
          onChoose: setMoved,
        })}
        rows={rows}
        rowKey={({ templateId }) => templateId}
      />
      {planned && <ScheduleDialog source={planned} onClose={() => setPlanned(null)} />}
      {moved && <ChooseDialog source={moved} onClose={() => setMoved(null)} />}
    </section>
  )
}

/** The rows fetched are an import in the list below, and a connection that was found lost is told everywhere. */
function useEndedFetches(rows: readonly TemplateSource[]): void {
  const queries = useQueryClient()
  const before = useRef(rows)
  useEffect(() => {
    const hasEnded = endedFetches(before.current, rows).length > 0
    const hasLost = lostSince(before.current, rows).length > 0
    before.current = rows
    if (hasEnded) void queries.invalidateQueries({ queryKey: ['imports', 'list'] })
    if (hasLost) void queries.invalidateQueries({ queryKey: ['connectors'] })
  }, [rows, queries])
}

type Fetch = { source: TemplateSource; extent: 'all' | 'changed' }
type Actions = {
  /** The template whose rows were asked for, until that is answered. */
  asked: string | null
  onFetch: (fetch: Fetch) => void
  onPlan: (source: TemplateSource) => void
  onChoose: (source: TemplateSource) => void
}

/** Made anew for each language. */
const columns = (actions: Actions): LedgerColumn<TemplateSource>[] => [
  {
    id: 'template',
    header: m.sources_column_template(),
    width: 'minmax(140px, 1fr)',
    cell: ({ templateId, templateName }) => (
      <Link to={`/app/template/${templateId}/mapping`} className="link truncate">
        {templateName}
      </Link>
    ),
    narrow: 'title',
  },
  {
    id: 'source',
    header: m.sources_column_source(),
    width: 'minmax(168px, 1.5fr)',
    cell: (source) => (
      <>
        <span className="block truncate max-wide:whitespace-normal">
          {[source.documentName, source.tableName, source.viewName].filter(Boolean).join(' · ')}
        </span>
        <span className="block truncate wide:hidden">{scheduleText(source)}</span>
        {namesGone(source) && (
          <span className="block whitespace-normal wide:hidden">
            {m.sources_gone_rows({ which: source.outcome?.gone ?? '' })}
          </span>
        )}
      </>
    ),
    narrow: 'text',
  },
  {
    id: 'latest',
    header: m.sources_column_latest(),
    width: 'minmax(164px, 2fr)',
    cell: (source) => <Latest source={source} />,
    narrow: 'meta',
  },
  {
    id: 'fetched',
    header: m.sources_column_fetched(),
    width: '136px',
    from: 940,
    cell: ({ fetchedAt }) => fetchedAt && <InstantText instant={fetchedAt} className="text-ink-3" />,
  },
  {
    id: 'schedule',
    header: m.sources_column_schedule(),
    width: 'minmax(236px, 1fr)',
    from: 804,
    cell: (source) => {
      const next = source.nextAt && localParts(source.nextAt)
      return (
        <span className="truncate" title={next ? m.sources_next({ at: `${next.date} ${next.time}` }) : undefined}>
          {scheduleText(source)}
        </span>
      )
    },
  },
  {
    id: 'actions',
    header: <span className="sr-only">{m.sources_column_actions()}</span>,
    width: '96px',
    align: 'right',
    cell: (source) => <SourceActions {...actions} source={source} />,
    narrow: 'amount',
  },
]

const marks = { imported: 'done', unchanged: 'done', failed: 'error' } as const satisfies Record<string, MarkState>

/** Which rows are gone; where their rows came with new ones the import tells it. */
const namesGone = ({ outcome }: TemplateSource) => outcome !== null && outcome.importId === null && !!outcome.gone

function Latest({ source: { connectorId, outcome } }: { source: TemplateSource }) {
  const connectors = useConnectors().data ?? []
  if (outcome === null)
    return (
      <span aria-live="polite" className="text-ink-3">
        {m.sources_never()}
      </span>
    )
  const text = latestText({ connectorId, outcome }, connectors)
  const gone = outcome.gone ? `: ${outcome.gone}` : ''
  const place = outcome.importId && `/app/imports/${outcome.importId}`
  return (
    <span aria-live="polite" className="flex min-w-0 items-center gap-2" title={text + gone}>
      <StateMark state={marks[outcome.kind]} className="min-w-0 max-wide:max-w-[46vw] [&>span]:flex [&>span]:min-w-0">
        {place ? (
          <Link to={place} className="link truncate max-wide:py-1">
            {text}
          </Link>
        ) : (
          <span className="truncate max-wide:whitespace-normal">
            {text}
            <span className="max-wide:hidden">{gone}</span>
          </span>
        )}
      </StateMark>
    </span>
  )
}

function SourceActions({ source, asked, onFetch, onPlan, onChoose }: Actions & { source: TemplateSource }) {
  const { templateName } = source
  const isFetching = source.isFetching || asked === source.templateId
  return (
    <span className="flex justify-end">
      <IconButton
        label={isFetching ? m.sources_fetching() : `${m.sources_fetch()}: ${templateName}`}
        disabled={isFetching}
        onClick={() => onFetch({ source, extent: 'changed' })}
      >
        <RefreshCw size={16} aria-hidden className={isFetching ? 'animate-spin' : undefined} />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={m.sources_more({ name: templateName })} withTooltip={false}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        entries={[
          { kind: 'action', label: m.sources_schedule_edit({ name: templateName }), onSelect: () => onPlan(source) },
          { kind: 'action', label: m.sources_choose({ name: templateName }), onSelect: () => onChoose(source) },
          {
            kind: 'action',
            label: m.sources_fetch_all(),
            isDisabled: isFetching,
            onSelect: () => onFetch({ source, extent: 'all' }),
          },
        ]}
      />
    </span>
  )
}

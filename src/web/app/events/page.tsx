import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Event, type EventFilter, eventFilter, eventList } from '#activity/contract.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/class-names.ts'
import { InstantText } from '../../ui/date-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type LedgerColumn, LedgerTable } from '../../ui/ledger-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type MarkState, StateMark } from '../../ui/state-mark.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { useAddress } from '../use-address.ts'
import { activityText } from './activity-text.ts'
import { EventFilters } from './event-filters.tsx'

const marks: Record<Event['type'], MarkState> = { success: 'done', error: 'error', info: 'skipped' }
const words: Record<Event['type'], () => string> = {
  success: m.activity_type_success,
  error: m.activity_type_error,
  info: m.activity_type_info,
}

const doer = ({ by }: Event) => by ?? m.activity_by_radvis()

/** In full on the phone, where nothing else tells it. */
const Told = ({ text }: { text: string }) => (
  <span title={text} className="truncate max-wide:block max-wide:whitespace-normal max-wide:wrap-anywhere">
    {text}
  </span>
)

/** Made anew for each language. */
const eventColumns = (): LedgerColumn<Event>[] => [
  {
    id: 'at',
    header: m.activity_column_date(),
    width: '152px',
    cell: ({ at }) => <InstantText instant={at} />,
    narrow: 'meta',
  },
  {
    id: 'invoice',
    header: m.activity_column_invoice(),
    width: '88px',
    cell: ({ invoiceNumber, by }) => (
      <>
        <span className="figures">{invoiceNumber ?? ''}</span>
        {by !== null && <span className="pl-2 text-12 text-ink-2 wide:hidden">{by}</span>}
      </>
    ),
    narrow: 'amount',
  },
  {
    id: 'activity',
    header: m.activity_column_activity(),
    width: 'minmax(150px, 3fr)',
    cell: (event) => <Told text={activityText(event)} />,
    narrow: 'text',
  },
  {
    id: 'type',
    header: m.activity_column_type(),
    width: '124px',
    cell: ({ type }) => (
      <StateMark state={marks[type]} hidesWordWhenNarrow>
        {words[type]()}
      </StateMark>
    ),
    narrow: 'mark',
  },
  {
    id: 'subject',
    header: m.activity_column_subject(),
    width: 'minmax(130px, 2fr)',
    cell: ({ subject }) => <Told text={subject} />,
    narrow: 'title',
  },
  {
    id: 'by',
    header: m.activity_column_by(),
    width: 'minmax(96px, 1.4fr)',
    from: 760,
    cell: (event) => <span className={cn('truncate', event.by === null && 'text-ink-3')}>{doer(event)}</span>,
  },
]

export default function EventsPage() {
  const [search, change] = useAddress()
  const clear = () => change(Object.fromEntries(Object.keys(eventFilter.shape).map((key) => [key, null])))
  const filter = readFilter(search)
  const events = useInfiniteQuery({
    queryKey: ['events', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get('/events', { query: { ...filter, cursor: pageParam }, schema: eventList, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (previous) => previous,
  })
  const rows = events.data?.pages.flatMap((page) => page.items) ?? []
  const isFiltered = Object.keys(filter).length > 0

  return (
    <>
      <PageHeader title={m.activity_title()} meta={[m.activity_intro()]} />
      <EventFilters filter={filter} onChange={change} onClear={clear} />
      {events.isError && rows.length === 0 ? (
        <LoadFailed title={m.activity_load_failed()} error={events.error} onRetry={events.refetch} />
      ) : (
        <LedgerTable
          label={m.activity_title()}
          columns={eventColumns()}
          rows={rows}
          rowKey={(event) => event.id}
          isLoading={events.isFetching && rows.length === 0}
          empty={<NoEvents isFiltered={isFiltered} onClear={clear} />}
        />
      )}
      {events.hasNextPage && (
        <div className="px-4 py-4 wide:px-6">
          <Button onClick={() => void events.fetchNextPage()} disabled={events.isFetchingNextPage}>
            {events.isFetchingNextPage ? m.activity_more_loading() : m.activity_more()}
          </Button>
        </div>
      )}
    </>
  )
}

function NoEvents({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        title={m.activity_none_title()}
        lines={[m.activity_none_text()]}
        actions={<Button onClick={onClear}>{m.activity_filter_clear()}</Button>}
      />
    )
  }
  return (
    <EmptyState
      title={m.activity_empty_title()}
      lines={[m.activity_empty_text()]}
      actions={
        <Button asChild>
          <Link to="/app/imports">{m.activity_empty_go()}</Link>
        </Button>
      }
    />
  )
}

/** What the address says; a part that makes no sense is left out. */
function readFilter(search: URLSearchParams): EventFilter {
  const given = Object.keys(eventFilter.shape).flatMap((key) => {
    const value = search.get(key)
    const isGood = value && eventFilter.shape[key as keyof EventFilter].safeParse(value).success
    return isGood ? [[key, value]] : []
  })
  return eventFilter.parse(Object.fromEntries(given))
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type WaitingMerchant, waitingMerchantList } from '#imports/merchant-contract.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { Amount, groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type LedgerColumn, LedgerTable } from '../../ui/ledger-table.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { percentOf, suggestionReason } from './recognition-text.ts'

type Props = { q: string; onMap: (merchant: WaitingMerchant) => void }

/** Merchants that rows of open imports wait for, those with most rows and money first. */
export function WaitingMerchants({ q, onMap }: Props) {
  const waiting = useWaiting()
  const wanted = q.toLocaleLowerCase()
  const rows = (waiting.data?.items ?? []).filter(
    ({ merchant, spellings }) =>
      merchant.toLocaleLowerCase().includes(wanted) || spellings.some((one) => one.includes(wanted)),
  )
  if (waiting.isError && rows.length === 0) {
    return <LoadFailed title={m.suppliers_load_failed()} error={waiting.error} onRetry={waiting.refetch} />
  }
  return (
    <LedgerTable
      label={m.suppliers_tab_waiting()}
      columns={columns(onMap)}
      rows={rows}
      rowKey={({ normalised }) => normalised}
      onOpen={onMap}
      isLoading={waiting.isFetching && rows.length === 0}
      empty={
        q ? (
          <EmptyState title={m.suppliers_none_title()} lines={[m.suppliers_none_text()]} />
        ) : (
          <EmptyState title={m.suppliers_waiting_empty_title()} lines={[m.suppliers_waiting_empty_text()]} />
        )
      }
    />
  )
}

export function useWaiting() {
  return useQuery({
    queryKey: ['mapped-suppliers', 'waiting'],
    queryFn: ({ signal }) => api.get('/unmapped-merchants', { schema: waitingMerchantList, signal }),
  })
}

function columns(onMap: Props['onMap']): LedgerColumn<WaitingMerchant>[] {
  return [
    {
      id: 'merchant',
      header: m.suppliers_column_merchant(),
      width: 'minmax(160px, 2fr)',
      cell: ({ merchant }) => <span className="truncate">{merchant}</span>,
      narrow: 'title',
    },
    {
      id: 'suggestion',
      header: m.suppliers_column_suggestion(),
      width: 'minmax(220px, 2fr)',
      cell: ({ suggestions: [best] }) =>
        best ? (
          <span className="truncate text-ink-2">
            {best.supplierName} <span className="figures text-ink-3">{percentOf(best.confidence)}</span>{' '}
            <span className="text-12 text-ink-3">{suggestionReason(best)}</span>
          </span>
        ) : (
          <span className="text-ink-3">{m.suppliers_no_suggestion()}</span>
        ),
      narrow: 'text',
    },
    {
      id: 'rows',
      header: m.suppliers_column_rows(),
      width: '88px',
      from: 724,
      align: 'right',
      cell: ({ rows }) => (
        <span className="figures">
          <span className="max-wide:hidden">{groupDigits(rows)}</span>
          <span className="wide:hidden">
            {rows === 1 ? m.suppliers_rows_one() : m.suppliers_rows_many({ rows: groupDigits(rows) })}
          </span>
        </span>
      ),
      narrow: 'meta',
    },
    {
      id: 'sum',
      header: m.suppliers_column_sum(),
      width: '128px',
      align: 'right',
      cell: ({ sum }) => <Amount minor={sum} />,
      narrow: 'amount',
    },
    {
      id: 'import',
      header: m.suppliers_column_imports(),
      width: '104px',
      from: 828,
      cell: ({ imports: [first, ...others] }) =>
        first && (
          <Link to={`/app/imports/${first}`} className="link" onClick={(event) => event.stopPropagation()}>
            {others.length === 0
              ? m.suppliers_import_one()
              : m.suppliers_import_many({ count: String(others.length + 1) })}
          </Link>
        ),
    },
    {
      id: 'map',
      header: <span className="sr-only">{m.suppliers_actions()}</span>,
      width: '128px',
      align: 'right',
      cell: (merchant) => (
        <Button
          variant="quiet"
          aria-label={m.suppliers_map_one({ merchant: merchant.merchant })}
          onClick={(event) => {
            event.stopPropagation()
            onMap(merchant)
          }}
        >
          {m.suppliers_map()}
        </Button>
      ),
    },
  ]
}

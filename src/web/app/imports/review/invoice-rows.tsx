import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { importRowList } from '#imports/contract.ts'
import type { GatheredInvoices } from '#imports/rules/gathered-invoices.ts'
import * as m from '#messages'
import { api } from '../../../api-client.ts'
import { Amount, groupDigits } from '../../../ui/amount.tsx'
import { cn } from '../../../ui/class-names.ts'
import { PanelBlock } from '../../../ui/panel.tsx'
import { Sum } from '../../../ui/sum.tsx'

const shownRows = 30

/** The rows that the invoice of a row gathers, with the sum they come to; each is the way to its own posting. */
export function InvoiceRows({
  importId,
  gathered,
  rowId,
  onRow,
}: {
  importId: string
  gathered: GatheredInvoices
  rowId: number
  onRow: (id: number) => void
}) {
  const index = gathered.invoices.findIndex(({ rows }) => rows.includes(rowId))
  const invoice = gathered.invoices[index]
  const ids = invoice?.rows.slice(0, shownRows).join(',') ?? ''
  const { data } = useQuery({
    queryKey: ['imports', importId, 'rows', { ids }],
    queryFn: ({ signal }) =>
      api.get(`/imports/${importId}/rows`, { query: { ids, limit: shownRows }, schema: importRowList, signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
  })
  if (!invoice) return null
  const [place, count] = [String(index + 1), invoice.rows.length]
  const left = count - shownRows
  return (
    <PanelBlock
      title={
        count === 1
          ? m.imports_invoice_rows_one({ place })
          : m.imports_invoice_rows({ place, rows: groupDigits(count) })
      }
    >
      {count > 1 && (
        <ul>
          {data?.items.map((row) => (
            <li key={row.id} className="border-b border-rule">
              <button
                type="button"
                aria-current={row.id === rowId || undefined}
                onClick={() => onRow(row.id)}
                className={cn(
                  'grid min-h-7 w-full grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-2 text-left hover:bg-sunk',
                  row.id === rowId && 'bg-fir-soft',
                )}
              >
                <span className="figures text-right text-12 text-ink-3">
                  <span className="sr-only">{m.imports_invoice_row()} </span>
                  {row.number}
                </span>
                <span className="raw truncate">{row.text}</span>
                {row.amount !== null && <Amount minor={row.amount} />}
              </button>
            </li>
          ))}
          {left > 0 && (
            <li className="py-1 text-12 text-ink-3">
              {left === 1
                ? m.imports_invoice_rows_more_one()
                : m.imports_invoice_rows_more({ count: groupDigits(left) })}
            </li>
          )}
        </ul>
      )}
      <p className="flex items-center justify-between pt-2">
        {m.imports_invoice_sum()}
        <Sum minor={invoice.amount} agrees={left > 0 ? undefined : data && sumOf(data.items) === invoice.amount} />
      </p>
    </PanelBlock>
  )
}

function sumOf(rows: readonly { amount: number | null }[]): number {
  return rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
}

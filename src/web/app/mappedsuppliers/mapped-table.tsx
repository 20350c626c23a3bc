import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { supplierUseList } from '#imports/merchant-contract.ts'
import * as m from '#messages'
import { type MappedSupplier, mappedSupplierList } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sticksToFoot } from '../../ui/foot-room.ts'
import { LedgerTable } from '../../ui/ledger-table.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { LastMerge } from './last-merge.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { supplierColumns } from './supplier-columns.tsx'
import { useIsConnected } from './use-is-connected.ts'
import type { SupplierView } from './use-supplier-view.ts'

type MappedTableProps = {
  view: SupplierView
  add: React.ReactNode
  onEdit: (supplier: MappedSupplier) => void
  onRemove: (supplier: MappedSupplier) => void
}

/** The mapped suppliers; several can be marked and merged. */
export function MappedTable({ view, add, onEdit, onRemove }: MappedTableProps) {
  const { q } = view
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [merging, setMerging] = useState<ReadonlySet<string>>(new Set())
  const isConnected = useIsConnected()
  const suppliers = useQuery({
    queryKey: ['mapped-suppliers', 'list', q],
    queryFn: ({ signal }) => api.get('/mapped-suppliers', { query: { q }, schema: mappedSupplierList, signal }),
    placeholderData: (previous) => previous,
  })
  const used = useQuery({
    queryKey: ['mapped-suppliers', 'use'],
    queryFn: ({ signal }) => api.get('/mapped-suppliers/use', { schema: supplierUseList, signal }),
  })
  const use = used.data && new Map(used.data.items.map((one) => [one.supplierNumber, one]))
  const rows = (suppliers.data?.items ?? []).filter((supplier) => view.fits(supplier, use))
  // A mark that nobody sees is none.
  const chosen = rows.filter(({ id }) => marked.has(id))
  // One that was merged or removed meanwhile, here or elsewhere, is not merged again: the question is another by then.
  const isMerging = merging.size > 1 && chosen.length === merging.size && chosen.every(({ id }) => merging.has(id))
  if (merging.size > 0 && !isMerging) setMerging(new Set())
  const toggle = ({ id }: MappedSupplier) =>
    setMarked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  if (suppliers.isError && rows.length === 0) {
    return <LoadFailed title={m.suppliers_load_failed()} error={suppliers.error} onRetry={suppliers.refetch} />
  }
  return (
    <>
      {rows.length > 0 && (
        <p role="status" className="px-4 py-1.5 text-12 text-ink-3 wide:px-6">
          {rows.length === 1 ? m.suppliers_count_one() : m.suppliers_count_many({ count: groupDigits(rows.length) })}
        </p>
      )}
      <LastMerge />
      <LedgerTable
        label={m.suppliers_title()}
        columns={supplierColumns({ use, onEdit, onRemove })}
        rows={rows}
        rowKey={(supplier) => supplier.id}
        onOpen={onEdit}
        marked={marked}
        nameOf={({ supplierName }) => supplierName}
        onMark={toggle}
        isLoading={suppliers.isFetching && rows.length === 0}
        empty={<NoSuppliers isSearched={view.isFiltered} isConnected={isConnected} add={add} />}
      />
      {chosen.length > 0 && (
        <MarkedBar
          count={chosen.length}
          onMerge={() => setMerging(new Set(chosen.map(({ id }) => id)))}
          onClear={() => setMarked(new Set())}
        />
      )}
      {isMerging && (
        <MergeDialog
          suppliers={chosen}
          use={use}
          onClose={() => setMerging(new Set())}
          onDone={() => {
            setMerging(new Set())
            setMarked(new Set())
          }}
        />
      )}
    </>
  )
}

function MarkedBar({ count, onMerge, onClear }: { count: number; onMerge: () => void; onClear: () => void }) {
  return (
    <section
      ref={sticksToFoot}
      aria-label={m.suppliers_marked_label()}
      className="print:hidden sticky bottom-4 z-20 mx-4 my-3 flex flex-wrap items-center gap-2 rounded-3 bg-float px-3 py-2 shadow-float wide:mx-6"
    >
      <p role="status" className="mr-2 font-strong">
        {count === 1 ? m.suppliers_marked_one() : m.suppliers_marked_many({ count: groupDigits(count) })}
      </p>
      {count > 1 ? (
        <Button onClick={onMerge}>{m.suppliers_merge()}</Button>
      ) : (
        <span className="text-ink-3">{m.suppliers_merge_needs_two()}</span>
      )}
      <Button variant="quiet" className="ml-auto" onClick={onClear}>
        {m.suppliers_marked_clear()}
      </Button>
    </section>
  )
}

type NoSuppliersProps = { isSearched: boolean; isConnected: boolean | null; add: React.ReactNode }

function NoSuppliers({ isSearched, isConnected, add }: NoSuppliersProps) {
  if (isSearched) return <EmptyState title={m.suppliers_none_title()} lines={[m.suppliers_none_text()]} />
  if (isConnected !== false) {
    return <EmptyState title={m.suppliers_empty_title()} lines={[m.suppliers_empty_text()]} actions={add} />
  }
  return (
    <EmptyState
      title={m.suppliers_empty_title()}
      lines={[m.suppliers_empty_text(), m.suppliers_empty_not_connected()]}
      actions={
        <Button variant="primary" asChild>
          <Link to="/app/connectors">{m.suppliers_go_connect()}</Link>
        </Button>
      }
    />
  )
}

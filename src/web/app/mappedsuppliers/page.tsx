import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { supplierUseList, type WaitingMerchant } from '#imports/contract.ts'
import * as m from '#messages'
import { type MappedSupplier, mappedSupplier } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LedgerTable } from '../../ui/ledger-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { MappingDrawer } from './mapping-drawer.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SheetMenu } from './sheet-menu.tsx'
import { supplierColumns } from './supplier-columns.tsx'
import { SupplierFilters } from './supplier-filters.tsx'
import { TestText } from './test-text.tsx'
import { useIsConnected } from './use-is-connected.ts'
import { type SupplierView, useSupplierView } from './use-supplier-view.ts'
import { useWaiting, WaitingMerchants } from './waiting-merchants.tsx'

const list = z.object({ items: z.array(mappedSupplier) })
/** What is open beside the table: a supplier, or a new one, for a merchant that waits or for none. */
type Opened = { supplier: MappedSupplier | null; merchant?: WaitingMerchant }

export default function MappedSuppliersPage() {
  const view = useSupplierView()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [removing, setRemoving] = useState<MappedSupplier | null>(null)
  const isConnected = useIsConnected()
  const waiting = useWaiting().data?.items.length ?? 0
  const add = (
    <Button variant="primary" onClick={() => setOpened({ supplier: null })} disabled={isConnected !== true}>
      <Plus size={16} strokeWidth={1.5} aria-hidden />
      {m.suppliers_add()}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={m.suppliers_title()}
        meta={[m.suppliers_intro()]}
        actions={
          <>
            {isConnected && <SheetMenu />}
            {add}
          </>
        }
      />
      <PageTabs
        label={m.suppliers_title()}
        tabs={[
          { to: '?', label: m.suppliers_tab_mapped(), isCurrent: !view.isWaiting },
          {
            to: '?show=waiting',
            label: waiting > 0 ? m.suppliers_tab_waiting_count({ count: String(waiting) }) : m.suppliers_tab_waiting(),
            isCurrent: view.isWaiting,
          },
        ]}
      />
      <SupplierFilters view={view} />
      {view.isWaiting ? (
        <WaitingMerchants q={view.q} onMap={(merchant) => setOpened({ supplier: null, merchant })} />
      ) : (
        <>
          <TestText />
          <MappedTable view={view} add={add} onEdit={(supplier) => setOpened({ supplier })} onRemove={setRemoving} />
        </>
      )}
      {opened && (
        <MappingDrawer
          supplier={opened.supplier}
          merchant={opened.merchant}
          onClose={() => setOpened(null)}
          onRemove={(supplier) => {
            setOpened(null)
            setRemoving(supplier)
          }}
        />
      )}
      {removing && <RemoveDialog supplier={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

type MappedTableProps = {
  view: SupplierView
  add: React.ReactNode
  onEdit: (supplier: MappedSupplier) => void
  onRemove: (supplier: MappedSupplier) => void
}

function MappedTable({ view, add, onEdit, onRemove }: MappedTableProps) {
  const { q } = view
  const isConnected = useIsConnected()
  const suppliers = useQuery({
    queryKey: ['mapped-suppliers', 'list', q],
    queryFn: ({ signal }) => api.get('/mapped-suppliers', { query: { q }, schema: list, signal }),
    placeholderData: (previous) => previous,
  })
  const used = useQuery({
    queryKey: ['mapped-suppliers', 'use'],
    queryFn: ({ signal }) => api.get('/mapped-suppliers/use', { schema: supplierUseList, signal }),
  })
  const use = used.data && new Map(used.data.items.map((one) => [one.supplierNumber, one]))
  const rows = (suppliers.data?.items ?? []).filter((supplier) => view.fits(supplier, use))
  if (suppliers.isError && rows.length === 0) {
    return (
      <EmptyState
        title={m.suppliers_load_failed()}
        lines={[problemTitle(suppliers.error)]}
        actions={<Button onClick={() => void suppliers.refetch()}>{m.suppliers_try_again()}</Button>}
      />
    )
  }
  return (
    <>
      {rows.length > 0 && (
        <p role="status" className="px-4 py-1.5 text-12 text-ink-3 wide:px-6">
          {rows.length === 1 ? m.suppliers_count_one() : m.suppliers_count_many({ count: String(rows.length) })}
        </p>
      )}
      <LedgerTable
        label={m.suppliers_title()}
        columns={supplierColumns({ use, onEdit, onRemove })}
        rows={rows}
        rowKey={(supplier) => supplier.id}
        onOpen={onEdit}
        isLoading={suppliers.isFetching && rows.length === 0}
        empty={<NoSuppliers isSearched={view.isFiltered} isConnected={isConnected} add={add} />}
      />
    </>
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

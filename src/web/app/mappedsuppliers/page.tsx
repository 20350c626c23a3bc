import { useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import * as m from '#messages'
import { type MappedSupplier, mappedSupplier } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LedgerTable } from '../../ui/ledger-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { MappingDrawer } from './mapping-drawer.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { supplierColumns } from './supplier-columns.tsx'
import { useIsConnected } from './use-is-connected.ts'

const list = z.object({ items: z.array(mappedSupplier) })
/** What is open beside the table: a supplier, or a new one. */
type Opened = { supplier: MappedSupplier | null }

export default function MappedSuppliersPage() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const [opened, setOpened] = useState<Opened | null>(null)
  const [removing, setRemoving] = useState<MappedSupplier | null>(null)
  const isConnected = useIsConnected()
  const suppliers = useQuery({
    queryKey: ['mapped-suppliers', 'list', q],
    queryFn: ({ signal }) => api.get('/mapped-suppliers', { query: { q }, schema: list, signal }),
    placeholderData: (previous) => previous,
  })
  const rows = suppliers.data?.items ?? []
  const count = rows.length === 1 ? m.suppliers_count_one() : m.suppliers_count_many({ count: String(rows.length) })
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
        meta={[m.suppliers_intro(), ...(rows.length > 0 ? [count] : [])]}
        actions={rows.length > 0 || q !== '' ? add : undefined}
      />
      {(rows.length > 0 || q !== '') && (
        <search className="border-b border-rule px-4 pb-4 wide:px-6">
          <TextInput
            type="search"
            size="normal"
            className="wide:w-96"
            aria-label={m.suppliers_search()}
            placeholder={m.suppliers_search_hint()}
            value={q}
            onChange={(event) => setSearch(event.target.value ? { q: event.target.value } : {}, { replace: true })}
            before={<Search size={16} strokeWidth={1.5} className="text-ink-3" aria-hidden />}
          />
        </search>
      )}
      {suppliers.isError && rows.length === 0 ? (
        <EmptyState
          title={m.suppliers_load_failed()}
          lines={[problemTitle(suppliers.error)]}
          actions={<Button onClick={() => void suppliers.refetch()}>{m.suppliers_try_again()}</Button>}
        />
      ) : (
        <LedgerTable
          label={m.suppliers_title()}
          columns={supplierColumns({ onEdit: (supplier) => setOpened({ supplier }), onRemove: setRemoving })}
          rows={rows}
          rowKey={(supplier) => supplier.id}
          onOpen={(supplier) => setOpened({ supplier })}
          isLoading={suppliers.isFetching && rows.length === 0}
          empty={<NoSuppliers isSearched={q !== ''} isConnected={isConnected} add={add} />}
        />
      )}
      {opened && (
        <MappingDrawer
          supplier={opened.supplier}
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

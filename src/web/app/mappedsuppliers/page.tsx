import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { WaitingMerchant } from '#imports/merchant-contract.ts'
import * as m from '#messages'
import type { MappedSupplier } from '#suppliers/contract.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { MappedTable } from './mapped-table.tsx'
import { MappingDrawer } from './mapping-drawer.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SheetMenu } from './sheet-menu.tsx'
import { StoppedSuppliers } from './stopped-suppliers.tsx'
import { SupplierFilters } from './supplier-filters.tsx'
import { TestText } from './test-text.tsx'
import { useIsConnected } from './use-is-connected.ts'
import { useSupplierView } from './use-supplier-view.ts'
import { useWaiting, WaitingMerchants } from './waiting-merchants.tsx'

/** What is open beside the table: a supplier, or a new one, for a merchant that waits or for none. */
type Opened = { supplier: MappedSupplier | null; merchant?: WaitingMerchant }

export default function MappedSuppliersPage() {
  const view = useSupplierView()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [removing, setRemoving] = useState<MappedSupplier | null>(null)
  const isConnected = useIsConnected()
  const waiting = useWaiting().data?.items.length ?? 0
  const add = (
    <Button variant="primary" onClick={() => setOpened({ supplier: null })} disabled={isConnected === false}>
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
            {isConnected !== false && <SheetMenu />}
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
          <StoppedSuppliers />
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

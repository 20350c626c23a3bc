import type { SupplierUse } from '#imports/merchant-contract.ts'
import type { MappedSupplier } from '#suppliers/contract.ts'
import { useAddress } from '../use-address.ts'

export const gaps = ['all', 'no-account', 'no-vat', 'no-designation', 'unused'] as const
export type Gap = (typeof gaps)[number]

/** What is shown stands in the address: which list, the search, and what the suppliers lack. */
export function useSupplierView() {
  const [search, change] = useAddress()
  const q = search.get('q') ?? ''
  const gap = gaps.find((one) => one === search.get('lacks')) ?? 'all'
  return {
    q,
    gap,
    isWaiting: search.get('show') === 'waiting',
    isFiltered: q !== '' || gap !== 'all',
    search: (text: string) => change({ q: text }),
    setGap: (next: Gap) => change({ lacks: next === 'all' ? null : next }),
    fits(supplier: MappedSupplier, use: ReadonlyMap<string, SupplierUse> | undefined): boolean {
      if (gap === 'no-account') return supplier.account === null
      if (gap === 'no-vat') return supplier.vatType === null
      if (gap === 'no-designation') return supplier.designations.length === 0
      return gap !== 'unused' || (use !== undefined && !use.has(supplier.supplierNumber))
    },
  }
}
export type SupplierView = ReturnType<typeof useSupplierView>

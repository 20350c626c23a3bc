import { useQuery } from '@tanstack/react-query'
import { type MappedSupplier, mappedSupplierList } from '#suppliers/contract.ts'
import { api } from '../../api-client.ts'

/** How a supplier that was chosen is mapped already; undefined where it is not, and until that is known. */
export function useRemembered(supplierNumber: string | undefined): MappedSupplier | undefined {
  const { data } = useQuery({
    queryKey: ['mapped-suppliers', 'of', supplierNumber],
    queryFn: ({ signal }) =>
      api.get('/mapped-suppliers', { query: { q: supplierNumber }, schema: mappedSupplierList, signal }),
    enabled: supplierNumber !== undefined,
  })
  return data?.items.find((one) => one.supplierNumber === supplierNumber)
}

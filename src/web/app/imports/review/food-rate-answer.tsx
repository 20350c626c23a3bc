import { useMutation } from '@tanstack/react-query'
import { type ImportRowDetail, importSummary } from '#imports/contract.ts'
import * as m from '#messages'
import { mappedSupplier, mappedSupplierList } from '#suppliers/contract.ts'
import { api } from '../../../api-client.ts'
import { problemTitle } from '../../../field-problems.ts'
import { readSession } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useKeepImport } from './use-import.ts'

/** Food, or a meal or a night: said once for the supplier, and remembered. */
export function FoodRateAnswer({ importId, row }: { importId: string; row: ImportRowDetail }) {
  const keep = useKeepImport(importId)
  const answer = useMutation({
    mutationFn: async (vatType: 'SE12' | 'SE_FOOD') => {
      const companyId = readSession()?.company?.id // for all calls, should the user go on to another meanwhile
      const { items } = await api.get('/mapped-suppliers', {
        query: { q: row.supplierNumber },
        schema: mappedSupplierList,
        companyId,
      })
      const mapped = items.find(({ supplierNumber }) => supplierNumber === row.supplierNumber)
      if (!mapped) throw new Error('the supplier of the row is mapped no more')
      await api.patch(`/mapped-suppliers/${mapped.id}`, { body: { vatType }, schema: mappedSupplier, companyId })
      await keep(await api.post(`/imports/${importId}/recheck`, { schema: importSummary, companyId }))
    },
    onError: (error) => showToast({ type: 'error', id: 'food-rate', title: problemTitle(error) }),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => answer.mutate('SE_FOOD')} disabled={answer.isPending}>
        {m.problems_food_rate_food()}
      </Button>
      <Button onClick={() => answer.mutate('SE12')} disabled={answer.isPending}>
        {m.problems_food_rate_meal()}
      </Button>
    </div>
  )
}

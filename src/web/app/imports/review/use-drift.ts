import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ImportSummary } from '#imports/contract.ts'
import { type ImportDrift, importDrift } from '#imports/rules/import-drift.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { signRules, type TargetField } from '#templates/contract.ts'
import { requiredFields } from '#templates/rules/mapping/check-mapping.ts'
import type { TemplateDrift } from '#templates/sample-contract.ts'
import { api } from '../../../api-client.ts'
import { isTroubling } from '../../template-mapping/drift-list.tsx'

/** How the file differs from its template; asked of an import that can still be mended. */
export function useDrift(record: ImportSummary): UseQueryResult<ImportDrift> {
  return useQuery({
    queryKey: ['imports', record.id, 'drift'],
    queryFn: ({ signal }) => api.get(`/imports/${record.id}/drift`, { schema: importDrift, signal }),
    enabled: record.state === 'checked',
    staleTime: 0, // the template may have been changed on another page, or by another person
  })
}

/** What of the drift is shown in a notice of its own. */
export function shownDrift(found: ImportDrift | undefined): TemplateDrift | null {
  return found?.drift && !found.isTemplateChanged && isTroubling(found.drift) ? found.drift : null
}

/** The warnings that the notice of drift does not say already, with the mend. While it is not known none that it may say. */
export function warningsBeside(warnings: readonly RowProblem[], drift: TemplateDrift | null | 'unknown'): RowProblem[] {
  if (drift === null) return [...warnings]
  if (drift === 'unknown') return warnings.filter(({ code }) => !saidByDrift.has(code))
  const columns = [...drift.gone, ...drift.renamed]
  const lacksWhole = drift.lostHeader !== null || drift.sheets !== null
  const lacksNeeded = lacksWhole || columns.some(({ fields }) => fields.some((field) => neededFields.has(field)))
  return warnings.filter(({ code, params }) => {
    if (code === 'column-missing') return !columns.some(({ column }) => column === params?.column)
    if (code === 'header-not-found') return drift.lostHeader === null
    if (code === 'chosen-sheet-missing') return drift.sheets === null
    return code !== 'no-purchases' || !lacksNeeded
  })
}

const saidByDrift = new Set(['column-missing', 'header-not-found', 'chosen-sheet-missing', 'no-purchases'])
/** No row is a purchase without them. */
const neededFields = new Set<TargetField>([
  ...signRules.flatMap((signRule) => requiredFields({ signRule })),
  ...(['amountIn', 'currency'] as const),
])

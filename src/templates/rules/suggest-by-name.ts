import type { TargetField } from '../contract.ts'
import type { ColumnRole } from './header-words.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { type FieldSuggestion, labelOf, refOf } from './suggest-by-format.ts'

/** Of a field that several names tell the first counts. */
const namedFields: readonly { field: TargetField; role: ColumnRole }[] = [
  { field: 'invoiceDate', role: 'purchaseDate' },
  { field: 'invoiceDate', role: 'bookedDate' },
  { field: 'merchant', role: 'merchant' },
  { field: 'total', role: 'amount' },
  { field: 'currency', role: 'currency' },
  { field: 'foreignAmount', role: 'foreignAmount' },
  { field: 'rate', role: 'rate' },
  { field: 'vatAmount', role: 'vat' },
  { field: 'account', role: 'ledgerAccount' },
  { field: 'dueDate', role: 'dueDate' },
  { field: 'invoiceNumber', role: 'invoiceNumber' },
  { field: 'costCenter', role: 'costCenter' },
  { field: 'project', role: 'project' },
  { field: 'persons', role: 'persons' },
  { field: 'comments', role: 'comments' },
  { field: 'ourReference', role: 'ourReference' },
  { field: 'yourReference', role: 'yourReference' },
  { field: 'place', role: 'place' },
]

/** A file of headers alone, such as one that says what an export shall look like: nothing stands in its columns. */
export function suggestByName(profiles: readonly ColumnProfile[]): FieldSuggestion[] {
  const found = new Map<TargetField, FieldSuggestion>()
  for (const { field, role } of namedFields) {
    const [column] = profiles.filter((one) => one.role === role).sort((a, b) => a.rank - b.rank)
    if (!column || found.has(field)) continue
    const reason = { code: 'header-name', params: { column: labelOf(column), filled: 0, rows: 0 } }
    const when = field === 'foreignAmount' || field === 'rate' ? { when: 'foreign' as const } : {}
    found.set(field, { field, source: { kind: 'source', from: refOf(column), ...when }, reason, confidence: 0.6 })
  }
  return [...found.values()]
}

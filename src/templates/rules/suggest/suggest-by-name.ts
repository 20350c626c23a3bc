import { type ColumnProfile, profileColumns } from '../columns/profile-columns.ts'
import type { FieldSuggestion } from '../columns/suggest-by-format.ts'
import { imagineRows } from './imagined-rows.ts'
import { suggestByContent } from './suggest-fields.ts'

const leastCertain = 0.6

/** A file of headers alone, such as one that says what an export shall look like: as if rows stood under it. */
export function suggestByName(columns: readonly ColumnProfile[]): FieldSuggestion[] {
  const rows = imagineRows(columns)
  const profiles = profileColumns({ number: 1, cells: columns.map(({ name }) => name) }, rows)
  const found = suggestByContent(profiles, rows.length, { hasCards: false, hasRateNotes: false })
  return found.map(({ field, source, reason, confidence }) => ({
    field,
    source,
    reason: { code: reason.code, params: { ...reason.params, filled: 0, rows: 0 } },
    confidence: Math.min(confidence, leastCertain),
  }))
}

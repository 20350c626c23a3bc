import type { FieldSource } from '../contract.ts'
import { findBookedFlag, stateByFlag } from './booked-flags.ts'
import { normaliseLabel } from './cell-text.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { isKnownState } from './row-marks.ts'
import { type FieldSuggestion, labelOf, refOf } from './suggest-by-format.ts'

/** By a column that says yes or no to whether the bank has booked the row, where none says it in words. */
export function suggestState(profiles: readonly ColumnProfile[], rowCount: number | undefined): FieldSuggestion | null {
  const flag = findBookedFlag(profiles)
  if (!flag || profiles.some((column) => column.role === 'status' && tellsState(column))) return null
  const params = { column: labelOf(flag), filled: flag.filled, rows: rowCount ?? flag.filled }
  return {
    field: 'status',
    source: stateByFlag(flag, profiles),
    reason: { code: 'header-name', params },
    confidence: 0.8,
  }
}

/** A known format, in whose file a column says which rows were declined or are not booked yet, reads that too: the bank added it. */
export function withState(suggestions: FieldSuggestion[], profiles: readonly ColumnProfile[]): FieldSuggestion[] {
  const state = profiles.find((column) => column.role === 'status' && tellsState(column))
  const flagged = suggestions.some(({ field }) => field === 'status') ? null : suggestState(profiles, undefined)
  if (flagged) return [...suggestions, flagged]
  const known = suggestions.find(({ field }) => field === 'status')
  const booked = known?.source.kind === 'source' && known.source.from.kind === 'column' ? known.source.from : null
  const isBooked = profiles.some(({ role, index }) => role === 'bookedDate' && index === booked?.index)
  if (!state || (known && !isBooked)) return suggestions
  const reason = { code: 'header-name', params: { column: labelOf(state), filled: state.filled, rows: state.filled } }
  const source: FieldSource =
    booked === null ? { kind: 'source', from: refOf(state) } : { kind: 'first', from: [refOf(state), booked] }
  return [
    ...suggestions.filter(({ field }) => field !== 'status'),
    { field: 'status', source, reason, confidence: 0.8 },
  ]
}

/** Which rows were declined or are not booked yet, told by words that banks use: it says more than a day of booking. */
export function tellsState({ values }: ColumnProfile): boolean {
  return values.some((value) => isKnownState(value))
}

/** `Info`, in which the German savings banks write `Umsatz gebucht` or `Umsatz vorgemerkt` in every row. */
export function informsOfState({ name, values }: ColumnProfile): boolean {
  return normaliseLabel(name) === 'info' && values.length > 0 && values.every(isKnownState)
}

import type { FieldSource } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { askedRules } from '../columns/asked-flags.ts'
import { bookedRules, findBookedFlag } from '../columns/booked-flags.ts'
import { type ColumnProfile, columnOf } from '../columns/profile-columns.ts'
import { findVoidFlag, voidRules } from '../columns/row-flags.ts'
import { saysWhatWasDoneSince } from '../columns/row-state.ts'
import type { FieldSuggestion } from '../columns/suggest-by-format.ts'
import { labelOf, refOf } from '../mapping/table-columns.ts'
import { isKnownState, isMadeState, stateOf } from '../words/payment-states.ts'

/**
 * By columns that say yes or no to whether a row was taken back, and to whether the bank has booked it where none says that in
 * words: what a column says in words, or the day of booking, counts for the rows that were not taken back.
 */
export function suggestState(
  profiles: readonly ColumnProfile[],
  rowCount: number | undefined,
  types?: ColumnProfile,
): FieldSuggestion | null {
  const voided = findVoidFlag(profiles)
  const said =
    profiles.find((column) => column.role === 'status' && tellsState(column)) ?? profiles.find(informsOfState)
  const booked = said ? undefined : findBookedFlag(profiles)
  const asked = askedRules(profiles.filter((column) => column !== types))
  const flag =
    voided ?? booked ?? profiles.find(({ index }) => asked[0]?.from.kind === 'column' && asked[0].from.index === index)
  if (!flag) return null
  const rules = [...(voided ? voidRules(voided) : []), ...(booked ? bookedRules(booked) : []), ...asked].slice(
    0,
    mostRules,
  )
  const plain = profiles.find(({ role, texts }) => role === 'status' && texts > 0)
  const other = booked ? undefined : (said ?? plain ?? bookedDate(profiles))
  const params = { column: labelOf(flag), filled: flag.filled, rows: rowCount ?? flag.filled }
  return {
    field: 'status',
    source: { kind: 'choose', rules, otherwise: other ? refOf(other) : null },
    reason: { code: 'header-name', params },
    confidence: 0.8,
  }
}

const mostRules = 100

/** Beside the day of the purchase: a row without one is not booked yet. */
function bookedDate(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  const find = (role: ColumnProfile['role']) =>
    profiles.find((column) => column.role === role && column.dates > 0 && column.dates >= column.filled / 2)
  return find('purchaseDate') && find('bookedDate')
}

/** A known format, in whose file a column says which rows were declined or are not booked yet, reads that too: the bank added it. */
export function withState(suggestions: FieldSuggestion[], profiles: readonly ColumnProfile[]): FieldSuggestion[] {
  const state = profiles.find((column) => column.role === 'status' && tellsState(column))
  const known = suggestions.find(({ field }) => field === 'status')
  const booked = known?.source.kind === 'source' && known.source.from.kind === 'column' ? known.source.from : null
  // the format knows which of its types are purchases: what employees paid themselves is left out by that
  const types = columnOf(profiles, suggestions.find(({ field }) => field === 'type')?.source)
  const flagged = known && !booked ? null : suggestState(profiles, undefined, types)
  if (flagged && !known) return [...suggestions, flagged]
  if (flagged?.source.kind === 'choose' && findBookedFlag(profiles) === undefined) {
    const source: FieldSource = { ...flagged.source, otherwise: state ? refOf(state) : booked }
    return [...suggestions.filter((one) => one !== known), { ...flagged, source }]
  }
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

/** `Ej bokförd` or `Väntar` where the day of booking should stand. */
export function saysNotBooked({ values, dates }: ColumnProfile): boolean {
  return dates > 0 && values.some((value) => stateOf(value) === 'pending')
}

/**
 * `Info`, in which the German savings banks write `Umsatz gebucht` or `Umsatz vorgemerkt` in every row; or a column of any name
 * that says of every row whether it was paid, and of some that it was not (`Result`).
 */
export function informsOfState({ name, role, values }: ColumnProfile): boolean {
  const label = normaliseLabel(name)
  if (label === 'info') return values.length > 0 && values.every(isKnownState)
  const isFree = role === null && !saysWhatWasDoneSince(name)
  const isState = (value: string) => isKnownState(value) || isMadeState(value)
  return isFree && values.every(isState) && values.some((value) => stateOf(value) !== 'done')
}

import type { ChoiceRule, FieldSource, TargetField } from '../../contract.ts'
import type { BuiltInFormat, FormatSource } from '../../formats/built-in-format.ts'
import { isSameLabel, normaliseLabel } from '../cells/cell-text.ts'
import { labelOf, refOf } from '../mapping/table-columns.ts'
import type { ColumnRole } from '../words/header-words.ts'
import { isKnownState } from '../words/payment-states.ts'
import type { ColumnProfile } from './profile-columns.ts'

export type FieldSuggestion = {
  field: TargetField
  source: FieldSource
  reason: { code: string; params: Record<string, string | number> }
  confidence: number
}
/** With what the format calls it, where the file calls it otherwise. */
type FormatColumn = ColumnProfile & { inFormat?: string }
/** What stands around the rows of the sample, to be carried down to them. */
export type CarriedValues = { hasCards: boolean; hasRateNotes: boolean }

/** The column of a role that says most. */
export type ByRole = (role: ColumnRole, isFit?: (column: ColumnProfile) => boolean) => ColumnProfile | undefined
/** Suggests a column for a field that has none yet. */
export type Add = (
  field: TargetField,
  column: ColumnProfile | undefined,
  confidence: number,
  when?: 'domestic' | 'foreign',
  code?: string,
) => void

/**
 * A known format says where everything stands; columns that the file lacks are left out. `renamed`: what columns that the file
 * calls otherwise are called in the format, by their place.
 */
export function suggestByFormat(
  format: BuiltInFormat,
  columns: readonly ColumnProfile[],
  renamed: ReadonlyMap<number, string> = new Map(),
): FieldSuggestion[] {
  const profiles = columns.map((column) => {
    const name = renamed.get(column.index)
    return name === undefined ? column : { ...column, inFormat: name }
  })
  const suggestions: FieldSuggestion[] = []
  for (const [field, wanted] of Object.entries(format.fields) as [TargetField, FormatSource][]) {
    const found = sourceInFormat(wanted, profiles)
    if (found)
      suggestions.push({
        field,
        source: found.source,
        reason: { code: found.code, params: { format: format.name, column: found.column } },
        confidence: renamed.size > 0 ? 0.8 : 0.98,
      })
  }
  const lacksForeign = format.fields.foreignAmount && !suggestions.some(({ field }) => field === 'foreignAmount')
  // Its total is what the account paid, in the account's currency, also where the column that says what the shop charged is gone.
  return lacksForeign ? suggestions.filter(({ field }) => field !== 'currency') : suggestions
}

function sourceInFormat(
  wanted: FormatSource,
  profiles: readonly FormatColumn[],
): { source: FieldSource; code: string; column: string } | null {
  // also where this file has none: the next one under the same template may
  if ('carried' in wanted)
    return {
      source: { kind: 'source', from: { kind: 'carried', name: wanted.carried } },
      code: wanted.carried === 'rate-note' ? 'rate-note' : 'carried',
      column: wanted.carried,
    }
  if ('place' in wanted) {
    const column = profiles[wanted.place]
    return column
      ? {
          source: { kind: 'source', from: refOf(column), ...(wanted.when && { when: wanted.when }) },
          code: wanted.when === undefined ? 'known-format' : `known-format-${wanted.when}`,
          column: labelOf(column),
        }
      : null
  }
  if ('firstOf' in wanted) {
    const found = wanted.firstOf.flatMap((name) => columnsNamed(name, profiles))
    const [only] = found
    if (!only) return null
    const source: FieldSource =
      found.length === 1 ? { kind: 'source', from: refOf(only) } : { kind: 'first', from: found.slice(0, 6).map(refOf) }
    return { source, code: 'known-format', column: found.map(labelOf).join(' / ') }
  }
  if (wanted.unless?.some((name) => columnNamed(name, profiles))) return null
  const column = wanted.columns
    .map((name) => (wanted.isLast ? lastColumnNamed(name, profiles) : columnNamed(name, profiles)))
    .find((found) => found !== undefined)
  if (!column) return null
  const from = refOf(column)
  if (wanted.pattern)
    return { source: { kind: 'pattern', from, pattern: wanted.pattern }, code: 'text-pattern', column: column.name }
  const waits = wanted.pendingWithout && waitsWithout(wanted.pendingWithout, column, profiles)
  if (waits) return { source: waits, code: 'known-format', column: column.name }
  const swapped = wanted.swapped && swappedOf(wanted.swapped, profiles)
  return {
    source: {
      ...{ kind: 'source', from },
      ...(wanted.when && { when: wanted.when }),
      ...(swapped && { swapped }),
      ...(wanted.replace && { replace: [...wanted.replace] }),
    },
    code: wanted.when === undefined ? 'known-format' : `known-format-${wanted.when}`,
    column: column.name,
  }
}

/** Where a language has words for states that nobody knows; the known ones say more. */
function waitsWithout(
  names: readonly string[],
  state: ColumnProfile,
  profiles: readonly FormatColumn[],
): FieldSource | null {
  const needed = names.map((name) => columnNamed(name, profiles)).find((found) => found !== undefined)
  if (!needed || needed === state || needed.filled === 0 || state.values.every(isKnownState)) return null
  const rule: ChoiceRule = { from: refOf(needed), match: 'equals', text: '', value: 'pending' }
  return { kind: 'choose', rules: [rule], otherwise: refOf(state) }
}

function swappedOf(
  { by, text, column }: { by: string; text: string; column: string | null },
  profiles: readonly FormatColumn[],
): Extract<FieldSource, { kind: 'source' }>['swapped'] | null {
  const [telling, other] = [columnNamed(by, profiles), column === null ? null : columnNamed(column, profiles)]
  if (!telling || other === undefined) return null
  return { by: refOf(telling), text, from: other && refOf(other) }
}

function columnNamed(name: string, profiles: readonly FormatColumn[]): ColumnProfile | undefined {
  return columnsNamed(name, profiles)[0]
}

function lastColumnNamed(name: string, profiles: readonly FormatColumn[]): ColumnProfile | undefined {
  return columnsNamed(name, profiles).sort((a, b) => b.index - a.index)[0]
}

function columnsNamed(name: string, profiles: readonly FormatColumn[]): ColumnProfile[] {
  const wanted = normaliseLabel(name)
  const found = profiles.filter(({ name, inFormat = name }) => isSameLabel(normaliseLabel(inFormat), wanted))
  // somebody may have put a column of the same name before the issuer's, and filled nothing in
  return found.length > 1 ? found.sort((a, b) => Number(b.filled > 0) - Number(a.filled > 0)) : found
}

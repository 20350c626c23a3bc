import type { ColumnRef, FieldSource, TargetField, TemplateMapping } from '../../contract.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { columnsOfSource } from './columns-of-source.ts'
import { renameColumns } from './rename-columns.ts'

/**
 * The mapping under another header. What a person mapped before stays where the new header has its columns; on a mapping
 * that is still empty the suggestions for the new table apply, else the person's own reading rules.
 */
export function changeHeader(
  mapping: TemplateMapping,
  suggested: TemplateMapping,
  columns: readonly ColumnRef[],
): { mapping: TemplateMapping; lost: TargetField[] } {
  const sources = Object.entries(mapping.fields) as [TargetField, FieldSource][]
  const isByPlace = suggested.columnsByPlace === true || mapping.columnsByPlace === true
  const places = new Map(columns.flatMap((ref) => (ref.kind === 'column' ? [[keyOf(ref, isByPlace), ref]] : [])))
  const kept = sources.filter(([, source]) =>
    columnsOfSource(source).every((ref) => ref.kind === 'carried' || places.has(keyOf(ref, isByPlace))),
  )
  const rules = sources.length === 0 ? suggested : mapping
  const { columnsByPlace: _, sheets: __, ...rest } = rules
  const fields = Object.fromEntries(kept) as TemplateMapping['fields']
  const moved = renameColumns({ ...rest, fields }, suggested.header, (ref) => places.get(keyOf(ref, isByPlace)))
  return {
    mapping: {
      ...moved,
      ...(suggested.columnsByPlace && { columnsByPlace: true }),
      ...(mapping.sheets && { sheets: mapping.sheets }),
      emptyFieldsConfirmed: false,
    },
    lost: sources.filter((one) => !kept.includes(one)).map(([field]) => field),
  }
}

/** A header names its columns; without one they are where they stand. */
function keyOf(ref: Extract<ColumnRef, { kind: 'column' }>, isByPlace: boolean): string {
  return isByPlace ? String(ref.index) : `${ref.occurrence} ${isBlank(ref.name) ? ref.index : normaliseLabel(ref.name)}`
}

import type { MappedColumn, TargetField, TemplateMapping } from '../../contract.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { columnsOfSource } from './columns-of-source.ts'
import { columnsOf, findColumn } from './table-columns.ts'

/** The columns that a mapping takes anything from, each once, in an order that does not hang on where they stand. */
export function mappedColumns({ fields }: Pick<TemplateMapping, 'fields'>): MappedColumn[] {
  const columns = new Map<string, MappedColumn>()
  for (const source of Object.values(fields))
    for (const ref of columnsOfSource(source)) if (ref.kind === 'column') columns.set(keyOf(ref), ref)
  return [...columns].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, ref]) => ref)
}

/** The columns that a purchase has an amount in, one of them at the least. */
export function amountColumns(mapping: Pick<TemplateMapping, 'fields'>): MappedColumn[] {
  return columnsOfFields(mapping, ['total', 'amountOut', 'amountIn'])
}

/** The columns that these fields take anything from. */
export function columnsOfFields(
  { fields }: Pick<TemplateMapping, 'fields'>,
  wanted: readonly TargetField[],
): MappedColumn[] {
  return wanted.flatMap((field) => {
    const source = fields[field]
    return source ? columnsOfSource(source).filter((ref) => ref.kind === 'column') : []
  })
}

/** Whether rows take anything from titles above them or notes below: a card, its holder, a rate. */
export function carriesValues({ fields }: Pick<TemplateMapping, 'fields'>): boolean {
  const refs = Object.values(fields).flatMap(columnsOfSource)
  return refs.some((ref) => ref.kind === 'carried' && ref.name !== 'sheet')
}

/** Where they stand under a header; null where it lacks one of them. */
export function placesOf(columns: readonly MappedColumn[], header: readonly string[]): number[] | null {
  const named = columnsOf(header)
  const places = columns.map((ref) => findColumn(named, ref))
  return places.every((place) => place !== null) ? places : null
}

const keyOf = ({ name, occurrence, index }: MappedColumn) =>
  isBlank(name) ? `${index}` : `${normaliseLabel(name)} ${occurrence}`

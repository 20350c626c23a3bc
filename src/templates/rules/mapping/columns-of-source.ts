import type { ColumnRef, FieldSource } from '../../contract.ts'

/** The columns that a source takes something from. */
export function columnsOfSource(source: FieldSource): ColumnRef[] {
  if (source.kind === 'constant') return []
  if (source.kind === 'choose')
    return [...source.rules.map(({ from }) => from), ...(source.otherwise ? [source.otherwise] : [])]
  if (source.kind === 'pattern') return [source.from]
  if (source.kind === 'source') {
    const { from, swapped } = source
    return swapped ? [from, swapped.by, ...(swapped.from ? [swapped.from] : [])] : [from]
  }
  return source.from.flatMap((part) => (part.kind === 'text' ? [] : [part]))
}

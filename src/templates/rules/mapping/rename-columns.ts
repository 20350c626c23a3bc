import type { ColumnRef, TemplateMapping } from '../../contract.ts'

type Column = Extract<ColumnRef, { kind: 'column' }>

/** A mapping whose columns stand where they stood but are called otherwise: the same file read in another encoding. */
export function renameByPlace(
  mapping: TemplateMapping,
  header: readonly string[],
  columns: readonly ColumnRef[],
): TemplateMapping {
  const byIndex = new Map(columns.flatMap((ref) => (ref.kind === 'column' ? [[ref.index, ref] as const] : [])))
  return renameColumns(mapping, header, ({ index }) => byIndex.get(index))
}

/** A mapping under another header: each column as `find` knows it there. */
export function renameColumns(
  mapping: TemplateMapping,
  header: readonly string[],
  find: (column: Column) => Column | undefined,
): TemplateMapping {
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename)
    if (typeof value !== 'object' || value === null) return value
    const { kind, index } = value as { kind?: unknown; index?: unknown }
    if (kind === 'column' && typeof index === 'number') return { ...value, ...find(value as Column) }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rename(part)]))
  }
  return { ...mapping, header: [...header], fields: rename(mapping.fields) as TemplateMapping['fields'] }
}

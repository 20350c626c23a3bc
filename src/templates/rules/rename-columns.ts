import type { ColumnRef, TemplateMapping } from '../contract.ts'

/** A mapping whose columns stand where they stood but are called otherwise: the same file read in another encoding. */
export function renameColumns(
  mapping: TemplateMapping,
  header: readonly string[],
  columns: readonly ColumnRef[],
): TemplateMapping {
  const byIndex = new Map(columns.flatMap((ref) => (ref.kind === 'column' ? [[ref.index, ref] as const] : [])))
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename)
    if (typeof value !== 'object' || value === null) return value
    const { kind, index } = value as { kind?: unknown; index?: unknown }
    if (kind === 'column' && typeof index === 'number') return { ...value, ...byIndex.get(index) }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rename(part)]))
  }
  return { ...mapping, header: [...header], fields: rename(mapping.fields) as TemplateMapping['fields'] }
}

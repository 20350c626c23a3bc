/** As the metadata API tells a field (airtable.com/developers/web/api/field-model). */
export type Field = {
  id: string
  name: string
  type: string
  options?: Record<string, unknown> & { result?: { type: string; options?: Record<string, unknown> } | null }
}
export type AirtableRecord = {
  id: string
  createdTime: string
  /** Of the cells that people fill in; null while nobody has changed any since the record was made. */
  modifiedTime: string | null
  fields: Record<string, unknown>
}
export type View = { id: string; name: string; type: 'grid'; shows?: (record: AirtableRecord) => boolean }
export type Table = { id: string; name: string; fields: Field[]; views: View[]; records: AirtableRecord[] }
export type Base = { id: string; name: string; permissionLevel: 'read' | 'edit'; tables: Table[] }

/** What the API leaves out of a record. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** One value of `cellFormat=string`, for the fields that this stand-in knows how to write. */
export function stringOf(base: Base, field: Field, value: unknown): string {
  const kind = field.options?.result?.type ?? field.type
  const values = Array.isArray(value) ? value : [value]
  if (kind === 'multipleRecordLinks') return values.map((id) => quotedName(nameOf(base, String(id)))).join(', ')
  if (kind === 'singleCollaborator' || kind === 'multipleAttachments')
    return values
      .map((one) => (one as { name?: string; filename?: string }).name ?? (one as { filename: string }).filename)
      .join(', ')
  return values.map(String).join(', ')
}

/** Names with a comma or a quote in them stand in quotes. */
function quotedName(name: string): string {
  return /[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}

/** The primary field of the record, whichever table it is in; a record without a name is called so. */
function nameOf(base: Base, recordId: string): string {
  for (const { fields, records } of base.tables) {
    const record = records.find(({ id }) => id === recordId)
    if (record) return String(record.fields[fields[0]?.id ?? ''] ?? 'Unnamed record')
  }
  return recordId
}

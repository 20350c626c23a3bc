import type { SourceAddress } from '../source-connector.ts'
import { type AirtableRequests, type LinkedNames, type Query, readRecords } from './read-records.ts'
import type { AirtableField, AirtableRecord, AirtableTable } from './schemas.ts'

/**
 * A field that links to other records holds their ids, which say nothing to a person. `cellFormat=string` writes their
 * names (airtable.com/developers/web/api/list-records); it is asked for these fields alone, and where one holds anything.
 */
export async function readNames(
  requests: AirtableRequests,
  address: SourceAddress,
  given: { table: AirtableTable; records: readonly AirtableRecord[]; changedSince: string | null; limit: Query },
): Promise<LinkedNames> {
  const { table, records, changedSince, limit } = given
  const links = table.fields.filter(isLink).map(({ id }) => id)
  const isLinked = records.some(({ fields }) => links.some((id) => fields[id] !== undefined))
  if (!isLinked) return () => undefined
  const named = await readRecords(requests, address, changedSince, {
    ...limit,
    cellFormat: 'string',
    timeZone: 'Europe/Stockholm',
    userLocale: 'sv',
    'fields[]': links,
  })
  const byRecord = new Map(named.map((record) => [record.id, record.fields]))
  return (recordId, fieldId) => {
    if (!links.includes(fieldId)) return undefined
    const text = byRecord.get(recordId)?.[fieldId]
    return typeof text === 'string' ? unquoted(text) : '' // nameless, or gone meanwhile: its id is no name
  }
}

/** A single name with a comma or a quote stands in quotes. */
function unquoted(text: string): string {
  const [, name] = /^"((?:[^"]|"")*)"$/.exec(text) ?? []
  return name === undefined ? text : name.replaceAll('""', '"')
}

/** A lookup of such a field holds ids too. */
function isLink({ type, options }: AirtableField): boolean {
  return type === 'multipleRecordLinks' || options?.result?.type === 'multipleRecordLinks'
}

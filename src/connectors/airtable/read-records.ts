import type { ZodType } from 'zod'
import { ConnectorError } from '../accounting-connector.ts'
import { readPages } from '../source-client.ts'
import { type SourceAddress, type SourceRow, unitsOf } from '../source-connector.ts'
import { saysAnything, type TypedCell, typedCell } from './cells.ts'
import { listingAttempts, mostRecords, pageSize } from './limits.ts'
import { type AirtableRecord, type AirtableTable, recordPage } from './schemas.ts'

export type AirtableRequests = {
  get<Answer>(path: string, query: Query, answer: ZodType<Answer>): Promise<Answer>
}
export type Query = Record<string, string | readonly string[]>

/**
 * The records of a table or view, those changed since an instant only where one is given. `more`: which fields, and how
 * their values are written.
 */
export async function readRecords(
  requests: AirtableRequests,
  { documentId, tableId, viewId }: SourceAddress,
  since: string | null,
  more: Query = {},
): Promise<AirtableRecord[]> {
  const query: Query = {
    pageSize: String(pageSize),
    returnFieldsByFieldId: 'true',
    ...more,
    ...(viewId !== null && { view: viewId }),
    ...(since !== null && { filterByFormula: changedSince(since) }),
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await listAll(requests, `${encodeURIComponent(documentId)}/${encodeURIComponent(tableId)}`, query)
    } catch (error) {
      const isForgotten = error instanceof ConnectorError && error.serviceCode === 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE'
      if (!isForgotten) throw error
      if (attempt === listingAttempts)
        throw new ConnectorError('unavailable', 'safe', { serviceMessage: 'the table is being changed', cause: error })
    }
  }
}

/** A record that nobody has touched since it was made has no time of change. */
function changedSince(since: string): string {
  return `OR(IS_AFTER(CREATED_TIME(), '${since}'), IS_AFTER(LAST_MODIFIED_TIME(), '${since}'))`
}

/** Records that move while they are listed may come on two pages; each counts once. */
async function listAll(requests: AirtableRequests, path: string, query: Query): Promise<AirtableRecord[]> {
  const records = new Map<string, AirtableRecord>()
  const pages = readPages(
    (offset) => requests.get(path, { ...query, ...(offset !== undefined && { offset }) }, recordPage),
    ({ offset }) => offset,
  )
  for await (const page of pages) {
    for (const record of page.records) records.set(record.id, record)
    if (records.size > mostRecords)
      throw new ConnectorError('rejected', 'never', {
        serviceCode: 'too-many-rows',
        serviceMessage: String(mostRecords),
      })
  }
  return [...records.values()]
}

/** What a record shows in a field that links to others; undefined for any other field. */
export type LinkedNames = (recordId: string, fieldId: string) => string | undefined

/**
 * The fields' names as header, then a row a record. Values are found by the field's id: names change. `names`: what the
 * records that a field links to are called, by record and field.
 */
export function toRows(table: AirtableTable, records: readonly AirtableRecord[], names: LinkedNames): SourceRow[] {
  const header: SourceRow = {
    number: 1,
    cells: table.fields.map((field) => field.name),
    kinds: 't'.repeat(table.fields.length),
    recordId: null,
  }
  const places = new Map(table.fields.map(({ id }, place) => [id, place]))
  /** A line that somebody left in the base: its checkboxes, its number and its formulas say nothing. */
  const isEmpty = (record: AirtableRecord, cells: readonly TypedCell[]) =>
    Object.keys(record.fields).every((id) => {
      const place = places.get(id) ?? -1
      const [field, cell] = [table.fields[place], cells[place]]
      return field !== undefined && cell !== undefined && !saysAnything(field, cell)
    })
  const rows = records.flatMap((record, index): SourceRow[] => {
    const cells = table.fields.map((field) => typedCell(names(record.id, field.id) ?? record.fields[field.id], field))
    if (isEmpty(record, cells)) return []
    return [
      {
        number: index + 2,
        cells: cells.map((cell) => cell.text),
        kinds: cells.map((cell) => cell.kind).join(''),
        ...unitsOf(cells),
        recordId: record.id,
      },
    ]
  })
  return [header, ...rows]
}

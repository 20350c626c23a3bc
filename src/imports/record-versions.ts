import { sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import type { RowGroups } from './contract.ts'
import { joinByHash } from './join-by-hash.ts'
import type { EarlierRow } from './rules/assess-rows.ts'
import type { EditedSince, VersionRow } from './rules/record-version.ts'
import type { ImportRecord } from './store.ts'

/**
 * Ties rows to those of the template's other imports that hold the same records, as they stood when they were fetched
 * before. What was fetched keeps a record's identity in its last cell (sources/snapshot.ts).
 */
export async function tieVersions(
  tx: CompanyDatabase,
  { companyId, id, templateId }: Pick<ImportRecord, 'companyId' | 'id' | 'templateId'>,
  versions: readonly VersionRow[],
): Promise<void> {
  if (versions.length === 0) return
  await tx.execute(sql`
    with tied as (
      select asked.number, r.import_id, r.number as other_number
      from imports i
      join import_rows r on r.company_id = i.company_id and r.import_id = i.id
      join jsonb_to_recordset(${jsonbText(versions)}::jsonb) as asked(number int, "recordId" text)
        on asked."recordId" = substring(r.cells::text from '"([^"]+)"]$')
      where i.company_id = ${companyId}::uuid and i.template_id = ${templateId}::uuid and i.id <> ${id}::uuid)
    ${tie(companyId, id)}`)
}

/** Ties rows of a source without identities to what they were in the template's other imports. */
export async function tieEdits(
  tx: CompanyDatabase,
  { companyId, id, templateId }: Pick<ImportRecord, 'companyId' | 'id' | 'templateId'>,
  edits: readonly EditedSince[],
): Promise<void> {
  if (edits.length === 0) return
  await tx.execute(sql`
    with tied as (
      select asked.number, i.id as import_id, asked.row as other_number
      from jsonb_to_recordset(${jsonbText(edits)}::jsonb) as asked(number int, "importId" uuid, row int)
      join imports i on i.company_id = ${companyId}::uuid and i.id = asked."importId"
      where i.template_id = ${templateId}::uuid and i.id <> ${id}::uuid)
    ${tie(companyId, id)}`)
}

/** Both ways, of rows that are `tied`. */
const tie = (companyId: string, id: string) => sql`
    insert into record_versions (company_id, import_id, row_number, other_import_id, other_row_number)
    select ${companyId}::uuid, ${id}::uuid, number, import_id, other_number from tied
    union
    select ${companyId}::uuid, import_id, other_number, ${id}::uuid, number from tied`

/** Whether any row of the import is tied so. */
export async function isTied(tx: CompanyDatabase, of: Pick<ImportRecord, 'companyId' | 'id'>): Promise<boolean> {
  return (await listTied(tx, of)).length > 0
}

/** The imports that rows of this one are tied to: few, also where all of its rows are. */
async function listTied(
  tx: CompanyDatabase,
  { companyId, id }: Pick<ImportRecord, 'companyId' | 'id'>,
): Promise<string[]> {
  const found = await rowsOf<{ id: string }>(
    tx.execute(sql`
    select distinct other_import_id as id from record_versions
    where company_id = ${companyId}::uuid and import_id = ${id}::uuid`),
  )
  return found.map((one) => one.id)
}

/**
 * Which of these rows hold a record that was confirmed as it stood at another time, the latest of those, by their numbers.
 * Asked in two statements: PostgreSQL may know nothing yet of either table, and would walk over all purchases of an import
 * for each row.
 */
export async function findConfirmedVersions(
  tx: CompanyDatabase,
  { companyId, id, connectionId }: Pick<ImportRecord, 'companyId' | 'id' | 'connectionId'>,
  rows: readonly { number: number }[],
): Promise<Map<number, EarlierRow>> {
  const tied = await rowsOf<{ number: number; importId: string; row: number }>(
    tx.execute(sql`
    select row_number as number, other_import_id as "importId", other_row_number as row from record_versions
    where company_id = ${companyId}::uuid and import_id = ${id}::uuid
      and row_number = any(${arrayOf(rows.map(({ number }) => number))}::int[])
    order by row_number, other_import_id, other_row_number`),
  )
  if (tied.length === 0) return new Map()
  const found = await rowsOf<{ importId: string; file: string; row: number }>(
    tx.execute(sql`
    select import_id as "importId", file_name as file, row_number as row from imported_purchases
    where company_id = ${companyId}::uuid and connection_id = ${connectionId}::uuid and not is_released
      and import_id = any(${arrayOf(new Set(tied.map(({ importId }) => importId)))}::uuid[])
      and row_number = any(${arrayOf(new Set(tied.map(({ row }) => row)))}::int[])`),
  )
  const placeOf = ({ importId, row }: { importId: string; row: number }) => `${row} ${importId}`
  const confirmed = new Map(found.map((one) => [placeOf(one), { fileName: one.file, row: one.row }]))
  return new Map(
    tied.flatMap((one) => {
      const earlier = confirmed.get(placeOf(one))
      return earlier ? [[one.number, earlier] as const] : []
    }),
  )
}

/** Other imports that wait and hold rows of this one as they stood in their source at another time, with how many of its rows. */
export async function listVersionsElsewhere(
  tx: CompanyDatabase,
  { companyId, id, connectionId }: Pick<ImportRecord, 'companyId' | 'id' | 'connectionId'>,
): Promise<RowGroups['elsewhere']> {
  const others = await listTied(tx, { companyId, id })
  if (others.length === 0) return []
  const waits = (row: string) => sql.raw(`${row}.state in ('ready', 'attention')`)
  return joinByHash(tx, () =>
    rowsOf<RowGroups['elsewhere'][number]>(
      tx.execute(sql`
    select i.id as "importId", i.file_name as "fileName", count(distinct v.row_number)::int as rows, true as "isOtherVersion",
      to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from record_versions v
    join imports i on i.company_id = v.company_id and i.id = v.other_import_id
    join import_rows own on own.company_id = v.company_id and own.import_id = v.import_id and own.number = v.row_number
    join import_rows other
      on other.company_id = v.company_id and other.import_id = v.other_import_id and other.number = v.other_row_number
    where v.company_id = ${companyId}::uuid and v.import_id = ${id}::uuid and ${waits('own')} and ${waits('other')}
      and other.import_id = any(${arrayOf(others)}::uuid[]) and i.connection_id = ${connectionId}::uuid and i.state = 'checked'
      and (own.fingerprint is distinct from other.fingerprint or own.occurrence is distinct from other.occurrence)
    group by i.id, i.file_name, i.created_at
    order by rows desc limit 5`),
    ),
  )
}

/** As PostgreSQL writes one. */
const arrayOf = (some: Iterable<string | number>) => `{${[...some].join(',')}}`

export async function deleteVersions(tx: CompanyDatabase, companyId: string, importId: string): Promise<void> {
  await tx.execute(sql`
    delete from record_versions
    where company_id = ${companyId}::uuid and (import_id = ${importId}::uuid or other_import_id = ${importId}::uuid)`)
}

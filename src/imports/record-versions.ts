import { sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
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
export async function isTied(
  tx: CompanyDatabase,
  { companyId, id }: Pick<ImportRecord, 'companyId' | 'id'>,
): Promise<boolean> {
  const [found] = await rowsOf<{ is_tied: boolean }>(
    tx.execute(sql`
    select exists (
      select from record_versions where company_id = ${companyId}::uuid and import_id = ${id}::uuid) as is_tied`),
  )
  return found?.is_tied ?? false
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
      and row_number = any(${`{${rows.map(({ number }) => number).join(',')}}`}::int[])
    order by row_number, other_import_id, other_row_number`),
  )
  if (tied.length === 0) return new Map()
  const found = await rowsOf<{ importId: string; file: string; row: number }>(
    tx.execute(sql`
    select import_id as "importId", file_name as file, row_number as row from imported_purchases
    where company_id = ${companyId}::uuid and connection_id = ${connectionId}::uuid and not is_released
      and import_id = any(${`{${[...new Set(tied.map(({ importId }) => importId))].join(',')}}`}::uuid[])
      and row_number = any(${`{${[...new Set(tied.map(({ row }) => row))].join(',')}}`}::int[])`),
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

export async function deleteVersions(tx: CompanyDatabase, companyId: string, importId: string): Promise<void> {
  await tx.execute(sql`
    delete from record_versions
    where company_id = ${companyId}::uuid and (import_id = ${importId}::uuid or other_import_id = ${importId}::uuid)`)
}

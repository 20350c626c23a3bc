import { sql } from 'drizzle-orm'
import type { RowProblem } from '#kernel/row-problem.ts'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import type { Decision } from './contract.ts'
import { heldCodes } from './rules/anyway-codes.ts'
import type { Earlier, LeftOut, Row } from './rules/look-alikes.ts'
import type { ImportRecord } from './store.ts'

/** `key`: its amount and day. */
export type OwnRow = Row &
  Pick<LeftOut, 'fingerprint' | 'occurrence'> & { key: string; decision: Decision | null; problems: RowProblem[] }
export type EarlierPurchase = Earlier & { key: string }

/** Of more purchases of one amount and day nobody could say which is which. */
const mostAlike = 100

/** `reading` is kept as rules/pack-reading has it. */
const compared = sql.raw(`
  r.amount, r.amount || ' ' || (r.reading::json ->> 2) as key, r.normalised_merchant as name,
  r.reading::json ->> 1 as text, r.reading::json -> 7 ->> 'card' as card, r.reading::json -> 7 ->> 'providerId' as "providerId"`)
const isPurchase = sql.raw('r.reading is not null and r.amount is not null')
const isHeld = sql.raw(
  `r.state = 'attention' and (${heldCodes.map((code) => `r.problems @> '[{"code":"${code}"}]'`).join(' or ')})`,
)

/**
 * Rows of an import that are ready, or were held as look-alikes, and the purchases that share day and amount with one of
 * them, or rows that were left out and are one of them: of imports that were confirmed over the same connection and have purchases in the same months, and not those
 * that the file holds itself, to the letter.
 */
export async function listLookAlikes(
  tx: CompanyDatabase,
  { companyId, id, connectionId, templateId, months }: ImportRecord,
): Promise<{ own: OwnRow[]; earlier: EarlierPurchase[]; leftOut: LeftOut[] }> {
  const imports = await rowsOf<{ id: string }>(
    tx.execute(sql`
      select id from imports where company_id = ${companyId}::uuid and connection_id = ${connectionId}::uuid
        and id <> ${id}::uuid and run_id is not null and months && ${`{${months.join(',')}}`}::text[]`),
  )
  // Then nothing can have been held either: what was confirmed stays, with its months.
  if (imports.length === 0) return { own: [], earlier: [], leftOut: [] }
  const ids = `{${imports.map((one) => one.id).join(',')}}`
  const leftOut = await listLeftOut(tx, companyId, ids)
  const prints = `{${leftOut.map(({ fingerprint }) => fingerprint).join(',')}}`
  // PostgreSQL takes an import for a handful of rows, and would walk through one for each row of the other.
  await tx.execute(sql`set local enable_nestloop = off`)
  const [found] = await rowsOf<{ own: OwnRow[]; earlier: EarlierPurchase[] }>(
    tx.execute(sql`
    with mine as materialized (
      select r.id, r.amount, ${isHeld} as is_held from import_rows r
      where r.company_id = ${companyId}::uuid and r.import_id = ${id}::uuid and ${isPurchase} and (r.state = 'ready' or ${isHeld})),
    earlier as materialized (
      select p.import_id, p.row_id, p.file_name as "fileName", p.row_number as row, i.template_id as "templateId", ${compared}
      from imported_purchases p
      join imports i on i.company_id = p.company_id and i.id = p.import_id
      join import_rows r on r.company_id = p.company_id and r.import_id = p.import_id and r.id = p.row_id
      where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid and not p.is_released
        and p.import_id = any(${ids}::uuid[]) and r.import_id = any(${ids}::uuid[]) and ${isPurchase}
        and r.amount in (select amount from mine)
        and not exists (
          select from import_rows same
          where same.company_id = ${companyId}::uuid and same.import_id = ${id}::uuid and same.fingerprint = p.fingerprint)),
    own as materialized (
      select r.id, r.fingerprint, r.occurrence, r.decision, r.problems, m.is_held, ${templateId}::text as "templateId", ${compared}
      from import_rows r join mine m on m.id = r.id
      where r.company_id = ${companyId}::uuid and r.import_id = ${id}::uuid
        and (m.is_held or r.amount in (select amount from earlier) or r.fingerprint = any(${prints}::text[]))),
    met as (
      select *, row_number() over (partition by key order by id) as nth from own
      where is_held or key in (select key from earlier) or fingerprint = any(${prints}::text[])),
    meeting as (
      select *, row_number() over (partition by key order by import_id, row_id) as nth from earlier
      where key in (select key from own))
    select coalesce((select json_agg(met order by id) from met where nth <= ${mostAlike}), '[]') as own,
      coalesce((select json_agg(meeting order by import_id, row_id) from meeting where nth <= ${mostAlike}), '[]') as earlier`),
  )
  await tx.execute(sql`set local enable_nestloop to default`)
  return { ...(found ?? { own: [], earlier: [] }), leftOut }
}

/** Rows that came back from posting were left out by whoever closed the import. `ids`: as PostgreSQL writes an array. */
async function listLeftOut(tx: CompanyDatabase, companyId: string, ids: string): Promise<LeftOut[]> {
  return rowsOf<LeftOut>(
    tx.execute(sql`
    select r.fingerprint, r.occurrence, i.file_name as "fileName", r.number as row
    from import_rows r join imports i on i.company_id = r.company_id and i.id = r.import_id
    where r.company_id = ${companyId}::uuid and r.import_id = any(${ids}::uuid[])
      and r.decision = 'leave-out' and r.state = 'skipped' and r.fingerprint is not null and r.returned is null`),
  )
}

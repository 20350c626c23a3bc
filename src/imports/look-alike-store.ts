import { type SQL, sql } from 'drizzle-orm'
import type { RowProblem } from '#kernel/row-problem.ts'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import type { Decision } from './contract.ts'
import { joinByHash } from './join-by-hash.ts'
import { heldCodes } from './rules/anyway-codes.ts'
import { type Earlier, type LeftOut, monthsAround, mostDaysApart, type Row } from './rules/look-alikes.ts'
import type { ImportRecord } from './store.ts'

export type OwnRow = Row &
  Pick<LeftOut, 'fingerprint' | 'occurrence'> & { decision: Decision | null; problems: RowProblem[] }

/** Purchases of some amounts: only those of one are compared with each other. `part`: one of so many of all. */
export type WhichAmounts = { amounts: readonly number[] } | { part: number; parts: number }

function isOf(which: WhichAmounts): SQL {
  if ('amounts' in which) return sql`r.amount = any(${`{${which.amounts.join(',')}}`}::bigint[])`
  return which.parts === 1 ? sql`true` : sql`abs(r.amount) % ${which.parts}::int = ${which.part}::int`
}

/** All amounts of an import, in parts of so many rows or less: what is compared stands in memory. */
export async function amountsInParts(
  tx: CompanyDatabase,
  { companyId, id }: Pick<ImportRecord, 'companyId' | 'id'>,
  mostRows: number,
): Promise<WhichAmounts[]> {
  const [last] = await rowsOf<{ id: number | null }>(
    tx.execute(sql`
      select max(id) as id from import_rows where company_id = ${companyId}::uuid and import_id = ${id}::uuid`),
  )
  const parts = Math.max(Math.ceil((last?.id ?? 0) / mostRows), 1)
  return Array.from({ length: parts }, (_, part) => ({ part, parts }))
}

/** Of more purchases of one amount and day nobody could say which is which. */
const mostAlike = 100

/** `reading` is kept as rules/pack-reading has it. `key`: amount and day. */
const compared = sql.raw(`
  r.amount, r.reading::json ->> 2 as day, r.amount || ' ' || (r.reading::json ->> 2) as key, r.normalised_merchant as name,
  r.reading::json ->> 1 as text, r.reading::json -> 7 ->> 'card' as card, r.reading::json -> 7 ->> 'providerId' as "providerId"`)
const isPurchase = sql.raw('r.reading is not null and r.amount is not null')
/** Dated a few days apart by two sources: only then are rules/look-alikes asked about their days. */
const isNear = sql.raw(`o.amount = e.amount and o."templateId" <> e."templateId"
  and o.day <> e.day and abs(o.day::date - e.day::date) <= ${mostDaysApart}`)
const isHeld = sql.raw(
  `r.state = 'attention' and (${heldCodes.map((code) => `r.problems @> '[{"code":"${code}"}]'`).join(' or ')})`,
)

/** The imports that another is compared with, as PostgreSQL writes an array of ids, and what was left out of them. */
export type ConfirmedBeside = { ids: string; leftOut: LeftOut[] }

/** Those confirmed over the same connection that have purchases in the import's months or beside them; null where there are none. */
export async function findConfirmedBeside(
  tx: CompanyDatabase,
  { companyId, id, connectionId, months }: ImportRecord,
): Promise<ConfirmedBeside | null> {
  const imports = await rowsOf<{ id: string }>(
    tx.execute(sql`
      select id from imports where company_id = ${companyId}::uuid and connection_id = ${connectionId}::uuid
        and id <> ${id}::uuid and run_id is not null and months && ${`{${monthsAround(months).join(',')}}`}::text[]`),
  )
  if (imports.length === 0) return null
  const ids = `{${imports.map((one) => one.id).join(',')}}`
  return { ids, leftOut: await listLeftOut(tx, companyId, ids) }
}

/**
 * Rows of an import that are ready, or were held as look-alikes, and the purchases that share day and amount with one of
 * them, or amount and nearly the day where another template read them, or rows that were left out and are one of them: of the
 * imports beside it, and not those that the file holds itself, to the letter.
 */
export async function listLookAlikes(
  tx: CompanyDatabase,
  { companyId, id, connectionId, templateId }: ImportRecord,
  { ids, leftOut }: ConfirmedBeside,
  which: WhichAmounts,
): Promise<{ own: OwnRow[]; earlier: Earlier[] }> {
  const prints = `{${leftOut.map(({ fingerprint }) => fingerprint).join(',')}}`
  const isAsked = isOf(which)
  const [found] = await joinByHash(tx, () =>
    rowsOf<{ own: OwnRow[]; earlier: Earlier[] }>(
      tx.execute(sql`
    with mine as materialized (
      select r.id, r.amount, ${isHeld} as is_held from import_rows r
      where r.company_id = ${companyId}::uuid and r.import_id = ${id}::uuid and ${isPurchase}
        and (r.state = 'ready' or ${isHeld}) and ${isAsked}),
    earlier as materialized (
      select p.import_id, p.row_id, p.file_name as "fileName", p.row_number as row, i.template_id as "templateId", ${compared}
      from imported_purchases p
      join imports i on i.company_id = p.company_id and i.id = p.import_id
      join import_rows r on r.company_id = p.company_id and r.import_id = p.import_id and r.id = p.row_id
      where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid and not p.is_released
        and p.import_id = any(${ids}::uuid[]) and r.import_id = any(${ids}::uuid[]) and ${isPurchase}
        and ${isAsked} and r.amount in (select amount from mine)
        and not exists (
          select from import_rows same
          where same.company_id = ${companyId}::uuid and same.import_id = ${id}::uuid and same.fingerprint = p.fingerprint)),
    own as materialized (
      select r.id, r.fingerprint, r.occurrence, r.decision, r.problems, m.is_held, ${templateId}::uuid as "templateId", ${compared}
      from import_rows r join mine m on m.id = r.id
      where r.company_id = ${companyId}::uuid and r.import_id = ${id}::uuid
        and (m.is_held or r.amount in (select amount from earlier) or r.fingerprint = any(${prints}::text[]))),
    met as (
      select *, row_number() over (partition by key order by id) as nth from own
      where is_held or key in (select key from earlier) or fingerprint = any(${prints}::text[])
        or id in (select o.id from own o where exists (select from earlier e where ${isNear}))),
    meeting as (
      select *, row_number() over (partition by key order by import_id, row_id) as nth from earlier
      where key in (select key from own)
        or (import_id, row_id) in (select e.import_id, e.row_id from earlier e where exists (select from own o where ${isNear})))
    select coalesce((select json_agg(met order by id) from met where nth <= ${mostAlike}), '[]') as own,
      coalesce((select json_agg(meeting order by import_id, row_id) from meeting where nth <= ${mostAlike}), '[]') as earlier`),
    ),
  )
  return found ?? { own: [], earlier: [] }
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

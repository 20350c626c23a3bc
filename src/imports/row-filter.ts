import { and, asc, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { RowProblem } from '#kernel/row-problem.ts'
import { type CompanyDatabase, rowsOf, together } from '#platform/database.ts'
import type { RowFilter, RowGroups, RowOrder } from './contract.ts'
import { isBlocking } from './rules/checks.ts'
import { contextCodes, noteCode } from './rules/rows-in-context.ts'
import { importRows, imports } from './tables.ts'

type OfImport = { companyId: string; importId: string }
const isOfImport = ({ companyId, importId }: OfImport) =>
  and(eq(importRows.companyId, companyId), eq(importRows.importId, importId))

/** The rows that fit all that is asked for. */
export function fits({ state, q, problem, supplier, account, edited, number, from }: RowFilter): SQL | undefined {
  return and(
    state ? eq(importRows.state, state) : undefined,
    q ? matches(q) : undefined,
    problem ? sql`${importRows.problems} @> ${JSON.stringify([{ code: problem }])}::jsonb` : undefined,
    supplier ? eq(importRows.supplierNumber, supplier) : undefined,
    account === undefined ? undefined : eq(importRows.account, account),
    number === undefined ? undefined : eq(importRows.number, number),
    from === undefined ? undefined : gte(importRows.number, from),
    edited === undefined ? undefined : sql`(${importRows.edits} is not null) = ${edited}`,
  )
}

/** Rows that need attention, and those that may say how these are read. */
export const isToMendOrAround = or(
  eq(importRows.state, 'attention'),
  and(
    eq(importRows.state, 'skipped'),
    inArray(sql`${importRows.problems} #>> '{0,code}'`, [...contextCodes, noteCode]),
  ),
)

function matches(q: string): SQL {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${importRows.cells} ilike ${pattern} or ${importRows.supplierName} ilike ${pattern} or ${importRows.supplierNumber} ilike ${pattern} or ${importRows.edits}::text ilike ${pattern})`
}

/** Runs of ids that fit, `[first, length]` each, in file order: a hundred thousand rows are one run as long as none is left out. */
export async function listRuns(tx: CompanyDatabase, of: OfImport, filter: RowFilter): Promise<[number, number][]> {
  const place = sql`${importRows.id} - row_number() over (order by ${importRows.id})`
  const found = tx
    .select({ id: importRows.id, run: place.as('run') })
    .from(importRows)
    .where(and(isOfImport(of), fits(filter)))
    .as('found')
  const runs = await tx
    .select({ first: sql<number>`min(${found.id})::int`, length: sql<number>`count(*)::int` })
    .from(found)
    .groupBy(found.run)
    .orderBy(sql`1`)
  return runs.map(({ first, length }) => [first, length])
}

/** The rows of a sheet follow on each other: those of several begin and end in different ones. */
export async function hasSheets(tx: CompanyDatabase, of: OfImport): Promise<boolean> {
  const sheetOf = (order: SQL) =>
    tx.select({ sheet: importRows.sheet }).from(importRows).where(isOfImport(of)).orderBy(order).limit(1)
  const [[first], [last]] = await together(sheetOf(asc(importRows.id)), sheetOf(desc(importRows.id)))
  return first?.sheet !== last?.sheet
}

/**
 * Å, ä and ö stand after z, letters of other languages where Swedish puts them (é with e, ü with y, ø with ö). Spelled out,
 * since PGlite has no Swedish collation and the two databases are to agree: `{|}` follow z in ASCII.
 */
const inSwedish = (text: SQL) =>
  sql`translate(lower(${text}), 'åäöÅÄÖæøÆØéèêëÉÈÊËüÜáàâãÁÀÂÃíìîïóòôõúùûñçß', '{|}{|}|}|}eeeeeeeeyyaaaaaaaaiiiioooouuuncs') collate "C"`

/** `reading` is kept as rules/pack-reading has it: sheet, merchant, date, … */
const sortKeys: Record<NonNullable<RowOrder['sort']>, SQL> = {
  state: sql`array_position(array['attention', 'ready', 'duplicate', 'skipped'], ${importRows.state})`,
  date: sql`coalesce(${importRows.edits} ->> 'invoiceDate', ${importRows.reading}::json ->> 2, ${importRows.unread} #>> '{known,invoiceDate}') collate "C"`,
  text: inSwedish(
    sql`coalesce(${importRows.edits} ->> 'merchant', ${importRows.reading}::json ->> 1, ${importRows.unread} #>> '{known,merchant}')`,
  ),
  supplier: inSwedish(sql`${importRows.supplierName}`),
  account: sql`${importRows.account}`,
  vat: sql`${importRows.vat}`,
  amount: sql`${importRows.amount}`,
}

/**
 * The same in the order of a column, what has no value last. All places at once: a hundred thousand of them are some
 * hundreds of kilobytes, and each window of rows is then read by the primary key.
 */
export async function listSortedRuns(
  tx: CompanyDatabase,
  of: OfImport,
  filter: RowFilter,
  { sort, isDown = false }: { sort: NonNullable<RowOrder['sort']> } & RowOrder,
): Promise<[number, number][]> {
  const key = sortKeys[sort]
  const [row] = await tx
    .select({
      ids: sql<
        number[]
      >`coalesce(json_agg(${importRows.id} order by ${key} ${isDown ? sql`desc` : sql`asc`} nulls last, ${importRows.id}), '[]')`,
    })
    .from(importRows)
    .where(and(isOfImport(of), fits(filter)))
  const runs: [number, number][] = []
  for (const id of row?.ids ?? []) {
    const last = runs.at(-1)
    if (last && last[0] + last[1] === id) last[1]++
    else runs.push([id, 1])
  }
  return runs
}

export async function listIds(tx: CompanyDatabase, of: OfImport, filter: RowFilter): Promise<number[]> {
  const rows = await tx
    .select({ id: importRows.id })
    .from(importRows)
    .where(and(isOfImport(of), fits(filter)))
    .orderBy(importRows.id)
  return rows.map(({ id }) => id)
}

/** What the rows can be filtered by, the most first. */
export async function groupRows(tx: CompanyDatabase, of: OfImport): Promise<Omit<RowGroups, 'elsewhere'>> {
  const problem = sql`jsonb_array_elements(${importRows.problems})`
  const each = tx
    .select({ problem: problem.as('problem'), amount: importRows.amount })
    .from(importRows)
    .where(and(isOfImport(of), sql`${importRows.state} in ('attention', 'ready')`))
    .as('each')
  const problems = await tx
    .select({
      code: sql<string>`${each.problem} ->> 'code'`,
      one: sql<RowProblem>`(array_agg(${each.problem}))[1]`,
      kinds: sql<number>`count(distinct ${each.problem} -> 'params')::int`,
      rows: sql<number>`count(*)::int`,
      sum: sql<string>`coalesce(sum(${each.amount}), 0)`,
    })
    .from(each)
    .groupBy(sql`1`)
    .orderBy(sql`4 desc, 1`)
  const name = sql<string>`min(${importRows.supplierName})`
  const suppliers = await tx
    .select({ number: sql<string>`${importRows.supplierNumber}`, name, rows: sql<number>`count(*)::int` })
    .from(importRows)
    .where(and(isOfImport(of), sql`${importRows.supplierNumber} is not null`))
    .groupBy(importRows.supplierNumber)
    .orderBy(sql`3 desc, 1`)
  const accounts = await tx
    .select({ account: sql<number>`${importRows.account}`, rows: sql<number>`count(*)::int` })
    .from(importRows)
    .where(and(isOfImport(of), sql`${importRows.account} is not null`))
    .groupBy(importRows.account)
    .orderBy(sql`2 desc, 1`)
  const groups = problems.map(({ one, kinds, rows, sum }) => ({
    problem: one,
    rows,
    sum: Number(sum),
    isOne: kinds <= 1,
  }))
  return {
    problems: groups.filter(({ problem }) => isBlocking(problem)),
    notes: groups.filter(({ problem }) => !isBlocking(problem)),
    suppliers,
    accounts,
  }
}

/**
 * Other imports that wait for somebody and hold purchases of this one, with how many of its rows. Gathered by purchase, not
 * joined: of rows just read a database has no statistics yet, takes them for few and compares each with each, which for
 * 100,000 rows beside another import held up everybody for 14 seconds.
 */
export async function listElsewhere(
  tx: CompanyDatabase,
  { companyId, importId, connectionId }: OfImport & { connectionId: string },
): Promise<RowGroups['elsewhere']> {
  return rowsOf<RowGroups['elsewhere'][number]>(
    tx.execute(sql`
    with open as (
      select id, file_name, created_at from ${imports}
      where company_id = ${companyId}::uuid and connection_id = ${connectionId}::uuid and state = 'checked'
    ), shared as (
      select count(*) filter (where import_id = ${importId}::uuid) as own,
        array_agg(distinct import_id) filter (where import_id <> ${importId}::uuid) as others
      from ${importRows}
      where company_id = ${companyId}::uuid and import_id in (select id from open union select ${importId}::uuid)
        and state in ('ready', 'attention') and fingerprint is not null
      group by fingerprint, occurrence
      having bool_or(import_id = ${importId}::uuid) and bool_or(import_id <> ${importId}::uuid)
    ), counted as (
      select other, sum(own)::int as rows from shared, unnest(others) as other group by other
    )
    select open.id as "importId", open.file_name as "fileName", counted.rows, false as "isOtherVersion",
      to_char(open.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from counted join open on open.id = counted.other
    order by counted.rows desc limit 5`),
  )
}

/** How many rows fit, and how many cells the longest of them has. */
export async function countRows(
  tx: CompanyDatabase,
  of: OfImport,
  filter: RowFilter,
): Promise<{ count: number; width: number }> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      width: sql<number>`coalesce(max(json_array_length(${importRows.cells}::json)), 0)::int`,
    })
    .from(importRows)
    .where(and(isOfImport(of), fits(filter)))
  return row ?? { count: 0, width: 0 }
}

/** How many of the rows that fit can be changed (change-rows.ts): purchases that are not with posting. */
export async function countChangeable(tx: CompanyDatabase, of: OfImport, filter: RowFilter): Promise<number> {
  const isRead = sql`(${importRows.reading} is not null or ${importRows.unread} is not null)`
  // Only of a duplicate it has to be looked up which kind it is: problems stand behind long texts.
  const isPosted = sql`(${importRows.state} = 'duplicate' and ${importRows.problems} #>> '{0,code}' = 'posted-here')`
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(importRows)
    .where(and(isOfImport(of), fits(filter), sql`${isRead} and ${isPosted} is not true`))
  return row?.count ?? 0
}

/** The file's first header row. */
export async function findHeader(tx: CompanyDatabase, of: OfImport): Promise<string[]> {
  const [row] = await tx
    .select({ cells: importRows.cells })
    .from(importRows)
    .where(and(isOfImport(of), sql`${importRows.problems} #>> '{0,code}' = 'header'`))
    .orderBy(importRows.id)
    .limit(1)
  return row?.cells ?? []
}

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import { type RowFilter, type RowReading, type RowState, rowStates, type ShownRow } from './contract.ts'
import { betweenIds, inBatches, isAnyOf } from './row-batches.ts'
import { fits } from './row-filter.ts'
import type { RowCheck } from './rules/check-quickly.ts'
import { unpackReading } from './rules/pack-reading.ts'
import { showRow } from './rules/show-row.ts'
import { hashOfReady } from './shown-rows.ts'
import { importedPurchases, importRows, imports } from './tables.ts'

type RowRecord = typeof importRows.$inferSelect
/** A row with what was read of it, and what the grid shows. */
export type StoredRow = Omit<RowRecord, 'reading'> & { reading: RowReading | null; shown: ShownRow }

export function toStored(record: RowRecord): StoredRow {
  const row = { ...record, reading: record.reading === null ? null : unpackReading(record.reading, record.number) }
  return { ...row, shown: showRow(row) }
}

const isOfImport = (companyId: string, importId: string) =>
  and(eq(importRows.companyId, companyId), eq(importRows.importId, importId))

/** The largest amount in öre of a row that is ready, credits by their size. */
export async function findLargest(
  tx: CompanyDatabase,
  { companyId, importId }: { companyId: string; importId: string },
): Promise<number> {
  const [row] = await tx
    .select({ largest: sql<string>`coalesce(max(abs(${importRows.amount})), 0)` })
    .from(importRows)
    .where(and(isOfImport(companyId, importId), eq(importRows.state, 'ready')))
  return Number(row?.largest ?? 0)
}

/** Rows that are ready since a person wants them although the same purchase is, or may be, imported already. */
export async function countAnyway(
  tx: CompanyDatabase,
  { companyId, importId }: { companyId: string; importId: string },
): Promise<number> {
  const isWanted = and(eq(importRows.state, 'ready'), eq(importRows.decision, 'import-anyway'))
  return tx.$count(importRows, and(isOfImport(companyId, importId), isWanted))
}

export async function deleteRows(tx: CompanyDatabase, companyId: string, importId: string): Promise<void> {
  await tx.delete(importRows).where(isOfImport(companyId, importId))
}

/** Writes what a check came to, for the rows it changed. */
export async function saveAssessments(
  tx: CompanyDatabase,
  companyId: string,
  importId: string,
  rows: readonly (RowCheck & { id: number })[],
): Promise<void> {
  await inBatches(rows, (json, batch) =>
    tx.execute(sql`
      update import_rows t
      set state = r.state, problems = r.problems, supplier_number = r."supplierNumber", supplier_name = r."supplierName",
        account = r.account, vat = r.vat, vat_type = r."vatType", amount = r.amount, occurrence = r.occurrence,
        invoice_number = r."invoiceNumber"
      from jsonb_to_recordset(${json}::jsonb) as r(id int, state text, problems jsonb, "supplierNumber" text, "supplierName" text, account int, vat bigint, "vatType" text, amount bigint, occurrence int, "invoiceNumber" text)
      where t.company_id = ${companyId}::uuid and t.import_id = ${importId}::uuid and ${betweenIds('t.id', batch)} and t.id = r.id`),
  )
}

/** Those of a page, in file order from `after` on. */
export async function loadPage(
  tx: CompanyDatabase,
  { companyId, importId }: { companyId: string; importId: string },
  page: { after: number; limit: number; state?: RowState },
): Promise<StoredRow[]> {
  const rows = await tx
    .select()
    .from(importRows)
    .where(
      and(
        isOfImport(companyId, importId),
        sql`${importRows.id} > ${page.after}`,
        page.state
          ? eq(importRows.state, page.state)
          : sql`(${importRows.reading} is not null or ${importRows.unread} is not null)`,
      ),
    )
    .orderBy(importRows.id)
    .limit(page.limit)
  return rows.map(toStored)
}

/** Rows that a person wants although they are duplicates, and all that are equal to them, in file order. */
export async function loadWantedAnyway(
  tx: CompanyDatabase,
  { companyId, importId }: { companyId: string; importId: string },
): Promise<StoredRow[]> {
  const wanted = await tx
    .select({ fingerprint: importRows.fingerprint })
    .from(importRows)
    .where(and(isOfImport(companyId, importId), eq(importRows.decision, 'import-anyway')))
  const fingerprints = wanted.flatMap(({ fingerprint }) => fingerprint ?? [])
  if (fingerprints.length === 0) return []
  const rows = await tx
    .select()
    .from(importRows)
    .where(and(isOfImport(companyId, importId), isAnyOf(importRows.fingerprint, fingerprints)))
    .orderBy(importRows.id)
  return rows.map(toStored)
}

/** Rows that are or may become invoices, in file order; those the template skipped never change. */
export async function loadCheckableRows(
  tx: CompanyDatabase,
  companyId: string,
  importId: string,
): Promise<StoredRow[]> {
  const rows = await tx
    .select()
    .from(importRows)
    .where(
      and(
        isOfImport(companyId, importId),
        sql`(${importRows.reading} is not null or ${importRows.unread} is not null)`,
      ),
    )
    .orderBy(importRows.id)
  return rows.map(toStored)
}

export async function findRow(
  tx: CompanyDatabase,
  companyId: string,
  importId: string,
  id: number,
): Promise<StoredRow | null> {
  const [row] = await tx
    .select()
    .from(importRows)
    .where(and(isOfImport(companyId, importId), eq(importRows.id, id)))
  return row ? toStored(row) : null
}

/** Cells of other rows of the sheet, for values that were carried down or stand in a note under the row. */
export async function findCells(
  tx: CompanyDatabase,
  of: { companyId: string; importId: string; sheet: string },
  numbers: readonly number[],
): Promise<Map<number, string[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .select({ number: importRows.number, cells: importRows.cells })
    .from(importRows)
    .where(
      and(
        isOfImport(of.companyId, of.importId),
        eq(importRows.sheet, of.sheet),
        inArray(importRows.number, [...numbers]),
      ),
    )
  return new Map(rows.map(({ number, cells }) => [number, cells]))
}

/** `hash`: of what the ready rows are posted as (shown-rows.ts). */
type ByState = Partial<Record<RowState, { count: number; sum: number }>> & { hash: bigint }

/** Number and sum of the rows in each state, told apart without sorting rows that PostgreSQL has no statistics of yet. */
export async function sumByState(tx: CompanyDatabase, companyId: string, importId: string): Promise<ByState> {
  const parts = rowStates.flatMap((state) => [
    sql`count(*) filter (where ${importRows.state} = ${state})`,
    sql`sum(${importRows.amount}) filter (where ${importRows.state} = ${state})`,
  ])
  const [row] = await tx
    .select({ parts: sql<(number | null)[]>`json_build_array(${sql.join(parts, sql`, `)})`, hash: hashOfReady })
    .from(importRows)
    .where(isOfImport(companyId, importId))
  const part = (at: number) => Number(row?.parts[at] ?? 0)
  const byState = Object.fromEntries(
    rowStates.map((state, i) => [state, { count: part(i * 2), sum: part(i * 2 + 1) }]),
  ) as Record<RowState, { count: number; sum: number }>
  return { ...byState, hash: BigInt(row?.hash ?? 0) }
}

/**
 * Number and sum of the rows in each state. Counts on the same walk how many rows each supplier has and keeps that with the
 * import: who looks at the suppliers shall not walk over every row there is.
 */
export async function countByState(tx: CompanyDatabase, companyId: string, importId: string): Promise<ByState> {
  // Before statistics are gathered PostgreSQL takes an import for one row and sorts all of them by two texts.
  await tx.execute(sql`set local enable_sort = off`)
  const groups = await tx
    .select({
      state: importRows.state,
      supplierNumber: importRows.supplierNumber,
      count: sql<number>`count(*)::int`,
      sum: sql<string>`coalesce(sum(${importRows.amount}), 0)`,
      hash: hashOfReady,
    })
    .from(importRows)
    .where(isOfImport(companyId, importId))
    .groupBy(importRows.state, importRows.supplierNumber)
  await tx.execute(sql`set local enable_sort to default`)
  const byState: ByState = { hash: 0n }
  const supplierRows: Record<string, number> = {}
  for (const { state, supplierNumber, count, sum, hash } of groups) {
    byState.hash ^= BigInt(hash)
    const before = byState[state] ?? { count: 0, sum: 0 }
    byState[state] = { count: before.count + count, sum: before.sum + Number(sum) }
    if (supplierNumber !== null) supplierRows[supplierNumber] = (supplierRows[supplierNumber] ?? 0) + count
  }
  await tx
    .update(imports)
    .set({ supplierRows })
    .where(and(eq(imports.companyId, companyId), eq(imports.id, importId)))
  return byState
}

export type EarlierImport = { importId: string; fileName: string; rowNumber: number; reference: string }
export type ListedRow = StoredRow & { earlier: EarlierImport | null }

/**
 * What a duplicate was imported as. Looked up row by row: before statistics are gathered PostgreSQL takes a connection for one
 * purchase, and walks over all of them for each row.
 */
const earlierOfRow = (tx: CompanyDatabase, connectionId: string) =>
  tx
    .select({
      importId: importedPurchases.importId,
      fileName: importedPurchases.fileName,
      rowNumber: importedPurchases.rowNumber,
      reference: importedPurchases.reference,
    })
    .from(importedPurchases)
    .where(
      and(
        eq(importRows.state, 'duplicate'),
        eq(importedPurchases.companyId, importRows.companyId),
        eq(importedPurchases.connectionId, connectionId),
        eq(importedPurchases.isReleased, false),
        eq(importedPurchases.fingerprint, importRows.fingerprint),
        eq(importedPurchases.occurrence, importRows.occurrence),
      ),
    )
    .limit(1)
    .as('earlier')

/** Rows of an import in file order from `after` on; `q` is looked for in the cells, the supplier and its number. */
export async function listRows(
  tx: CompanyDatabase,
  of: { companyId: string; importId: string; connectionId: string },
  filter: RowFilter & { ids?: readonly number[] | undefined; isBand?: true },
  page: { after: number; limit: number },
): Promise<ListedRow[]> {
  const earlier = earlierOfRow(tx, of.connectionId)
  const { importId, fileName, rowNumber, reference } = earlier
  const rows = await tx
    .select({ row: importRows, earlier: { importId, fileName, rowNumber, reference } })
    .from(importRows)
    .leftJoinLateral(earlier, sql`true`)
    .where(
      and(
        isOfImport(of.companyId, of.importId),
        sql`${importRows.id} > ${page.after}`,
        filter.ids && inArray(importRows.id, [...filter.ids]),
        filter.isBand &&
          sql`${importRows.state} = 'skipped' and ${importRows.problems} #>> '{0,code}' in ('section-title', 'heading', 'printed-total')`,
        fits(filter),
      ),
    )
    .orderBy(importRows.id)
    .limit(page.limit)
  return rows.map(({ row, earlier }) => ({ ...toStored(row), earlier }))
}

/** The first rows of the file, as found. */
export async function listFirstRows(
  tx: CompanyDatabase,
  companyId: string,
  importId: string,
  limit: number,
): Promise<{ sheet: string; number: number; cells: string[] }[]> {
  return tx
    .select({ sheet: importRows.sheet, number: importRows.number, cells: importRows.cells })
    .from(importRows)
    .where(and(eq(importRows.companyId, companyId), eq(importRows.importId, importId)))
    .orderBy(importRows.id)
    .limit(limit)
}

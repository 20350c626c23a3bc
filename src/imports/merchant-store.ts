import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import { toStored } from './row-store.ts'
import type { FileUse } from './rules/find-stopped.ts'
import type { KnownBooking } from './rules/propose-booking.ts'
import { importRows, imports } from './tables.ts'

/** `merchant` as its first row spells it; `supplierName` of the supplier it has now, null while it waits. */
export type MerchantRows = {
  importId: string
  merchant: string
  place: string | undefined
  normalised: string
  supplierName: string | null
  rows: number
  sum: number
}

const purchaseStates = ['ready', 'attention'] as const

/** Merchants of these imports, those with the most rows and money first: all, or those no supplier is known for. */
export async function listMerchants(
  tx: CompanyDatabase,
  companyId: string,
  { importIds, isWaiting }: { importIds: readonly string[]; isWaiting: boolean },
): Promise<MerchantRows[]> {
  if (importIds.length === 0) return []
  const groups = tx
    .select({
      importId: sql<string>`${importRows.importId}`.as('group_import'),
      first: sql<number>`min(${importRows.id})`.as('first'),
      rows: sql<number>`count(*)::int`.as('rows'),
      sum: sql<string>`coalesce(sum(${importRows.amount}), 0)`.as('sum'),
      weight: sql`count(*) * sum(abs(coalesce(${importRows.amount}, 0)))`.as('weight'),
    })
    .from(importRows)
    .where(
      and(
        eq(importRows.companyId, companyId),
        inArray(importRows.importId, [...importIds]),
        isWaiting ? eq(importRows.state, 'attention') : inArray(importRows.state, [...purchaseStates]),
        sql`${importRows.normalisedMerchant} is not null`,
        isWaiting ? sql`${importRows.supplierNumber} is null` : undefined,
      ),
    )
    .groupBy(importRows.importId, importRows.normalisedMerchant)
    .as('groups')
  const found = await tx
    .select({ row: importRows, rows: groups.rows, sum: groups.sum })
    .from(groups)
    .innerJoin(
      importRows,
      and(
        eq(importRows.companyId, companyId),
        eq(importRows.importId, groups.importId),
        eq(importRows.id, groups.first),
      ),
    )
    .orderBy(sql`${groups.weight} desc, ${groups.importId}, ${groups.first}`)
  return found.map(({ row, rows, sum }) => {
    const { shown, reading } = toStored(row)
    return {
      importId: row.importId,
      merchant: shown.merchant ?? '',
      place: reading?.fields.place,
      normalised: row.normalisedMerchant ?? '',
      supplierName: row.supplierName,
      rows,
      sum: Number(sum),
    }
  })
}

/**
 * Rows of the same merchant besides one that would get its supplier, in all of `importIds`, and those of its own import that
 * a person has given another. What is skipped or a duplicate counts for neither.
 */
export async function countOthers(
  tx: CompanyDatabase,
  { companyId, importId, importIds }: { companyId: string; importId: string; importIds: readonly string[] },
  { rowId, normalised, supplierNumber }: { rowId: number; normalised: string; supplierNumber: string },
): Promise<{ rows: number; contradicting: number }> {
  const byHand = sql`${importRows.edits}->>'supplier'`
  const isOfOwn = eq(importRows.importId, importId)
  const [counted] = await tx
    .select({
      rows: sql<number>`(count(*) filter (where ${byHand} is null and ${importRows.supplierNumber} is distinct from ${supplierNumber}))::int`,
      contradicting: sql<number>`(count(*) filter (where ${isOfOwn} and ${byHand} <> ${supplierNumber}))::int`,
    })
    .from(importRows)
    .where(
      and(
        eq(importRows.companyId, companyId),
        inArray(importRows.importId, [...importIds]),
        eq(importRows.normalisedMerchant, normalised),
        or(ne(importRows.importId, importId), ne(importRows.id, rowId)),
        inArray(importRows.state, [...purchaseStates]),
      ),
    )
  return counted ?? { rows: 0, contradicting: 0 }
}

/** How many rows of files each supplier was found for, and when the last of these files came. */
export async function countBySupplier(
  tx: CompanyDatabase,
  companyId: string,
  connectionId: string,
): Promise<{ supplierNumber: string; rows: number; openRows: number; lastUsed: Date }[]> {
  const found = await rowsOf<{ supplier_number: string; rows: number; open_rows: number; last_used: string | Date }>(
    tx.execute(sql`
    select supplier_number, sum(rows::int)::int as rows, max(${imports.createdAt}) as last_used,
      coalesce(sum(rows::int) filter (where ${imports.state} = 'checked'), 0)::int as open_rows
    from ${imports}, jsonb_each_text(${imports.supplierRows}) as found(supplier_number, rows)
    where ${and(eq(imports.companyId, companyId), eq(imports.connectionId, connectionId))}
    group by supplier_number`),
  )
  return found.map(({ supplier_number: supplierNumber, rows, open_rows: openRows, last_used }) => ({
    ...{ supplierNumber, rows, openRows },
    lastUsed: new Date(last_used),
  }))
}

/** A year of monthly files and the newest. */
const filesLookedAt = 13

/** The last files of each template that were read, newest first; the same file sent twice is one. */
export async function listFileUse(
  tx: CompanyDatabase,
  companyId: string,
  connectionId: string,
): Promise<(FileUse & { templateId: string; templateName: string })[]> {
  const files = tx
    .selectDistinctOn([imports.templateId, imports.fileSha256], {
      templateId: imports.templateId,
      templateName: imports.templateName,
      importId: imports.id,
      fileName: imports.fileName,
      at: imports.createdAt,
      purchases: sql<number>`(
        coalesce(${imports.totals}->'ready'->>'count', '0')::int
        + coalesce(${imports.totals}->'attention'->>'count', '0')::int
        + coalesce(${imports.totals}->'duplicate'->>'count', '0')::int
      )`.as('purchases'),
      suppliers: imports.supplierRows,
    })
    .from(imports)
    .where(
      and(
        eq(imports.companyId, companyId),
        eq(imports.connectionId, connectionId),
        inArray(imports.state, ['checked', 'confirmed']),
        // Where the template fits so badly that nothing is read by it, no merchant can be missed.
        sql`not ${imports.warnings} @> '[{"code":"no-purchases"}]'`,
      ),
    )
    .orderBy(imports.templateId, imports.fileSha256, imports.createdAt)
    .as('files')
  const placed = tx
    .select({
      ...{ templateId: files.templateId, templateName: files.templateName, importId: files.importId },
      ...{ fileName: files.fileName, at: files.at, purchases: files.purchases, suppliers: files.suppliers },
      place:
        sql<number>`row_number() over (partition by ${files.templateId} order by ${files.at} desc, ${files.importId} desc)`.as(
          'place',
        ),
    })
    .from(files)
    .as('placed')
  return tx
    .select()
    .from(placed)
    .where(sql`${placed.place} <= ${filesLookedAt}`)
    .orderBy(placed.templateId, placed.place)
}

/** Of so many imports, the newest that found the supplier, so many rows at the end of each, and so many of its own. */
const bookings = { imports: 20, rowsOfEach: 10_000, most: 500 }

/**
 * What the newest purchases from a supplier were booked on, most rows first. Rows have no index by supplier, which every
 * import would pay for; so the imports that found the supplier say so themselves (`supplier_rows`), and of those the
 * newest are read, and no more rows of each than can be read while a person waits.
 */
export async function countBookings(
  tx: CompanyDatabase,
  { companyId, connectionId }: { companyId: string; connectionId: string },
  supplierNumber: string,
): Promise<Pick<KnownBooking, 'accounts' | 'vatTypes'>> {
  const newest = tx
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        ...[eq(imports.companyId, companyId), eq(imports.connectionId, connectionId)],
        sql`${imports.supplierRows} ? ${supplierNumber}`,
      ),
    )
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(bookings.imports)
    .as('newest')
  const lastRows = tx
    .select({ account: importRows.account, vatType: importRows.vatType, supplierNumber: importRows.supplierNumber })
    .from(importRows)
    .where(and(eq(importRows.companyId, companyId), eq(importRows.importId, newest.id)))
    .orderBy(desc(importRows.id))
    .limit(bookings.rowsOfEach)
    .as('last_rows')
  const its = tx
    .select({ account: lastRows.account, vatType: lastRows.vatType })
    .from(newest)
    .innerJoinLateral(lastRows, eq(lastRows.supplierNumber, supplierNumber))
    .limit(bookings.most)
    .as('its')
  const rows = sql<number>`count(*)::int`
  const found = await tx
    .select({ account: its.account, vatType: its.vatType, rows })
    .from(its)
    .groupBy(its.account, its.vatType)
    .orderBy(sql`count(*) desc`, its.account)
  const most = <Key extends string | number>(keyOf: (row: (typeof found)[number]) => Key | null) => {
    const sums = new Map<Key, number>()
    for (const row of found) {
      const key = keyOf(row)
      if (key !== null) sums.set(key, (sums.get(key) ?? 0) + row.rows)
    }
    return [...sums].sort((a, b) => b[1] - a[1])
  }
  return {
    accounts: most(({ account }) => account).map(([account, count]) => ({ account, rows: count })),
    vatTypes: most(({ vatType }) => vatType).map(([vatType, count]) => ({ vatType, rows: count })),
  }
}

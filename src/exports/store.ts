import { and, desc, eq, lt } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import { exports } from './tables.ts'

export type ExportRecord = typeof exports.$inferSelect

const isExport = (companyId: string, id: string) => and(eq(exports.companyId, companyId), eq(exports.id, id))

export async function insertExport(tx: CompanyDatabase, record: ExportRecord): Promise<void> {
  await tx.insert(exports).values(record)
}

export async function findExport(tx: CompanyDatabase, companyId: string, id: string): Promise<ExportRecord | null> {
  const [record] = await tx.select().from(exports).where(isExport(companyId, id))
  return record ?? null
}

/** Changes an export that is being written; false where it no longer is. */
export async function changeWriting(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
  changes: Partial<ExportRecord>,
): Promise<boolean> {
  const changed = await tx
    .update(exports)
    .set(changes)
    .where(and(isExport(companyId, id), eq(exports.state, 'writing')))
    .returning({ id: exports.id })
  return changed.length > 0
}

export async function deleteExport(tx: CompanyDatabase, companyId: string, id: string): Promise<ExportRecord | null> {
  const [record] = await tx.delete(exports).where(isExport(companyId, id)).returning()
  return record ?? null
}

/** Newest first (ids sort by time), from `before` on. */
export async function listExports(
  tx: CompanyDatabase,
  companyId: string,
  page: { before: string | null; limit: number },
): Promise<ExportRecord[]> {
  return tx
    .select()
    .from(exports)
    .where(and(eq(exports.companyId, companyId), page.before ? lt(exports.id, page.before) : undefined))
    .orderBy(desc(exports.id))
    .limit(page.limit)
}

import { and, arrayOverlaps, desc, eq, inArray, lt, ne } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import { monthsAround } from './rules/look-alikes.ts'
import { imports } from './tables.ts'

export type ImportRecord = typeof imports.$inferSelect

const isImport = (companyId: string, id: string) => and(eq(imports.companyId, companyId), eq(imports.id, id))

export async function insertImport(tx: CompanyDatabase, record: typeof imports.$inferInsert): Promise<void> {
  await tx.insert(imports).values(record)
}

export async function findImport(tx: CompanyDatabase, companyId: string, id: string): Promise<ImportRecord | null> {
  const [record] = await tx.select().from(imports).where(isImport(companyId, id))
  return record ?? null
}

/** Locks the import, so that checking, deciding and confirming it come one after the other. */
export async function lockImport(tx: CompanyDatabase, companyId: string, id: string): Promise<ImportRecord | null> {
  const [record] = await tx.select().from(imports).where(isImport(companyId, id)).for('update')
  return record ?? null
}

export async function changeImport(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
  changes: Partial<typeof imports.$inferInsert>,
): Promise<void> {
  await tx.update(imports).set(changes).where(isImport(companyId, id))
}

export async function deleteImport(tx: CompanyDatabase, companyId: string, id: string): Promise<void> {
  await tx.delete(imports).where(isImport(companyId, id))
}

/** A company's imports, newest first (ids sort by time), from `before` on. */
export async function listImports(
  tx: CompanyDatabase,
  companyId: string,
  page: { before: string | null; limit: number },
): Promise<ImportRecord[]> {
  return tx
    .select()
    .from(imports)
    .where(and(eq(imports.companyId, companyId), page.before ? lt(imports.id, page.before) : undefined))
    .orderBy(desc(imports.id))
    .limit(page.limit)
}

/** Earlier imports of exactly the same bytes, newest first. */
export async function findSameFile(
  tx: CompanyDatabase,
  companyId: string,
  sha256: string,
): Promise<{ fileName: string; createdAt: Date }[]> {
  return tx
    .select({ fileName: imports.fileName, createdAt: imports.createdAt })
    .from(imports)
    .where(
      and(
        eq(imports.companyId, companyId),
        eq(imports.fileSha256, sha256),
        inArray(imports.state, ['checked', 'confirmed']),
      ),
    )
    .orderBy(desc(imports.id))
    .limit(1)
}

/** Imports whose rows still wait for somebody: what a newly mapped supplier may help. */
export async function listOpenImports(tx: CompanyDatabase, companyId: string, connectionId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.companyId, companyId), eq(imports.connectionId, connectionId), eq(imports.state, 'checked')))
  return rows.map(({ id }) => id)
}

/** Imports of the same connection that wait for somebody and have purchases in the same months or beside them. */
export async function listOpenBeside(
  tx: CompanyDatabase,
  { companyId, id, connectionId, months }: Pick<ImportRecord, 'companyId' | 'id' | 'connectionId' | 'months'>,
): Promise<ImportRecord[]> {
  if (months.length === 0) return []
  return tx
    .select()
    .from(imports)
    .where(
      and(
        ...[eq(imports.companyId, companyId), eq(imports.connectionId, connectionId), ne(imports.id, id)],
        ...[eq(imports.state, 'checked'), arrayOverlaps(imports.months, monthsAround(months))],
      ),
    )
    .orderBy(imports.id)
}

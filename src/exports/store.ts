import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { CompanyDatabase, Database } from '#platform/database.ts'
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

/** Takes an export that is to be written and that nobody alive writes; counts those who died at it. */
export async function takeWriting(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<ExportRecord | null> {
  const [record] = await tx
    .update(exports)
    .set({
      writingSince: now,
      writingUntil: until,
      problem: null,
      deaths: sql`${exports.deaths} + case when ${exports.writingUntil} is null then 0 else 1 end`,
    })
    .where(
      and(
        isExport(companyId, id),
        eq(exports.state, 'writing'),
        or(isNull(exports.writingUntil), lt(exports.writingUntil, now)),
      ),
    )
    .returning()
  return record ?? null
}

/** Changes an export that is being written as it was taken; false where it no longer is, or another has taken it since. */
export async function changeWriting(
  tx: CompanyDatabase,
  { companyId, id, writingSince }: ExportRecord,
  changes: Partial<ExportRecord>,
): Promise<boolean> {
  if (writingSince === null) return false
  const changed = await tx
    .update(exports)
    .set(changes)
    .where(and(isExport(companyId, id), eq(exports.state, 'writing'), eq(exports.writingSince, writingSince)))
    .returning({ id: exports.id })
  return changed.length > 0
}

/** Exports of every company that say they are being written and that nobody alive writes. */
export async function findAbandoned(
  db: Database,
  { now, lostBefore }: { now: Date; lostBefore: Date },
): Promise<Pick<ExportRecord, 'companyId' | 'id'>[]> {
  return db
    .select({ companyId: exports.companyId, id: exports.id })
    .from(exports)
    .where(
      and(
        eq(exports.state, 'writing'),
        or(
          lt(exports.writingUntil, now),
          and(
            isNull(exports.writingUntil),
            sql`coalesce(${exports.writingSince}, ${exports.createdAt}) < ${lostBefore}`,
          ),
        ),
      ),
    )
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

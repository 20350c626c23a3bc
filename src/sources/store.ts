import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { CompanyDatabase, Database } from '#platform/database.ts'
import { templateSources } from './tables.ts'

export type SourceRecord = typeof templateSources.$inferSelect

const isSource = (companyId: string, templateId: string) =>
  and(eq(templateSources.companyId, companyId), eq(templateSources.templateId, templateId))

export async function insertSource(tx: CompanyDatabase, record: SourceRecord): Promise<void> {
  await tx.insert(templateSources).values(record)
}

export async function findSource(
  tx: CompanyDatabase,
  companyId: string,
  templateId: string,
): Promise<SourceRecord | null> {
  const [record] = await tx.select().from(templateSources).where(isSource(companyId, templateId))
  return record ?? null
}

export async function listSources(tx: CompanyDatabase, companyId: string): Promise<SourceRecord[]> {
  return tx.select().from(templateSources).where(eq(templateSources.companyId, companyId))
}

export async function changeSource(
  tx: CompanyDatabase,
  companyId: string,
  templateId: string,
  changes: Partial<SourceRecord>,
): Promise<SourceRecord | null> {
  const [record] = await tx.update(templateSources).set(changes).where(isSource(companyId, templateId)).returning()
  return record ?? null
}

/** Marks a source as being fetched; null where it is already, unless that was so long ago that it must have died. */
export async function markFetching(
  tx: CompanyDatabase,
  companyId: string,
  templateId: string,
  times: { now: Date; diedBefore: Date },
): Promise<SourceRecord | null> {
  const [record] = await tx
    .update(templateSources)
    .set({ fetchingSince: times.now })
    .where(
      and(
        isSource(companyId, templateId),
        or(isNull(templateSources.fetchingSince), lte(templateSources.fetchingSince, times.diedBefore)),
      ),
    )
    .returning()
  return record ?? null
}

/** Ends the fetching that a record was found in; false where it is over, or another has begun since. */
export async function endFetching(
  tx: CompanyDatabase,
  { companyId, templateId, fetchingSince }: SourceRecord,
  changes: Partial<SourceRecord>,
): Promise<boolean> {
  if (fetchingSince === null) return false
  const ended = await tx
    .update(templateSources)
    .set({ ...changes, fetchingSince: null })
    .where(and(isSource(companyId, templateId), eq(templateSources.fetchingSince, fetchingSince)))
    .returning({ templateId: templateSources.templateId })
  return ended.length > 0
}

export async function deleteSource(tx: CompanyDatabase, companyId: string, templateId: string): Promise<void> {
  await tx.delete(templateSources).where(isSource(companyId, templateId))
}

/** Sources of every company whose time has come; each is claimed in its own company's transaction afterwards. */
export async function findDue(db: Database, now: Date, limit: number): Promise<SourceRecord[]> {
  return db
    .select()
    .from(templateSources)
    .where(lte(templateSources.nextAt, now))
    .orderBy(templateSources.nextAt)
    .limit(limit)
}

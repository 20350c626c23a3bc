import { and, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
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

/** Held until the transaction ends: what is decided by it stands. */
export async function lockSource(
  tx: CompanyDatabase,
  companyId: string,
  templateId: string,
): Promise<SourceRecord | null> {
  const [record] = await tx.select().from(templateSources).where(isSource(companyId, templateId)).for('update')
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

type Abandoned = { now: Date; lostBefore: Date }

/** Being fetched by nobody alive: whoever took it has not renewed it, or nobody ever took it. */
const isAbandoned = ({ now, lostBefore }: Abandoned) =>
  or(
    lt(templateSources.fetchingUntil, now),
    and(isNull(templateSources.fetchingUntil), lt(templateSources.fetchingSince, lostBefore)),
  )

/** Marks a source as asked for; null where it is being fetched already, by somebody alive. */
export async function markFetching(
  tx: CompanyDatabase,
  companyId: string,
  templateId: string,
  { extent, ...times }: Abandoned & { extent: SourceRecord['fetchingExtent'] },
): Promise<SourceRecord | null> {
  const [record] = await tx
    .update(templateSources)
    .set({ fetchingSince: times.now, fetchingUntil: null, fetchingExtent: extent })
    .where(and(isSource(companyId, templateId), or(isNull(templateSources.fetchingSince), isAbandoned(times))))
    .returning()
  return record ?? null
}

/** Takes a source that was asked for; null where it was not, or somebody alive has it. */
export async function takeFetching(
  tx: CompanyDatabase,
  companyId: string,
  templateId: string,
  { now, until }: { now: Date; until: Date },
): Promise<SourceRecord | null> {
  const [record] = await tx
    .update(templateSources)
    .set({ fetchingSince: now, fetchingUntil: until })
    .where(
      and(
        isSource(companyId, templateId),
        isNotNull(templateSources.fetchingSince),
        or(isNull(templateSources.fetchingUntil), lt(templateSources.fetchingUntil, now)),
      ),
    )
    .returning()
  return record ?? null
}

/** Renews the fetching that a record was taken in, or lets go of it, while nobody else has taken it. */
export async function renewFetching(
  tx: CompanyDatabase,
  { companyId, templateId, fetchingSince }: SourceRecord,
  fetchingUntil: Date | null,
): Promise<void> {
  if (fetchingSince === null) return
  await tx
    .update(templateSources)
    .set({ fetchingUntil })
    .where(and(isSource(companyId, templateId), eq(templateSources.fetchingSince, fetchingSince)))
}

/** Sources of every company that say they are being fetched and that nobody alive fetches. */
export async function findAbandoned(
  db: Database,
  times: Abandoned,
): Promise<Pick<SourceRecord, 'companyId' | 'templateId' | 'connectorId'>[]> {
  const { companyId, templateId, connectorId } = templateSources
  return db
    .select({ companyId, templateId, connectorId })
    .from(templateSources)
    .where(and(isNotNull(templateSources.fetchingSince), isAbandoned(times)))
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
    .set({ ...changes, fetchingSince: null, fetchingUntil: null })
    .where(and(isSource(companyId, templateId), eq(templateSources.fetchingSince, fetchingSince)))
    .returning({ templateId: templateSources.templateId })
  return ended.length > 0
}

/** Answers where what was seen of it is kept, which goes with it. */
export async function deleteSource(
  tx: CompanyDatabase,
  companyId: string,
  templateId: string,
): Promise<Pick<SourceRecord, 'seenKey'> | undefined> {
  const [deleted] = await tx
    .delete(templateSources)
    .where(isSource(companyId, templateId))
    .returning({ seenKey: templateSources.seenKey })
  return deleted
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

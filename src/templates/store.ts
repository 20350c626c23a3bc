import { and, desc, eq, sql } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Granularity, TemplateMapping } from './contract.ts'
import { templates } from './tables.ts'

export type TemplateRecord = typeof templates.$inferSelect
export type NewTemplate = typeof templates.$inferInsert
export type TemplateChange = {
  name?: string
  bank?: string
  granularity?: Granularity
  mapping?: TemplateMapping
  isShared?: boolean
  sampleFileKey?: string
  sampleFileName?: string
  updatedAt: Date
}

export async function listTemplateRecords(tx: CompanyDatabase, companyId: string): Promise<TemplateRecord[]> {
  return tx
    .select()
    .from(templates)
    .where(eq(templates.companyId, companyId))
    .orderBy(desc(templates.updatedAt), templates.name)
}

/** The names of its templates; whoever else is about to give one waits until the transaction ends. */
export async function lockNames(tx: CompanyDatabase, companyId: string): Promise<ReadonlySet<string>> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`template names ${companyId}`}, 0))`)
  const rows = await tx.select({ name: templates.name }).from(templates).where(eq(templates.companyId, companyId))
  return new Set(rows.map(({ name }) => name))
}

export async function findTemplateRecord(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
): Promise<TemplateRecord | null> {
  const [found] = await tx.select().from(templates).where(keyOf(companyId, id))
  return found ?? null
}

/** As it is, and stays until the transaction ends. */
export async function holdTemplateRecord(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
): Promise<TemplateRecord | null> {
  const [found] = await tx.select().from(templates).where(keyOf(companyId, id)).for('update')
  return found ?? null
}

/** What a firm shares with its clients; `tx` is the firm's own. */
export async function listSharedRecords(tx: CompanyDatabase, firmId: string, id?: string): Promise<TemplateRecord[]> {
  return tx
    .select()
    .from(templates)
    .where(and(eq(templates.companyId, firmId), eq(templates.isShared, true), id ? eq(templates.id, id) : undefined))
    .orderBy(templates.name)
}

export async function insertTemplate(tx: CompanyDatabase, record: NewTemplate): Promise<TemplateRecord> {
  const [inserted] = await tx.insert(templates).values(record).returning()
  if (!inserted) throw new Error('the insert returned nothing')
  return inserted
}

/** With a version only while it is of that version; null where it is not. */
export async function updateTemplate(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
  change: TemplateChange,
  version?: number,
): Promise<TemplateRecord | null> {
  const set = change.mapping ? { ...change, version: sql`${templates.version} + 1` } : change
  const known = and(keyOf(companyId, id), version === undefined ? undefined : eq(templates.version, version))
  const [updated] = await tx.update(templates).set(set).where(known).returning()
  return updated ?? null
}

export async function deleteTemplateRecord(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
): Promise<TemplateRecord | null> {
  const [deleted] = await tx.delete(templates).where(keyOf(companyId, id)).returning()
  return deleted ?? null
}

function keyOf(companyId: string, id: string) {
  return and(eq(templates.companyId, companyId), eq(templates.id, id))
}

import { and, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { earlierReferences } from '#kernel/invoice-reference.ts'
import { jsonbText } from '#kernel/jsonb-text.ts'
import { type CompanyDatabase, type Database, rowsOf } from '#platform/database.ts'
import type { Receipt } from './contract.ts'
import { receiptAddresses, receipts } from './tables.ts'

export type ReceiptRecord = typeof receipts.$inferSelect

const isReceipt = (companyId: string, id: string) => and(eq(receipts.companyId, companyId), eq(receipts.id, id))

/** False where the very same file is there already. */
export async function insertReceipt(tx: CompanyDatabase, record: ReceiptRecord): Promise<boolean> {
  const inserted = await tx.insert(receipts).values(record).onConflictDoNothing().returning({ id: receipts.id })
  return inserted.length > 0
}

export async function findReceipt(tx: CompanyDatabase, companyId: string, id: string): Promise<ReceiptRecord | null> {
  const [record] = await tx.select().from(receipts).where(isReceipt(companyId, id))
  return record ?? null
}

/** As it is, and stays until the transaction ends. */
export async function lockReceipt(tx: CompanyDatabase, companyId: string, id: string): Promise<ReceiptRecord | null> {
  const [record] = await tx.select().from(receipts).where(isReceipt(companyId, id)).for('update')
  return record ?? null
}

/** Newest first (ids sort by time), from `before` on. */
export async function listReceipts(
  tx: CompanyDatabase,
  companyId: string,
  page: { state: Receipt['state'] | null; before: string | null; limit: number },
): Promise<ReceiptRecord[]> {
  return tx
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.companyId, companyId),
        page.state ? eq(receipts.state, page.state) : undefined,
        page.before ? lt(receipts.id, page.before) : undefined,
      ),
    )
    .orderBy(desc(receipts.id))
    .limit(page.limit)
}

/** Those that wait and tell an amount, without which none is matched; newest first, from `before` on. */
export async function listToMatch(
  tx: CompanyDatabase,
  companyId: string,
  page: { since: Date; before: string | null; limit: number },
): Promise<ReceiptRecord[]> {
  return tx
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.companyId, companyId),
        eq(receipts.state, 'waiting'),
        gte(receipts.createdAt, page.since),
        sql`jsonb_array_length(${receipts.facts} -> 'amounts') > 0`,
        page.before ? lt(receipts.id, page.before) : undefined,
      ),
    )
    .orderBy(desc(receipts.id))
    .limit(page.limit)
}

/** Purchases that have a receipt already. */
export async function listTaken(tx: CompanyDatabase, companyId: string): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ reference: receipts.reference })
    .from(receipts)
    .where(and(eq(receipts.companyId, companyId), sql`${receipts.reference} is not null`))
  return new Set(rows.flatMap(({ reference }) => reference ?? []))
}

export async function changeReceipt(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
  changes: Partial<ReceiptRecord>,
): Promise<ReceiptRecord | null> {
  const [record] = await tx.update(receipts).set(changes).where(isReceipt(companyId, id)).returning()
  return record ?? null
}

/** Changes one that goes to the same purchase still; false where somebody has said otherwise since it was read. */
export async function changeMatched(
  tx: CompanyDatabase,
  { companyId, id, reference }: ReceiptRecord,
  changes: Partial<ReceiptRecord>,
): Promise<boolean> {
  const changed = await tx
    .update(receipts)
    .set(changes)
    .where(and(isReceipt(companyId, id), eq(receipts.state, 'matched'), eq(receipts.reference, reference ?? '')))
    .returning({ id: receipts.id })
  return changed.length > 0
}

/** Nobody has said which purchase it belongs to. */
export const undecided = {
  ...{ state: 'waiting', reference: null, matchedBy: null, reasons: [], problem: null, fileId: null, wasSent: 0 },
} as const satisfies Partial<ReceiptRecord>

/** Receipts of purchases that were taken back wait again: for the same purchases, posted anew. */
export async function freeReceipts(
  tx: CompanyDatabase,
  { companyId, references }: { companyId: string; references: readonly string[] },
): Promise<void> {
  await free(tx, areOf(companyId, references))
}

/**
 * So do those of purchases that went back to the preview, where Radvis matched them: what a person chose stays, and follows when
 * they are confirmed once more.
 */
export async function freeReturned(
  tx: CompanyDatabase,
  { companyId, returned }: { companyId: string; returned: readonly { reference: string }[] },
): Promise<void> {
  const references = returned.map(({ reference }) => reference)
  await free(tx, and(areOf(companyId, references), eq(receipts.matchedBy, 'radvis'), eq(receipts.state, 'matched')))
}

/** As one parameter: a whole run may come back, and a statement has 65,535 of them at most. */
function areOf(companyId: string, references: readonly string[]): SQL | undefined {
  const wanted = sql`(select jsonb_array_elements_text(${jsonbText(references)}::jsonb))`
  return and(eq(receipts.companyId, companyId), inArray(receipts.reference, wanted))
}

async function free(tx: CompanyDatabase, areThese: SQL | undefined): Promise<void> {
  await tx
    .update(receipts)
    .set({ ...undecided, attachingUntil: null })
    .where(areThese)
}

/**
 * Receipts of earlier invoices for these purchases belong to the ones made anew, and are brought there as well: what was
 * tied to a cancelled invoice stays with it. Answers how many there were.
 */
export async function followPurchases(
  tx: CompanyDatabase,
  companyId: string,
  references: readonly string[],
): Promise<number> {
  const given = references.flatMap((after) => earlierReferences(after).map((before) => ({ before, after })))
  const result = await rowsOf<unknown>(
    tx.execute(sql`
    update receipts r set reference = given.after, state = 'matched', file_id = null, was_sent = 0, attaching_until = null, problem = null
    from jsonb_to_recordset(${jsonbText(given)}::jsonb) as given(before text, after text)
    where r.company_id = ${companyId}::uuid and r.reference = given.before
    returning r.id`),
  )
  return result.length
}

/** Takes a matched receipt for bringing it to the accounting system; null where somebody else is at it. */
export async function takeForAttaching(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
  times: { now: Date; until: Date },
): Promise<ReceiptRecord | null> {
  const [record] = await tx
    .update(receipts)
    .set({ attachingUntil: times.until })
    .where(
      and(
        isReceipt(companyId, id),
        eq(receipts.state, 'matched'),
        or(isNull(receipts.attachingUntil), lte(receipts.attachingUntil, times.now)),
      ),
    )
    .returning()
  return record ?? null
}

/** False when it is not ours any more: somebody took it since, or it was removed. */
export async function renewAttaching(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
  times: { from: Date; until: Date },
): Promise<boolean> {
  const renewed = await tx
    .update(receipts)
    .set({ attachingUntil: times.until })
    .where(and(isReceipt(companyId, id), eq(receipts.attachingUntil, times.from)))
    .returning({ id: receipts.id })
  return renewed.length === 1
}

export async function deleteReceipt(tx: CompanyDatabase, companyId: string, id: string): Promise<ReceiptRecord | null> {
  const [deleted] = await tx.delete(receipts).where(isReceipt(companyId, id)).returning()
  return deleted ?? null
}

/** Companies with receipts that wait for a purchase or for its invoice; for the sweep, which crosses companies. */
export async function listCompaniesWithWork(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ companyId: receipts.companyId })
    .from(receipts)
    .where(inArray(receipts.state, ['waiting', 'matched']))
  return rows.map(({ companyId }) => companyId)
}

/** The company's own name in its address; made once. */
export async function keepAddress(tx: CompanyDatabase, companyId: string, name: string): Promise<string> {
  await tx.insert(receiptAddresses).values({ companyId, name }).onConflictDoNothing()
  const [row] = await tx.select().from(receiptAddresses).where(eq(receiptAddresses.companyId, companyId))
  if (!row) throw new Error('the address was not kept')
  return row.name
}

/** Whose address it is; before a company is known, so it crosses companies. */
export async function findCompanyOfAddress(db: Database, name: string): Promise<string | null> {
  const [row] = await db.select().from(receiptAddresses).where(eq(receiptAddresses.name, name))
  return row?.companyId ?? null
}

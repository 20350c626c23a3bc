import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Designation, Register } from './store.ts'
import { designations, mappedSuppliers, supplierMerges } from './tables.ts'

export type MergeRow = typeof supplierMerges.$inferSelect

/** Gives texts to another mapped supplier. */
export async function moveDesignations(
  tx: CompanyDatabase,
  { companyId }: Pick<Register, 'companyId'>,
  rows: readonly Pick<Designation, 'id'>[],
  to: string,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx
    .update(designations)
    .set({ mappedSupplierId: to })
    .where(and(eq(designations.companyId, companyId), inArray(designations.id, ids)))
}

/** Maps a supplier again under the id that it had. */
export async function addMapped(
  tx: CompanyDatabase,
  row: Register & {
    id: string
    supplierNumber: string
    supplierName: string
    account: number | null
    vatType: VatType | null
    vatChosenAt: Date
  },
  now: Date,
): Promise<void> {
  await tx.insert(mappedSuppliers).values({ ...row, createdAt: now, updatedAt: now })
}

export async function insertMerge(tx: CompanyDatabase, row: MergeRow): Promise<void> {
  await tx.insert(supplierMerges).values(row)
}

/** Held until the transaction ends, so that two who undo at once do it once. */
export async function findMerge(tx: CompanyDatabase, companyId: string, id: string): Promise<MergeRow | null> {
  const [row] = await tx
    .select()
    .from(supplierMerges)
    .where(and(eq(supplierMerges.companyId, companyId), eq(supplierMerges.id, id)))
    .for('update')
  return row ?? null
}

/** Merges that were not undone, the latest first: all of them, or so many. */
export async function listMerges(
  tx: CompanyDatabase,
  { companyId, connectionId }: Register,
  most?: number,
): Promise<MergeRow[]> {
  const found = tx
    .select()
    .from(supplierMerges)
    .where(
      and(
        eq(supplierMerges.companyId, companyId),
        eq(supplierMerges.connectionId, connectionId),
        isNull(supplierMerges.undoneAt),
      ),
    )
    .orderBy(desc(supplierMerges.at))
  return most === undefined ? found : found.limit(most)
}

export async function markUndone(tx: CompanyDatabase, companyId: string, id: string, now: Date): Promise<void> {
  await tx
    .update(supplierMerges)
    .set({ undoneAt: now })
    .where(and(eq(supplierMerges.companyId, companyId), eq(supplierMerges.id, id)))
}

import { and, eq, lt, or } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Register } from './store.ts'
import { supplierCreations } from './tables.ts'

export type SupplierCreation = typeof supplierCreations.$inferSelect

const isCreation = ({ companyId, connectionId, name }: Register & { name: string }) =>
  and(
    eq(supplierCreations.companyId, companyId),
    eq(supplierCreations.connectionId, connectionId),
    eq(supplierCreations.name, name),
  )

/** Writes that a supplier is about to be created. Null when it is written already. */
export async function insertCreation(
  tx: CompanyDatabase,
  creation: SupplierCreation,
): Promise<SupplierCreation | null> {
  const [row] = await tx.insert(supplierCreations).values(creation).onConflictDoNothing().returning()
  return row ?? null
}

/** Remembers who had the name before. */
export async function rememberKnown(
  tx: CompanyDatabase,
  creation: Register & { name: string },
  known: string[],
): Promise<void> {
  await tx.update(supplierCreations).set({ known }).where(isCreation(creation))
}

/** Takes over a creation that nobody works at any more: unknown, or sent before `before`. Null when somebody does. */
export async function takeOverCreation(
  tx: CompanyDatabase,
  creation: Register & { name: string },
  instants: { before: Date; now: Date },
): Promise<SupplierCreation | null> {
  const isAbandoned = or(eq(supplierCreations.state, 'unknown'), lt(supplierCreations.sentAt, instants.before))
  const [row] = await tx
    .update(supplierCreations)
    .set({ state: 'sent', sentAt: instants.now })
    .where(and(isCreation(creation), isAbandoned))
    .returning()
  return row ?? null
}

/** As it was written down or taken over: what somebody has taken over since is theirs. */
const isHeld = (creation: SupplierCreation) => and(isCreation(creation), eq(supplierCreations.sentAt, creation.sentAt))

/** Writes that it is about to be sent once more. Null when somebody has taken it over. */
export async function renewCreation(
  tx: CompanyDatabase,
  creation: SupplierCreation,
  now: Date,
): Promise<SupplierCreation | null> {
  const [row] = await tx.update(supplierCreations).set({ sentAt: now }).where(isHeld(creation)).returning()
  return row ?? null
}

export async function markCreationUnknown(tx: CompanyDatabase, creation: SupplierCreation): Promise<void> {
  await tx.update(supplierCreations).set({ state: 'unknown' }).where(isHeld(creation))
}

export async function deleteCreation(tx: CompanyDatabase, creation: SupplierCreation): Promise<void> {
  await tx.delete(supplierCreations).where(isHeld(creation))
}

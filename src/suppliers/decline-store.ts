import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Register } from './store.ts'
import { declinedSuggestions, mappedSuppliers } from './tables.ts'

type Declined = { merchant: string; supplierNumber: string }

const declinedIn = ({ companyId, connectionId }: Register) =>
  and(eq(declinedSuggestions.companyId, companyId), eq(declinedSuggestions.connectionId, connectionId))

export async function listDeclined(tx: CompanyDatabase, register: Register): Promise<Declined[]> {
  return tx
    .select({ merchant: declinedSuggestions.merchant, supplierNumber: declinedSuggestions.supplierNumber })
    .from(declinedSuggestions)
    .where(declinedIn(register))
}

export async function saveDeclined(
  tx: CompanyDatabase,
  { companyId, connectionId }: Register,
  { merchant, supplierNumber }: Declined,
  now: Date,
): Promise<void> {
  await tx
    .insert(declinedSuggestions)
    .values({ companyId, connectionId, merchant, supplierNumber, declinedAt: now })
    .onConflictDoNothing()
}

export async function deleteDeclined(
  tx: CompanyDatabase,
  register: Register,
  { merchant, supplierNumber }: Declined,
): Promise<void> {
  await tx
    .delete(declinedSuggestions)
    .where(
      and(
        declinedIn(register),
        eq(declinedSuggestions.merchant, merchant),
        eq(declinedSuggestions.supplierNumber, supplierNumber),
      ),
    )
}

/** Merchants that are mapped to a supplier now are no longer declined for it. */
export async function forgetDeclined(
  tx: CompanyDatabase,
  register: Register,
  mappedSupplierId: string,
  merchants: readonly string[],
): Promise<void> {
  if (merchants.length === 0) return
  const mapped = tx
    .select({ number: mappedSuppliers.supplierNumber })
    .from(mappedSuppliers)
    .where(and(eq(mappedSuppliers.companyId, register.companyId), eq(mappedSuppliers.id, mappedSupplierId)))
  await tx
    .delete(declinedSuggestions)
    .where(
      and(
        declinedIn(register),
        inArray(declinedSuggestions.merchant, [...merchants]),
        inArray(declinedSuggestions.supplierNumber, mapped),
      ),
    )
}

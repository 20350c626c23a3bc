import { and, eq, or } from 'drizzle-orm'
import { decimalFromMinor } from '#kernel/money.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { toStored } from './row-store.ts'
import type { RowPlace } from './rules/record-version.ts'
import { importRows } from './tables.ts'

/** Of many rows. */
const mostNamed = 5

/** What a person knows some of so many rows again by; null where none of the places is known any more. */
export async function nameSome(
  tx: CompanyDatabase,
  companyId: string,
  { places, rows }: { places: readonly RowPlace[]; rows: number },
): Promise<string | null> {
  const names = await nameRows(tx, companyId, places.slice(0, mostNamed))
  if (names.length === 0) return null
  return [...names, ...(names.length < rows ? ['…'] : [])].join('; ')
}

/**
 * What a person knows rows again by, in the order of the places: `2026-11-01 ICA MAXI 349,00`. Those that are gone, with
 * their imports, have no name.
 */
export async function nameRows(tx: CompanyDatabase, companyId: string, places: readonly RowPlace[]): Promise<string[]> {
  if (places.length === 0) return []
  const isOneOf = places.map(({ importId, row }) => and(eq(importRows.importId, importId), eq(importRows.number, row)))
  const found = await tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.companyId, companyId), or(...isOneOf)))
  return places.flatMap(({ importId, row }) => {
    const stored = found.find((one) => one.importId === importId && one.number === row)
    return stored ? nameOf(toStored(stored).shown) : []
  })
}

function nameOf({ date, text, amount }: ReturnType<typeof toStored>['shown']): string {
  const kronor = amount === null ? null : decimalFromMinor(amount, 'SEK').replace('.', ',')
  return [date, text, kronor].filter((part) => part).join(' ')
}

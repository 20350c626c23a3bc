import { and, asc, eq, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Supplier as RegisterSupplier } from '#connectors/accounting-connector.ts'
import { newId } from '#kernel/ids.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { asStoredNow, latestOfEach } from './rules/designations.ts'
import { designations, mappedSuppliers, supplierReadings, suppliers } from './tables.ts'

export type SupplierRow = typeof suppliers.$inferSelect
export type MappedSupplierRow = typeof mappedSuppliers.$inferSelect
export type DesignationRow = typeof designations.$inferSelect
/** What it is compared by is worked out of its text: what is stored may be older than the rules. */
export type Designation = Omit<DesignationRow, 'normalised'>
/** Whose register: one connection of one company. */
export type Register = { companyId: string; connectionId: string }

const rowsAtOnce = 500
const inRegister = ({ companyId, connectionId }: Register) =>
  and(eq(suppliers.companyId, companyId), eq(suppliers.connectionId, connectionId))
const mappedIn = ({ companyId, connectionId }: Register) =>
  and(eq(mappedSuppliers.companyId, companyId), eq(mappedSuppliers.connectionId, connectionId))
const designationIn = ({ companyId, connectionId }: Register) =>
  and(eq(designations.companyId, companyId), eq(designations.connectionId, connectionId))
const patternOf = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`

/** Copies suppliers as read at `fetchedAt`. A copy read later stays the younger one when two readings overlap. */
export async function saveSuppliers(
  tx: CompanyDatabase,
  register: Register,
  read: readonly RegisterSupplier[],
  fetchedAt: Date,
): Promise<void> {
  const rows = read.map((supplier) => ({
    ...register,
    number: supplier.number,
    name: supplier.name,
    organisationNumber: supplier.organisationNumber ?? null,
    city: supplier.city ?? null,
    countryCode: supplier.countryCode ?? null,
    isActive: supplier.isActive,
    account: supplier.account ?? null,
    fetchedAt,
  }))
  for (let i = 0; i < rows.length; i += rowsAtOnce) {
    await tx
      .insert(suppliers)
      .values(rows.slice(i, i + rowsAtOnce))
      .onConflictDoUpdate({
        target: [suppliers.companyId, suppliers.connectionId, suppliers.number],
        set: {
          name: sql`excluded.name`,
          organisationNumber: sql`excluded.organisation_number`,
          city: sql`excluded.city`,
          countryCode: sql`excluded.country_code`,
          isActive: sql`excluded.is_active`,
          account: sql`excluded.account`,
          fetchedAt: sql`greatest(${suppliers.fetchedAt}, excluded.fetched_at)`,
        },
      })
  }
}

export type Reading = { readAt: Date; wholeAt: Date }

/** Up to when the register was read; null before the first time. */
export async function findReading(tx: CompanyDatabase, register: Register): Promise<Reading | null> {
  const [row] = await tx
    .select({ readAt: supplierReadings.readAt, wholeAt: supplierReadings.wholeAt })
    .from(supplierReadings)
    .where(
      and(eq(supplierReadings.companyId, register.companyId), eq(supplierReadings.connectionId, register.connectionId)),
    )
  return row ?? null
}

/** Two readings may end in any order: one of what changed knows of the whole only what it found when it began. */
async function saveReading(tx: CompanyDatabase, register: Register, reading: Reading): Promise<void> {
  await tx
    .insert(supplierReadings)
    .values({ ...register, ...reading })
    .onConflictDoUpdate({
      target: [supplierReadings.companyId, supplierReadings.connectionId],
      set: {
        readAt: sql`greatest(${supplierReadings.readAt}, excluded.read_at)`,
        wholeAt: sql`greatest(${supplierReadings.wholeAt}, excluded.whole_at)`,
      },
    })
}

/** Lists lag behind: a supplier that was made so shortly before a reading may be missing in it. */
const listLagMs = 60_000

/** Ends a reading of the whole register: what it did not meet is gone there. */
export async function finishWhole(tx: CompanyDatabase, register: Register, startedAt: Date): Promise<void> {
  const settledAt = new Date(startedAt.getTime() - listLagMs)
  await tx.delete(suppliers).where(and(inRegister(register), lt(suppliers.fetchedAt, settledAt)))
  await finishReading(tx, register, { readAt: startedAt, wholeAt: startedAt })
}

/**
 * Ends a reading: renamed suppliers are renamed here. Each is looked up by its key (`offset 0` keeps PostgreSQL from joining):
 * of a register that was read a moment ago it expects one supplier, and would walk over all of them for each that is mapped.
 */
export async function finishReading(tx: CompanyDatabase, register: Register, reading: Reading): Promise<void> {
  await saveReading(tx, register, reading)
  await takeTurn(tx, register)
  const nameNow = (isWanted: SQL) =>
    sql`(select s.name from ${suppliers} s where s.company_id = ${register.companyId}::uuid
      and s.connection_id = ${register.connectionId}::uuid and s.number = ${mappedSuppliers.supplierNumber} and ${isWanted} offset 0)`
  await tx
    .update(mappedSuppliers)
    .set({ supplierName: nameNow(sql`true`) })
    .where(and(mappedIn(register), sql`exists ${nameNow(sql`s.name <> ${mappedSuppliers.supplierName}`)}`))
}

export async function findSupplier(
  tx: CompanyDatabase,
  register: Register,
  number: string,
): Promise<SupplierRow | null> {
  const [row] = await tx
    .select()
    .from(suppliers)
    .where(and(inRegister(register), eq(suppliers.number, number)))
  return row ?? null
}

/** Suppliers, active or not: all of them, or those with one of the numbers. */
export async function listRegister(
  tx: CompanyDatabase,
  register: Register,
  numbers?: readonly string[],
): Promise<SupplierRow[]> {
  if (numbers?.length === 0) return []
  return tx
    .select()
    .from(suppliers)
    .where(and(inRegister(register), numbers && inArray(suppliers.number, [...numbers])))
    .orderBy(asc(suppliers.number))
}

/** Active suppliers, by name; with `q` those with it in name, number or organisation number. */
export async function searchSuppliers(
  tx: CompanyDatabase,
  register: Register,
  search: { q?: string | undefined; limit?: number },
): Promise<SupplierRow[]> {
  const pattern = search.q ? patternOf(search.q) : null
  const found = tx
    .select()
    .from(suppliers)
    .where(
      and(
        inRegister(register),
        eq(suppliers.isActive, true),
        pattern
          ? or(
              ilike(suppliers.name, pattern),
              ilike(suppliers.number, pattern),
              ilike(suppliers.organisationNumber, pattern),
            )
          : undefined,
      ),
    )
    .orderBy(asc(suppliers.name), asc(suppliers.number))
  return search.limit === undefined ? found : found.limit(search.limit)
}

export type MappedWithDesignations = MappedSupplierRow & { designations: Designation[] }

/** Mapped suppliers by name; with `q` those with it in name, number or a designation. */
export async function listMapped(
  tx: CompanyDatabase,
  register: Register,
  q?: string | undefined,
): Promise<MappedWithDesignations[]> {
  const pattern = q ? patternOf(q) : null
  const withDesignation = tx
    .select({ id: designations.mappedSupplierId })
    .from(designations)
    .where(and(designationIn(register), ilike(designations.text, pattern ?? '')))
  const rows = await tx
    .select()
    .from(mappedSuppliers)
    .where(
      and(
        mappedIn(register),
        pattern
          ? or(
              ilike(mappedSuppliers.supplierName, pattern),
              ilike(mappedSuppliers.supplierNumber, pattern),
              inArray(mappedSuppliers.id, withDesignation),
            )
          : undefined,
      ),
    )
    .orderBy(asc(mappedSuppliers.supplierName), asc(mappedSuppliers.supplierNumber))
  return withDesignations(tx, register, rows)
}

/** Of those who change what is mapped one goes on at a time, until the transaction ends: so none waits for another's rows. */
async function takeTurn(tx: CompanyDatabase, { connectionId }: Register): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mapped suppliers ${connectionId}`}, 0))`)
}

/**
 * Holds what is mapped and taught, as it is, until the transaction ends. What texts are stored by is brought up to what they
 * are compared by now, so that the database goes on refusing two suppliers one text.
 */
export async function holdMapped(tx: CompanyDatabase, register: Register): Promise<void> {
  await takeTurn(tx, register)
  const stored = await readDesignations(tx, register)
  const now = new Map(asStoredNow(stored).map((row) => [row.id, row]))
  const old = stored.filter(({ id, normalised }) => now.get(id)?.normalised !== normalised)
  // All of the old go first: what one was stored by may be another's now.
  await deleteDesignations(tx, register, old)
  const anew = old.flatMap(({ id }) => now.get(id) ?? [])
  for (let i = 0; i < anew.length; i += rowsAtOnce) await tx.insert(designations).values(anew.slice(i, i + rowsAtOnce))
}

export async function findMapped(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
): Promise<MappedWithDesignations | null> {
  const rows = await tx
    .select()
    .from(mappedSuppliers)
    .where(and(eq(mappedSuppliers.companyId, companyId), eq(mappedSuppliers.id, id)))
  const [row] = rows
  return row ? ((await withDesignations(tx, row, rows))[0] ?? null) : null
}

async function withDesignations(
  tx: CompanyDatabase,
  register: Register,
  rows: MappedSupplierRow[],
): Promise<MappedWithDesignations[]> {
  const bySupplier = Map.groupBy(await listDesignations(tx, register), (designation) => designation.mappedSupplierId)
  return rows.map((row) => ({ ...row, designations: bySupplier.get(row.id) ?? [] }))
}

async function readDesignations(tx: CompanyDatabase, register: Register): Promise<DesignationRow[]> {
  return tx
    .select()
    .from(designations)
    .where(designationIn(register))
    .orderBy(asc(designations.createdAt), asc(designations.id))
}

/** Every text that is taught, the oldest first. */
export async function listDesignations(tx: CompanyDatabase, register: Register): Promise<Designation[]> {
  return latestOfEach(await readDesignations(tx, register)).map(({ normalised: _, ...designation }) => designation)
}

/** Maps a supplier, or changes how it is mapped; answers the mapping's id. */
export async function saveMapped(
  tx: CompanyDatabase,
  row: Register & {
    supplierNumber: string
    supplierName: string
    /** Left out it stays as it is. */
    account?: number | null | undefined
    vatType?: VatType | null | undefined
    /** A person said the VAT type, be it the one that stands there already. */
    isVatChosen: boolean
  },
  now: Date,
): Promise<string> {
  const { isVatChosen, ...values } = row
  const { supplierName, account, vatType } = values
  const chosenAt = sql`case when ${isVatChosen} or ${mappedSuppliers.vatType} is distinct from excluded.vat_type
    then excluded.vat_chosen_at else ${mappedSuppliers.vatChosenAt} end`
  const [saved] = await tx
    .insert(mappedSuppliers)
    .values({ ...values, id: newId(), vatChosenAt: now, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [mappedSuppliers.companyId, mappedSuppliers.connectionId, mappedSuppliers.supplierNumber],
      set: { supplierName, account, vatType, ...(vatType !== undefined && { vatChosenAt: chosenAt }), updatedAt: now },
    })
    .returning({ id: mappedSuppliers.id })
  if (!saved) throw new Error('an upsert answered no row')
  return saved.id
}

export async function deleteMapped(tx: CompanyDatabase, companyId: string, id: string): Promise<void> {
  await tx.delete(designations).where(and(eq(designations.companyId, companyId), eq(designations.mappedSupplierId, id)))
  await tx.delete(mappedSuppliers).where(and(eq(mappedSuppliers.companyId, companyId), eq(mappedSuppliers.id, id)))
}

/** Adds designations that no other is compared by; one that another process has added meanwhile means this supplier from now on. */
export async function insertDesignations(tx: CompanyDatabase, rows: readonly DesignationRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce)
    await tx
      .insert(designations)
      .values(rows.slice(i, i + rowsAtOnce))
      .onConflictDoUpdate({
        target: [designations.companyId, designations.connectionId, designations.match, designations.normalised],
        set: {
          mappedSupplierId: sql`excluded.mapped_supplier_id`,
          text: sql`excluded.text`,
          createdAt: sql`excluded.created_at`,
        },
      })
}

export async function deleteDesignations(
  tx: CompanyDatabase,
  { companyId }: Pick<Register, 'companyId'>,
  rows: readonly Pick<DesignationRow, 'id'>[],
): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce) {
    const ids = rows.slice(i, i + rowsAtOnce).map(({ id }) => id)
    await tx.delete(designations).where(and(eq(designations.companyId, companyId), inArray(designations.id, ids)))
  }
}

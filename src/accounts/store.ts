import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { NewCompany } from './contract.ts'
import { companies, memberships, users } from './tables.ts'

/** The companies a person belongs to, by name. Crosses companies, so it is never given a company's transaction. */
export async function listCompaniesOf(db: Database, userId: string) {
  return db
    .select({
      id: companies.id,
      name: companies.name,
      organisationNumber: companies.organisationNumber,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(eq(memberships.userId, userId))
    .orderBy(companies.name)
}

export async function findUser(db: Database, userId: string) {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  return user ?? null
}

export async function isEmailTaken(db: Database, email: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))).length > 0
}

export async function isOrganisationNumberTaken(db: Database, organisationNumber: string): Promise<boolean> {
  return (
    (await db.select({ id: companies.id }).from(companies).where(eq(companies.organisationNumber, organisationNumber)))
      .length > 0
  )
}

/** Makes the company and its first member, the owner. */
export async function insertCompany(
  db: Database,
  id: string,
  company: NewCompany,
  ownerId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(companies).values({ id, ...company, createdAt: now })
    await tx.insert(memberships).values({ companyId: id, userId: ownerId, role: 'owner', createdAt: now })
  })
}

export async function deleteUser(db: Database, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId))
}

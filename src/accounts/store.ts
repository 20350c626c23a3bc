import { and, asc, eq, exists, gt, inArray, lte } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database.ts'
import type { NewCompany } from './contract.ts'
import { companies, credentials, memberships, sessions, users, verifications } from './tables.ts'

/** The companies a person belongs to, by name. Crosses companies, so it is never given a company's transaction. */
export async function listCompaniesOf(db: Database, userId: string) {
  const clients = db.select({ id: client.id }).from(client).where(eq(client.firmId, companies.id))
  return db
    .select({
      id: companies.id,
      name: companies.name,
      organisationNumber: companies.organisationNumber,
      role: memberships.role,
      firm: { id: firm.id, name: firm.name },
      isFirm: exists(clients).mapWith(Boolean),
    })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .leftJoin(firm, eq(firm.id, companies.firmId))
    .where(eq(memberships.userId, userId))
    .orderBy(companies.name)
}

/** The company, where the person belongs to it. Asked with every call, so it looks at no other company of theirs. */
export async function findCompanyOf(db: Database, userId: string, companyId: string) {
  const [found] = await db
    .select({ id: companies.id, name: companies.name, role: memberships.role })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)))
  return found ?? null
}

/** Whether a person belongs to a company now, in a session that has not ended. */
export async function isSignedInMember(
  db: Database,
  companyId: string,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(memberships, eq(memberships.userId, sessions.userId))
    .where(
      and(
        ...[eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, now)],
        eq(memberships.companyId, companyId),
      ),
    )
  return found.length > 0
}

const firm = alias(companies, 'firm')
const client = alias(companies, 'client')

/** The firm whose client a company is. */
export async function findFirmOf(db: Database, companyId: string): Promise<{ id: string; name: string } | null> {
  const [found] = await db
    .select({ id: firm.id, name: firm.name })
    .from(companies)
    .innerJoin(firm, eq(firm.id, companies.firmId))
    .where(eq(companies.id, companyId))
  return found ?? null
}

export async function hasClients(db: Database, companyId: string): Promise<boolean> {
  return (await db.select({ id: client.id }).from(client).where(eq(client.firmId, companyId)).limit(1)).length > 0
}

/** Companies, held as they are until the transaction ends: in one order, so that no two wait for each other. */
export async function lockCompanies(tx: Database, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return tx
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...ids]))
    .orderBy(asc(companies.id))
    .for('no key update')
}

export async function saveFirm(db: Database, companyId: string, firmId: string | null): Promise<void> {
  await db.update(companies).set({ firmId }).where(eq(companies.id, companyId))
}

export async function findUser(db: Database, userId: string) {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  return user ?? null
}

export async function saveLanguage(db: Database, userId: string, language: 'sv' | 'en'): Promise<void> {
  await db.update(users).set({ language }).where(eq(users.id, userId))
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
  firmId: string | null = null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(companies).values({ id, ...company, firmId, createdAt: now })
    await tx.insert(memberships).values({ companyId: id, userId: ownerId, role: 'owner', createdAt: now })
  })
}

export async function deleteUser(db: Database, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId))
}

/** Held until the transaction ends: whose password is replaced signs in before it or after it. */
export async function lockUser(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function findPasswordHash(db: Database, email: string): Promise<string | null> {
  const [found] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .innerJoin(users, eq(users.id, credentials.userId))
    .where(eq(users.email, email.toLowerCase()))
  return found?.hash ?? null
}

/** As it stands when nobody is about to replace it (lockUser). */
export async function holdPasswordHash(db: Database, userId: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share')
    const [found] = await tx
      .select({ hash: credentials.password })
      .from(credentials)
      .where(eq(credentials.userId, userId))
    return found?.hash ?? null
  })
}

export async function deleteSession(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token))
}

/**
 * The letters for a new password that a person was sent are no longer good. better-auth keeps the person as the value, and
 * nothing else of ours is verified.
 */
export async function forgetResets(db: Database, userId: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.value, userId))
}

/**
 * Sessions and letters for a new password that are good no longer. better-auth removes those that somebody comes with; of
 * the others the address and the browser that a person signed in with would stay for good.
 */
export async function deleteSignInsExpired(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
  await db.delete(verifications).where(lte(verifications.expiresAt, now))
}

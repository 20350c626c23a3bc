import { and, asc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Role } from '#kernel/roles.ts'
import { type CompanyDatabase, type Database, readCompany } from '#platform/database.ts'
import { companies, invitations, memberships, users } from './tables.ts'

export type InvitationRow = typeof invitations.$inferSelect

/** Whose they are row-level security sees to; the register of people is no company's. */
export async function listMembers(db: Database, companyId: string) {
  const found = await readCompany(db, companyId, (tx) =>
    tx.select().from(memberships).where(eq(memberships.companyId, companyId)),
  )
  const people = await listPeople(
    db,
    found.map(({ userId }) => userId),
  )
  return people.flatMap((person) => {
    const membership = found.find(({ userId }) => userId === person.id)
    return membership ? [{ ...person, role: membership.role, memberSince: membership.createdAt }] : []
  })
}

/** By the address, with the name of whoever invited. */
export async function listInvitations(db: Database, companyId: string) {
  const found = await readCompany(db, companyId, (tx) =>
    tx.select().from(invitations).where(eq(invitations.companyId, companyId)).orderBy(asc(invitations.email)),
  )
  const people = await listPeople(
    db,
    found.flatMap(({ invitedBy }) => invitedBy ?? []),
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return found.map(({ id, email, role, invitedBy, expiresAt }) => ({
    ...{ id, email, role, expiresAt },
    invitedBy: names.get(invitedBy ?? '') ?? null,
  }))
}

/** By name. */
async function listPeople(db: Database, ids: readonly string[]) {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.name))
}

/** Crosses companies: who holds the secret need not be in any. */
export async function findInvitation(db: Database, secretHash: string) {
  const [found] = await db
    .select({ invitation: invitations, companyName: companies.name, invitedBy: users.name })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(eq(invitations.secretHash, secretHash))
  return found ?? null
}

/** Crosses companies: asked by a letter on its way. It is gone when it was answered, withdrawn or sent anew. */
export async function isInvitationOpen(
  db: Database,
  { companyId, id }: { companyId: string; id: string },
): Promise<boolean> {
  return (await db.$count(invitations, and(eq(invitations.companyId, companyId), eq(invitations.id, id)))) > 0
}

/** Those that can still be answered, to other addresses than this one. */
export async function countOtherInvitations(
  tx: CompanyDatabase,
  { companyId, email }: { companyId: string; email: string },
  now: Date,
): Promise<number> {
  return tx.$count(
    invitations,
    and(eq(invitations.companyId, companyId), ne(invitations.email, email), gt(invitations.expiresAt, now)),
  )
}

/** What an address is invited to, where the letter can still be answered. */
export async function findInvitedRole(
  tx: CompanyDatabase,
  { companyId, email }: { companyId: string; email: string },
  now: Date,
): Promise<Role | null> {
  const [found] = await tx
    .select({ role: invitations.role })
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), eq(invitations.email, email), gt(invitations.expiresAt, now)))
  return found?.role ?? null
}

/** Of all companies. */
export async function deleteInvitationsExpired(db: Database, before: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, before))
}

export async function saveInvitation(tx: CompanyDatabase, row: InvitationRow): Promise<void> {
  const { companyId: _, email: __, ...rest } = row
  await tx
    .insert(invitations)
    .values(row)
    .onConflictDoUpdate({ target: [invitations.companyId, invitations.email], set: rest })
}

/** Takes the invitation away; null where somebody did so before. */
export async function takeInvitation(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
): Promise<Pick<InvitationRow, 'email' | 'role'> | null> {
  const [taken] = await tx
    .delete(invitations)
    .where(and(eq(invitations.companyId, companyId), eq(invitations.id, id)))
    .returning({ email: invitations.email, role: invitations.role })
  return taken ?? null
}

/** Those a person sent and may no longer: of the given roles. Answers the addresses. */
export async function withdrawInvitationsOf(
  tx: CompanyDatabase,
  companyId: string,
  userId: string,
  withheld: readonly Role[],
): Promise<string[]> {
  const rows = await tx
    .delete(invitations)
    .where(
      and(
        eq(invitations.companyId, companyId),
        eq(invitations.invitedBy, userId),
        inArray(invitations.role, [...withheld]),
      ),
    )
    .returning({ email: invitations.email })
  return rows.map(({ email }) => email)
}

export async function addMember(
  tx: CompanyDatabase,
  row: { companyId: string; userId: string; role: Role; createdAt: Date },
): Promise<void> {
  await tx.insert(memberships).values(row).onConflictDoNothing()
}

/** The roles of two members and the number of owners, held until the transaction ends. */
export async function lockMembers(tx: CompanyDatabase, companyId: string, userIds: readonly string[]) {
  const rows = await tx
    .select({ userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .where(
      and(
        eq(memberships.companyId, companyId),
        sql`(${inArray(memberships.userId, [...userIds])} or ${eq(memberships.role, 'owner')})`,
      ),
    )
    .orderBy(asc(memberships.userId))
    .for('update')
  return {
    roleOf: (userId: string): Role | null => rows.find((row) => row.userId === userId)?.role ?? null,
    owners: rows.filter(({ role }) => role === 'owner').length,
  }
}

/** The role of a person, which stays until the transaction ends; null where they are no member any more. */
export async function holdRole(tx: CompanyDatabase, companyId: string, userId: string): Promise<Role | null> {
  const [found] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)))
    .for('share')
  return found?.role ?? null
}

export async function saveRole(tx: CompanyDatabase, companyId: string, userId: string, role: Role): Promise<void> {
  await tx
    .update(memberships)
    .set({ role })
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)))
}

export async function removeMember(tx: CompanyDatabase, companyId: string, userId: string): Promise<void> {
  await tx.delete(memberships).where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)))
}

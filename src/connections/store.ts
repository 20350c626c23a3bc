import { and, eq, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Account } from '#connectors/accounting-connector.ts'
import type { CompanyDatabase, Database } from '#platform/database.ts'
import type { Obstacle, PostingSettings } from './contract.ts'
import { deleteKnownInvoices } from './known-invoice-store.ts'
import type { Registers } from './rules.ts'
import { connections, consentStates, obstacles, postingSettings, registers } from './tables.ts'

export type ConnectionRow = typeof connections.$inferSelect
export type ConsentState = typeof consentStates.$inferSelect

const isConnection = (companyId: string, id: string) =>
  and(eq(connections.companyId, companyId), eq(connections.id, id))

export async function findConnection(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
): Promise<ConnectionRow | null> {
  const [row] = await tx.select().from(connections).where(isConnection(companyId, id))
  return row ?? null
}

export async function findConnectionTo(
  tx: CompanyDatabase,
  companyId: string,
  connectorId: string,
): Promise<ConnectionRow | null> {
  const [row] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.companyId, companyId), eq(connections.connectorId, connectorId)))
  return row ?? null
}

/** One at a time says what a company is connected to, also while there is no connection yet. */
export async function lockConnector(tx: CompanyDatabase, companyId: string, connectorId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connector ${companyId} ${connectorId}`}, 0))`)
}

export async function saveConnection(tx: CompanyDatabase, row: typeof connections.$inferInsert): Promise<void> {
  await tx
    .insert(connections)
    .values(row)
    .onConflictDoUpdate({ target: [connections.companyId, connections.id], set: row })
}

/** What the other side calls the company, and its organisation number. */
export async function saveTenant(
  tx: CompanyDatabase,
  { companyId, connectionId }: ConnectionKey,
  { company }: Pick<Registers, 'company'>,
): Promise<void> {
  const tenant = { tenantName: company.name, tenantNumber: company.organisationNumber || null }
  await tx.update(connections).set(tenant).where(isConnection(companyId, connectionId))
}

/** A person says that the books are the right ones although they have another company's number. */
export async function acceptNumber(tx: CompanyDatabase, companyId: string, id: string): Promise<void> {
  await tx
    .update(connections)
    .set({ acceptedNumber: sql`${connections.tenantNumber}` })
    .where(isConnection(companyId, id))
}

export async function deleteConnection(tx: CompanyDatabase, companyId: string, id: string): Promise<void> {
  await tx.delete(registers).where(and(eq(registers.companyId, companyId), eq(registers.connectionId, id)))
  await deleteObstacles(tx, { companyId, connectionId: id })
  await deleteKnownInvoices(tx, { companyId, connectionId: id })
  await tx.delete(connections).where(isConnection(companyId, id))
}

/** Ends a connection and forgets its tokens; `held`: only while the lease is held as it was taken. True when it was ended. */
export async function endConnection(
  tx: CompanyDatabase,
  companyId: string,
  id: string,
  ended: { lostReason: string | null; held?: ConnectionRow },
): Promise<boolean> {
  const isSame = ended.held && isHeldAs(ended.held)
  const rows = await tx
    .update(connections)
    .set({
      state: 'disconnected',
      lostReason: ended.lostReason,
      accessToken: null,
      refreshToken: null,
      expiresAt: null,
      refreshingUntil: null,
    })
    .where(and(isConnection(companyId, id), eq(connections.state, 'connected'), isSame))
    .returning({ id: connections.id })
  return rows.length > 0
}

/**
 * Becomes the one process that may refresh, for so long; by the database's clock, which all processes share. The row as it is
 * held, null where another has it: `refreshingUntil` tells one holder from the next, in the milliseconds that a Date can hold.
 */
export async function takeRefreshLease(
  tx: CompanyDatabase,
  row: ConnectionRow,
  seconds: number,
  now: SQL,
): Promise<ConnectionRow | null> {
  const [held] = await tx
    .update(connections)
    .set({ refreshingUntil: sql`date_trunc('milliseconds', ${now} + make_interval(secs => ${seconds}))` })
    .where(
      and(
        isConnection(row.companyId, row.id),
        eq(connections.state, 'connected'),
        eq(connections.tokenVersion, row.tokenVersion),
        or(isNull(connections.refreshingUntil), lt(connections.refreshingUntil, now)),
      ),
    )
    .returning()
  return held ?? null
}

/** Lets go of a lease that is still held as it was taken. */
export async function releaseRefreshLease(tx: CompanyDatabase, held: ConnectionRow): Promise<void> {
  await tx
    .update(connections)
    .set({ refreshingUntil: null })
    .where(and(isConnection(held.companyId, held.id), isHeldAs(held)))
}

/** Nobody has refreshed since, nor taken the lease after it ran out. */
const isHeldAs = ({ tokenVersion, refreshingUntil: until }: Pick<ConnectionRow, 'tokenVersion' | 'refreshingUntil'>) =>
  and(
    eq(connections.tokenVersion, tokenVersion),
    until === null ? isNull(connections.refreshingUntil) : eq(connections.refreshingUntil, until),
  )

export type SealedTokens = {
  accessToken: string
  refreshToken: string
  expiresAt: Date
  scopes: string[]
  refreshedAt: Date
}

/** False when somebody refreshed or ended the connection meanwhile. */
export async function saveTokens(tx: CompanyDatabase, row: ConnectionRow, tokens: SealedTokens): Promise<boolean> {
  const rows = await tx
    .update(connections)
    .set({ ...tokens, tokenVersion: row.tokenVersion + 1, refreshingUntil: null })
    .where(
      and(
        isConnection(row.companyId, row.id),
        eq(connections.state, 'connected'),
        eq(connections.tokenVersion, row.tokenVersion),
      ),
    )
    .returning({ id: connections.id })
  return rows.length > 0
}

/** Other companies whose connection to the same company there is alive, or lost against their will; `db` sees all companies. */
export async function listOthersThere(
  db: Database,
  { companyId, connectorId, tenantId }: Pick<ConnectionRow, 'companyId' | 'connectorId' | 'tenantId'>,
): Promise<string[]> {
  if (tenantId === null) return []
  const rows = await db
    .select({ companyId: connections.companyId })
    .from(connections)
    .where(
      and(
        eq(connections.connectorId, connectorId),
        eq(connections.tenantId, tenantId),
        ne(connections.companyId, companyId),
        or(eq(connections.state, 'connected'), isNotNull(connections.lostReason)),
      ),
    )
  return rows.map((row) => row.companyId)
}

/** Every company's connections whose tokens have not been used for so long; `db` sees all companies. */
export async function listConnectionsToKeepAlive(
  db: Database,
  before: Date,
): Promise<{ companyId: string; id: string }[]> {
  return db
    .select({ companyId: connections.companyId, id: connections.id })
    .from(connections)
    .where(
      and(
        eq(connections.state, 'connected'),
        lt(sql`coalesce(${connections.refreshedAt}, ${connections.connectedAt})`, before.toISOString()),
      ),
    )
}

export async function insertConsent(tx: CompanyDatabase, consent: ConsentState): Promise<void> {
  await tx.insert(consentStates).values(consent)
}

/** Takes a consent out, so that its state is good once. Whose it is only the state tells: `db` sees all companies. */
export async function takeConsent(db: Database, state: string): Promise<ConsentState | null> {
  const [row] = await db.delete(consentStates).where(eq(consentStates.state, state)).returning()
  return row ?? null
}

export async function deleteExpiredConsents(db: Database, now: Date): Promise<void> {
  await db.delete(consentStates).where(lt(consentStates.expiresAt, now))
}

/** All registers are read together and kept as one row, so that they are always of the same moment… */
const kind = 'accounting'
/** …but for the charts of accounts of other years than the current one. */
const chartKind = (yearId: string) => `accounts of ${yearId}`

export async function findRegisters(
  tx: CompanyDatabase,
  companyId: string,
  connectionId: string,
): Promise<Registers | null> {
  const [row] = await tx
    .select()
    .from(registers)
    .where(and(eq(registers.companyId, companyId), eq(registers.connectionId, connectionId), eq(registers.kind, kind)))
  return row ? (row.content as Registers) : null
}

export async function saveRegisters(
  tx: CompanyDatabase,
  companyId: string,
  connectionId: string,
  content: Registers,
): Promise<void> {
  const set = { content, fetchedAt: new Date(content.fetchedAt) }
  await tx
    .insert(registers)
    .values({ companyId, connectionId, kind, ...set })
    .onConflictDoUpdate({ target: [registers.companyId, registers.connectionId, registers.kind], set })
}

export type Chart = { accounts: Account[]; fetchedAt: Date }

export async function findChart(
  tx: CompanyDatabase,
  { companyId, connectionId }: ConnectionKey,
  yearId: string,
): Promise<Chart | null> {
  const isSame = and(eq(registers.connectionId, connectionId), eq(registers.kind, chartKind(yearId)))
  const [row] = await tx
    .select()
    .from(registers)
    .where(and(eq(registers.companyId, companyId), isSame))
  return row ? { accounts: row.content as Account[], fetchedAt: row.fetchedAt } : null
}

export async function saveChart(
  tx: CompanyDatabase,
  key: ConnectionKey,
  yearId: string,
  { accounts, fetchedAt }: Chart,
): Promise<void> {
  const set = { content: accounts, fetchedAt }
  await tx
    .insert(registers)
    .values({ ...key, kind: chartKind(yearId), ...set })
    .onConflictDoUpdate({ target: [registers.companyId, registers.connectionId, registers.kind], set })
}

export async function findSettings(
  tx: CompanyDatabase,
  companyId: string,
  connectorId: string,
): Promise<PostingSettings | null> {
  const [row] = await selectSettings(tx, companyId, connectorId)
  return row ?? null
}

/** Locks them, also while there are none yet, so that of two who change them the second sees what the first wrote. */
export async function lockSettings(
  tx: CompanyDatabase,
  companyId: string,
  connectorId: string,
): Promise<PostingSettings | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`settings ${companyId} ${connectorId}`}, 0))`)
  const [row] = await selectSettings(tx, companyId, connectorId).for('update')
  return row ?? null
}

function selectSettings(tx: CompanyDatabase, companyId: string, connectorId: string) {
  const { usesWarehouse, creditAccount, paymentAccount, modeOfPayment, bookkeepInvoices, payInvoices } = postingSettings
  return tx
    .select({ usesWarehouse, creditAccount, paymentAccount, modeOfPayment, bookkeepInvoices, payInvoices })
    .from(postingSettings)
    .where(and(eq(postingSettings.companyId, companyId), eq(postingSettings.connectorId, connectorId)))
}

export async function saveSettings(
  tx: CompanyDatabase,
  companyId: string,
  connectorId: string,
  settings: PostingSettings,
  updatedAt: Date,
): Promise<void> {
  const set = { ...settings, updatedAt }
  await tx
    .insert(postingSettings)
    .values({ companyId, connectorId, ...set })
    .onConflictDoUpdate({ target: [postingSettings.companyId, postingSettings.connectorId], set })
}

type ConnectionKey = { companyId: string; connectionId: string }
const isObstacleOf = ({ companyId, connectionId }: ConnectionKey) =>
  and(eq(obstacles.companyId, companyId), eq(obstacles.connectionId, connectionId))

export async function listObstacles(tx: CompanyDatabase, key: ConnectionKey): Promise<Obstacle[]> {
  const { kind, step, serviceCode, message, day } = obstacles
  return tx
    .select({ kind, step, serviceCode, message, day })
    .from(obstacles)
    .where(isObstacleOf(key))
    .orderBy(kind, step)
}

/** A lane writes several in an order of its own, and a new consent forgets all: each would hold what the other waits for. */
async function lockObstacles(tx: CompanyDatabase, { connectionId }: ConnectionKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`obstacles ${connectionId}`}, 0))`)
}

export async function saveObstacle(
  tx: CompanyDatabase,
  key: ConnectionKey,
  { kind, step, serviceCode, message, day }: Obstacle,
  metAt: Date,
): Promise<void> {
  await lockObstacles(tx, key)
  await tx
    .insert(obstacles)
    .values({ ...key, kind, step, serviceCode, message, day, metAt })
    .onConflictDoUpdate({
      target: [obstacles.companyId, obstacles.connectionId, obstacles.kind, obstacles.step],
      set: { serviceCode, message, day: sql`greatest(${obstacles.day}, excluded.day)`, metAt },
    })
}

/** Those a step met that has gone through now: of days up to its own, where they are about days. All without a step. */
export async function deleteObstacles(
  tx: CompanyDatabase,
  key: ConnectionKey,
  passed?: { step: string; day: string },
): Promise<void> {
  const isPassed =
    passed &&
    and(eq(obstacles.step, passed.step), or(isNull(obstacles.day), gte(sql`${passed.day}::date`, obstacles.day)))
  await lockObstacles(tx, key)
  await tx
    .delete(obstacles)
    .where(and(isObstacleOf({ companyId: key.companyId, connectionId: key.connectionId }), isPassed))
}

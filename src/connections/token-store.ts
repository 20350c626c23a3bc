import { type SQL, sql } from 'drizzle-orm'
import type { Activity } from '#activity/index.ts'
import { type CompanyDatabase, type Database, readCompany, withCompany } from '#platform/database.ts'
import {
  type ConnectionRow,
  endConnection,
  findConnection,
  releaseRefreshLease,
  type SealedTokens,
  saveTokens,
  takeRefreshLease,
} from './store.ts'

/** Where tokens are kept, for all processes. Every write is refused (false) once the row was changed by somebody else. */
export type TokenStore = {
  find(companyId: string, id: string): Promise<ConnectionRow | null>
  /** Becomes the one process that may refresh, for so long: the row as it is held, or null where another has it. */
  takeLease(row: ConnectionRow, seconds: number): Promise<ConnectionRow | null>
  /** Nothing is let go where another took it after it ran out. */
  releaseLease(held: ConnectionRow): Promise<void>
  save(row: ConnectionRow, tokens: SealedTokens): Promise<boolean>
  /** Ends the connection and tells the company, unless somebody has refreshed since, or is about to. */
  lose(held: ConnectionRow, lost: { displayName: string; lostReason: string }): Promise<boolean>
}

export function createTokenStore({
  db,
  activity,
  databaseNow = () => sql`now()`,
}: {
  db: Database
  activity: Pick<Activity, 'record'>
  /** What the database calls now; tests have a clock of their own. */
  databaseNow?: () => SQL
}): TokenStore {
  const inCompany = <T>({ companyId }: { companyId: string }, work: (tx: CompanyDatabase) => Promise<T>) =>
    withCompany(db, companyId, work)
  return {
    find: (companyId, id) => readCompany(db, companyId, (tx) => findConnection(tx, companyId, id)),
    takeLease: (row, seconds) => inCompany(row, (tx) => takeRefreshLease(tx, row, seconds, databaseNow())),
    releaseLease: (held) => inCompany(held, (tx) => releaseRefreshLease(tx, held)),
    save: (row, tokens) => inCompany(row, (tx) => saveTokens(tx, row, tokens)),
    lose: (held, { displayName: subject, lostReason }) =>
      inCompany(held, async (tx) => {
        const { companyId, id } = held
        if (!(await endConnection(tx, companyId, id, { lostReason, held }))) return false
        await activity.record(tx, companyId, [{ type: 'error', activity: 'connection-lost', subject }])
        return true
      }),
  }
}

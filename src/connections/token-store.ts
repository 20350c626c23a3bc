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
  /** Becomes the one process that may refresh, for so long. */
  takeLease(row: ConnectionRow, seconds: number): Promise<boolean>
  releaseLease(row: ConnectionRow): Promise<void>
  save(row: ConnectionRow, tokens: SealedTokens): Promise<boolean>
  /** Ends the connection and tells the company, unless somebody has refreshed since. */
  lose(row: ConnectionRow, lost: { displayName: string; lostReason: string }): Promise<boolean>
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
    releaseLease: (row) => inCompany(row, (tx) => releaseRefreshLease(tx, row)),
    save: (row, tokens) => inCompany(row, (tx) => saveTokens(tx, row, tokens)),
    lose: (row, { displayName: subject, lostReason }) =>
      inCompany(row, async (tx) => {
        const { companyId, id, tokenVersion } = row
        if (!(await endConnection(tx, companyId, id, { lostReason, tokenVersion }))) return false
        await activity.record(tx, companyId, [{ type: 'error', activity: 'connection-lost', subject }])
        return true
      }),
  }
}

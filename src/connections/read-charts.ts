import type { Account } from '#connectors/accounting-connector.ts'
import { createSharedCalls } from '#kernel/share-calls.ts'
import { withCompany } from '#platform/database.ts'
import type { RegisterDeps } from './read-registers.ts'
import type { Charts } from './rules.ts'
import { findChart, saveChart } from './store.ts'

/** `only-kept`: nothing is asked of the accounting system. */
export type ChartOptions = { maxAgeSeconds?: number } | 'only-kept'

const defaultMaxAgeSeconds = 600

/**
 * Charts of accounts of other years than the current one, each kept by itself with its own age: few rows lie in another
 * year, and who has none there waits for none. Whoever asks while a chart is being read gets the same reading, as of registers.
 */
export function createChartReader({ db, clock, openSession }: RegisterDeps) {
  const share = createSharedCalls<Account[]>()

  /** The chart as kept, where it was read at this instant (ms) or later. */
  async function findSince(companyId: string, connectionId: string, yearId: string, instant: number) {
    const kept = await withCompany(db, companyId, (tx) => findChart(tx, { companyId, connectionId }, yearId))
    return kept && kept.fetchedAt.getTime() >= instant ? kept.accounts : null
  }

  async function readAndSave(companyId: string, connectionId: string, yearId: string): Promise<Account[]> {
    const session = await openSession(companyId, connectionId)
    const fetchedAt = clock.now()
    const accounts = await session.listAccounts(yearId)
    await withCompany(db, companyId, (tx) =>
      saveChart(tx, { companyId, connectionId }, yearId, { accounts, fetchedAt }),
    )
    return accounts
  }

  return async (
    companyId: string,
    connectionId: string,
    yearIds: readonly string[],
    options: ChartOptions = {},
  ): Promise<Charts> => {
    const isOnlyKept = options === 'only-kept'
    const { maxAgeSeconds = defaultMaxAgeSeconds } = isOnlyKept ? {} : options
    const asked = clock.now().getTime()
    const oldest = isOnlyKept ? Number.NEGATIVE_INFINITY : asked - maxAgeSeconds * 1000
    const charts = new Map<string, readonly Account[]>()
    for (const yearId of yearIds) {
      const findFrom = (instant: number) => findSince(companyId, connectionId, yearId, instant)
      const kept = await findFrom(oldest)
      if (kept) charts.set(yearId, kept)
      else if (!isOnlyKept) {
        const read = async () => (await findFrom(asked)) ?? readAndSave(companyId, connectionId, yearId)
        charts.set(yearId, await share(`${connectionId} ${yearId}`, read))
      }
    }
    return charts
  }
}

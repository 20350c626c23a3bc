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
 * year, and who has none there waits for none. Whoever asks while a chart is being read gets the same reading.
 */
export function createChartReader({ db, clock, openSession }: RegisterDeps) {
  const share = createSharedCalls<Account[]>()

  async function readAndSave(companyId: string, connectionId: string, yearId: string): Promise<Account[]> {
    const session = await openSession(companyId, connectionId)
    const accounts = await session.listAccounts(yearId)
    await withCompany(db, companyId, (tx) =>
      saveChart(tx, { companyId, connectionId }, yearId, { accounts, fetchedAt: clock.now() }),
    )
    return accounts
  }

  const readOne = (companyId: string, connectionId: string, yearId: string) =>
    share(`${connectionId} ${yearId}`, () => readAndSave(companyId, connectionId, yearId))

  return async (
    companyId: string,
    connectionId: string,
    yearIds: readonly string[],
    options: ChartOptions = {},
  ): Promise<Charts> => {
    const isOnlyKept = options === 'only-kept'
    const { maxAgeSeconds = defaultMaxAgeSeconds } = isOnlyKept ? {} : options
    const oldest = clock.now().getTime() - maxAgeSeconds * 1000
    const charts = new Map<string, readonly Account[]>()
    for (const yearId of yearIds) {
      const kept = await withCompany(db, companyId, (tx) => findChart(tx, { companyId, connectionId }, yearId))
      if (kept && (isOnlyKept || kept.fetchedAt.getTime() >= oldest)) charts.set(yearId, kept.accounts)
      else if (!isOnlyKept) charts.set(yearId, await readOne(companyId, connectionId, yearId))
    }
    return charts
  }
}

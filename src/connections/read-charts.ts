import type { Account } from '#connectors/accounting-connector.ts'
import { createSharedReadings } from '#kernel/share-calls.ts'
import { asCopy, readCompany, withCompany } from '#platform/database.ts'
import type { RegisterDeps } from './read-registers.ts'
import type { Charts } from './rules.ts'
import { type Chart, findChart, saveChart } from './store.ts'

/** `only-kept`: nothing is asked of the accounting system. */
export type ChartOptions = { maxAgeSeconds?: number } | 'only-kept'

const defaultMaxAgeSeconds = 600

/**
 * Charts of accounts of other years than the current one, each kept by itself with its own age: few rows lie in another
 * year, and who has none there waits for none. Whoever asks while a chart is being read gets the same reading, as of registers.
 */
export function createChartReader({ db, clock, openSession }: RegisterDeps) {
  const readAt = (chart: Chart) => chart.fetchedAt.getTime()
  const share = createSharedReadings(readAt)
  const findKept = (companyId: string, connectionId: string, yearId: string) =>
    readCompany(db, companyId, (tx) => findChart(tx, { companyId, connectionId }, yearId))

  async function readAndSave(companyId: string, connectionId: string, yearId: string): Promise<Chart> {
    const session = await openSession(companyId, connectionId)
    const fetchedAt = clock.now()
    const chart = { accounts: await session.listAccounts(yearId), fetchedAt }
    await withCompany(db, companyId, (tx) => saveChart(tx, { companyId, connectionId }, yearId, chart), asCopy)
    return chart
  }

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
      const find = () => findKept(companyId, connectionId, yearId)
      const read = () => readAndSave(companyId, connectionId, yearId)
      const chart = isOnlyKept ? await find() : await share(`${connectionId} ${yearId}`, oldest, { find, read })
      if (chart) charts.set(yearId, chart.accounts)
    }
    return charts
  }
}

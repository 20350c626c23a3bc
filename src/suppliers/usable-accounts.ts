import type { Connections } from '#connections/index.ts'
import type { Register } from './store.ts'

/** Accounts change seldom, and every import checks them again before anything is sent. */
const maxAgeSeconds = 24 * 3600
/** Besides the current one: rows lie in the year before or after it. */
const mostOtherYears = 3

/**
 * The accounts that suppliers can be booked on, each with whether it is active in some financial year that is not locked: a
 * row is judged by the chart (*kontoplan*) of its own year, and around New Year's Eve that is not the current one. Other
 * charts are read only where one of `wanted` is not active in the current one.
 */
export async function usableAccounts(
  connections: Pick<Connections, 'registers' | 'charts'>,
  { companyId, connectionId }: Register,
  wanted: readonly number[],
): Promise<Map<number, { isActive: boolean }>> {
  const { accounts, accountsOf, financialYears, lockedUntil } = await connections.registers(companyId, connectionId, {
    maxAgeSeconds,
  })
  const usable = new Map(accounts.map(({ number, isActive }) => [number, { isActive }]))
  if (wanted.every((number) => usable.get(number)?.isActive)) return usable
  const others = financialYears
    .filter(({ id, to }) => id !== accountsOf && (lockedUntil === null || to > lockedUntil))
    .sort((one, other) => (one.to < other.to ? 1 : -1))
    .slice(0, mostOtherYears)
  const charts = await connections.charts(
    companyId,
    connectionId,
    others.map(({ id }) => id),
    { maxAgeSeconds },
  )
  for (const chart of charts.values())
    for (const { number, isActive } of chart) if (isActive || !usable.has(number)) usable.set(number, { isActive })
  return usable
}

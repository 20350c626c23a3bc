/** What was asked of the sandbox since it started or was reset; what a test or benchmark wants to know afterwards. */
export function createStats() {
  let requests = new Map<string, Map<string, number>>()
  let totals = { requests: 0, rateLimited: 0, unauthorized: 0, faults: 0, refreshes: 0, codesExchanged: 0 }
  return {
    count(tenant: string, pattern: string) {
      const ofTenant = requests.get(tenant) ?? new Map<string, number>()
      ofTenant.set(pattern, (ofTenant.get(pattern) ?? 0) + 1)
      requests.set(tenant, ofTenant)
      totals.requests += 1
    },
    add(name: Exclude<keyof typeof totals, 'requests'>) {
      totals[name] += 1
    },
    forget() {
      requests = new Map()
      totals = { requests: 0, rateLimited: 0, unauthorized: 0, faults: 0, refreshes: 0, codesExchanged: 0 }
    },
    read: () => ({
      ...totals,
      tenants: Object.fromEntries([...requests].map(([tenant, counts]) => [tenant, Object.fromEntries(counts)])),
    }),
  }
}

export type Stats = ReturnType<typeof createStats>

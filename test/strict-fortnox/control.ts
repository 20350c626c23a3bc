import type { FaultPlan } from './faults.ts'
import type { Options } from './options.ts'
import type { Reply } from './reply.ts'
import type { Counts, StandIn } from './stand-in.ts'

export type State = {
  invoices: Record<string, unknown>[]
  payments: Record<string, unknown>[]
  connections: Record<string, unknown>[]
  files: { Name: string; isConnected: boolean }[]
  suppliers: number
}
export type Stats = Counts & {
  faults: Record<string, number>
  window: { most: number; exceeded: number }
  oauth: { consents: number; refreshes: number; reused: number }
}

/** Not Fortnox's: how tests look into the stand-in and change how it behaves. */
export function openControl({ company, counts, faults, grants, options, window }: StandIn) {
  const rows = (records: Map<string, { now: Record<string, unknown> }>) => [...records.values()].map(({ now }) => now)
  const answers: Record<string, (body: string) => unknown> = {
    'GET /control/state': (): State => ({
      invoices: rows(company.invoices),
      payments: rows(company.payments),
      connections: rows(company.connections),
      files: [...company.files.values()].map(({ Name, isConnected }) => ({ Name, isConnected })),
      suppliers: company.suppliers.size,
    }),
    'GET /control/stats': (): Stats => {
      const { violations, ...oauth } = grants.counts
      const all = [...counts.violations, ...violations]
      return {
        ...counts,
        violations: all,
        faults: faults.struck as Record<string, number>,
        window: window.counts,
        oauth,
      }
    },
    'PUT /control/options': (body) => Object.assign(options, JSON.parse(body) as Partial<Options>),
    'PUT /control/faults': (body) => faults.set(JSON.parse(body) as FaultPlan),
    'POST /control/revoke': () => grants.revokeAll(),
  }
  return (method: string, path: string, body: string): Reply | null => {
    const give = answers[`${method} ${path}`]
    return give ? { status: 200, body: give(body) ?? {} } : null
  }
}

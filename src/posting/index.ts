/**
 * Confirmed drafts become supplier invoices in the accounting system: lanes, steps, outcomes, look-ups. Nothing lost,
 * nothing doubled, nothing half done, whatever dies when (decisions/005 and 006).
 */
import type { Connections } from '#connections/index.ts'
import type { CompanyDatabase, Database } from '#platform/database.ts'
import type { Api } from '#platform/http.ts'
import { handleJob, type JobDefinition, type JobHandler, type Jobs } from '#platform/jobs.ts'
import type { Notices } from '#platform/notices.ts'
import { runLaneJob, sweepJob } from './jobs.ts'
import { endAllLeases, openLeases } from './lane/lease.ts'
import { findTakenBack, findUnposted } from './lane/original-store.ts'
import { type PostConnectionDeps, postConnection } from './lane/post-connection.ts'
import { listConnectionsWithTwins } from './lane/twin-store.ts'
import { postingRoutes } from './routes.ts'
import type { HoldRole } from './runs/approval-store.ts'
import type { ForeseeApprovalDeps } from './runs/foresee-approval.ts'
import { findPurchases, listPurchases } from './runs/purchase-store.ts'
import { findInvoiceNumbers, listConnectionsWithWork, type NewRun } from './runs/run-store.ts'
import type { ReturnRows } from './runs/settle-postings.ts'
import { type OnMadeAnew, startRun } from './runs/start-run.ts'
import type { UndoDeps } from './runs/undo-run.ts'

export type { PostedPurchase } from './runs/purchase-store.ts'

export type Posting = {
  routes: Api
  jobs: {
    definitions: readonly JobDefinition<unknown>[]
    handlers: readonly JobHandler[]
    atStart(): Promise<void>
    everyFewSeconds(): Promise<void>
  }
  startRun(tx: CompanyDatabase, run: NewRun): Promise<string>
  onMadeAnew(listener: OnMadeAnew): void
  findInvoiceNumbers: typeof findInvoiceNumbers
  findTakenBack: typeof findTakenBack
  findUnposted: typeof findUnposted
  listPurchases: typeof listPurchases
  findPurchases: typeof findPurchases
}

export type PostingDeps = Omit<PostConnectionDeps, 'connections' | 'leases' | 'notices'> & {
  /** For what must be written in time (platform/database.ts). */
  promptDb: Database
  connections: Pick<Connections, 'openLine' | 'obstacles' | 'onConnected' | 'registers'>
  jobs: () => Jobs
  notices: Pick<Notices, 'tell' | 'onTold'>
  nameOf(userId: string): Promise<string | null>
  returnRows: ReturnRows
  listPeople: ForeseeApprovalDeps['listPeople']
  holdRole: HoldRole
  foreseeConfirmation: ForeseeApprovalDeps['foreseeConfirmation']
  listRefundTies: UndoDeps['listRefundTies']
  /** No other process can hold a lane: leases left by a dead one are ended at the start. */
  isOnlyProcess: boolean
}

export function createPosting(deps: PostingDeps): Posting {
  const { db } = deps
  const leases = openLeases(deps)
  let tellMadeAnew: OnMadeAnew = async () => undefined
  const enqueueLane = (tx: CompanyDatabase, key: { companyId: string; connectionId: string }) =>
    deps.jobs().enqueue(tx, runLaneJob, key, { key: key.connectionId })
  async function enqueueLanes(lanes: readonly { companyId: string; connectionId: string }[]): Promise<void> {
    const items = lanes.map((payload) => ({ payload, key: payload.connectionId }))
    // Behind the writes of the lanes that have begun, those that have not would wait a minute.
    if (items.length > 0) await deps.promptDb.transaction((tx) => deps.jobs().enqueueAll(tx, runLaneJob, items))
  }
  const sweep = async () =>
    enqueueLanes([...(await listConnectionsWithWork(db)), ...(await listConnectionsWithTwins(db, deps.clock.now()))])
  deps.connections.onConnected(enqueueLane)
  return {
    routes: postingRoutes(deps),
    jobs: {
      definitions: [runLaneJob, sweepJob] as readonly JobDefinition<unknown>[],
      handlers: [
        handleJob(runLaneJob, async (key, signal) => {
          const end = await postConnection({ ...deps, leases }, key, signal)
          if (end === 'more') await enqueueLanes([key])
        }),
        handleJob(sweepJob, sweep),
      ],
      async atStart() {
        if (deps.isOnlyProcess) await endAllLeases(db)
        await sweep()
      },
      everyFewSeconds: async () => enqueueLanes(await leases.listLeft()),
    },
    startRun: (tx, run) => startRun({ ...deps, onMadeAnew: (...made) => tellMadeAnew(...made) }, tx, run),
    onMadeAnew: (listener) => {
      tellMadeAnew = listener
    },
    findInvoiceNumbers,
    findTakenBack,
    findUnposted,
    listPurchases,
    findPurchases,
  }
}

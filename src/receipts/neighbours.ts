import type { Activity } from '#activity/index.ts'
import type { Connections } from '#connections/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import type { Files } from '#platform/files.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Posting } from '#posting/index.ts'

/** Everything outside this capability that it works with. */
export type ReceiptsDeps = {
  db: Database
  clock: Clock
  log: Log
  files: Pick<Files, 'put' | 'get' | 'delete'>
  jobs: () => Jobs
  connections: Pick<Connections, 'openLine'>
  posting: Pick<Posting, 'listPurchases' | 'findPurchases'>
  activity: Pick<Activity, 'record'>
  /** Domain of the addresses receipts are mailed to; null where no receiver is configured. */
  mailDomain: string | null
}

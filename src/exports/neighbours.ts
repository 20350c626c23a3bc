import type { Activity } from '#activity/index.ts'
import type { Connections } from '#connections/index.ts'
import type { SourceSession } from '#connectors/source-connector.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import type { Files } from '#platform/files.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Templates } from '#templates/index.ts'

/** Everything outside this capability that it works with. */
export type ExportsDeps = {
  db: Database
  clock: Clock
  log: Log
  files: Pick<Files, 'put' | 'get' | 'delete'>
  jobs: () => Jobs
  connections: Pick<Connections, 'findConnection' | 'openSession'> & {
    openSource(...asked: Parameters<Connections['openSource']>): Promise<Pick<SourceSession, 'writeRows'>>
  }
  templates: Pick<Templates, 'getTemplate'>
  activity: Pick<Activity, 'record'>
  nameOf(userId: string): Promise<string | null>
}

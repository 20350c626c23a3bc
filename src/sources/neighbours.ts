import type { Activity } from '#activity/index.ts'
import type { SourceSession } from '#connectors/source-connector.ts'
import type { Imports } from '#imports/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import type { Files } from '#platform/files.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Templates } from '#templates/index.ts'

/** Everything outside this capability that it works with. */
export type SourcesDeps = {
  db: Database
  clock: Clock
  log: Log
  files: Pick<Files, 'put' | 'get' | 'delete'>
  jobs: () => Jobs
  connections: {
    openSource(companyId: string, connectorId: string): Promise<Pick<SourceSession, 'readRows'>>
    findConnection(companyId: string, connectorId: string): Promise<{ tenantId: string | null } | null>
  }
  templates: Pick<Templates, 'getTemplate' | 'listTemplates' | 'createTemplate'>
  imports: Pick<Imports, 'startImport' | 'nameSome' | 'tellGone'>
  activity: Pick<Activity, 'record'>
}

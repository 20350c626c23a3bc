/** Rows fetched from Google Sheets and Airtable, when a person asks or on a schedule: only what changed, and saying so. */
import type { Api } from '#platform/http.ts'
import { handleJob, type JobDefinition, type JobHandler } from '#platform/jobs.ts'
import { fetchSource } from './fetch-source.ts'
import { sweepFetchings } from './fetching-lease.ts'
import { fetchSourceJob, runSchedulesJob, sweepFetchingsJob } from './jobs.ts'
import type { SourcesDeps } from './neighbours.ts'
import { sourceRoutes } from './routes.ts'
import { runSchedules } from './schedule-source.ts'

export function createSources(deps: SourcesDeps): {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
} {
  return {
    routes: sourceRoutes(deps),
    jobs: {
      definitions: [fetchSourceJob, runSchedulesJob, sweepFetchingsJob] as JobDefinition<unknown>[],
      handlers: [
        handleJob(fetchSourceJob, (payload, signal) => fetchSource(deps, payload, signal)),
        handleJob(runSchedulesJob, (_payload, signal) => runSchedules(deps, signal)),
        handleJob(sweepFetchingsJob, (_payload, signal) => sweepFetchings(deps, signal)),
      ],
    },
  }
}

/** Supplier invoices out of the accounting system, written to a file or a sheet through a template read backwards. */
import type { Api } from '#platform/http.ts'
import { handleJob, type JobDefinition, type JobHandler } from '#platform/jobs.ts'
import { writeExportJob } from './jobs.ts'
import type { ExportsDeps } from './neighbours.ts'
import { exportRoutes } from './routes.ts'
import { writeExport } from './write-export.ts'

export function createExports(deps: ExportsDeps): {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
} {
  return {
    routes: exportRoutes(deps),
    jobs: {
      definitions: [writeExportJob] as JobDefinition<unknown>[],
      handlers: [handleJob(writeExportJob, ({ companyId, exportId }) => writeExport(deps, companyId, exportId))],
    },
  }
}

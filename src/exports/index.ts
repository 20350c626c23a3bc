/** Supplier invoices out of the accounting system, written to a file or a sheet through a template read backwards. */
import type { Api } from '#platform/http.ts'
import { handleJob, type JobDefinition, type JobHandler } from '#platform/jobs.ts'
import { sweepWritingsJob, writeExportJob } from './jobs.ts'
import type { ExportsDeps } from './neighbours.ts'
import { exportRoutes } from './routes.ts'
import { writeExport } from './write-export.ts'
import { sweepWritings } from './writing-lease.ts'

export function createExports(deps: ExportsDeps): {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
} {
  return {
    routes: exportRoutes(deps),
    jobs: {
      definitions: [writeExportJob, sweepWritingsJob] as JobDefinition<unknown>[],
      handlers: [
        handleJob(writeExportJob, ({ companyId, exportId }, signal) => writeExport(deps, companyId, exportId, signal)),
        handleJob(sweepWritingsJob, () => sweepWritings(deps)),
      ],
    },
  }
}

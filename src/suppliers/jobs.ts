import { z } from 'zod'
import { defineJob, handleJob, type JobDefinition, type JobHandler } from '#platform/jobs.ts'
import { type SyncDeps, syncSuppliers } from './sync-suppliers.ts'

/** Copies a register after connecting, and when a person asks for it. */
export const syncJob = defineJob({
  name: 'suppliers.sync',
  payload: z.object({ companyId: z.uuid(), connectionId: z.uuid() }),
  retries: 3,
  expireInSeconds: 900,
  concurrency: 4,
  turnOf: ({ companyId }) => companyId,
})

export function supplierJobs(deps: SyncDeps): {
  definitions: readonly JobDefinition<unknown>[]
  handlers: readonly JobHandler[]
} {
  return {
    definitions: [syncJob] as readonly JobDefinition<unknown>[],
    handlers: [handleJob(syncJob, (register) => syncSuppliers(deps, register))],
  }
}

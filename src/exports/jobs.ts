import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** A thousand invoices read whole take over three minutes at Fortnox's pace. */
export const writeExportJob = defineJob({
  name: 'exports.write',
  payload: z.object({ companyId: z.uuid(), exportId: z.uuid() }),
  retries: 3,
  expireInSeconds: 3600,
  concurrency: 8,
  turnOf: ({ companyId }) => companyId,
})

import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** A hundred thousand invoices read whole take over five hours at Fortnox's pace. Whose process dies is found by the sweep. */
export const writeExportJob = defineJob({
  name: 'exports.write',
  payload: z.object({ companyId: z.uuid(), exportId: z.uuid() }),
  retries: 2,
  expireInSeconds: 12 * 3600,
  concurrency: 8,
  turnOf: ({ companyId }) => companyId,
})
/** Finds exports whose writing process was killed or stopped, and queues them again. */
export const sweepWritingsJob = defineJob({
  name: 'exports.sweep',
  payload: z.object({}),
  retries: 0,
  expireInSeconds: 60,
  schedule: '* * * * *',
})

import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Matches what waits, and brings what is matched to its invoice. */
export const bringReceiptsJob = defineJob({
  name: 'receipts.bring',
  payload: z.object({ companyId: z.uuid() }),
  retries: 1,
  expireInSeconds: 600,
  concurrency: 4,
  turnOf: ({ companyId }) => companyId,
})
/** Receipts wait for purchases and purchases for invoices, whichever comes first. */
export const sweepReceiptsJob = defineJob({
  name: 'receipts.sweep',
  payload: z.object({}),
  retries: 0,
  expireInSeconds: 120,
  schedule: '* * * * *',
})

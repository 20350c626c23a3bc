import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Posts what is open over one connection; several jobs for it are harmless, since one lane holds the lease. */
export const runLaneJob = defineJob({
  name: 'posting.run-lane',
  payload: z.object({ companyId: z.uuid(), connectionId: z.uuid() }),
  retries: 5,
  expireInSeconds: 300,
  concurrency: 500,
  isHandedOver: true,
})

/** Finds connections with open steps, whatever became of their jobs, and queues their lanes. */
export const sweepJob = defineJob({
  name: 'posting.sweep',
  payload: z.object({}),
  retries: 0,
  expireInSeconds: 60,
  schedule: '* * * * *',
})

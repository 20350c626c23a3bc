import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

export const fetchSourceJob = defineJob({
  name: 'sources.fetch',
  /** `account`: the other side's, whose pace all companies share that fetch with it; it takes one turn. */
  payload: z.object({ companyId: z.uuid(), templateId: z.uuid(), account: z.string().optional() }),
  retries: 2,
  expireInSeconds: 900,
  concurrency: 8,
  turnOf: ({ companyId, account = companyId }) => account,
})
export const runSchedulesJob = defineJob({
  name: 'sources.run-schedules',
  payload: z.object({}),
  retries: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
})
/** Finds sources whose fetching process was killed, and queues them again. */
export const sweepFetchingsJob = defineJob({
  name: 'sources.sweep',
  payload: z.object({}),
  retries: 0,
  expireInSeconds: 120,
  schedule: '* * * * *',
})

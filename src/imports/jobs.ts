import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

const payload = z.object({ companyId: z.uuid(), importId: z.uuid() })

export const readSourceJob = defineJob({
  name: 'imports.read-source',
  payload,
  retries: 2,
  expireInSeconds: 1800,
  concurrency: 2,
  turnOf: ({ companyId }) => companyId,
})
/** Finds imports whose reader was killed, and queues them again. */
export const sweepJob = defineJob({
  name: 'imports.sweep',
  payload: z.object({}),
  retries: 0,
  expireInSeconds: 60,
  schedule: '* * * * *',
})
/**
 * Removes what is left of files whose receiver was killed, and of rows whose reader was when their import was gone. An upload
 * that is still under way after a day is none.
 */
export const sweepPartsJob = defineJob({
  name: 'imports.sweep-parts',
  payload: z.object({}),
  retries: 1,
  expireInSeconds: 600,
  schedule: '43 3 * * *',
})
/** Finds the open imports that hold purchases of one, and queues a check of each. */
export const recheckSharingJob = defineJob({
  name: 'imports.recheck-sharing',
  payload,
  retries: 3,
  expireInSeconds: 120,
  turnOf: ({ companyId }) => companyId,
})
/**
 * Nobody asks for it again: what it would have found is told when somebody confirms the import, or changes something. So it is
 * tried for some hours where the database or the accounting system is busy or away. Each try checks all rows in one
 * transaction, since the rows and their sums change together.
 */
export const recheckJob = defineJob({
  name: 'imports.recheck',
  payload: payload.extend({ isFresh: z.boolean().optional() }),
  retries: 24,
  longestWaitSeconds: 900,
  expireInSeconds: 600,
  concurrency: 2,
  turnOf: ({ companyId }) => companyId,
})

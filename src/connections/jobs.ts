import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Tokens that nobody uses for 45 days die; this keeps the connection of a company that rarely imports. */
export const keepAlive = defineJob({
  name: 'connections.keep-alive',
  payload: z.object({}),
  retries: 1,
  expireInSeconds: 3600,
  schedule: '17 3 * * *',
})

export const readRegisters = defineJob({
  name: 'connections.read-registers',
  payload: z.object({ companyId: z.uuid(), connectionId: z.uuid() }),
  retries: 3,
  expireInSeconds: 300,
  concurrency: 4,
  turnOf: ({ companyId }) => companyId,
})

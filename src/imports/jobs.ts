import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

const payload = z.object({ companyId: z.uuid(), importId: z.uuid() })

export const readSourceJob = defineJob({
  name: 'imports.read-source',
  payload,
  retries: 2,
  expireInSeconds: 300,
  concurrency: 2,
})
export const recheckJob = defineJob({ name: 'imports.recheck', payload, retries: 3, expireInSeconds: 120 })

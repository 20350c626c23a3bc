import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** A letter, sealed with its secret until it is sent. Tried until its link is too old: for 700 quarters of an hour at the most. */
export const sendLetterJob = defineJob({
  name: 'accounts.send-letter',
  payload: z.object({
    id: z.uuid(),
    sealed: z.string(),
    expiresAt: z.iso.datetime(),
    /** What the letter asks, where that can be taken back. */
    invitation: z.object({ companyId: z.uuid(), id: z.uuid() }).optional(),
  }),
  retries: 700,
  longestWaitSeconds: 900,
  expireInSeconds: 300,
  concurrency: 4,
})

/** Invitations that nobody answered are shown as too old for a while, and then go. */
export const sweepInvitationsJob = defineJob({
  name: 'accounts.sweep-invitations',
  payload: z.object({}),
  retries: 1,
  expireInSeconds: 600,
  schedule: '29 3 * * *',
})
/** Sessions that ended because nobody came with them for their thirty days. */
export const sweepSessionsJob = defineJob({
  name: 'accounts.sweep-sessions',
  payload: z.object({}),
  retries: 1,
  expireInSeconds: 600,
  schedule: '41 3 * * *',
})
/** An hour's tries at the most: whoever tries many addresses fills no table for longer. */
export const sweepAttemptsJob = defineJob({
  name: 'accounts.sweep-attempts',
  payload: z.object({}),
  retries: 0,
  expireInSeconds: 300,
  schedule: '*/10 * * * *',
})

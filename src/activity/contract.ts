import { z } from 'zod'

export const eventTypes = ['success', 'error', 'info'] as const

export const event = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  type: z.enum(eventTypes),
  activity: z.string(),
  subject: z.string(),
  invoiceNumber: z.string().nullable(),
  runId: z.uuid().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Event = z.infer<typeof event>

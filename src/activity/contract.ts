import { z } from 'zod'
import { textParams } from '#kernel/problem-schemas.ts'

export const eventTypes = ['success', 'error', 'info'] as const
export type EventType = (typeof eventTypes)[number]

/** Removed before it counted in the books, or credited (*krediterad*) there. */
export const takenBackWays = ['removed', 'credited'] as const
export type TakenBack = (typeof takenBackWays)[number]

export const event = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  type: z.enum(eventTypes),
  activity: z.string(),
  subject: z.string(),
  invoiceNumber: z.string().nullable(),
  runId: z.uuid().nullable(),
  /** Who did it; null: Radvis by itself. */
  by: z.string().nullable(),
  /** Of an invoice that was created or bookkept: what became of it when its import was taken back; else null. */
  takenBack: z.enum(takenBackWays).nullable(),
  params: textParams,
})
export type Event = z.infer<typeof event>

/** GET /events, newest first. The days are Swedish ones, both included; `q` is looked for in subject and invoice number. */
export const eventFilter = z.object({
  type: z.enum(eventTypes).optional(),
  activity: z.string().max(50).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  runId: z.uuid().optional(),
  q: z.string().trim().max(100).optional(),
})
export type EventFilter = z.infer<typeof eventFilter>

export const eventList = z.object({ items: z.array(event), nextCursor: z.string().optional() })

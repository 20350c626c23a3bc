import { z } from 'zod'
import { problem } from '#kernel/problem-schemas.ts'
import { granularities } from '#templates/contract.ts'

/** When rows are fetched by themselves; Swedish time. `hour` and what follows count where the period is longer. */
export const sourceSchedule = z.object({
  every: z.enum(['hour', 'day', 'week', 'month']),
  hour: z.number().int().min(0).max(23),
  /** 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  /** A day that the month lacks is its last. */
  day: z.number().int().min(1).max(31),
})
export type SourceSchedule = z.infer<typeof sourceSchedule>

/** What the latest fetching came to. */
export const fetchOutcome = z.object({
  kind: z.enum(['imported', 'unchanged', 'failed']),
  /** The import that the rows became. */
  importId: z.uuid().nullable(),
  /** Rows that were not there before, and rows that were but have other content now. */
  newRows: z.number().int(),
  changedRows: z.number().int(),
  /** Rows that were fetched before and are no longer there, where nothing new was: an import tells that itself. */
  goneRows: z.number().int().optional(),
  /** Every row was fetched once more, those too that had been before. */
  isWhole: z.boolean().optional(),
  /** How many requests of the other side's ration it took. */
  calls: z.number().int(),
  problem: problem.nullable(),
})
/** Problems of a fetching that end by choosing another source: it is not there, or is none. */
export const goneSources: ReadonlySet<string> = new Set(['source-not-found', 'source-not-a-sheet', 'source-in-bin'])
export type FetchOutcome = z.infer<typeof fetchOutcome>

/** The tab, table or view that rows are fetched from; PUT /template-sources/{id}: henceforth. */
export const sourceAddress = z.object({
  documentId: z.string().min(1).max(200),
  documentName: z.string().min(1).max(300),
  tableId: z.string().min(1).max(200),
  tableName: z.string().min(1).max(300),
  viewId: z.string().max(200).nullable(),
  viewName: z.string().max(300).nullable(),
})
export type SourceAddress = z.infer<typeof sourceAddress>

/** A template whose rows come from a spreadsheet or base, and how their fetching stands. */
export const templateSource = sourceAddress.extend({
  templateId: z.uuid(),
  templateName: z.string(),
  connectorId: z.enum(['google-sheets', 'airtable']),
  schedule: sourceSchedule.nullable(),
  nextAt: z.iso.datetime().nullable(),
  isFetching: z.boolean(),
  fetchedAt: z.iso.datetime().nullable(),
  outcome: fetchOutcome.nullable(),
})
export type TemplateSource = z.infer<typeof templateSource>
export const templateSourceList = z.object({ items: z.array(templateSource) })

/** PUT /template-sources/{id}/schedule */
export const changeScheduleRequest = z.object({ schedule: sourceSchedule.nullable() })
/** POST /template-sources/{id}/fetch: every row, or only what changed since the last time. */
export const fetchRequest = z.object({ extent: z.enum(['all', 'changed']) })

/** POST /template-sources: a template whose sample is read from the source. */
export const createFromSourceRequest = sourceAddress.extend({
  name: z.string().trim().min(1).max(100),
  bank: z.string().trim().min(1).max(100),
  granularity: z.enum(granularities),
  connectorId: z.enum(['google-sheets', 'airtable']),
})
export type CreateFromSourceRequest = z.infer<typeof createFromSourceRequest>

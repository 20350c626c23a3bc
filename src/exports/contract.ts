import { z } from 'zod'
import { problem } from '#kernel/problem-schemas.ts'

/** What is in a file, and whether it is there yet. */
export const exportStates = ['writing', 'done', 'failed'] as const
export const exportFormats = ['csv', 'xlsx', 'google-sheets'] as const

/** Which of the accounting system's supplier invoices: by invoice date, both days included, and by state. */
export const exportFilter = z
  .object({
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    state: z.enum(['all', 'unbooked', 'unpaid', 'overdue', 'paid', 'cancelled']),
  })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    path: ['to'],
    params: { code: 'to-before-from' },
  })
export type ExportFilter = z.infer<typeof exportFilter>

/** The tab of a spreadsheet that is written over. */
export const exportDestination = z.object({
  connectorId: z.literal('google-sheets'),
  documentId: z.string().min(1).max(200),
  documentName: z.string().min(1).max(300),
  tableId: z.string().min(1).max(200),
  tableName: z.string().min(1).max(300),
})
export type ExportDestination = z.infer<typeof exportDestination>

/** POST /exports */
export const startExportRequest = z
  .object({
    templateId: z.uuid(),
    format: z.enum(exportFormats),
    filter: exportFilter,
    destination: exportDestination.nullable().default(null),
  })
  .refine(({ format, destination }) => (format === 'google-sheets') === (destination !== null), {
    path: ['destination'],
    params: { code: 'required' },
  })
export type StartExportRequest = z.infer<typeof startExportRequest>

export const exportSummary = z.object({
  id: z.uuid(),
  templateId: z.uuid(),
  templateName: z.string(),
  format: z.enum(exportFormats),
  filter: exportFilter,
  destination: exportDestination.nullable(),
  state: z.enum(exportStates),
  /** Invoices found so far, and how many of them are read whole, where the template asks for more than the list tells. */
  invoices: z.number().int(),
  read: z.number().int(),
  fileName: z.string(),
  /** Names a text in messages/problems: of one that is being written whom it waits for, of one that is done what it lacks. */
  problem: problem.nullable(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
})
export type ExportSummary = z.infer<typeof exportSummary>
export const exportList = z.object({ items: z.array(exportSummary), nextCursor: z.uuid().optional() })

import { z } from 'zod'

/** A template that a file is for: `exact` where the header is the same, `nearly` with what differs. */
export const templateMatch = z.object({
  templateId: z.uuid(),
  name: z.string(),
  bank: z.string(),
  likeness: z.enum(['exact', 'nearly']),
  missingColumns: z.array(z.string()),
  newColumns: z.array(z.string()),
  /** Sheets that the template reads and the file lacks. */
  missingSheets: z.array(z.string()),
})
export type TemplateMatch = z.infer<typeof templateMatch>

/** POST /templates/recognise: a file, which is not kept. The likest template first; the suggestions are for a new one. */
export const recognition = z.object({
  format: z.object({ id: z.string(), name: z.string() }).nullable(),
  matches: z.array(templateMatch),
  suggestedName: z.string(),
  suggestedBank: z.string(),
})
export type Recognition = z.infer<typeof recognition>

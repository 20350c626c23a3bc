import { z } from 'zod'
import { templateDrift } from '#templates/sample-contract.ts'

/**
 * GET /imports/{id}/drift: how the file differs from its template; `mayMend`: there is a mend, and the template is the
 * company's own. `isTemplateChanged`: since the file was read.
 */
export const importDrift = z.object({
  templateId: z.uuid(),
  mayMend: z.boolean(),
  drift: templateDrift.nullable(),
  isTemplateChanged: z.boolean(),
})
export type ImportDrift = z.infer<typeof importDrift>
/** POST /imports/{id}/mend: the proposal that was seen. */
export const mendRequest = z.object({ drift: templateDrift })

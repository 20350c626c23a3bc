import { z } from 'zod'

/** What goes into the text that a code names, by name. */
export const textParams = z.record(z.string(), z.union([z.string(), z.number()]))

/** Why something came to nothing; `code` names a text in messages/problems. */
export const problem = z.object({ code: z.string(), params: textParams.optional() })

/** The shape of a RowProblem (row-problem.ts). */
export const rowProblem = problem.extend({ cell: z.string().optional(), value: z.string().optional() })

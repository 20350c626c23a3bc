import { z } from 'zod'

export const steps = ['create', 'bookkeep', 'create-payment', 'bookkeep-payment'] as const
export type Step = (typeof steps)[number]
/** waiting → sent → done | rejected | unknown; unknown is looked up before anything is sent again. */
export const stepStates = ['waiting', 'sent', 'done', 'rejected', 'unknown'] as const
export type StepState = (typeof stepStates)[number]
/** SPEC.md section 4, transaction status. */
export const runStatuses = ['initiated', 'ongoing', 'success', 'error'] as const

const counted = z.object({ done: z.number().int(), of: z.number().int() })
export const runSummary = z.object({
  id: z.uuid(),
  importId: z.uuid(),
  resource: z.literal('supplier-invoice'),
  source: z.string(),
  target: z.string(),
  performedBy: z.string(),
  type: z.literal('import'),
  status: z.enum(runStatuses),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Sum of the invoices in öre. */
  sum: z.number().int(),
  invoices: z.number().int(),
  created: counted,
  bookkept: counted,
  paid: counted,
  rejected: z.number().int(),
  unknown: z.number().int(),
})
export type RunSummary = z.infer<typeof runSummary>
export const runList = z.object({ items: z.array(runSummary), nextCursor: z.string().optional() })

export const postingRow = z.object({
  id: z.uuid(),
  rowNumber: z.number().int(),
  reference: z.string(),
  supplierNumber: z.string(),
  supplierName: z.string(),
  text: z.string(),
  invoiceDate: z.string(),
  /** öre */
  amount: z.number().int(),
  invoiceNumber: z.string().nullable(),
  voucher: z.string().nullable(),
  paymentNumber: z.string().nullable(),
  steps: z.array(
    z.object({
      step: z.enum(steps),
      state: z.enum(stepStates),
      problem: z
        .object({ code: z.string(), serviceCode: z.string().nullable(), message: z.string().nullable() })
        .nullable(),
    }),
  ),
})
export type PostingRow = z.infer<typeof postingRow>
export const postingList = z.object({ items: z.array(postingRow), nextCursor: z.string().optional() })

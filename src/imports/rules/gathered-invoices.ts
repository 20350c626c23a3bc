import { z } from 'zod'

/** GET /imports/{id}/invoices: what each invoice that gathers rows is made of, in the order of their first rows. */
export const gatheredInvoices = z.object({
  /** Empty where every row is an invoice of its own. Rows by id; `amount` is öre in SEK, a credit below zero. */
  invoices: z.array(z.object({ supplierName: z.string(), amount: z.number().int(), rows: z.array(z.number().int()) })),
})
export type GatheredInvoices = z.infer<typeof gatheredInvoices>

/** Which of the invoices each row belongs to, from 1. */
export function placeByRow({ invoices }: GatheredInvoices): ReadonlyMap<number, number> {
  return new Map(invoices.flatMap(({ rows }, index) => rows.map((row) => [row, index + 1] as const)))
}

import type { InvoiceSearch } from '#connectors/accounting-connector.ts'
import { isCounter } from '#kernel/invoice-reference.ts'
import { addDays, type LocalDate } from '#kernel/local-dates.ts'
import type { OpenPosting } from './step-store.ts'

/** How far back a look-up searches before the run began: the other side's clock is not ours. */
const lookBackMs = 10 * 60_000

/** What to look for of an invoice whose creation may have been carried out. */
export function searchFor({ invoice, runCreatedAt }: Pick<OpenPosting, 'invoice' | 'runCreatedAt'>): InvoiceSearch {
  const { invoiceDate } = invoice
  // What takes a refund back is dated when it is made, maybe days after it was asked for.
  const day = isCounter(invoice.reference) ? undefined : invoiceDate
  return { ...invoice, invoiceDate: day, since: searchedSince(runCreatedAt) }
}

export function searchedSince(runCreatedAt: Date): Date {
  return new Date(runCreatedAt.getTime() - lookBackMs)
}

/** Hours before a Swedish day, on which it was first asked for: when it was sent last says nothing of the first time. */
export function searchedSinceDay(day: LocalDate): Date {
  return new Date(`${addDays(day, -1)}T12:00:00Z`)
}

/**
 * `number` is the accounting system's own, `invoiceNumber` the supplier's, `reference` ours; `total` in minor units, credits
 * below zero.
 */
export type KnownInvoice = {
  number: string
  supplierNumber: string
  invoiceNumber: string | null
  reference: string | null
  currency: string
  total: number
}
export type Credited<Invoice> = Invoice & { creditedBy: string | null }

/** What an invoice and a credit that takes it back whole have in common; null where it has no number to tell them by. */
export const numberAndAmountOf = ({ supplierNumber, invoiceNumber, currency, total }: KnownInvoice) =>
  invoiceNumber === null ? null : JSON.stringify([supplierNumber, invoiceNumber, currency, Math.abs(total)])

/**
 * Leaves out invoices that are taken back with their runs, and says of each that is left which credit invoice there takes it
 * back whole: one that carries its number and none of our references, so that somebody made it there by hand. Those of runs
 * that were taken back carry none either, and belong to what is left out.
 */
export function withHandCredits<Invoice extends KnownInvoice>(
  known: readonly Invoice[],
  isTakenBack: (invoice: Invoice) => boolean,
): Credited<Invoice>[] {
  const credits = Map.groupBy(
    known.filter(({ total, reference }) => total < 0 && reference === null),
    numberAndAmountOf,
  )
  for (const invoice of known) if (isTakenBack(invoice)) credits.get(numberAndAmountOf(invoice))?.pop()
  return known
    .filter((invoice) => !isTakenBack(invoice))
    .map((invoice) => {
      const key = invoice.total > 0 ? numberAndAmountOf(invoice) : null
      return { ...invoice, creditedBy: (key !== null && credits.get(key)?.pop()?.number) || null }
    })
}

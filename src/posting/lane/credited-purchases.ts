import { purchaseOf, roundOf } from '#kernel/invoice-reference.ts'
import type { CreditedPurchase, SupplierInvoice } from '#kernel/supplier-invoice.ts'

/** How the invoice of a purchase stands that a credit invoice takes back: on its way, there, or neither. */
export type Original = { isUnderWay: boolean; number: string | null }

/** Purchases that the invoice takes back without naming their number yet. */
export function unnamedOf({ credits = [] }: SupplierInvoice): CreditedPurchase[] {
  return credits.filter(({ number }) => number === undefined || number === null)
}

/** Each purchase as its latest invoice stands: the one that a refund was drafted with may have been sent back and made anew. */
export function originalsOf(invoices: readonly (Original & { reference: string })[]): Map<string, Original> {
  const byRound = invoices.toSorted((a, b) => roundOf(a.reference) - roundOf(b.reference))
  return new Map(byRound.map(({ reference, ...original }) => [purchaseOf(reference), original]))
}

/**
 * The credit invoice as it is to be sent: with the numbers that the purchases it takes back have got, or without where
 * they were refused, left out or wait for somebody. Null while one of them is on its way: the credit invoice follows it.
 */
export function nameOriginals(
  invoice: SupplierInvoice,
  /** By purchase (originalsOf). */
  originals: ReadonlyMap<string, Original>,
): SupplierInvoice | null {
  const unnamed = unnamedOf(invoice)
  if (unnamed.some(({ reference }) => originals.get(purchaseOf(reference))?.isUnderWay)) return null
  const named = unnamed.map((one) => ({ ...one, number: originals.get(purchaseOf(one.reference))?.number ?? null }))
  const comments = named.reduce(
    (said, { text, number }) => (number === null ? said : said?.replace(text, () => `${text}, löpnummer ${number}`)),
    invoice.comments,
  )
  const settled = (invoice.credits ?? []).map(
    (one) => named.find(({ reference }) => reference === one.reference) ?? one,
  )
  return { ...invoice, ...(comments !== undefined && { comments }), credits: settled }
}

/**
 * Our reference for an invoice names its purchases and, from the second invoice for them on, which one it is
 * (`RV-ABC`, `1.RV-ABC`): each is looked up in the accounting system by itself, whatever became of those before it. That
 * stands in front: a list may tell the beginning of a reference only (connectors/fortnox/find-by-reference.ts).
 */
const mark = '.'

/** What all invoices that were ever made for the same purchases have in common. */
export function purchaseOf(reference: string): string {
  return reference.split(mark).at(-1) ?? reference
}

/** How often the purchases had been given back when the reference was made. */
export function roundOf(reference: string): number {
  return reference.includes(mark) ? Number(reference.split(mark, 1)[0]) : 0
}

export function referenceOf(purchase: string, round: number): string {
  return round === 0 ? purchase : `${round}${mark}${purchase}`
}

const counterMark = 'T'

/** Of the invoice that takes a bookkept credit invoice of ours back (posting/steps/counter-refund.ts). */
export function counterReference(reference: string): string {
  return `${counterMark}${mark}${reference}`
}

export function isCounter(reference: string): boolean {
  return reference.startsWith(`${counterMark}${mark}`)
}

/** Those that earlier invoices for the same purchases may have. */
export function earlierReferences(reference: string): string[] {
  return Array.from({ length: roundOf(reference) }, (_, round) => referenceOf(purchaseOf(reference), round))
}

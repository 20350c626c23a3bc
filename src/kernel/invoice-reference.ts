/**
 * Our reference for an invoice names its purchases and, from the second invoice for them on, which one it is
 * (`RV-ABC`, `RV-ABC.1`): each is looked up in the accounting system by itself, whatever became of those before it.
 */
const mark = '.'

/** What all invoices that were ever made for the same purchases have in common. */
export function purchaseOf(reference: string): string {
  return reference.split(mark, 1)[0] ?? reference
}

/** How often the purchases had been given back when the reference was made. */
export function roundOf(reference: string): number {
  return Number(reference.split(mark)[1] ?? 0)
}

export function referenceOf(purchase: string, round: number): string {
  return round === 0 ? purchase : `${purchase}${mark}${round}`
}

/** Those that earlier invoices for the same purchases may have. */
export function earlierReferences(reference: string): string[] {
  return Array.from({ length: roundOf(reference) }, (_, round) => referenceOf(purchaseOf(reference), round))
}

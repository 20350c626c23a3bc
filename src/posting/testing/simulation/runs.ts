import { purchaseOf, referenceOf } from '#kernel/invoice-reference.ts'
import { steps as allSteps } from '../../contract.ts'
import type { OpenPosting } from '../../steps/step-store.ts'
import { invoiceFixture, paymentOf, refundFixture } from '../invoice-fixture.ts'
import type { KeptPosting, KeptRun } from './memory-runs.ts'

/** A confirmed import of these purchases, as run-store.ts keeps it. */
export function newRun(
  index: number,
  purchases: readonly Pick<OpenPosting, 'reference' | 'invoice' | 'rowNumber'>[],
  { now, needsApproval }: { now: number; needsApproval: boolean },
): { run: KeptRun; postings: KeptPosting[] } {
  const id = `run-${index + 1}`
  const run: KeptRun = {
    ...{
      id,
      createdAt: new Date(now),
      checkedAt: new Date(now),
      importId: id,
      phase: needsApproval ? 'awaiting-approval' : 'posting',
      status: 'initiated',
    },
    ...{ finishedAt: null, approverRole: needsApproval ? 'admin' : null, performedBy: 'confirmer', decidedBy: null },
    undoStartedAt: null,
  }
  const postings = purchases.map(({ reference, invoice, rowNumber }, position) => ({
    ...{
      id: `${id} ${reference}`,
      runId: id,
      position,
      rowNumber,
      supplierName: 'Kontorshallen',
      text: 'KÖP',
      reference,
    },
    ...{ invoice: structuredClone(invoice), payment: paymentOf(invoice), invoiceNumber: null, paymentNumber: null },
    ...{ runCreatedAt: run.createdAt, settledAs: null, undoOutcome: null, undoProblem: null },
    steps: allSteps.map((step, ordinal) => ({
      ...{ ordinal, step, state: 'waiting' as const, attempts: 0, sentAt: null, problem: null },
    })),
  }))
  return { run, postings }
}

/** Every third is a refund of the purchase before it. `roundOf`: how often a purchase was given back. */
export function newPurchase(
  index: number,
  roundOf: (purchase: string) => number = () => 0,
): Pick<OpenPosting, 'reference' | 'invoice' | 'rowNumber'> {
  const referenceTo = (purchase: string) => referenceOf(purchase, roundOf(purchase))
  const reference = referenceTo(`RV-PURCHASE-NUMBER-${index + 1}`)
  const credited = {
    reference: referenceTo(`RV-PURCHASE-NUMBER-${index}`),
    text: `Kreditfaktura till faktura ${index}`,
  }
  // Each has a supplier of its own, so that the network sees whose invoice is looked for.
  const supplierNumber = supplierOf(reference)
  const invoice = { ...invoiceFixture(reference), supplierNumber }
  if (index % 3 !== 2) return { reference, rowNumber: index + 2, invoice }
  const refund = { ...refundFixture(reference), supplierNumber, comments: credited.text, credits: [credited] }
  return { reference, rowNumber: index + 2, invoice: refund }
}

export const supplierOf = (reference: string) => `S-${purchaseOf(reference)}`

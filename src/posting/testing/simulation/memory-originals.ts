import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { RunPhase } from '../../contract.ts'
import { nameOriginals, type Original, originalsOf } from '../../lane/credited-purchases.ts'
import { sendingPhases, workingPhases } from '../../steps/run-phases.ts'
import type { OpenPosting } from '../../steps/step-store.ts'

type Postings = readonly (OpenPosting & { settledAs?: string | null })[]
type PhaseOf = (posting: OpenPosting) => RunPhase

/** As original-store.ts does. */
export function nameIn(
  postings: Postings,
  id: string,
  holdsLane: boolean,
  phaseOf: PhaseOf = () => 'posting',
): SupplierInvoice | null {
  const kept = postings.find((one) => one.id === id)
  if (!kept) throw new Error('no such posting')
  const named = nameOriginals(kept.invoice, originalsIn(postings, phaseOf))
  if (named && holdsLane) kept.invoice = named
  return named && structuredClone(named)
}

/** How the postings stand that others may take back. */
function originalsIn(postings: Postings, phaseOf: PhaseOf): Map<string, Original> {
  return originalsOf(
    postings
      .filter(({ settledAs }) => settledAs !== 'returned')
      .map((one) => ({
        reference: one.reference,
        number: one.invoiceNumber,
        isUnderWay: isUnderWay(one, phaseOf(one)),
      })),
  )
}

function isUnderWay({ invoiceNumber, steps: [create] }: OpenPosting, phase: RunPhase): boolean {
  const isSent = (create?.state === 'sent' || create?.state === 'unknown') && workingPhases.includes(phase)
  const isToBeSent = create?.state === 'waiting' && sendingPhases.includes(phase)
  return invoiceNumber === null && (isSent || isToBeSent)
}

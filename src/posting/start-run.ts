import { newId } from '#kernel/ids.ts'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { Clock } from '#platform/clock.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Step } from './contract.ts'
import { runLaneJob } from './jobs.ts'
import { findRunOfImport, insertRun } from './run-store.ts'

export type NewRun = {
  companyId: string
  importId: string
  connectionId: string
  source: string
  target: string
  performedBy: string
  invoices: {
    rowNumber: number
    text: string
    supplierName: string
    reference: string
    invoice: SupplierInvoice
    payment: InvoicePayment | null
    steps: Step[]
  }[]
}

/** Freezes the invoices as they were shown and queues their posting, in the transaction that confirms the import. */
export async function startRun(
  deps: { clock: Clock; jobs: () => Jobs },
  tx: CompanyDatabase,
  run: NewRun,
): Promise<string> {
  const present = await findRunOfImport(tx, run.companyId, run.importId)
  if (present) return present.id
  const id = newId()
  await insertRun(tx, id, run, deps.clock.now())
  const { companyId, connectionId } = run
  await deps.jobs().enqueue(tx, runLaneJob, { companyId, connectionId }, { key: connectionId })
  return id
}

import { AppError } from '#kernel/errors.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { withCompany } from '#platform/database.ts'
import { getImport } from './check-import.ts'
import { forConfirmation, loadGround } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { findFileNumbers } from './number-store.ts'
import { checkAgain, type HeldInvoice } from './rules/check-again.ts'
import { checkNumber, findUsedNumbers } from './rules/used-numbers.ts'
import type { ImportRecord } from './store.ts'

export type { HeldInvoice } from './rules/check-again.ts'
/** What the accounting system would refuse of each now. */
export type CheckInvoices = (held: readonly HeldInvoice[]) => Promise<(RowProblem | null)[]>

/**
 * Reads what the accounting system has, as the confirmation did; what was read since then will do. It answers for invoices
 * that were confirmed then and are not sent yet: the same checks, of the invoices as they stand.
 */
export async function prepareCheck(
  deps: Neighbours,
  { companyId, importId, readSince }: { companyId: string; importId: string; readSince: Date },
): Promise<CheckInvoices> {
  const record = await getImport(deps, companyId, importId)
  const maxAgeSeconds = Math.max(0, (deps.clock.now().getTime() - readSince.getTime()) / 1000)
  // Rates are in the invoices by now.
  const ground = await loadGround(deps, { ...record, rateCurrencies: [] }, { ...forConfirmation, maxAgeSeconds })
  if (ground.connection.isLost) throw new AppError('connection-lost', 'the connection was lost while the run waited')
  const find = await deps.suppliers.loadFinder(companyId, record.connectionId)
  return async (held) => {
    const numbers = await findNewlyUsed(deps, record, held)
    return held.map(
      (one) =>
        checkAgain(one, { ground, isSupplierActive: find(one.invoice.supplierNumber)?.isActive ?? true }) ??
        numbers.get(one.reference) ??
        null,
    )
  }
}

/** Numbers that stand on other invoices there now, by our references, but for those that a person wanted all the same. */
async function findNewlyUsed(
  { db, connections }: Pick<Neighbours, 'db' | 'connections'>,
  { companyId, connectionId, id: importId }: ImportRecord,
  held: readonly HeldInvoice[],
): Promise<ReadonlyMap<string, RowProblem>> {
  const unmade = held.filter(({ left, invoice }) => left.includes('create') && invoice.invoiceNumber !== undefined)
  if (unmade.length === 0) return new Map()
  return withCompany(db, companyId, async (tx) => {
    const key = { companyId, connectionId }
    const said = await findFileNumbers(
      tx,
      { ...key, importId },
      unmade.map(({ reference }) => reference),
    )
    const known = await connections.knownInvoices.findByNumbers(tx, key, [...said.values()])
    return new Map(
      unmade.flatMap(({ reference, invoice }) => {
        const others = findUsedNumbers(known.filter((one) => one.reference !== reference))
        const problem = checkNumber(invoice, said.get(reference) ?? null, others)
        return problem ? [[reference, problem] as const] : []
      }),
    )
  })
}

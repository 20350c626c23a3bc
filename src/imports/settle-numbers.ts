import type { CompanyDatabase } from '#platform/database.ts'
import type { Ledger } from './load-assessment.ts'
import { listNumbered, saveHeld } from './number-store.ts'
import type { AssessedRow, ComposedInvoice } from './rules/assess-rows.ts'
import { blockingFirst } from './rules/checks.ts'
import { clashCodes, findNumberClashes, type NumberedInvoice } from './rules/used-numbers.ts'
import type { ImportRecord } from './store.ts'

/**
 * Holds rows whose invoice number another invoice on its way has too, and lets go of those where that was mended, once the
 * rows themselves were checked. Answers which rows changed. Within a transaction that has locked the import.
 */
export async function settleNumbers(
  tx: CompanyDatabase,
  { companyId, id: importId }: Pick<ImportRecord, 'companyId' | 'id'>,
  { claimedNumbers }: Pick<Ledger, 'claimedNumbers'>,
): Promise<number[]> {
  const of = { companyId, importId }
  const numbered = await listNumbered(tx, of)
  if (numbered.length === 0) return []
  const claimed = await claimedNumbers(
    tx,
    numbered.map(({ invoiceNumber }) => invoiceNumber),
  )
  const isClaimed = new Set(claimed.map(({ invoiceNumber }) => invoiceNumber))
  const concerned = numbered.filter(
    ({ isWanted, isAlike, invoiceNumber }) => !isWanted && (isAlike || isClaimed.has(invoiceNumber)),
  )
  const clashes = findNumberClashes(concerned, claimed)
  const changed = numbered.flatMap(({ id, problems }) => {
    const clash = clashes.get(id)
    const others = problems.filter(({ code }) => !clashCodes.includes(code))
    if (!clash && others.length === problems.length) return []
    const now = clash ? blockingFirst([...others, clash]) : others
    return [{ id, problems: now, state: clash ? 'attention' : 'ready' } as const]
  })
  await saveHeld(tx, of, changed)
  return changed.map(({ id }) => id)
}

/** The same of invoices that gather rows: the rows of one share its number, those of two do not. */
export async function holdClashes(
  tx: CompanyDatabase,
  { claimedNumbers }: Pick<Ledger, 'claimedNumbers'>,
  { assessed, invoices }: { assessed: AssessedRow[]; invoices: ComposedInvoice[] },
  wanted: ReadonlySet<number>,
): Promise<{ assessed: AssessedRow[]; invoices: ComposedInvoice[] }> {
  const numbered = invoices.flatMap((one) => numberedOf(one, wanted) ?? [])
  if (numbered.length === 0) return { assessed, invoices }
  const claimed = await claimedNumbers(
    tx,
    numbered.map(({ invoiceNumber }) => invoiceNumber),
  )
  const clashes = findNumberClashes(numbered, claimed)
  if (clashes.size === 0) return { assessed, invoices }
  return {
    assessed: assessed.map((row) => {
      const clash = clashes.get(row.id)
      return clash ? { ...row, state: 'attention', problems: blockingFirst([...row.problems, clash]) } : row
    }),
    invoices: invoices.filter(({ rows }) => !rows.some(({ id }) => clashes.has(id))),
  }
}

function numberedOf({ invoice, rows }: ComposedInvoice, wanted: ReadonlySet<number>): NumberedInvoice | null {
  const [first] = rows
  if (first?.invoiceNumber == null || rows.every(({ id }) => wanted.has(id))) return null
  const { supplierNumber, total } = invoice
  return { supplierNumber, invoiceNumber: first.invoiceNumber, isCredit: total < 0, rows }
}

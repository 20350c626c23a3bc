import { isDeepStrictEqual } from 'node:util'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { amountsInParts, findConfirmedBeside, listLookAlikes } from './look-alike-store.ts'
import { saveHeld } from './number-store.ts'
import { heldCodes } from './rules/anyway-codes.ts'
import { blockingFirst, isBlocking } from './rules/checks.ts'
import { findLeftOut, findLookAlikes } from './rules/look-alikes.ts'
import { type ImportRecord, listOpenBeside } from './store.ts'

/**
 * Holds rows that may be purchases imported before under another text, or that a person left out of another file, until a
 * person has said so, and lets go of those whose look-alike was taken back, once the rows themselves were checked. Answers
 * which rows changed. Within a transaction that has locked the import. `amounts`: where nothing but rows of these has changed
 * since it was done last.
 */
export async function holdLookAlikes(
  tx: CompanyDatabase,
  record: ImportRecord,
  amounts: readonly number[] | null = null,
): Promise<number[]> {
  const changed = await compareLookAlikes(tx, record, amounts)
  await saveHeld(tx, { companyId: record.companyId, importId: record.id }, changed)
  return changed.map(({ id }) => id)
}

/** The same of rows that are gathered into invoices, which wait for each other: what each is held for, before they are checked. */
export async function findHeld(tx: CompanyDatabase, record: ImportRecord): Promise<ReadonlyMap<number, RowProblem>> {
  const found = new Map<number, RowProblem>()
  for await (const { held } of judgeLookAlikes(tx, record, null))
    for (const [id, problem] of held) found.set(id, problem)
  return found
}

/** Open imports where that would change something. */
export async function listConcerned(tx: CompanyDatabase, imported: ImportRecord): Promise<string[]> {
  const concerned: string[] = []
  for (const record of await listOpenBeside(tx, imported))
    if ((await compareLookAlikes(tx, record, null)).length > 0) concerned.push(record.id)
  return concerned
}

async function compareLookAlikes(tx: CompanyDatabase, record: ImportRecord, amounts: readonly number[] | null) {
  const changed: { id: number; problems: RowProblem[]; state: 'attention' | 'ready' }[] = []
  for await (const { own, held } of judgeLookAlikes(tx, record, amounts))
    for (const { id, problems } of own) {
      const problem = held.get(id)
      const others = problems.filter(({ code }) => !heldCodes.includes(code))
      const now = problem ? blockingFirst([...others, problem]) : others
      if (isDeepStrictEqual(now, problems)) continue
      changed.push({ id, problems: now, state: now.some(isBlocking) ? 'attention' : 'ready' })
    }
  return changed
}

/** With as many purchases beside them they take 140 MB. */
const mostAtOnce = 100_000

async function* judgeLookAlikes(tx: CompanyDatabase, record: ImportRecord, amounts: readonly number[] | null) {
  const beside = await findConfirmedBeside(tx, record)
  if (!beside) return // then nothing can have been held either: what was confirmed stays, with its months
  for (const which of amounts ? [{ amounts }] : await amountsInParts(tx, record, mostAtOnce)) {
    const { own, earlier } = await listLookAlikes(tx, record, beside, which)
    const rows = own.map((row) => ({ ...row, isAnother: row.decision === 'import-anyway' }))
    const asked = rows.filter(({ isAnother }) => !isAnother)
    yield { own, held: new Map([...findLeftOut(asked, beside.leftOut), ...findLookAlikes(rows, earlier)]) }
  }
}

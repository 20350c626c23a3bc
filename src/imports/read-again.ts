import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { writeRows } from './change-rows.ts'
import { findPlaces, forgetChange, keepChange, listDecided } from './change-store.ts'
import { checkConcerned } from './check-concerned.ts'
import { getImport } from './check-import.ts'
import { readSourceJob } from './jobs.ts'
import type { AssessmentBase } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { refuseClosed } from './refuse-closed.ts'
import { monthOf } from './rules/posting-ground.ts'
import { changeImport, type ImportRecord, lockImport } from './store.ts'
import type { DecidedRow } from './tables.ts'

export type WhoReads = { companyId: string; importId: string; userId: string }

/** Rows of it are with posting, or it is being read at this moment. */
export function isReadable({ state, reopened }: Pick<ImportRecord, 'state' | 'reopened'>): boolean {
  return state !== 'reading' && state !== 'confirmed' && reopened === 0
}

/**
 * Reads the file anew under the template as it is now. What a person wrote and decided about rows is kept by their place in
 * the file, which no template changes, and put back when they are read.
 */
export async function readAgain(deps: Neighbours, who: WhoReads): Promise<ImportRecord> {
  const { companyId, importId } = who
  const { templateId } = await getImport(deps, companyId, importId)
  const { version, granularity, name } = await deps.templates.getTemplate(companyId, templateId).catch(tellGone)
  return withCompany(deps.db, companyId, async (tx) => {
    const record = await lockImport(tx, companyId, importId)
    // Rows of one that is open again for those that came back are with posting, as all of a confirmed one are.
    if (!record || !isReadable(record))
      throw refuseClosed(record && record.state !== 'reading' ? { state: 'confirmed' } : record)
    await keepDecided(tx, who, deps.clock.now())
    const changes = {
      state: 'reading' as const,
      ...{ templateVersion: version, templateName: name, granularity },
      problem: null,
      totals: null,
      warnings: record.warnings.filter(wasToldAtStart),
    }
    await changeImport(tx, companyId, importId, changes)
    await deps.jobs().enqueue(tx, readSourceJob, { companyId, importId }, { key: importId })
    return { ...record, ...changes }
  })
}

/** It was removed, or was the firm's and the company is no longer its client. */
function tellGone(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not-found') throw error
  throw new AppError('conflict', 'the template of the import is gone', {
    errors: [{ path: 'templateId', code: 'template-gone' }],
  })
}

/** What is not read from the file itself: that it came before, and what was seen when its rows were fetched. */
function wasToldAtStart({ code }: { code: string }): boolean {
  return code === 'same-file' || code.startsWith('source-')
}

/** They take the place of the last change of many rows, which cannot be undone among rows that are read anew. */
async function keepDecided(tx: CompanyDatabase, { companyId, importId, userId }: WhoReads, now: Date): Promise<void> {
  const of = { companyId, importId }
  const decided = await listDecided(tx, of)
  // A file that could not be read has no rows: what was kept before it is kept on.
  if (decided.length > 0)
    await keepChange(tx, { ...of, id: newId(), before: decided, createdBy: userId, createdAt: now })
  else await forgetChange(tx, of, { isKept: false })
}

/** Months that dates written by hand put rows and their payments in. */
export function writtenMonths(kept: readonly DecidedRow[]): string[] {
  const dates = kept.flatMap(({ edits }) => [edits?.invoiceDate, edits?.paymentDate])
  return [...new Set(dates.flatMap((date) => (date ? monthOf(date) : [])))]
}

/** Puts back what was kept, within the transaction that shows the rows. */
export async function putBack(
  deps: Neighbours,
  tx: CompanyDatabase,
  { record, base, kept }: { record: ImportRecord; base: AssessmentBase; kept: readonly DecidedRow[] },
): Promise<void> {
  const of = { companyId: record.companyId, importId: record.id }
  await forgetChange(tx, of, { isKept: true })
  const placeOf = ({ sheet, number }: Pick<DecidedRow, 'sheet' | 'number'>) => JSON.stringify([sheet, number])
  const decided = new Map(kept.map((row) => [placeOf(row), row]))
  const found = await findPlaces(tx, of, kept)
  const wanted = new Map(found.map((row) => [row.id, decided.get(placeOf(row)) ?? null]))
  const ids = [...wanted.keys()].sort((a, b) => a - b)
  const done = await writeRows(deps, tx, { record, ids }, ({ id }) => {
    const row = wanted.get(id)
    return row ? { decision: row.decision, edits: row.edits } : null
  })
  await checkConcerned(tx, done.record, base, done)
}

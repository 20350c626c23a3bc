import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, readCompany, withCompany } from '#platform/database.ts'
import { loadRows } from './change-store.ts'
import { type changeOptionsRequest, type ImportTotals, importOptions } from './contract.ts'
import { findHeld, holdLookAlikes } from './hold-look-alikes.ts'
import {
  type AssessmentBase,
  type GroundOptions,
  loadAssessmentBase,
  toAssess,
  withImported,
} from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { refuseClosed } from './refuse-closed.ts'
import {
  countByState,
  loadCheckableRows,
  loadPage,
  loadWantedAnyway,
  type StoredRow,
  saveAssessments,
} from './row-store.ts'
import {
  assessRow,
  assessRows,
  chooseOccurrences,
  composeInvoices,
  type EarlierRow,
  importedAs,
  postedHere,
} from './rules/assess-rows.ts'
import { createQuickCheck, type RowCheck, toCheck } from './rules/check-quickly.ts'
import { createOccurrenceCounter } from './rules/count-occurrences.ts'
import { occurrenceKey } from './rules/duplicates.ts'
import { sumsNow } from './rules/sums-now.ts'
import { tellGathered } from './rules/tell-gathered.ts'
import { addUp } from './rules/totals.ts'
import { holdClashes, settleNumbers } from './settle-numbers.ts'
import { fingerprintShown } from './shown-rows.ts'
import { changeImport, findImport, type ImportRecord, lockImport } from './store.ts'
import { tieImportRefunds } from './tie-refunds.ts'

export async function getImport(
  deps: Pick<Neighbours, 'db'>,
  companyId: string,
  importId: string,
): Promise<ImportRecord> {
  const record = await readCompany(deps.db, companyId, (tx) => findImport(tx, companyId, importId))
  if (!record) throw new AppError('not-found', 'no such import')
  return record
}

/**
 * Checks every row again after something changed: a mapped supplier, an option, a setting. Writes only the
 * rows that came out differently. An import that was confirmed stays as it was.
 */
export async function recheckImport(
  deps: Neighbours,
  companyId: string,
  importId: string,
  change: ImportChange = {},
  how: GroundOptions = {},
): Promise<ImportRecord> {
  const before = await getImport(deps, companyId, importId)
  if (before.state !== 'checked') return requireUnchanged(before, change)
  const options = importOptions.parse({ ...before.options, ...change.options })
  const base = await loadAssessmentBase(deps, { ...before, options }, how)
  const checked = await withCompany(deps.db, companyId, async (tx) => {
    const record = await lockImport(tx, companyId, importId)
    if (record?.state !== 'checked') return requireUnchanged(record, change)
    // Somebody chose another option meanwhile, which is not to be lost.
    if (!isDeepStrictEqual(record.options, before.options)) return null
    if (change.options) await changeImport(tx, companyId, importId, { options })
    return { ...record, options, ...(await checkRows(tx, record, base)) }
  })
  return checked ?? recheckImport(deps, companyId, importId, change, how)
}

export type ImportChange = {
  options?: z.infer<typeof changeOptionsRequest>
}

function requireUnchanged(record: ImportRecord | null, change: ImportChange): ImportRecord {
  if (!record || change.options) throw refuseClosed(record)
  return record
}

export type CheckedRows = Pick<ImportRecord, 'totals' | 'controlSums' | 'invoices' | 'fingerprint'>

/** The check itself, within a transaction that has locked the import. */
export async function checkRows(tx: CompanyDatabase, record: ImportRecord, base: AssessmentBase): Promise<CheckedRows> {
  const { companyId, id } = record
  const isAlone = record.granularity === 'row'
  const { gathered: first, moved } = isAlone
    ? await checkInPages(tx, record, base)
    : await checkAtOnce(tx, record, base)
  if (isAlone) await settleNumbers(tx, record, base.ledger)
  const tied = await tieAndCheck(tx, record, base)
  if (isAlone) await holdLookAlikes(tx, record)
  const gathered = !isAlone && tied.length > 0 ? (await checkAtOnce(tx, record, base)).gathered : first
  const counted = await countByState(tx, companyId, id)
  const totals = record.totals && addUp(readNow(record.totals, moved), counted)
  const invoices = gathered ?? totals?.ready.count ?? 0
  const controlSums = sumsNow(record.controlSums, record.totals, moved)
  const checked = { totals, controlSums, invoices, fingerprint: fingerprintShown(counted.hash, base.ground) }
  await changeImport(tx, companyId, id, checked)
  return checked
}

/** Of two refunds of one purchase the one that became ready goes first, and then both are checked once more. */
const mostRounds = 3

/** Ties refunds to what they take back, and checks those anew whose tie is another: which VAT goes back follows from it. */
export async function tieAndCheck(tx: CompanyDatabase, record: ImportRecord, base: AssessmentBase): Promise<number[]> {
  const all = new Set<number>()
  for (let round = 0; round < mostRounds; round++) {
    const tied = await tieImportRefunds(tx, record, base)
    for (const id of tied) all.add(id)
    if (tied.length === 0 || record.granularity !== 'row' || !(await checkTied(tx, record, base, tied))) break
  }
  return [...all]
}

async function checkTied(
  tx: CompanyDatabase,
  record: ImportRecord,
  base: AssessmentBase,
  tied: readonly number[],
): Promise<boolean> {
  const { companyId, id: importId } = record
  let hasSaved = false
  for (let from = 0; from < tied.length; from += pageSize) {
    const rows = await loadRows(tx, { companyId, importId }, tied.slice(from, from + pageSize))
    const assessment = await withImported(tx, base, record, rows)
    const changed = rows.flatMap((row) => {
      const check = toCheck(assessRow(toAssess(row), row.occurrence, assessment))
      return hasChanged(row, check) ? [{ id: row.id, ...check }] : []
    })
    await saveAssessments(tx, companyId, importId, changed)
    hasSaved ||= changed.length > 0
  }
  if (hasSaved) await settleNumbers(tx, record, base.ledger)
  return hasSaved
}

/** What was read is the file's, but for purchases in another currency alone: their SEK came or changed by so much. */
export function readNow({ read }: ImportTotals, moved: number): ImportTotals['read'] {
  return { count: read.count, sum: read.sum + moved }
}

/** By how much the SEK of rows changed. */
export function movedBy(before: Pick<StoredRow, 'amount'> | undefined, { amount }: RowCheck): number {
  return (amount ?? 0) - (before?.amount ?? 0)
}

type Checked = { gathered: number | null; moved: number }

/** Invoices that gather rows are checked with all of them at hand. Answers how many invoices there are. */
async function checkAtOnce(tx: CompanyDatabase, record: ImportRecord, base: AssessmentBase): Promise<Checked> {
  const { stored, assessed, invoices } = await composeGathered(tx, record, base)
  const changed = assessed.filter((row, i) => hasChanged(stored[i], toCheck(row)))
  await saveAssessments(
    tx,
    record.companyId,
    record.id,
    changed.map((row) => ({ id: row.id, ...toCheck(row) })),
  )
  const moved = assessed.reduce((sum, row, i) => sum + movedBy(stored[i], toCheck(row)), 0)
  return { gathered: invoices.length, moved }
}

/** The invoices that gather rows, from all rows of the import. */
export async function composeGathered(tx: CompanyDatabase, record: ImportRecord, base: AssessmentBase) {
  const stored = await loadCheckableRows(tx, record.companyId, record.id)
  const assessment = { ...(await withImported(tx, base, record, stored)), lookAlikes: await findHeld(tx, record) }
  const assessed = assessRows(stored.map(toAssess), assessment)
  const ready = assessed.filter(({ state }) => state === 'ready')
  const wanted = new Set(stored.flatMap(({ id, decision }) => (decision === 'import-anyway' ? [id] : [])))
  const invoices = composeInvoices(ready, assessment)
  const composed = { assessed: tellGathered(assessed, invoices), invoices }
  return { stored, ...(await holdClashes(tx, base.ledger, composed, wanted)) }
}

/** Everybody else who asks this process has a turn between two pages. */
export const pageSize = 500

/** A row that becomes an invoice of its own waits for no other: some hundred at a time, however many there are. */
async function checkInPages(tx: CompanyDatabase, record: ImportRecord, base: AssessmentBase): Promise<Checked> {
  const of = { companyId: record.companyId, importId: record.id }
  const wanted = await loadWantedAnyway(tx, of)
  const before = await withImported(tx, base, record, wanted)
  const chosen = chooseOccurrences(wanted.map(toAssess), before.imported, before.posted)
  const { next } = createOccurrenceCounter()
  const usedNumbers = new Map<string, string>()
  const confirmedVersions = new Map<number, EarlierRow>()
  const check = createQuickCheck({ ...base, usedNumbers, confirmedVersions })
  let moved = 0
  for (let after = 0; ; ) {
    const rows = await loadPage(tx, of, { after, limit: pageSize })
    const found = await withImported(tx, base, record, rows)
    for (const [key, number] of found.usedNumbers) usedNumbers.set(key, number)
    for (const [number, earlier] of found.confirmedVersions) confirmedVersions.set(number, earlier)
    const changed = rows.flatMap((row) => {
      const natural = row.fingerprint === null ? null : next(row.fingerprint)
      const claimed = found.posted.get(row.id)
      const occurrence = chosen.get(row.id) ?? natural
      const duplicate =
        row.fingerprint === null || occurrence === null
          ? null
          : importedAs(occurrenceKey(row.fingerprint, occurrence), found)
      const checked =
        claimed === undefined
          ? check(toAssess(row), occurrence, duplicate)
          : { ...row, ...postedHere, occurrence: claimed }
      moved += movedBy(row, checked)
      return hasChanged(row, checked) ? [{ id: row.id, ...checked }] : []
    })
    await saveAssessments(tx, of.companyId, of.importId, changed)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return { gathered: null, moved }
    after = last.id
  }
}

export function hasChanged(before: StoredRow | undefined, { problems, ...check }: RowCheck): boolean {
  if (!before) return true
  for (const name of Object.keys(check) as (keyof typeof check)[]) if (before[name] !== check[name]) return true
  return problems.length + before.problems.length > 0 && !isDeepStrictEqual(before.problems, withoutUndefined(problems))
}

/** As JSON keeps it. */
function withoutUndefined<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

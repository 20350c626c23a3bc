import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#kernel/errors.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { openRowLoad } from '#platform/copy-rows.ts'
import { type CompanyDatabase, together, withCompany } from '#platform/database.ts'
import { isDatabaseAway, isDiskFull, isKeyTaken, isStatementStopped } from '#platform/database-faults.ts'
import { isFileGone } from '#platform/files.ts'
import { tryStoppedAnew } from '#platform/try-stopped-anew.ts'
import { SpreadsheetError } from '#spreadsheets/index.ts'
import { findKept } from './change-store.ts'
import { checkRows, tieAndCheck } from './check-import.ts'
import type { ImportTotals } from './contract.ts'
import { holdLookAlikes } from './hold-look-alikes.ts'
import {
  asReadLast,
  forFile,
  type GroundOptions,
  isAsReadLast,
  loadAssessmentBase,
  loadCharts,
  loadGround,
  loadRates,
  openLedger,
} from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { hasOthersThere, placesOfOthers } from './other-company-store.ts'
import { hasImported, placesOfImported } from './purchase-store.ts'
import { putBack, writtenMonths } from './read-again.ts'
import type { CheckRequest, ReadRequest, ReadResult } from './read-thread.ts'
import { holdLease, type ReadingLease } from './reading-lease.ts'
import { isTied } from './record-versions.ts'
import { countByState, deleteRows, sumByState } from './row-store.ts'
import { copiedColumns } from './rules/copy-row.ts'
import type { PostingGround } from './rules/posting-ground.ts'
import { addUp } from './rules/totals.ts'
import { warnOfTurnedSigns } from './rules/turned-signs.ts'
import { settleNumbers } from './settle-numbers.ts'
import { fingerprintShown } from './shown-rows.ts'
import { changeImport, type ImportRecord, lockImport } from './store.ts'
import type { DecidedRow } from './tables.ts'
import { findWithoutIds } from './without-id-store.ts'

/**
 * Reads the file of an import into checked rows. Idempotent: an import that is no longer being read, or that somebody
 * else reads at this moment, is left alone. The rows are loaded before the import is called checked, so that nobody
 * sees a part of them. `signal`: that this process is asked to stop.
 */
export async function readImport(
  deps: Neighbours,
  companyId: string,
  importId: string,
  signal?: AbortSignal,
): Promise<void> {
  await tryStoppedAnew((isLast) => tryReading(deps, { companyId, importId, isLast }, signal), signal)
}

async function tryReading(
  deps: Neighbours,
  { companyId, importId, isLast }: { companyId: string; importId: string; isLast: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const held = Promise.withResolvers<Held>()
  held.promise.catch(() => undefined) // told by the lease
  const lease = await holdLease(deps, companyId, importId, async (tx, record) => {
    // The file first: opening it takes longest.
    const reading = prepareOpening(deps, record).then((opening) =>
      loadRows(deps, record, { ...opening, checking, asOfNow, held: held.promise }),
    )
    const { checking, asOfNow } = prepareChecking(deps, record)
    // Compared while the rows are read, and not when all wait for it.
    const isOutdated = Promise.all([checking, asOfNow]).then(([used, now]) => !isDeepStrictEqual(used, now))
    for (const part of [reading, checking, asOfNow, isOutdated]) part.catch(() => undefined) // told below
    const [, kept, hasImportedHere, hasOthers, hasVersions] = await together(
      deleteRows(tx, companyId, importId), // of a try that was cut off
      findKept(tx, { companyId, importId }),
      hasImported(tx, companyId, record.connectionId),
      hasOthersThere(tx, record.connectionId),
      isTied(tx, record),
    )
    const hasImportedAny = hasImportedHere || hasOthers
    return { record, reading, asOfNow, isOutdated, kept, hasVersions, hasImported: hasImportedAny }
  }).catch((error: unknown) => {
    held.reject(error)
    throw error
  })
  if (!lease) return
  const { record, reading, kept, ...begun } = lease.taken
  held.resolve({ ...begun, lease })
  try {
    const result = await reading
    const { ground } = await begun.asOfNow
    await finish(deps, { record, lease }, result, {
      ground,
      isOutdated: await begun.isOutdated,
      kept,
      hasVersions: begun.hasVersions,
      hasImported: begun.hasImported,
    })
  } catch (error) {
    if (isDiskFull(error)) await tellNoRoom(deps, { record, lease })
    if (isDatabaseAway(error) || (isStatementStopped(error) && !isLast)) throw error
    await fail(deps, { record, lease }, error)
  } finally {
    await lease.release(signal)
  }
}

type HeldLease = Pick<ReadingLease<unknown>, 'isHeld'>
type Reading = { record: ImportRecord; lease: HeldLease }

/**
 * The import, where it is still ours to say what became of it. Of one that was deleted while its rows were on their way none
 * stays; what another has begun to read, or has read, is theirs.
 */
async function lockHeld(tx: CompanyDatabase, { record, lease }: Reading): Promise<ImportRecord | null> {
  const current = await lockImport(tx, record.companyId, record.id)
  if (!current) await deleteRows(tx, record.companyId, record.id)
  return current && lease.isHeld(current) ? current : null
}

/**
 * An import never stays "being read": what went wrong becomes its problem. Where it is the database that could not, or even
 * that cannot be written, the error goes on to the queue, which tries again.
 */
async function fail(deps: Neighbours, reading: Reading, error: unknown): Promise<void> {
  const { companyId, id, fileName, createdBy } = reading.record
  const problem = problemOf(error)
  deps.log[['reading-failed', 'file-gone', 'store-away'].includes(problem.code) ? 'error' : 'info'](
    { err: error, importId: id },
    'an import could not be read',
  )
  await withCompany(deps.db, companyId, async (tx) => {
    if (!(await lockHeld(tx, reading))) return
    await deleteRows(tx, companyId, id)
    await changeImport(tx, companyId, id, { state: 'failed', problem })
    await deps.notices.tell(tx, id)
    await deps.activity.record(tx, companyId, [
      {
        type: 'error',
        activity: 'import-failed',
        subject: fileName,
        actorId: createdBy,
        params: { problem: problem.code },
      },
    ])
  })
}

/** It goes on being read, and is told to wait for room, as far as that can still be written. */
async function tellNoRoom(deps: Neighbours, reading: Reading): Promise<void> {
  const { companyId, id } = reading.record
  await withCompany(deps.db, companyId, async (tx) => {
    if (!(await lockHeld(tx, reading))) return
    await changeImport(tx, companyId, id, { problem: { code: 'no-room' } })
    await deps.notices.tell(tx, id)
  }).catch((err: unknown) => deps.log.warn({ err, importId: id }, 'an import could not be told to wait for room'))
}

/** What a person can mend is told as it is; anything else is a fault of ours. */
function problemOf(error: unknown): RowProblem {
  if (error instanceof SpreadsheetError) return { code: error.code, params: error.params }
  if (isFileGone(error)) return { code: 'file-gone' }
  if (isStatementStopped(error)) return { code: 'store-away' }
  if (!(error instanceof AppError) || error.code === 'internal') return { code: 'reading-failed' }
  return { code: error.code === 'not-found' ? 'template-gone' : error.code, params: error.params }
}

type Opening = Pick<ReadRequest, 'mapping' | 'path' | 'today'>
/** `hasImported`: anything, over this connection or by others into its books. */
type Held = { hasImported: boolean; lease: HeldLease }
/** `held`: the file is opened while the lease is taken, and rows are stored only by whoever has it. */
type Request = Opening & { held: Promise<Held>; checking: Promise<Checking>; asOfNow: Promise<Checking> }
type Checking = Omit<CheckRequest, 'isFirst'>

async function prepareOpening(deps: Neighbours, { companyId, templateId, fileKey }: ImportRecord): Promise<Opening> {
  const [{ mapping }, path] = await Promise.all([
    deps.templates.getTemplate(companyId, templateId),
    deps.files.locate(fileKey),
  ])
  return { mapping, path, today: dayInSweden(deps.clock.now()) }
}

/**
 * What the accounting system is as of now takes it a dozen answers to tell. Rows are checked meanwhile by what it told last
 * (`checking`), which is the same but seldom; else they are checked again when all of them are there. It is asked when the
 * rows can be checked, which wait for nothing else.
 */
function prepareChecking(
  deps: Neighbours,
  record: ImportRecord,
): { checking: Promise<Checking>; asOfNow: Promise<Checking> } {
  const load = async (options: GroundOptions): Promise<Checking> => {
    const loading = loadGround(deps, record, options)
    // Where the ground is read anew it brings the suppliers up to date.
    const known = (isAsReadLast(options) ? Promise.resolve() : loading).then(() =>
      deps.suppliers.loadKnown(record.companyId, record.connectionId),
    )
    const [ground, suppliers] = await Promise.all([loading, known])
    return { ground, ...suppliers }
  }
  const askNow = () => load(forFile(record, deps.clock.now()))
  const asReadBefore = load(asReadLast)
  const asOfNow = asReadBefore.then(askNow, askNow)
  return { checking: asReadBefore.catch(() => asOfNow), asOfNow }
}

/** Reads, checks and stores every row: by what its first rows say, and anew where the rest says something else. */
async function loadRows(deps: Neighbours, record: ImportRecord, request: Request): Promise<ReadResult> {
  const result = await loadAlone(deps, record, { ...request, isSurveyed: false })
  if (!result.isMisjudged) return result
  await clearRows(deps, record, request) // PGlite has kept them
  return loadAlone(deps, record, { ...request, isSurveyed: true })
}

/** Whoever was taken for dead and lives may have put its rows there since ours were begun. It can do so once. */
async function loadAlone(
  deps: Neighbours,
  record: ImportRecord,
  request: Request & { isSurveyed: boolean },
): Promise<ReadResult> {
  try {
    return await loadOnce(deps, record, request)
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    await clearRows(deps, record, request)
    return loadOnce(deps, record, request)
  }
}

/** Those of whoever has taken the import over since are theirs. */
async function clearRows(deps: Neighbours, record: ImportRecord, { held }: Request): Promise<void> {
  const { lease } = await held
  await withCompany(deps.db, record.companyId, async (tx) => {
    if (!(await lockHeld(tx, { record, lease }))) throw new AppError('conflict', 'another reads the import by now')
    await deleteRows(tx, record.companyId, record.id)
  })
}

async function loadOnce(
  deps: Neighbours,
  record: ImportRecord,
  { held, checking, asOfNow, ...opening }: Request & { isSurveyed: boolean },
): Promise<ReadResult> {
  const { db } = deps
  const { companyId, id: importId, connectionId, granularity } = record
  const hasNumbers = opening.mapping.fields.invoiceNumber !== undefined
  const checkRequest = Promise.all([held, checking]).then(([{ hasImported }, check]) => ({
    ...check,
    isFirst: !hasImported && !hasNumbers,
  }))
  const startedAt = deps.clock.now().getTime()
  /** A chart is met again and again while a file is read. */
  const sinceStart = () => ({ maxAgeSeconds: (deps.clock.now().getTime() - startedAt) / 1000 })
  const load = openRowLoad(db, { table: 'import_rows', columns: copiedColumns, purpose: `radvis import ${importId}` })
  try {
    const result = await deps.readInThread({ ...opening, companyId, importId, granularity }, checkRequest, {
      store: (rows) => load.add(rows),
      findUsedNumbers: async (numbers) => {
        await asOfNow // the invoices that it has are read with it
        return withCompany(db, companyId, (tx) => openLedger(deps, record).usedNumbers(tx, numbers))
      },
      loadRates: (currencies) => loadRates(deps, currencies),
      loadCharts: async (months) => loadCharts(deps, record, (await checking).ground, months, sinceStart()),
      findWithoutIds: (fingerprints) =>
        withCompany(db, companyId, (tx) => findWithoutIds(tx, companyId, connectionId, fingerprints)),
      findImported: (asked) =>
        withCompany(db, companyId, async (tx) => {
          const [places, others] = await together(
            placesOfImported(tx, companyId, connectionId, asked),
            placesOfOthers(tx, connectionId, asked),
          )
          return { places, placesOfOthers: others }
        }),
    })
    await (result.isMisjudged ? load.cancel() : load.end())
    return result
  } catch (error) {
    await load.cancel()
    throw error
  }
}

/**
 * Shows the rows. What the thread counted has to stand in the table as this company sees it, in number and öre: a row
 * that was lost or written for somebody else stops the import.
 */
async function finish(
  deps: Neighbours,
  reading: Reading,
  result: ReadResult,
  {
    ground,
    isOutdated,
    kept,
    hasVersions,
    hasImported,
  }: {
    ground: PostingGround
    isOutdated: boolean
    kept: readonly DecidedRow[]
    hasVersions: boolean
    hasImported: boolean
  },
): Promise<void> {
  const { record } = reading
  const { companyId, id, granularity } = record
  const { rateCurrencies } = result
  const months = [...new Set([...result.months, ...writtenMonths(kept)])]
  const checksAgain = granularity !== 'row' || isOutdated || hasVersions
  const needsBase = checksAgain || result.refunds > 0 || kept.length > 0
  const base = !needsBase ? null : await loadAssessmentBase(deps, { ...record, rateCurrencies, months })
  const show = async (tx: CompanyDatabase) => {
    const [current, summed] = await together(lockHeld(tx, reading), sumByState(tx, companyId, id))
    if (!current) return
    const stored = addUp(result.totals.read, summed)
    requireSame(stored, result.totals)
    const mayClash = granularity === 'row' && result.numbered > 0
    const held = mayClash ? await settleNumbers(tx, current, openLedger(deps, record)) : []
    const tied = base && granularity === 'row' ? await tieAndCheck(tx, current, base) : []
    const alike = hasImported && granularity === 'row' ? await holdLookAlikes(tx, { ...current, months }) : []
    const counted = held.length + tied.length + alike.length > 0 ? await countByState(tx, companyId, id) : null
    const totals = counted ? addUp(stored.read, counted) : stored
    await together(
      deps.notices.tell(tx, id),
      changeImport(tx, companyId, id, {
        state: 'checked',
        problem: null,
        totals,
        supplierRows: result.supplierRows,
        invoices: totals.ready.count,
        fingerprint: fingerprintShown((counted ?? summed).hash, ground),
        rateCurrencies,
        months,
        controlSums: result.controlSums,
        warnings: [
          ...current.warnings,
          ...result.warnings,
          ...(result.purchases === 0 ? [{ code: 'no-purchases' }] : []),
          ...warnOfTurnedSigns(result),
        ],
      }),
      deps.activity.record(tx, companyId, [
        {
          type: 'info',
          activity: 'import-read',
          subject: record.fileName,
          actorId: record.createdBy,
          params: { rows: totals.read.count },
        },
      ]),
    )
    // Rows that are gathered into invoices wait for each other, which is known when all of them are there.
    if (base && checksAgain) await checkRows(tx, { ...current, totals, months }, base)
    if (base && kept.length > 0) await putBack(deps, tx, { record: { ...current, totals, months }, base, kept })
  }
  // The lease's release waits for the disk; lost before it, the import is still being read.
  await withCompany(deps.db, companyId, show, { isLosable: true })
}

function requireSame(stored: ImportTotals, read: ImportTotals): void {
  for (const state of ['ready', 'attention', 'duplicate', 'skipped'] as const)
    if (stored[state].count !== read[state].count || stored[state].sum !== read[state].sum)
      throw new Error(`${read[state].count} rows ${state} were read and ${stored[state].count} are stored`)
}

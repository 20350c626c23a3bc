import { AppError } from '#kernel/errors.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { withCompany } from '#platform/database.ts'
import { SpreadsheetError } from '#spreadsheets/index.ts'
import type { ReadRow, RowOutcome, Section, SourceReading } from '#templates/contract.ts'
import type { UnreadRow } from './contract.ts'
import { type AssessmentBase, loadAssessmentBase, withImported } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { deleteRows, insertRows, type NewRow } from './row-store.ts'
import { type AssessedRow, assessRows, composeInvoices, nothingShown, type RowToAssess } from './rules/assess-rows.ts'
import { fingerprint } from './rules/duplicates.ts'
import { applyEdits } from './rules/row-edits.ts'
import { rowText } from './rules/row-text.ts'
import { sumByState } from './rules/totals.ts'
import { changeImport, findImport, type ImportRecord, lockImport } from './store.ts'

/** Reads the file of an import into checked rows. Idempotent: an import that is no longer being read is left alone. */
export async function readImport(deps: Neighbours, companyId: string, importId: string): Promise<void> {
  const record = await withCompany(deps.db, companyId, (tx) => findImport(tx, companyId, importId))
  if (record?.state !== 'reading') return
  try {
    const reading = await readFile(deps, record)
    await storeReading(deps, record, reading, await loadAssessmentBase(deps, record))
  } catch (error) {
    await fail(deps, record, error)
  }
}

/**
 * An import never stays "being read": what went wrong becomes its problem. Where even that cannot be written the error
 * goes on to the queue, which tries again.
 */
async function fail(
  deps: Neighbours,
  { companyId, id, fileName, createdBy }: ImportRecord,
  error: unknown,
): Promise<void> {
  const problem = problemOf(error)
  deps.log[problem.code === 'reading-failed' ? 'error' : 'info'](
    { err: error, importId: id },
    'an import could not be read',
  )
  await withCompany(deps.db, companyId, async (tx) => {
    await changeImport(tx, companyId, id, { state: 'failed', problem })
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

async function readFile(deps: Neighbours, { companyId, templateId, fileKey }: ImportRecord): Promise<SourceReading> {
  const template = await deps.templates.getTemplate(companyId, templateId)
  const spreadsheet = await deps.readSpreadsheet(await deps.files.get(fileKey))
  return deps.readSource(spreadsheet, template.mapping, { today: dayInSweden(deps.clock.now()) })
}

/** What a person can mend is told as it is; anything else is a fault of ours. */
function problemOf(error: unknown): RowProblem {
  if (error instanceof SpreadsheetError) return { code: error.code, params: error.params }
  if (!(error instanceof AppError) || error.code === 'internal') return { code: 'reading-failed' }
  return { code: error.code === 'not-found' ? 'template-gone' : error.code, params: error.params }
}

async function storeReading(
  deps: Neighbours,
  record: ImportRecord,
  reading: SourceReading,
  base: AssessmentBase,
): Promise<void> {
  const { companyId, id } = record
  const found = locateRows(reading)
  const toCheck = found.flatMap(({ toAssess }) => toAssess ?? [])
  await withCompany(deps.db, companyId, async (tx) => {
    const current = await lockImport(tx, companyId, id)
    if (current?.state !== 'reading') return
    const assessment = await withImported(
      tx,
      base,
      record,
      toCheck.map((row) => row.fingerprint),
    )
    const assessed = assessRows(toCheck, assessment)
    const rows = storedRows(found, assessed, deps.normaliseMerchant)
    await deleteRows(tx, companyId, id)
    await insertRows(tx, companyId, id, rows)
    const isEmpty = found.every(({ row }) => row.outcome.kind !== 'purchase')
    await changeImport(tx, companyId, id, {
      state: 'checked',
      totals: sumByState(rows),
      invoices: composeInvoices(
        assessed.filter(({ state }) => state === 'ready'),
        assessment,
      ).length,
      controlSums: reading.controlSums,
      warnings: [...current.warnings, ...reading.warnings, ...(isEmpty ? [{ code: 'no-purchases' }] : [])],
    })
    await deps.activity.record(tx, companyId, [
      {
        type: 'info',
        activity: 'import-read',
        subject: record.fileName,
        actorId: record.createdBy,
        params: { rows: rows.length },
      },
    ])
  })
}

function unreadOf(outcome: Extract<RowOutcome, { kind: 'unreadable' }>, sheet: number): UnreadRow {
  const { problems, known = null, amountSek = null } = outcome
  return { problems, known, amount: amountSek, sheet }
}

type FoundRow = {
  id: number
  row: ReadRow
  section: string | null
  unread: UnreadRow | null
  toAssess: RowToAssess | null
}

function locateRows({ rows, accountCurrency }: SourceReading): FoundRow[] {
  const sheets = new Map<string, number>()
  return rows.map((row, i) => {
    const sheet = sheets.get(row.sheet) ?? sheets.size + 1
    sheets.set(row.sheet, sheet)
    const unread = row.outcome.kind === 'unreadable' ? unreadOf(row.outcome, sheet) : null
    const located = { id: i + 1, row, section: sectionText(row.section), unread }
    return { ...located, toAssess: toAssess(located, sheet, accountCurrency) }
  })
}

function toAssess(
  { id, row, section, unread }: Omit<FoundRow, 'toAssess'>,
  sheet: number,
  accountCurrency: string,
): RowToAssess | null {
  const { outcome } = row
  const place = { id, sheet: row.sheet, number: row.number, decision: null, section, text: rowText(row.cells) }
  if (outcome.kind === 'skipped') return null
  if (outcome.kind === 'unreadable')
    return { ...place, ...applyEdits({ reading: null, unread, edits: null }), fingerprint: null }
  const { fields, cellsOf, byTemplate } = outcome
  const card = fields.card ?? row.section?.card ?? null
  const amount = fields.amountSek ?? fields.foreignAmount ?? 0
  const currency = fields.amountSek === null ? accountCurrency : 'SEK'
  const identity = fingerprint({
    providerId: fields.providerId,
    card,
    invoiceDate: fields.invoiceDate,
    amount,
    currency,
    merchant: fields.merchant,
  })
  return {
    ...place,
    reading: { fields: { ...fields, card }, cellsOf, sheet, ...(byTemplate && { byTemplate }) },
    problems: [],
    fingerprint: identity,
    amount: fields.amountSek,
  }
}

function storedRows(
  found: readonly FoundRow[],
  assessed: readonly AssessedRow[],
  normalise: (text: string) => string,
): NewRow[] {
  const byId = new Map(assessed.map((row) => [row.id, row]))
  return found.map(({ id, row, section, unread, toAssess }) => {
    const { sheet, number, outcome } = row
    const place = { id, sheet, number, cells: [...row.cells], unread }
    const result = byId.get(id)
    if (toAssess && result) {
      const { reading, fingerprint, amount } = toAssess
      const { state, problems, shown, supplierNumber, occurrence } = result
      return {
        ...place,
        state,
        problems,
        reading,
        shown,
        supplierNumber,
        occurrence,
        fingerprint,
        amount,
        normalisedMerchant: reading ? normalise(reading.fields.merchant) : null,
      }
    }
    if (outcome.kind !== 'skipped') throw new Error('every row that is not skipped is assessed')
    const amount = outcome.amountSek ?? null
    const shown = { ...nothingShown, text: rowText(row.cells), amount, section }
    return {
      ...place,
      state: 'skipped',
      problems: [{ code: outcome.reason, ...(outcome.params && { params: outcome.params }) }],
      reading: null,
      shown,
      supplierNumber: null,
      occurrence: null,
      fingerprint: null,
      amount,
      normalisedMerchant: null,
    }
  })
}

function sectionText(section: Section | null): string | null {
  const text = [section?.card, section?.holder].filter((part) => part).join('  ') || section?.title
  return text || null
}

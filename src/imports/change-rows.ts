import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { dayInSweden } from '#kernel/local-dates.ts'
import { decimalFromMinor } from '#kernel/money.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { requireRoomInDatabase } from '#platform/disk-room.ts'
import { readDateByHand } from '#templates/index.ts'
import { type ChangedRow, findChange, keepChange, loadRows, saveChanges } from './change-store.ts'
import { checkConcerned } from './check-concerned.ts'
import { getImport } from './check-import.ts'
import type { ChangeRowsRequest, EditField, FieldChanges, RowEdits } from './contract.ts'
import { findTypedSupplier } from './find-typed-supplier.ts'
import { type AssessmentBase, loadAssessmentBase } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { findImported } from './purchase-store.ts'
import { readEdits } from './read-edits.ts'
import { refuseClosed } from './refuse-closed.ts'
import { listIds } from './row-filter.ts'
import type { StoredRow } from './row-store.ts'
import { heldCodes } from './rules/anyway-codes.ts'
import { answeredAmount } from './rules/asked-amounts.ts'
import { fingerprint } from './rules/duplicates.ts'
import { monthOf } from './rules/posting-ground.ts'
import { applyEdits, type EditedRow } from './rules/row-edits.ts'
import { sumsNow } from './rules/sums-now.ts'
import { type Standing, takeBack } from './rules/take-back.ts'
import { changeImport, type ImportRecord, lockImport } from './store.ts'

export type ChangedRows = {
  record: ImportRecord
  changed: number
  left: number
  /** Names the change of many rows for its undoing. */
  changeId: string
  /** Rows that came out differently, where they are few. */
  outcome: number[]
}
type Who = { companyId: string; importId: string; userId: string }
type Asked = Omit<ChangeRowsRequest, 'fields'> & Partial<Record<'fields' | 'before', FieldChanges | undefined>>
/** How a row is to stand; null: it cannot stand so. */
type Wish = (row: StoredRow) => Standing | null

/**
 * Changes rows of an import that waits for somebody: what is written in them, and whether they go along. What the file
 * says is never lost. The rows concerned are checked again at once, and how they stood can be brought back.
 */
export async function changeRows(
  deps: Neighbours,
  who: Who,
  asked: Asked,
  { isOne = false } = {},
): Promise<ChangedRows> {
  const today = dayInSweden(deps.clock.now())
  const months = writtenMonths(asked, today)
  const { record: before, base } = await open(deps, who, months)
  const wished = { ...asked, fields: await findTypedSupplier(deps, before, base, asked.fields) }
  return withCompany(deps.db, who.companyId, async (tx) => {
    const record = await lockChecked(tx, before, months)
    const of = { companyId: who.companyId, importId: who.importId }
    const changeId = asked.changeId ?? newId()
    const made = await findMade(tx, of, changeId)
    const ids = asked.ids ? [...new Set(asked.ids)].sort((a, b) => a - b) : await listIds(tx, of, asked.filter ?? {})
    const open = ids.filter((id) => !made.has(id))
    const done = await writeRows(deps, tx, { record, ids: open }, (row) => wishFor(row, wished, { base, today, isOne }))
    if (isOne && done.found === 0) throw new AppError('not-found', 'no such row')
    if (isOne && done.before.length === 0 && done.left > 0)
      throw new AppError('conflict', 'a row that is no purchase, or is with posting, cannot be changed', {
        errors: [{ path: 'id', code: 'row-fixed' }],
      })
    const checked = await checkConcerned(tx, done.record, base, done)
    const changed = [...made.values(), ...done.before]
    if (!isOne && done.before.length > 0)
      await keepChange(tx, {
        ...of,
        id: changeId,
        before: changed,
        createdBy: who.userId,
        createdAt: deps.clock.now(),
      })
    if (done.before.length > 0) await tell(deps, tx, record, who.userId, describe(asked, done))
    return {
      record: checked.record,
      changed: changed.length,
      // Of all that fit a filter only those are meant that can be changed, which is what was counted for whoever asked.
      left: asked.filter ? done.left - done.fixed : done.left,
      changeId,
      outcome: checked.changed,
    }
  })
}

/** The rows that this change wrote when it was asked for before, and its answer was lost: they are not written again. */
async function findMade(tx: CompanyDatabase, of: Pick<Who, 'companyId' | 'importId'>, changeId: string) {
  const change = await findChange(tx, of, changeId)
  return new Map(change?.before.map((row) => [row.id, row]))
}

/** `kept`: rows that stay, since what the change wrote in them was written over afterwards. */
export type UndoneChange = { record: ImportRecord; undone: number; kept: number }

/**
 * Brings the rows back to how they stood before the last change of many; what somebody wrote in them since is not lost.
 * Asked for again, as whoever got no answer does, it finds them so and says the same.
 */
export async function undoChange(deps: Neighbours, who: Who, changeId: string): Promise<UndoneChange> {
  const { record: before, base } = await open(deps, who)
  return withCompany(deps.db, who.companyId, async (tx) => {
    const record = await lockChecked(tx, before)
    const change = await findChange(tx, { companyId: who.companyId, importId: who.importId }, changeId)
    if (!change)
      throw new AppError('conflict', 'the change can no longer be undone', {
        errors: [{ path: 'changeId', code: 'change-not-undoable' }],
      })
    const stood = new Map(change.before.map((row) => [row.id, row]))
    const ids = [...stood.keys()].sort((a, b) => a - b)
    const done = await writeRows(deps, tx, { record, ids }, (row) => {
      const before = stood.get(row.id)
      return before ? takeBack(row, { before, after: ('after' in before && before.after) || row }) : null
    })
    const checked = await checkConcerned(tx, done.record, base, done)
    if (done.before.length > 0) {
      await keepChange(tx, { ...change, before: change.before.map(asUndone) })
      const rows = done.before.length
      await tell(deps, tx, record, who.userId, { rows, change: 'undone', row: done.rowNumber })
    }
    return { record: checked.record, undone: done.found - done.left, kept: done.left }
  })
}

/** What was undone leads nowhere from here on: what is written in the row afterwards is somebody's later word. */
const asUndone = ({ id, decision, edits }: Standing & { id: number }) => ({
  ...{ id, decision, edits },
  after: { decision, edits },
})

/** It is with posting, while other rows of its import came back. */
const isPosted = ({ problems: [first] }: StoredRow) => first?.code === 'posted-here'

async function open(deps: Neighbours, { companyId, importId }: Who, months: readonly string[] = []) {
  const record = await getImport(deps, companyId, importId)
  if (record.state !== 'checked') throw refuseClosed(record)
  return { record, base: await loadAssessmentBase(deps, inMonths(record, months)) }
}

/** The months that dates written by hand put rows and their payments in: their years' charts of accounts have to be read. */
function writtenMonths({ fields }: ChangeRowsRequest, today: string): string[] {
  return [fields?.invoiceDate, fields?.paymentDate].flatMap((written) => {
    const date = written ? readDateByHand(written, today) : null
    return date ? monthOf(date) : []
  })
}

function inMonths(record: ImportRecord, written: readonly string[]): ImportRecord {
  const months = [...new Set([...record.months, ...written])]
  return months.length === record.months.length ? record : { ...record, months }
}

async function lockChecked(
  tx: CompanyDatabase,
  { companyId, id }: ImportRecord,
  months: readonly string[] = [],
): Promise<ImportRecord> {
  const record = await lockImport(tx, companyId, id)
  if (record?.state !== 'checked') throw refuseClosed(record)
  const now = inMonths(record, months)
  if (now !== record) await changeImport(tx, companyId, id, { months: now.months })
  return now
}

const batchSize = 2000
/** What a changed row writes at the most, with what it was: 2.1 kB were seen. */
const bytesPerRow = 3000

/** Lets each row stand as is wished, in a transaction that has locked the import; they are not checked yet. */
export async function writeRows(
  deps: Neighbours,
  tx: CompanyDatabase,
  { record, ids }: { record: ImportRecord; ids: readonly number[] },
  wish: Wish,
) {
  if (ids.length > 1) await requireRoomInDatabase(deps.db, ids.length * bytesPerRow)
  const of = { companyId: record.companyId, importId: record.id }
  const before: (Standing & { id: number; after: Standing })[] = []
  const fingerprints = new Set<string>()
  const amounts = new Set<number>()
  let [found, left, fixed, sum, rowNumber] = [0, 0, 0, 0, 0]
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await loadRows(tx, of, ids.slice(start, start + batchSize))
    const changes: MendedRow[] = []
    for (const row of rows) {
      found += 1
      const isFixed = !(row.reading || row.unread) || isPosted(row)
      const wanted = isFixed ? null : wish(row)
      if (isFixed) fixed += 1
      if (!wanted) left += 1
      if (!wanted || isDeepStrictEqual(wanted, { decision: row.decision, edits: row.edits })) continue
      const change = changedRow(row, wanted, deps.normaliseMerchant)
      for (const one of [row.fingerprint, change.fingerprint, change.withoutId]) if (one !== null) fingerprints.add(one)
      for (const one of [row.amount, change.amount]) if (one !== null) amounts.add(one)
      before.push({ id: row.id, decision: row.decision, edits: row.edits, after: wanted })
      rowNumber = row.number
      sum += (change.amount ?? 0) - (row.amount ?? 0)
      changes.push(change)
    }
    if (changes.length > 0) await saveChanges(tx, of, await asKnownBefore(tx, record, changes))
  }
  const { totals } = record
  const read = totals && { count: totals.read.count, sum: totals.read.sum + sum }
  return {
    record: {
      ...record,
      totals: totals && read && { ...totals, read },
      controlSums: sumsNow(record.controlSums, totals, sum),
    },
    ids: before.map(({ id }) => id),
    fingerprints: [...fingerprints],
    amounts: [...amounts],
    before,
    found,
    left,
    fixed,
    rowNumber,
  }
}

function wishFor(
  row: StoredRow,
  asked: Omit<Asked, 'ids' | 'filter'>,
  { base, today, isOne }: { base: AssessmentBase; today: string; isOne: boolean },
): ReturnType<Wish> {
  const { decision = row.decision, clearEdits, before } = asked
  const dayAbove = asked.dayAbove ? dayAboveOf(row) : undefined
  const amount = asked.amountAsked && answeredAmount(row, asked.amountAsked)
  if (dayAbove === null || amount === null) return null
  const fields = {
    ...asked.fields,
    ...(dayAbove && { invoiceDate: dayAbove }),
    ...(amount && { total: decimalFromMinor(amount, 'SEK') }),
  }
  requireUntouched(row, before ?? {}, fields)
  // Among many rows, only what is or may be a duplicate is what "anyway" means something for.
  const mayBeDuplicate = row.state === 'duplicate' || row.problems.some(({ code }) => heldCodes.includes(code))
  if (!isOne && asked.decision === 'import-anyway' && !mayBeDuplicate) return null
  const held = applyEdits(row).reading?.fields.currency ?? heldBy(row.unread)
  const read = readEdits(fields, { base, today, currency: held })
  if ('errors' in read) throw new AppError('invalid-input', 'a value cannot be read', { errors: read.errors })
  const kept = Object.entries(clearEdits ? {} : (row.edits ?? {})).filter(
    ([name]) => !read.cleared.includes(name as EditField),
  )
  const merged: RowEdits = { ...Object.fromEntries(kept), ...read.edits }
  const edits = Object.keys(merged).length > 0 ? merged : null
  requireAmountOf(applyEdits({ ...row, edits }))
  return { decision, edits }
}

/** The day that stands above a row without one, as its problem names it; null once the row has a day. */
function dayAboveOf({ unread, edits }: StoredRow): string | null {
  const missing = edits?.invoiceDate === undefined && unread?.problems.find(({ code }) => code === 'date-missing')
  const above = missing ? missing.params?.above : undefined
  return above === undefined ? null : String(above)
}

/** The currency that an amount abroad is written in, of a row that could not be read. */
function heldBy(unread: StoredRow['unread']): string {
  return unread?.known?.rest?.fields.currency ?? unread?.known?.currency ?? 'SEK'
}

/**
 * Whoever goes back to what stood in a field before does not write over what somebody wrote there meanwhile. What they go
 * back to may stand there already: the answer that said so was lost.
 */
function requireUntouched({ edits }: StoredRow, before: FieldChanges, wanted: FieldChanges): void {
  const stands = (field: EditField) => edits?.[field] ?? null
  const over = (Object.keys(before) as EditField[]).find(
    (field) => stands(field) !== before[field] && stands(field) !== wanted[field],
  )
  if (over === undefined) return
  throw new AppError('conflict', 'the field was written in since', {
    errors: [{ path: `fields.${over}`, code: 'written-over' }],
  })
}

/** A purchase in another currency says what it cost in it: the rate is worked out from both amounts. */
function requireAmountOf({ reading }: EditedRow): void {
  if (!reading?.edited?.includes('currency')) return
  const { currency, foreignAmount } = reading.fields
  if (currency === 'SEK' || foreignAmount !== null) return
  throw new AppError('invalid-input', 'the amount in the currency is missing', {
    errors: [{ path: 'fields.foreignAmount', code: 'foreign-amount-missing', params: { currency } }],
  })
}

/**
 * What an edit makes of the columns that rows are found by. A purchase that could be read keeps the identity that the
 * file gives it, so that the same file read again finds it as imported; one that could not gets its identity here.
 */
function changedRow(
  row: StoredRow,
  { decision, edits }: NonNullable<ReturnType<Wish>>,
  normalise: Neighbours['normaliseMerchant'],
): MendedRow {
  const { reading, amount } = applyEdits({ ...row, edits })
  const isOfFile = row.reading !== null
  const made = reading && {
    providerId: reading.fields.providerId,
    card: reading.fields.card,
    invoiceDate: reading.fields.invoiceDate,
    amount: reading.fields.amountSek ?? reading.fields.foreignAmount ?? 0,
    currency: reading.fields.amountSek === null ? (row.unread?.accountCurrency ?? 'SEK') : 'SEK',
    merchant: reading.fields.merchant,
  }
  return {
    id: row.id,
    decision,
    edits,
    amount,
    fingerprint: isOfFile ? row.fingerprint : made && fingerprint(made),
    withoutId: isOfFile || !made?.providerId ? null : fingerprint({ ...made, providerId: null }),
    normalisedMerchant: reading ? normalise(reading.fields.merchant, { place: reading.fields.place }) : null,
  }
}

/** `withoutId`: the fingerprint of a row mended by hand as it was before ids were kept, or as a file without them has it. */
type MendedRow = ChangedRow & { withoutId: string | null }

/** A purchase that was imported without its id is the same with it: it would be invoiced twice. */
async function asKnownBefore(
  tx: CompanyDatabase,
  { id, companyId, connectionId }: ImportRecord,
  changes: readonly MendedRow[],
): Promise<ChangedRow[]> {
  const asked = changes.flatMap(({ withoutId }) => withoutId ?? [])
  const found = await findImported(tx, companyId, connectionId, asked)
  const known = new Set(found.flatMap((one) => (one.isReleased || one.importId === id ? [] : [one.fingerprint])))
  return changes.map(({ withoutId, ...change }) =>
    withoutId !== null && known.has(withoutId) ? { ...change, fingerprint: withoutId } : change,
  )
}

function describe(
  { decision, fields, clearEdits, dayAbove, amountAsked }: Omit<ChangeRowsRequest, 'ids' | 'filter'>,
  { before, rowNumber }: { before: readonly unknown[]; rowNumber: number },
) {
  const names = [
    ...Object.keys(fields ?? {}),
    ...(dayAbove ? ['invoiceDate'] : []),
    ...(amountAsked ? ['total'] : []),
  ].join(' ')
  const change = clearEdits ? 'cleared' : names !== '' ? 'edited' : (decision ?? 'taken-back')
  return { rows: before.length, change, fields: names, row: rowNumber }
}

async function tell(
  deps: Neighbours,
  tx: CompanyDatabase,
  { companyId, fileName }: ImportRecord,
  actorId: string,
  params: Record<string, string | number>,
): Promise<void> {
  await deps.activity.record(tx, companyId, [
    { type: 'info', activity: 'import-rows-changed', subject: fileName, actorId, params },
  ])
}

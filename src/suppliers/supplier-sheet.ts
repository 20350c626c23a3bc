import { createHash } from 'node:crypto'
import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import {
  readDefused,
  readSpreadsheetInWorker,
  type SheetRow,
  SpreadsheetError,
  type TableCell,
  writeCsv,
  writeXlsx,
} from '#spreadsheets/index.ts'
import { matchKinds, type SheetColumn, type SheetPlan, sheetColumns } from './contract.ts'
import { accountsMaxAgeSeconds, type MapSupplierDeps, teach } from './map-supplier.ts'
import { type MappedNow, planSheet, type SheetEntry, type SheetGround } from './rules/plan-sheet.ts'
import type { MatchKind } from './rules/supplier-book.ts'
import { findColumn, findVatType, sheetTitle, vatName } from './sheet-words.ts'
import {
  deleteDesignations,
  deleteMapped,
  listMapped,
  listRegister,
  lockMapped,
  type MappedWithDesignations,
  type Register,
  saveMapped,
} from './store.ts'

type Locale = 'sv' | 'en'
type Applied = { added: number; changed: number; removed: number }

/** Far above any register that people keep, far below what could hold anybody up. */
const limits = { bytes: 5 * 2 ** 20, unzippedBytes: 50 * 2 ** 20, rows: 20_000, seconds: 20 }
const widths: Partial<Record<SheetColumn, number>> = { name: 32, exact: 40, 'starts-with': 28, contains: 28, vat: 24 }

/** Mapped suppliers as a sheet to edit: a row each, its texts one below the other in their cells. */
export async function writeSupplierSheet(
  rows: readonly MappedWithDesignations[],
  format: 'csv' | 'xlsx',
  locale: Locale,
): Promise<Uint8Array> {
  const cells = (row: MappedWithDesignations): Record<SheetColumn, string> => ({
    number: row.supplierNumber,
    name: row.supplierName,
    ...textsOf(row),
    account: row.account === null ? '' : String(row.account),
    vat: row.vatType === null ? '' : vatName(row.vatType, locale),
    remove: '',
  })
  const table = {
    name: sheetTitle('name', locale),
    columns: sheetColumns.map((column) => ({ title: sheetTitle(column, locale), width: widths[column] ?? 14 })),
    rows: rows.map((row) => sheetColumns.map((column): TableCell => ({ kind: 'text', value: cells(row)[column] }))),
  }
  return format === 'csv' ? writeCsv(table) : writeXlsx([table])
}

function textsOf({ designations }: Pick<MappedNow, 'designations'>): Record<MatchKind, string> {
  const of = (match: MatchKind) =>
    designations.flatMap((one) => (one.match === match ? [readableText(one.text)] : [])).join('\n')
  return { exact: of('exact'), 'starts-with': of('starts-with'), contains: of('contains') }
}

/** A line break would part one text in two. */
const readableText = (text: string) => text.replace(/\s+/g, ' ')

/** What the sheet would change. Nothing is changed yet. */
export async function previewSheet(deps: MapSupplierDeps, register: Register, bytes: Uint8Array): Promise<SheetPlan> {
  const entries = await readEntries(bytes)
  const accounts = await accountsOf(deps, register)
  return withCompany(deps.db, register.companyId, async (tx) =>
    planned(entries, { ...(await readGround(tx, register)), accounts }),
  )
}

/**
 * Does what the preview with this fingerprint said, all of it or nothing. Where the suppliers have been changed since, so
 * that the same sheet would do something else, nothing is done and a new preview is asked for.
 */
export async function applySheet(
  deps: MapSupplierDeps,
  register: Register,
  sheet: { bytes: Uint8Array; fingerprint: string },
  actorId: string,
): Promise<Applied> {
  const entries = await readEntries(sheet.bytes)
  const accounts = await accountsOf(deps, register)
  const now = deps.clock.now()
  return withCompany(deps.db, register.companyId, async (tx) => {
    await lockMapped(tx, register)
    const ground = await readGround(tx, register)
    const plan = planned(entries, { ...ground, accounts })
    if (plan.fingerprint !== sheet.fingerprint)
      throw new AppError('conflict', 'the suppliers were changed after the preview', {
        errors: [{ path: 'fingerprint', code: 'suppliers-changed' }],
      })
    const after = [...plan.added, ...plan.changed.map((change) => change.after)]
    const ids = new Map(ground.rows.map(({ supplierNumber, id }) => [supplierNumber, id]))
    const { companyId } = register
    for (const { supplierNumber } of plan.removed) await deleteMapped(tx, companyId, ids.get(supplierNumber) ?? '')
    // All texts go before any comes, so that one can move from a supplier to another.
    for (const { after } of plan.changed) await deleteDesignations(tx, companyId, ids.get(after.supplierNumber) ?? '')
    for (const { designations, ...one } of after)
      await teach(tx, register, await saveMapped(tx, { ...register, ...one }, now), designations, now)
    const done = { added: plan.added.length, changed: plan.changed.length, removed: plan.removed.length }
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'supplier-sheet-read', subject: '', actorId, params: done },
    ])
    return done
  })
}

async function accountsOf({ connections }: MapSupplierDeps, { companyId, connectionId }: Register) {
  const { accounts } = await connections.registers(companyId, connectionId, { maxAgeSeconds: accountsMaxAgeSeconds })
  return new Map(accounts.map((account) => [account.number, account]))
}

async function readGround(tx: CompanyDatabase, register: Register) {
  const rows = await listMapped(tx, register)
  const suppliers = new Map((await listRegister(tx, register)).map((one) => [one.number, one]))
  const mapped = rows.map(
    ({ supplierNumber, supplierName, account, vatType, designations }): MappedNow => ({
      ...{ supplierNumber, supplierName, account, vatType },
      designations: designations.map(({ match, text }) => ({ match, text })),
    }),
  )
  return { rows, suppliers, mapped }
}

function planned(entries: readonly SheetEntry[], ground: SheetGround): SheetPlan {
  const plan = planSheet(entries, ground)
  const does = JSON.stringify([plan.added, plan.changed, plan.removed])
  return { ...plan, fingerprint: createHash('sha256').update(does).digest('base64url') }
}

async function readEntries(bytes: Uint8Array): Promise<SheetEntry[]> {
  const { sheets } = await readSpreadsheetInWorker(bytes, { limits }).catch((error: unknown) => {
    if (!(error instanceof SpreadsheetError)) throw error
    const { code, params } = error
    throw new AppError('file-unreadable', code, { cause: error, errors: [{ path: 'file', code, params }] })
  })
  const [header, ...rows] = sheets[0]?.rows ?? []
  const columns = new Map<SheetColumn, number>()
  for (const [index, title] of (header?.cells ?? []).entries()) {
    const column = findColumn(readDefused(title))
    if (column !== null && !columns.has(column)) columns.set(column, index)
  }
  if (!columns.has('number'))
    throw new AppError('file-unreadable', 'no column with supplier numbers', {
      errors: [{ path: 'file', code: 'sheet-without-numbers' }],
    })
  return rows.map((row) => readEntry(row, columns))
}

function readEntry({ number: row, cells }: SheetRow, columns: ReadonlyMap<SheetColumn, number>): SheetEntry {
  const textIn = (column: SheetColumn): string | undefined => {
    const index = columns.get(column)
    return index === undefined ? undefined : readDefused((cells[index] ?? '').trim())
  }
  const entry: SheetEntry = { row, number: textIn('number') ?? '', texts: {}, isRemoved: false, problems: [] }
  for (const match of matchKinds) {
    const lines = textIn(match)
      ?.split(/\r\n|\r|\n/)
      .map((line) => line.trim())
    if (lines) entry.texts[match] = lines.filter((line) => line !== '')
  }
  const account = textIn('account')
  if (account !== undefined) {
    if (account === '') entry.account = null
    else if (/^[1-9]\d{3}$/.test(account)) entry.account = Number(account)
    else entry.problems.push({ row, column: 'account', value: account, code: 'account-unreadable', params: {} })
  }
  const vat = textIn('vat')
  if (vat !== undefined) {
    const vatType = vat === '' ? null : findVatType(vat)
    if (vat !== '' && vatType === null)
      entry.problems.push({ row, column: 'vat', value: vat, code: 'vat-unreadable', params: {} })
    else entry.vatType = vatType
  }
  entry.isRemoved = (textIn('remove') ?? '') !== ''
  return entry
}

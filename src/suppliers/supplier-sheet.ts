import { createHash } from 'node:crypto'
import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { inMegabytes, readSpreadsheetInWorker, SpreadsheetError } from '#spreadsheets/index.ts'
import type { SheetPlan } from './contract.ts'
import { type MapSupplierDeps, teach } from './map-supplier.ts'
import { readEntries } from './read-sheet.ts'
import { type MappedNow, planSheet, type SheetGround } from './rules/plan-sheet.ts'
import { identifyRows, type SheetEntry } from './rules/sheet-id.ts'
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
import { usableAccounts } from './usable-accounts.ts'

type Applied = { added: number; changed: number; removed: number }

/** Far above any register that people keep, far below what could hold anybody up. */
export const sheetLimits = { bytes: 5 * 2 ** 20, unzippedBytes: 50 * 2 ** 20, rows: 20_000, seconds: 20 }

/** What the sheet would change. Nothing is changed yet. */
export async function previewSheet(deps: MapSupplierDeps, register: Register, bytes: Uint8Array): Promise<SheetPlan> {
  const entries = await readSheet(bytes)
  const accounts = await usableAccounts(deps.connections, register, accountsIn(entries))
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
  const entries = await readSheet(sheet.bytes)
  const accounts = await usableAccounts(deps.connections, register, accountsIn(entries))
  const now = deps.clock.now()
  return withCompany(deps.db, register.companyId, async (tx) => {
    await lockMapped(tx, register)
    const ground = await readGround(tx, register)
    const plan = planned(entries, { ...ground, accounts })
    if (isDoneAlready(plan)) return { added: 0, changed: 0, removed: 0 }
    if (plan.fingerprint !== sheet.fingerprint)
      throw new AppError('conflict', 'the suppliers were changed after the preview', {
        errors: [{ path: 'fingerprint', code: 'suppliers-changed', params: { rows: changedRows(plan).join(', ') } }],
      })
    const after = [...plan.added, ...plan.changed.map((change) => change.after)]
    const ids = new Map(ground.rows.map(({ supplierNumber, id }) => [supplierNumber, id]))
    const { companyId } = register
    for (const { supplierNumber } of plan.removed) await deleteMapped(tx, companyId, ids.get(supplierNumber) ?? '')
    // All texts go before any comes, so that one can move from a supplier to another.
    for (const { after } of plan.changed) await deleteDesignations(tx, companyId, ids.get(after.supplierNumber) ?? '')
    for (const { designations, ...one } of after)
      await teach(
        tx,
        register,
        await saveMapped(tx, { ...register, ...one, isVatChosen: false }, now),
        designations,
        now,
      )
    const done = { added: plan.added.length, changed: plan.changed.length, removed: plan.removed.length }
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'supplier-sheet-read', subject: '', actorId, params: done },
    ])
    return done
  })
}

const againstOthers: ReadonlySet<string> = new Set(['changed-since-download', 'designation-taken'])

/** Rows that ask for what somebody else's change stands against. */
function changedRows({ refused }: SheetPlan): number[] {
  const rows = refused.flatMap(({ row, code }) => (againstOthers.has(code) ? [row] : []))
  return [...new Set(rows)]
}

/** The same sheet confirmed once more, by a second click or a request sent again. */
function isDoneAlready(plan: SheetPlan): boolean {
  const { added, changed, removed } = plan
  return added.length + changed.length + removed.length === 0 && changedRows(plan).length === 0
}

function accountsIn(entries: readonly SheetEntry[]): number[] {
  return entries.flatMap(({ account }) => account ?? [])
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

function planned(
  entries: readonly SheetEntry[],
  ground: SheetGround & { rows: readonly MappedWithDesignations[] },
): SheetPlan {
  const numbers = [...ground.suppliers.keys(), ...ground.rows.map(({ supplierNumber }) => supplierNumber)]
  const plan = planSheet(identifyRows(entries, { mapped: ground.rows, numbers }), ground)
  const does = JSON.stringify([plan.added, plan.changed, plan.removed])
  return { ...plan, fingerprint: createHash('sha256').update(does).digest('base64url') }
}

async function readSheet(bytes: Uint8Array): Promise<SheetEntry[]> {
  const { sheets } = await readSpreadsheetInWorker(bytes, { limits: sheetLimits }).catch((error: unknown) => {
    throw error instanceof SpreadsheetError ? unreadable(error) : error
  })
  return readEntries(sheets[0]?.rows ?? [])
}

function unreadable(cause: SpreadsheetError): AppError {
  const { code, params } = cause
  return new AppError('file-unreadable', code, { cause, errors: [{ path: 'file', code, params }] })
}

export function sheetTooLarge(): AppError {
  return unreadable(new SpreadsheetError('too-large', { limit: inMegabytes(sheetLimits.bytes) }))
}

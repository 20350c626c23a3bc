import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import type { SheetPlan } from './contract.ts'
import { type MapSupplierDeps, type Taught, teach } from './map-supplier.ts'
import { without } from './rules/merge-designations.ts'
import { type PlanGround, withSheet } from './sheet-thread.ts'
import {
  deleteDesignations,
  deleteMapped,
  holdMapped,
  listDesignations,
  listMapped,
  listRegister,
  type Register,
  saveMapped,
} from './store.ts'
import { usableAccounts } from './usable-accounts.ts'

type Applied = { added: number; changed: number; removed: number }

/** What the sheet would change. Nothing is changed yet. */
export async function previewSheet(deps: MapSupplierDeps, register: Register, bytes: Uint8Array): Promise<SheetPlan> {
  return withSheet(bytes, async (sheet) => {
    const accounts = await usableAccounts(deps.connections, register, sheet.accounts)
    const ground = await withCompany(deps.db, register.companyId, (tx) => readGround(tx, register))
    return sheet.plan({ ...ground, accounts })
  })
}

/**
 * Does what the preview with this fingerprint said, all of it or nothing. Where the suppliers have been changed since, so
 * that the same sheet would do something else, nothing is done and a new preview is asked for.
 */
export function applySheet(
  deps: MapSupplierDeps,
  register: Register,
  { bytes, fingerprint }: { bytes: Uint8Array; fingerprint: string },
  actorId: string,
): Promise<Applied> {
  return withSheet(bytes, async (sheet) => {
    const accounts = await usableAccounts(deps.connections, register, sheet.accounts)
    return withCompany(deps.db, register.companyId, async (tx) => {
      await holdMapped(tx, register)
      const ground = await readGround(tx, register)
      const plan = await sheet.plan({ ...ground, accounts })
      if (isDoneAlready(plan)) return { added: 0, changed: 0, removed: 0 }
      if (plan.fingerprint !== fingerprint)
        throw new AppError('conflict', 'the suppliers were changed after the preview', {
          errors: [{ path: 'fingerprint', code: 'suppliers-changed', params: { rows: changedRows(plan).join(', ') } }],
        })
      await carryOut(deps, tx, { register, plan, mapped: ground.mapped })
      const done = { added: plan.added.length, changed: plan.changed.length, removed: plan.removed.length }
      await deps.activity.record(tx, register.companyId, [
        { type: 'info', activity: 'supplier-sheet-read', subject: '', actorId, params: done },
      ])
      return done
    })
  })
}

async function carryOut(
  { clock }: MapSupplierDeps,
  tx: CompanyDatabase,
  { register, plan, mapped }: { register: Register; plan: SheetPlan; mapped: PlanGround['mapped'] },
): Promise<void> {
  const now = clock.now()
  const { companyId } = register
  const ids = new Map(mapped.map(({ supplierNumber, id }) => [supplierNumber, id]))
  for (const { supplierNumber } of plan.removed) await deleteMapped(tx, companyId, ids.get(supplierNumber) ?? '')
  const stored = Map.groupBy(await listDesignations(tx, register), ({ mappedSupplierId }) => mappedSupplierId)
  const had = (supplierNumber: string) => stored.get(ids.get(supplierNumber) ?? '') ?? []
  // All texts go before any comes, so that one can move from a supplier to another.
  for (const { after } of plan.changed)
    await deleteDesignations(tx, register, without(had(after.supplierNumber), after.designations))
  const taught: Taught[] = []
  for (const { designations, ...one } of [...plan.added, ...plan.changed.map(({ after }) => after)]) {
    const mappedSupplierId = await saveMapped(tx, { ...register, ...one, isVatChosen: false }, now)
    taught.push({ mappedSupplierId, designations: without(designations, had(one.supplierNumber)) })
  }
  await teach(tx, register, taught, now)
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

async function readGround(tx: CompanyDatabase, register: Register): Promise<Omit<PlanGround, 'accounts'>> {
  const suppliers = await listRegister(tx, register)
  return {
    suppliers: new Map(suppliers.map(({ number, name, isActive }) => [number, { name, isActive }])),
    mapped: (await listMapped(tx, register)).map(
      ({ id, supplierNumber, supplierName, account, vatType, designations }) => ({
        ...{ id, supplierNumber, supplierName, account, vatType },
        designations: designations.map(({ match, text }) => ({ match, text })),
      }),
    ),
  }
}

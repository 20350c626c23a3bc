import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { readCompany, withCompany } from '#platform/database.ts'
import { type MapSupplierDeps, type Taught, teach } from './map-supplier.ts'
import {
  addMapped,
  findMerge,
  insertMerge,
  listMerges,
  type MergeRow,
  markUndone,
  moveDesignations,
} from './merge-store.ts'
import { designationKey } from './rules/designations.ts'
import { among, without } from './rules/merge-designations.ts'
import { namesNobody } from './rules/names-nobody.ts'
import { deleteDesignations, deleteMapped, holdMapped, listMapped, type Register } from './store.ts'

/** A merge can be undone so long; by then its texts have been found in files and others been taught around them. */
const undoableMs = 30 * 24 * 3600_000

/**
 * Makes one supplier of several: the texts of the others mean it from now on, and so do their names, but one that names
 * nobody (of a supplier called Swish). What was booked stays as it is, and the suppliers in the accounting system too. Everything that is needed to undo it is kept.
 */
export async function mergeSuppliers(
  deps: MapSupplierDeps,
  register: Register,
  { into: intoId, from }: { into: string; from: readonly string[] },
  actorId: string,
): Promise<MergeRow> {
  const { companyId, connectionId } = register
  const at = deps.clock.now()
  return withCompany(deps.db, companyId, async (tx) => {
    await holdMapped(tx, register)
    const mapped = new Map((await listMapped(tx, register)).map((one) => [one.id, one]))
    const into = mapped.get(intoId)
    const others = [...new Set(from)].flatMap((id) => mapped.get(id) ?? [])
    if (!into || others.length !== new Set(from).size || others.includes(into))
      throw new AppError('not-found', 'a supplier to merge is gone')
    const names = others.map(({ supplierName: text }) => ({ match: 'exact' as const, text }))
    const taken = new Set([...mapped.values()].flatMap(({ designations }) => designations.map(designationKey)))
    const taught = names.filter((one) => !taken.has(designationKey(one)) && !namesNobody(one.text))
    for (const other of others) {
      await moveDesignations(tx, register, other.designations, into.id)
      await deleteMapped(tx, companyId, other.id)
    }
    await teach(tx, register, [{ mappedSupplierId: into.id, designations: taught }], at)
    const row: MergeRow = {
      ...{ companyId, connectionId, id: newId(), at, actorId, undoneAt: null },
      ...{ intoId, intoName: into.supplierName, taught },
      merged: others.map(({ id, supplierNumber, supplierName, account, vatType, vatChosenAt, designations }) => ({
        ...{ id, supplierNumber, supplierName, account, vatType, vatChosenAt: vatChosenAt.toISOString() },
        designations: designations.map(({ match, text }) => ({ match, text })),
      })),
    }
    await insertMerge(tx, row)
    const params = { names: others.map(({ supplierName }) => supplierName).join(', ') }
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'suppliers-merged', subject: into.supplierName, actorId, params },
    ])
    return row
  })
}

/**
 * Takes a merge back: the suppliers are mapped as they were, and their texts mean them again, but those that have been
 * taught somebody else meanwhile.
 */
export async function undoMerge(
  deps: MapSupplierDeps,
  companyId: string,
  id: string,
  actorId: string,
): Promise<Register> {
  const now = deps.clock.now()
  return withCompany(deps.db, companyId, async (tx) => {
    const merge = await findMerge(tx, companyId, id)
    if (!merge || merge.undoneAt !== null || !isUndoable(merge, now)) throw new AppError('not-found', 'no such merge')
    const register = { companyId, connectionId: merge.connectionId }
    await holdMapped(tx, register)
    const mapped = await listMapped(tx, register)
    const numbers = new Set(mapped.map(({ supplierNumber }) => supplierNumber))
    const again = merge.merged.find(({ supplierNumber }) => numbers.has(supplierNumber))
    if (again)
      throw new AppError('conflict', 'a merged supplier has been mapped anew', {
        errors: [{ path: '', code: 'supplier-mapped-again', params: { supplierName: again.supplierName } }],
      })
    const textsOf = (isOf: (id: string) => boolean) =>
      mapped.flatMap(({ id, designations }) => (isOf(id) ? designations : []))
    const left = textsOf((mappedId) => mappedId === merge.intoId)
    const taken = new Set(textsOf((mappedId) => mappedId !== merge.intoId).map(designationKey))
    await deleteDesignations(tx, register, among(left, merge.taught))
    const taught: Taught[] = []
    for (const { designations, vatChosenAt, ...supplier } of merge.merged) {
      const chosenAt = vatChosenAt === undefined ? merge.at : new Date(vatChosenAt)
      await addMapped(tx, { ...register, ...supplier, vatChosenAt: chosenAt }, now)
      // Moved as they are: beside one that is compared by the same both stay.
      await moveDesignations(tx, register, among(left, designations), supplier.id)
      const others = without(designations, left).filter((one) => !taken.has(designationKey(one)))
      taught.push({ mappedSupplierId: supplier.id, designations: others })
    }
    await teach(tx, register, taught, now)
    await markUndone(tx, companyId, id, now)
    await deps.activity.record(tx, companyId, [
      { type: 'info', activity: 'supplier-merge-undone', subject: merge.intoName, actorId },
    ])
    return register
  })
}

const mostShown = 20

/** Merges that can still be undone, the latest first and so many at the most. */
export async function listUndoable(deps: MapSupplierDeps, register: Register): Promise<MergeRow[]> {
  const now = deps.clock.now()
  const rows = await readCompany(deps.db, register.companyId, (tx) => listMerges(tx, register, mostShown))
  return rows.filter((row) => isUndoable(row, now))
}

function isUndoable({ at }: MergeRow, now: Date): boolean {
  return now.getTime() - at.getTime() < undoableMs
}

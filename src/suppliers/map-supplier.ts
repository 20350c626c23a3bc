import type { Activity } from '#activity/index.ts'
import type { Connections } from '#connections/index.ts'
import { AppError, type FieldError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, readCompany, withCompany } from '#platform/database.ts'
import type { ChangeMappedSupplierRequest, MapSupplierRequest, NewDesignation } from './contract.ts'
import { forgetDeclined } from './decline-store.ts'
import { designationKey, normaliseDesignation } from './rules/designations.ts'
import { mergeDesignations, without } from './rules/merge-designations.ts'
import { namesNobody } from './rules/names-nobody.ts'
import { declineKey } from './rules/suggest-suppliers.ts'
import {
  deleteDesignations,
  deleteMapped,
  findMapped,
  findSupplier,
  holdMapped,
  insertDesignations,
  listDesignations,
  listMapped,
  type MappedWithDesignations,
  type Register,
  saveMapped,
} from './store.ts'
import { usableAccounts } from './usable-accounts.ts'

export type MapSupplierDeps = {
  db: Database
  clock: Clock
  connections: Pick<Connections, 'registers' | 'charts'>
  activity: Pick<Activity, 'record'>
}

/** Teaches that texts in files mean a supplier of the register, and how it is booked. */
export async function mapSupplier(
  deps: MapSupplierDeps,
  register: Register,
  request: MapSupplierRequest,
  actorId: string,
): Promise<MappedWithDesignations> {
  await checkAccount(deps, register, request.account)
  const now = deps.clock.now()
  return withCompany(deps.db, register.companyId, async (tx) => {
    await holdMapped(tx, register)
    const supplier = await findSupplier(tx, register, request.supplierNumber)
    if (!supplier?.isActive) throw invalid('supplierNumber', supplier ? 'supplier-inactive' : 'supplier-unknown')
    const { number: supplierNumber, name: supplierName } = supplier
    const { account, vatType, designations } = request
    if (!request.remembers) {
      const before = (await listMapped(tx, register)).find((one) => one.supplierNumber === supplierNumber)
      refuseNobodys(designations, before?.designations ?? [])
    }
    const row = { ...register, supplierNumber, supplierName, account, vatType, isVatChosen: true }
    const id = await saveMapped(tx, row, now)
    await teach(tx, register, [{ mappedSupplierId: id, designations }], now)
    return recordAndRead(deps, tx, { companyId: register.companyId, id, actorId, activity: 'supplier-mapped' })
  })
}

/** Teaches that a merchant's text means a supplier of the register, which stays booked as it is. */
export async function teachMerchant(
  deps: MapSupplierDeps,
  register: Register,
  { supplierNumber, merchant }: { supplierNumber: string; merchant: string },
  actorId: string,
): Promise<void> {
  const now = deps.clock.now()
  await withCompany(deps.db, register.companyId, async (tx) => {
    await holdMapped(tx, register)
    const supplier = await findSupplier(tx, register, supplierNumber)
    if (!supplier?.isActive) throw invalid('supplierNumber', supplier ? 'supplier-inactive' : 'supplier-unknown')
    const before = (await listMapped(tx, register)).find((one) => one.supplierNumber === supplierNumber)
    const row = { ...register, supplierNumber, supplierName: supplier.name, isVatChosen: false }
    const id = before?.id ?? (await saveMapped(tx, row, now))
    const designations = [{ match: 'exact' as const, text: merchant.slice(0, longestDesignation) }]
    await teach(tx, register, [{ mappedSupplierId: id, designations }], now)
    await recordAndRead(deps, tx, { companyId: register.companyId, id, actorId, activity: 'supplier-mapped' })
  })
}
const longestDesignation = 200

/** Replaces what is given of how a supplier is mapped. */
export async function changeMapping(
  deps: MapSupplierDeps,
  companyId: string,
  id: string,
  request: ChangeMappedSupplierRequest,
  actorId: string,
): Promise<MappedWithDesignations> {
  const before = await readCompany(deps.db, companyId, (tx) => getMapped(tx, companyId, id))
  if (request.account && request.account !== before.account) await checkAccount(deps, before, request.account)
  const now = deps.clock.now()
  return withCompany(deps.db, companyId, async (tx) => {
    const mapped = await getHeld(tx, before)
    const { connectionId, supplierNumber, supplierName } = mapped
    const { account, vatType } = request
    const row = { companyId, connectionId, supplierNumber, supplierName, account, vatType, isVatChosen: true }
    await saveMapped(tx, row, now)
    if (request.designations) {
      const wanted = mergeDesignations(mapped.designations, request.before?.designations, request.designations)
      if (!request.remembers) refuseNobodys(request.designations, mapped.designations)
      const added = without(wanted, mapped.designations)
      await refuseTaken(tx, mapped, added, request.designations)
      await deleteDesignations(tx, mapped, without(mapped.designations, wanted))
      await teach(tx, mapped, [{ mappedSupplierId: id, designations: added }], now)
    }
    return recordAndRead(deps, tx, { companyId, id, actorId, activity: 'supplier-mapped' })
  })
}

export async function removeMapping(
  deps: MapSupplierDeps,
  companyId: string,
  id: string,
  actorId: string,
): Promise<MappedWithDesignations> {
  return withCompany(deps.db, companyId, async (tx) => {
    await getHeld(tx, await getMapped(tx, companyId, id))
    const mapped = await recordAndRead(deps, tx, { companyId, id, actorId, activity: 'supplier-unmapped' })
    await deleteMapped(tx, companyId, id)
    return mapped
  })
}

/** As it is when nobody else is at work on what is mapped: of two who change it at once the second sees what the first did. */
async function getHeld(tx: CompanyDatabase, before: MappedWithDesignations): Promise<MappedWithDesignations> {
  await holdMapped(tx, before)
  return getMapped(tx, before.companyId, before.id)
}

async function checkAccount(
  { connections }: MapSupplierDeps,
  register: Register,
  account: number | null | undefined,
): Promise<void> {
  if (!account) return
  const found = (await usableAccounts(connections, register, [account])).get(account)
  if (!found?.isActive) throw invalid('account', found ? 'account-inactive' : 'account-unknown', { account })
}

export type Taught = { mappedSupplierId: string; designations: readonly NewDesignation[] }

/**
 * Texts mean suppliers from now on, and nobody else whose text is compared by the same; of two that are, the last counts.
 * Whoever calls it holds what is mapped.
 */
export async function teach(
  tx: CompanyDatabase,
  { companyId, connectionId }: Register,
  taught: readonly Taught[],
  now: Date,
): Promise<void> {
  const register = { companyId, connectionId }
  const wanted = new Map(
    taught.flatMap(({ mappedSupplierId, designations }) =>
      designations.map(({ match, text }) => [designationKey({ match, text }), { mappedSupplierId, match, text }]),
    ),
  )
  if (wanted.size === 0) return
  const alike = (await listDesignations(tx, register)).filter((one) => wanted.has(designationKey(one)))
  await deleteDesignations(tx, register, alike)
  const rows = [...wanted.values()].map((one) => {
    return { ...register, ...one, id: newId(), normalised: normaliseDesignation(one), createdAt: now }
  })
  // In one order, as those do who do not hold what is mapped yet: of two none waits for the other in a circle.
  const keyOf = ({ match, normalised }: (typeof rows)[number]) => `${match} ${normalised}`
  await insertDesignations(
    tx,
    rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
  )
  for (const { mappedSupplierId, designations } of taught) {
    const merchants = designations.map(({ text }) => declineKey(text))
    await forgetDeclined(tx, register, mappedSupplierId, [...new Set(merchants)])
  }
}

/** Of a text that names nobody each row may be from another: it is not remembered unless a person says so. */
function refuseNobodys(wanted: readonly NewDesignation[], had: readonly NewDesignation[]): void {
  const errors = wanted.flatMap(({ match, text }, index): FieldError[] => {
    const isNew = !had.some((one) => one.match === match && one.text === text)
    return match === 'exact' && isNew && namesNobody(text)
      ? [{ path: `designations.${index}.text`, code: 'designation-names-nobody', params: {} }]
      : []
  })
  if (errors.length > 0) throw new AppError('invalid-input', 'a designation names nobody', { errors })
}

async function refuseTaken(
  tx: CompanyDatabase,
  mapped: MappedWithDesignations,
  added: readonly NewDesignation[],
  asked: readonly NewDesignation[],
): Promise<void> {
  const others = (await listMapped(tx, mapped)).filter(({ id }) => id !== mapped.id)
  const taken = new Map(
    others.flatMap(({ supplierName, designations }) => designations.map((one) => [designationKey(one), supplierName])),
  )
  const errors = added.flatMap((one): FieldError[] => {
    const supplierName = taken.get(designationKey(one))
    if (supplierName === undefined) return []
    return [{ path: `designations.${asked.indexOf(one)}.text`, code: 'designation-taken', params: { supplierName } }]
  })
  if (errors.length > 0) throw new AppError('invalid-input', 'a designation means another supplier', { errors })
}

async function recordAndRead(
  { activity }: MapSupplierDeps,
  tx: CompanyDatabase,
  done: { companyId: string; id: string; actorId: string; activity: string },
): Promise<MappedWithDesignations> {
  const mapped = await getMapped(tx, done.companyId, done.id)
  const params = { supplierNumber: mapped.supplierNumber, designations: mapped.designations.length }
  await activity.record(tx, done.companyId, [
    { type: 'info', activity: done.activity, subject: mapped.supplierName, actorId: done.actorId, params },
  ])
  return mapped
}

async function getMapped(tx: CompanyDatabase, companyId: string, id: string): Promise<MappedWithDesignations> {
  const mapped = await findMapped(tx, companyId, id)
  if (!mapped) throw new AppError('not-found', 'no such mapped supplier')
  return mapped
}

function invalid(path: string, code: string, params?: Record<string, string | number>): AppError {
  return new AppError('invalid-input', `${path}: ${code}`, { errors: [{ path, code, params }] })
}

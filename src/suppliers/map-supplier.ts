import type { Activity } from '#activity/index.ts'
import type { Connections } from '#connections/index.ts'
import { AppError, type FieldError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import type { ChangeMappedSupplierRequest, MapSupplierRequest, NewDesignation } from './contract.ts'
import { forgetDeclined } from './decline-store.ts'
import { declineKey } from './rules/suggest-suppliers.ts'
import { normaliseDesignation } from './rules/supplier-book.ts'
import {
  deleteDesignations,
  deleteMapped,
  findMapped,
  findSupplier,
  findTaken,
  listMapped,
  lockMapped,
  type MappedWithDesignations,
  type Register,
  saveMapped,
  teachDesignation,
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
    const supplier = await findSupplier(tx, register, request.supplierNumber)
    if (!supplier?.isActive) throw invalid('supplierNumber', supplier ? 'supplier-inactive' : 'supplier-unknown')
    const { number: supplierNumber, name: supplierName } = supplier
    const { account, vatType, designations } = request
    const row = { ...register, supplierNumber, supplierName, account, vatType, isVatChosen: true }
    const id = await saveMapped(tx, row, now)
    await teach(tx, register, id, designations, now)
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
    const supplier = await findSupplier(tx, register, supplierNumber)
    if (!supplier?.isActive) throw invalid('supplierNumber', supplier ? 'supplier-inactive' : 'supplier-unknown')
    const before = (await listMapped(tx, register)).find((one) => one.supplierNumber === supplierNumber)
    const unbooked = { account: null, vatType: null, isVatChosen: false }
    const row = { ...register, supplierNumber, supplierName: supplier.name, ...unbooked }
    const id = before?.id ?? (await saveMapped(tx, row, now))
    await teach(tx, register, id, [{ match: 'exact', text: merchant.slice(0, longestDesignation) }], now)
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
  const before = await withCompany(deps.db, companyId, (tx) => getMapped(tx, companyId, id))
  if (request.account && request.account !== before.account) await checkAccount(deps, before, request.account)
  const now = deps.clock.now()
  return withCompany(deps.db, companyId, async (tx) => {
    const mapped = await holdMapped(tx, before)
    const { connectionId, supplierNumber, supplierName } = mapped
    const account = request.account === undefined ? mapped.account : request.account
    const vatType = request.vatType === undefined ? mapped.vatType : request.vatType
    const isVatChosen = request.vatType !== undefined
    await saveMapped(tx, { companyId, connectionId, supplierNumber, supplierName, account, vatType, isVatChosen }, now)
    if (request.designations) {
      await refuseTaken(tx, mapped, request.designations)
      await deleteDesignations(tx, companyId, id)
      await teach(tx, mapped, id, request.designations, now)
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
    await holdMapped(tx, await getMapped(tx, companyId, id))
    const mapped = await recordAndRead(deps, tx, { companyId, id, actorId, activity: 'supplier-unmapped' })
    await deleteMapped(tx, companyId, id)
    return mapped
  })
}

/** As it is when nobody else is at work on what is mapped: of two who change it at once the second sees what the first did. */
async function holdMapped(tx: CompanyDatabase, before: MappedWithDesignations): Promise<MappedWithDesignations> {
  await lockMapped(tx, before)
  return getMapped(tx, before.companyId, before.id)
}

async function checkAccount(
  { connections }: MapSupplierDeps,
  register: Register,
  account: number | null,
): Promise<void> {
  if (account === null) return
  const found = (await usableAccounts(connections, register, [account])).get(account)
  if (!found?.isActive) throw invalid('account', found ? 'account-inactive' : 'account-unknown', { account })
}

export async function teach(
  tx: CompanyDatabase,
  { companyId, connectionId }: Register,
  mappedSupplierId: string,
  designations: readonly NewDesignation[],
  now: Date,
): Promise<void> {
  const rows = designations.map((designation) => {
    const normalised = normaliseDesignation(designation)
    return { companyId, connectionId, id: newId(), mappedSupplierId, ...designation, normalised, createdAt: now }
  })
  // In one order, so that of two who are taught the same texts none waits for the other in a circle.
  const keyOf = ({ match, normalised }: (typeof rows)[number]) => `${match} ${normalised}`
  for (const row of rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))) await teachDesignation(tx, row)
  const merchants = designations.map(({ text }) => declineKey(text))
  await forgetDeclined(tx, { companyId, connectionId }, mappedSupplierId, [...new Set(merchants)])
}

async function refuseTaken(
  tx: CompanyDatabase,
  mapped: MappedWithDesignations,
  wanted: readonly NewDesignation[],
): Promise<void> {
  const texts = wanted.map((designation) => ({
    match: designation.match,
    normalised: normaliseDesignation(designation),
  }))
  const taken = await findTaken(
    tx,
    mapped,
    texts.map(({ normalised }) => normalised),
  )
  const errors = texts.flatMap(({ match, normalised }, index): FieldError[] => {
    const other = taken.find(
      (one) => one.match === match && one.normalised === normalised && one.mappedSupplierId !== mapped.id,
    )
    if (!other) return []
    const params = { supplierName: other.supplierName }
    return [{ path: `designations.${index}.text`, code: 'designation-taken', params }]
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

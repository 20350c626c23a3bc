import type { Activity } from '#activity/index.ts'
import { ConnectorError, type Supplier } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { parseOrganisationNumber } from '#kernel/organisation-number.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import type { CreateSupplierRequest } from './contract.ts'
import { foldText } from './rules/normalise-merchant.ts'
import {
  deleteCreation,
  findSupplier,
  insertCreation,
  markCreationUnknown,
  type Register,
  rememberKnown,
  type SupplierCreation,
  type SupplierRow,
  saveSuppliers,
  searchSuppliers,
  takeOverCreation,
} from './store.ts'
import { type RefreshSuppliers, type SyncDeps, syncSuppliers } from './sync-suppliers.ts'

export type CreateSupplierDeps = SyncDeps & {
  activity: Pick<Activity, 'record'>
  refreshSuppliers: RefreshSuppliers
  /** How long lists may lag behind what was written; tests wait less. */
  settleMs?: number
}

/** After this long without a word nobody waits for the answer any more: the process that sent it is gone. */
const abandonedAfterSeconds = 120

/**
 * Creates a supplier in the accounting system, once for one wish, whatever dies when: what is being created is written
 * down before it is sent, and whoever finds it written down with no answer looks it up by its exact name first.
 */
export async function createSupplier(
  deps: CreateSupplierDeps,
  register: Register,
  request: CreateSupplierRequest,
  actorId: string,
): Promise<SupplierRow> {
  const organisationNumber = readOrganisationNumber(request)
  // Somebody may have made it over there since the register was read.
  await deps.refreshSuppliers(register, { maxAgeSeconds: 20 })
  const { creation, isSentBefore } = await begin(deps, register, request)
  const found = isSentBefore ? await lookUp(deps, creation) : null
  return finish(deps, creation, found ?? (await send(deps, creation, { ...request, organisationNumber })), actorId)
}

async function send(
  deps: CreateSupplierDeps,
  creation: SupplierCreation,
  request: CreateSupplierRequest,
): Promise<Supplier> {
  const { companyId, connectionId } = creation
  try {
    const session = await deps.connections.openSession(companyId, connectionId)
    const { name, organisationNumber, countryCode } = request
    return await session.createSupplier({ name, organisationNumber, countryCode })
  } catch (error) {
    if (error instanceof ConnectorError && error.retry === 'after-check') {
      const found = await lookUp(deps, creation)
      if (found) return found
      await withCompany(deps.db, companyId, (tx) => markCreationUnknown(tx, creation))
    } else {
      await withCompany(deps.db, companyId, (tx) => deleteCreation(tx, creation))
    }
    throw error
  }
}

function readOrganisationNumber({ organisationNumber, countryCode }: CreateSupplierRequest): string | undefined {
  if (!organisationNumber || (countryCode && countryCode !== 'SE')) return organisationNumber || undefined
  const read = parseOrganisationNumber(organisationNumber)
  if (read) return read
  throw new AppError('invalid-input', 'the organisation number is none', {
    errors: [{ path: 'organisationNumber', code: 'organisation-number-invalid' }],
  })
}

/** Writes down that the supplier is about to be created, or refuses: it exists, or another click is creating it. */
async function begin(
  { db, clock }: CreateSupplierDeps,
  register: Register,
  { name, force }: CreateSupplierRequest,
): Promise<{ creation: SupplierCreation; isSentBefore: boolean }> {
  const now = clock.now()
  return withCompany(db, register.companyId, async (tx) => {
    const key = { ...register, name: foldText(name) }
    const before = new Date(now.getTime() - abandonedAfterSeconds * 1000)
    const abandoned = await takeOverCreation(tx, key, { before, now })
    if (abandoned) return { creation: abandoned, isSentBefore: true }
    // Written down before the names are read: whoever was faster has either this line or its supplier already there.
    const creation = await insertCreation(tx, { ...key, state: 'sent', known: [], sentAt: now })
    if (!creation) {
      throw new AppError('conflict', 'the supplier is being created', {
        errors: [{ path: 'name', code: 'supplier-being-created', params: { name } }],
      })
    }
    const sameName = await withName(tx, register, key.name)
    if (sameName[0] && !force) throw alreadyThere(sameName[0])
    const known = sameName.map(({ number }) => number)
    await rememberKnown(tx, creation, known)
    return { creation: { ...creation, known }, isSentBefore: false }
  })
}

function alreadyThere({ number, name }: SupplierRow): AppError {
  const params = { supplierNumber: number, supplierName: name }
  return new AppError('conflict', 'an active supplier has this name', {
    errors: [{ path: 'name', code: 'supplier-exists', params }],
    params,
  })
}

/** Case and spaces made equal, and the signs that an accounting system may write otherwise (Fortnox: `·`, `…`, `://`, `->`). */
function nameAsWritten(name: string): string {
  const folded = foldText(name)
  const words = folded.replace(/https?:\/\/+/g, ' ').replace(/[·…:/>.\s\p{Cc}-]+/gu, ' ')
  return words.trim() || folded
}

async function withName(tx: CompanyDatabase, register: Register, wanted: string): Promise<SupplierRow[]> {
  const asWritten = nameAsWritten(wanted)
  return (await searchSuppliers(tx, register, {})).filter(({ name }) => nameAsWritten(name) === asWritten)
}

/** Longer than the lists of an accounting system are known to lag behind. */
const usualSettleMs = 4000

/** Not finding it once says little: the list may lag behind what was made a moment ago. */
async function lookUp(deps: CreateSupplierDeps, creation: SupplierCreation): Promise<Supplier | null> {
  const found = await lookOnce(deps, creation)
  if (found) return found
  await new Promise((resolve) => setTimeout(resolve, deps.settleMs ?? usualSettleMs))
  return lookOnce(deps, creation)
}

/** Reads the register anew and finds the supplier that came to it since the request was sent. */
async function lookOnce(deps: CreateSupplierDeps, creation: SupplierCreation): Promise<Supplier | null> {
  const { companyId, name, known } = creation
  try {
    await syncSuppliers(deps, creation)
  } catch (error) {
    await withCompany(deps.db, companyId, (tx) => markCreationUnknown(tx, creation))
    throw error
  }
  const found = await withCompany(deps.db, companyId, (tx) => withName(tx, creation, name))
  const created = found.find(({ number }) => !known.includes(number))
  return created ? toRegisterSupplier(created) : null
}

async function finish(
  { db, clock, activity }: CreateSupplierDeps,
  { companyId, connectionId, name }: SupplierCreation,
  created: Supplier,
  actorId: string,
): Promise<SupplierRow> {
  const register = { companyId, connectionId }
  return withCompany(db, companyId, async (tx) => {
    await saveSuppliers(tx, register, [created], clock.now())
    await deleteCreation(tx, { ...register, name })
    const params = { supplierNumber: created.number }
    await activity.record(tx, companyId, [
      { type: 'success', activity: 'supplier-created', subject: created.name, actorId, params },
    ])
    const row = await findSupplier(tx, register, created.number)
    if (!row) throw new Error('the supplier just saved is not there')
    return row
  })
}

function toRegisterSupplier({
  number,
  name,
  organisationNumber,
  city,
  countryCode,
  isActive,
  account,
}: SupplierRow): Supplier {
  return {
    number,
    name,
    organisationNumber: organisationNumber ?? undefined,
    city: city ?? undefined,
    countryCode: countryCode ?? undefined,
    isActive,
    account: account ?? undefined,
  }
}

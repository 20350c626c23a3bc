import type { Activity } from '#activity/index.ts'
import { ConnectorError, type Supplier } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { parseOrganisationNumber } from '#kernel/organisation-number.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import type { CreateSupplierRequest } from './contract.ts'
import {
  deleteCreation,
  insertCreation,
  markCreationUnknown,
  rememberKnown,
  renewCreation,
  type SupplierCreation,
  takeOverCreation,
} from './creation-store.ts'
import { foldText } from './rules/normalise-merchant.ts'
import { findSupplier, type Register, type SupplierRow, saveSuppliers, searchSuppliers } from './store.ts'
import { type RefreshSuppliers, type SyncDeps, syncSuppliers } from './sync-suppliers.ts'

export type CreateSupplierDeps = SyncDeps & {
  activity: Pick<Activity, 'record'>
  refreshSuppliers: RefreshSuppliers
  /** How long a request whose answer was lost may still be carried out: POSTING_SETTLE_SECONDS in platform/config.ts. */
  settleMs?: number
}

/** A person waits, and a proxy before us: what takes longer is left for another try, which looks first. */
const patienceSeconds = 30
/** After this long without a word nobody waits for the answer any more: the process that sent it is gone. */
const abandonedAfterSeconds = 120

/** A creation, and what else the supplier is known by where it was asked for here. */
type Sought = SupplierCreation & { organisationNumber?: string | undefined }

/**
 * Creates a supplier in the accounting system, once for one wish, whatever dies when: what is being created is written
 * down before it is sent, and whoever finds it written down with no answer looks it up first. Where it is not there when the
 * request has had its time, it is sent once more for whoever still waits.
 */
export async function createSupplier(
  deps: CreateSupplierDeps,
  register: Register,
  request: CreateSupplierRequest,
  actorId: string,
): Promise<SupplierRow> {
  const wanted = { ...request, organisationNumber: readOrganisationNumber(request) }
  const giveUpAt = deps.clock.now().getTime() + patienceSeconds * 1000
  // Somebody may have made it over there since the register was read.
  await deps.refreshSuppliers(register, { maxAgeSeconds: 20 })
  const { creation, isSentBefore } = await begin(deps, register, wanted)
  const found = isSentBefore ? await lookUp(deps, creation) : null
  if (found) return finish(deps, creation, found, actorId)
  const made = await sendOnce(deps, { creation, isSentBefore }, wanted)
  if (!(made instanceof ConnectorError)) return finish(deps, creation, made, actorId)
  const again = deps.clock.now().getTime() < giveUpAt ? await renew(deps, creation) : null
  if (!again) return giveUp(deps, creation, made)
  const madeAnew = await sendOnce(deps, { creation: again, isSentBefore: true }, wanted)
  return madeAnew instanceof ConnectorError ? giveUp(deps, again, madeAnew) : finish(deps, again, madeAnew, actorId)
}

/** The supplier, though its answer was lost; the error where it is not there. What was refused or not sent is thrown. */
async function sendOnce(
  deps: CreateSupplierDeps,
  { creation, isSentBefore }: { creation: SupplierCreation; isSentBefore: boolean },
  { name, organisationNumber, countryCode }: CreateSupplierRequest,
): Promise<Supplier | ConnectorError> {
  const { companyId, connectionId } = creation
  try {
    const session = await deps.connections.openSession(companyId, connectionId)
    return await session.createSupplier({ name, organisationNumber, countryCode })
  } catch (error) {
    const advice = error instanceof ConnectorError ? error.retry : null
    if (error instanceof ConnectorError && advice === 'after-check')
      return (await lookUp(deps, { ...creation, organisationNumber })) ?? error
    // Of one that was sent before only a refusal says that it is not there.
    const forget = isSentBefore && advice !== 'never' ? markCreationUnknown : deleteCreation
    await withCompany(deps.db, companyId, (tx) => forget(tx, creation))
    throw error
  }
}

/** Null where somebody has taken it over meanwhile. */
function renew({ db, clock }: CreateSupplierDeps, creation: SupplierCreation): Promise<SupplierCreation | null> {
  return withCompany(db, creation.companyId, (tx) => renewCreation(tx, creation, clock.now()))
}

async function giveUp({ db }: CreateSupplierDeps, creation: SupplierCreation, lost: ConnectorError): Promise<never> {
  await withCompany(db, creation.companyId, (tx) => markCreationUnknown(tx, creation))
  throw lost
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
  { name, force, organisationNumber }: CreateSupplierRequest,
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
    const there = await alike(tx, { ...creation, organisationNumber })
    const sameName = there.find((row) => nameAsWritten(row.name) === nameAsWritten(key.name))
    if (sameName && !force) throw alreadyThere(sameName)
    const known = there.map(({ number }) => number)
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

/** Active suppliers of its name, or of its organisation number: its name may be written in a way that we do not know. */
async function alike(tx: CompanyDatabase, { organisationNumber, ...sought }: Sought): Promise<SupplierRow[]> {
  const [name, number] = [nameAsWritten(sought.name), organisationNumber && digitsOf(organisationNumber)]
  const isAlike = (row: SupplierRow) =>
    nameAsWritten(row.name) === name || (number && digitsOf(row.organisationNumber ?? '') === number)
  return (await searchSuppliers(tx, sought, {})).filter(isAlike)
}

const digitsOf = (organisationNumber: string) => parseOrganisationNumber(organisationNumber) ?? organisationNumber

const usualSettleMs = 10_000

/** Not finding it once says little: it may still be made, and the list lag behind what was made a moment ago. */
async function lookUp(deps: CreateSupplierDeps, creation: Sought): Promise<Supplier | null> {
  const found = await lookOnce(deps, creation)
  if (found) return found
  await new Promise((resolve) => setTimeout(resolve, deps.settleMs ?? usualSettleMs))
  return lookOnce(deps, creation)
}

/** Reads the register anew and finds the supplier that came to it since the request was sent. */
async function lookOnce(deps: CreateSupplierDeps, creation: Sought): Promise<Supplier | null> {
  const { companyId, known } = creation
  try {
    await syncSuppliers(deps, creation)
  } catch (error) {
    await withCompany(deps.db, companyId, (tx) => markCreationUnknown(tx, creation))
    throw error
  }
  const found = await withCompany(deps.db, companyId, (tx) => alike(tx, creation))
  const created = found.find(({ number }) => !known.includes(number))
  return created ? toRegisterSupplier(created) : null
}

async function finish(
  { db, clock, activity }: CreateSupplierDeps,
  creation: SupplierCreation,
  created: Supplier,
  actorId: string,
): Promise<SupplierRow> {
  const { companyId, connectionId } = creation
  const register = { companyId, connectionId }
  return withCompany(db, companyId, async (tx) => {
    await saveSuppliers(tx, register, [created], clock.now())
    await deleteCreation(tx, creation)
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

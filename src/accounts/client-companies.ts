import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type Database, withCompany } from '#platform/database.ts'
import { isDatabaseAway } from '#platform/database-faults.ts'
import type { AddCompanyRequest } from './contract.ts'
import type { MemberDeps } from './invite-member.ts'
import type { MemberEvent } from './member-event.ts'
import {
  findCompanyOf,
  findFirmOf,
  hasClients,
  insertCompany,
  isOrganisationNumberTaken,
  lockCompanies,
  saveFirm,
} from './store.ts'

type Deps = Pick<MemberDeps, 'db' | 'clock' | 'record'>
type Named = { id: string; name: string }

/** A further company of a person, who becomes its owner; where a firm is named, it is that firm's client. */
export async function addCompany(
  deps: Deps,
  userId: string,
  { firmId, ...company }: AddCompanyRequest,
): Promise<string> {
  const { db, clock } = deps
  const id = newId()
  const adding = db.transaction(async (tx) => {
    const firm = firmId ? (await lockCompanies(tx, [firmId]))[0] : undefined
    if (firmId) await requireFirm(tx, firmId, userId)
    if (await isOrganisationNumberTaken(tx, company.organisationNumber)) throw companyTaken()
    await insertCompany(tx, id, company, userId, clock.now(), firmId ?? null)
    if (firm) await tell(deps, tx, userId, { client: { id, name: company.name }, left: null, chosen: firm })
  })
  await adding.catch((cause: unknown) => {
    throw cause instanceof AppError || isDatabaseAway(cause) ? cause : companyTaken(cause)
  })
  return id
}

function companyTaken(cause?: unknown): AppError {
  const errors = [{ path: 'organisationNumber', code: 'organisation-number-taken' }]
  return new AppError('organisation-number-taken', 'the company exists', { cause, errors })
}

/**
 * Makes a company a firm's client, or ends that. To begin it a person must lead both: what the firm shares becomes
 * readable in the client. Either side may end it. Judged on companies that are held meanwhile: of two that would become each
 * other's client at once, one is refused.
 */
export async function changeFirm(
  deps: Deps,
  userId: string,
  { companyId, firmId }: { companyId: string; firmId: string | null },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const held = await lockCompanies(tx, firmId === null ? [companyId] : [companyId, firmId])
    const left = await findFirmOf(tx, companyId)
    if (firmId === null) await requireEither(tx, userId, [companyId, left?.id])
    else await requireLink(tx, userId, { companyId, firmId })
    const named = (id: string | null) => held.find((one) => one.id === id)
    const [client, chosen] = [named(companyId), named(firmId) ?? null]
    if (!client || left?.id === chosen?.id) return
    await saveFirm(tx, companyId, firmId)
    await tell(deps, tx, userId, { client, left, chosen })
  })
}

async function requireEither(tx: Database, userId: string, ids: readonly (string | undefined)[]): Promise<void> {
  for (const id of ids) if (id && (await leads(tx, id, userId))) return
  throw notAllowed()
}

async function requireLink(
  tx: Database,
  userId: string,
  { companyId, firmId }: { companyId: string; firmId: string },
): Promise<void> {
  if (!(await leads(tx, companyId, userId))) throw notAllowed()
  await requireFirm(tx, firmId, userId)
  // One level: a firm is nobody's client, and a client has no clients.
  if (firmId === companyId || (await hasClients(tx, companyId)))
    throw new AppError('conflict', 'a company with clients cannot be a client', {
      errors: [{ path: 'firmId', code: 'company-has-clients' }],
    })
}

/** Writes into the log of each company that it concerns, as the last of the transaction: it sees only that company then. */
async function tell(
  { record }: Deps,
  tx: Database,
  actorId: string,
  { client, left, chosen }: { client: Named; left: Named | null; chosen: Named | null },
): Promise<void> {
  const event = (activity: MemberEvent['activity'], { name }: Named): MemberEvent => {
    return { type: 'info', activity, subject: name, actorId, params: {} }
  }
  const told: (readonly [Named | null, MemberEvent | null])[] = [
    [client, left && event('firm-left', left)],
    [client, chosen && event('firm-chosen', chosen)],
    [left, event('client-left', client)],
    [chosen, event('client-added', client)],
  ]
  for (const [company, one] of told)
    if (company && one) await withCompany(tx, company.id, (inside) => record(inside, company.id, [one]))
}

async function requireFirm(db: Database, firmId: string, userId: string): Promise<void> {
  if (!(await leads(db, firmId, userId))) throw notAllowed()
  if (await findFirmOf(db, firmId))
    throw new AppError('conflict', 'a client company cannot have clients', {
      errors: [{ path: 'firmId', code: 'company-is-client' }],
    })
}

async function leads(db: Database, companyId: string, userId: string): Promise<boolean> {
  const role = (await findCompanyOf(db, userId, companyId))?.role
  return role === 'owner' || role === 'admin'
}

function notAllowed(): AppError {
  return new AppError('not-allowed', 'only an owner or admin of the company may do this')
}

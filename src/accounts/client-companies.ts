import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import { isDatabaseAway } from '#platform/database-faults.ts'
import type { AddCompanyRequest } from './contract.ts'
import { findCompanyOf, findFirmOf, hasClients, insertCompany, isOrganisationNumberTaken, saveFirm } from './store.ts'

/** A further company of a person, who becomes its owner; where a firm is named, it is that firm's client. */
export async function addCompany(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  { firmId, ...company }: AddCompanyRequest,
): Promise<string> {
  if (firmId) await requireFirm(db, firmId, userId)
  const taken = (cause?: unknown) =>
    new AppError('organisation-number-taken', 'the company exists', {
      cause,
      errors: [{ path: 'organisationNumber', code: 'organisation-number-taken' }],
    })
  if (await isOrganisationNumberTaken(db, company.organisationNumber)) throw taken()
  const id = newId()
  await insertCompany(db, id, company, userId, clock.now(), firmId ?? null).catch((cause: unknown) => {
    throw isDatabaseAway(cause) ? cause : taken(cause)
  })
  return id
}

/**
 * Makes a company a firm's client, or ends that. To begin it a person must lead both: what the firm shares becomes
 * readable in the client. Either side may end it.
 */
export async function changeFirm(
  db: Database,
  userId: string,
  { companyId, firmId }: { companyId: string; firmId: string | null },
): Promise<void> {
  const before = await findFirmOf(db, companyId)
  if (firmId === null) {
    const mayEnd = (await leads(db, companyId, userId)) || (before && (await leads(db, before.id, userId)))
    if (!mayEnd) throw notAllowed()
    return saveFirm(db, companyId, null)
  }
  if (!(await leads(db, companyId, userId))) throw notAllowed()
  await requireFirm(db, firmId, userId)
  // One level: a firm is nobody's client, and a client has no clients.
  if (firmId === companyId || (await hasClients(db, companyId)))
    throw new AppError('conflict', 'a company with clients cannot be a client', {
      errors: [{ path: 'firmId', code: 'company-has-clients' }],
    })
  return saveFirm(db, companyId, firmId)
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

import { createHash, randomBytes } from 'node:crypto'
import type { Activity } from '#activity/index.ts'
import { ConnectorError, type Tokens } from '#connectors/accounting-connector.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, readCompany, withCompany } from '#platform/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { ConsentProblem } from './contract.ts'
import { sealTokens } from './keep-tokens.ts'
import type { LinkedSystem, Tenant } from './linked-system.ts'
import { consentProblemOf, consentProblemOfError, settingsToBeginWith } from './rules.ts'
import {
  type ConsentState,
  deleteConnection,
  deleteObstacles,
  findConnectionTo,
  insertConsent,
  lockConnector,
  lockSettings,
  saveConnection,
  saveSettings,
  takeConsent,
} from './store.ts'

export type ConsentDeps = {
  db: Database
  clock: Clock
  encryption: Encryption
  activity: Pick<Activity, 'record'>
  publicUrl: string
  /** Whether a person belongs to a company now, in a session that has not ended. */
  isSignedInMember(companyId: string, person: { userId: string; sessionId: string }): Promise<boolean>
  /** Queues what follows on a connection, in the transaction that makes it. */
  announce(tx: CompanyDatabase, connection: { companyId: string; connectionId: string }): Promise<void>
}

/** The code that comes back is good for ten minutes, so the state is too. */
const consentMinutes = 10
const stateBytes = 32
/** Anything else was made up, and may be nothing that the database could compare. */
const stateForm = /^[\w-]{43}$/

export async function startConsent(
  deps: ConsentDeps,
  system: LinkedSystem,
  asker: { companyId: string; userId: string; sessionId: string },
  { documentId = null }: { documentId?: string | null } = {},
): Promise<{ url: string; state: string }> {
  const state = randomBytes(stateBytes).toString('base64url')
  const expiresAt = new Date(deps.clock.now().getTime() + consentMinutes * 60_000)
  const verifier = randomBytes(48).toString('base64url')
  const keyVerifier = system.provesKey ? deps.encryption.seal(verifier, state) : null
  await withCompany(deps.db, asker.companyId, (tx) =>
    insertConsent(tx, { ...asker, state, keyVerifier, connectorId: system.id, expiresAt }),
  )
  const keyChallenge = createHash('sha256').update(verifier).digest('base64url')
  return {
    url: system.authorizeUrl({ state, redirectUri: redirectUri(deps, system), keyChallenge, documentId }),
    state,
  }
}

export type ConsentAnswer = { code?: string | undefined; state?: string | undefined; error?: string | undefined }
export type ConsentResult = { connection: { companyId: string; connectionId: string } } | { problem: ConsentProblem }

/** Turns what the person's browser brought back into a connection. The state is used up whatever comes of it. */
export async function finishConsent(
  deps: ConsentDeps,
  system: LinkedSystem,
  answer: ConsentAnswer,
): Promise<ConsentResult> {
  const { state } = answer
  const consent = state !== undefined && stateForm.test(state) ? await takeConsent(deps.db, state) : null
  const problem = consentProblemOf(answer)
  if (problem) return { problem }
  if (!consent || !answer.code || consent.connectorId !== system.id || consent.expiresAt <= deps.clock.now())
    return { problem: 'consent-expired' }
  // Signed out, or taken out of the company, while the other side's page was open: theirs is not the company's word any more.
  const mayStill = () => deps.isSignedInMember(consent.companyId, consent)
  if (!(await mayStill())) return { problem: 'consent-expired' }
  try {
    const tokens = await system.exchangeCode({
      code: answer.code,
      redirectUri: redirectUri(deps, system),
      keyVerifier: consent.keyVerifier === null ? '' : deps.encryption.open(consent.keyVerifier, consent.state),
    })
    const { companyId } = consent
    const existing = await readCompany(deps.db, companyId, (tx) => findConnectionTo(tx, companyId, system.id))
    const tenant = await system.readTenant(tokens, { companyId, before: existing?.tenantId ?? null })
    // That may have waited long for its turn.
    if (!(await mayStill())) return { problem: 'consent-expired' }
    return await withCompany(deps.db, consent.companyId, (tx) => connect(deps, tx, { system, consent, tokens, tenant }))
  } catch (error) {
    if (error instanceof ConnectorError) return { problem: consentProblemOfError(error, system.kind === 'source') }
    throw error
  }
}

/**
 * The same for the same company over there, also where another was connected in between: what was imported into those books
 * and how suppliers are mapped there hangs on it. A UUID of version 8 (RFC 9562, section 5.8).
 */
function connectionIdOf(companyId: string, connectorId: string, tenantId: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([companyId, connectorId, tenantId]))
    .digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Reconnecting to the same company or account over there keeps the connection's id, and with it registers, suppliers
 * and settings. Another company there would mix two sets of
 * books, and another account would not have the documents that templates read, so that is refused while this connection is alive or
 * lost; a person who has disconnected on purpose may choose another one, which begins anew: new id, no accounts chosen.
 */
async function connect(
  deps: ConsentDeps,
  tx: CompanyDatabase,
  given: { system: LinkedSystem; consent: ConsentState; tokens: Tokens; tenant: Tenant },
): Promise<ConsentResult> {
  const { system, consent, tokens, tenant } = given
  const { companyId, userId } = consent
  await lockConnector(tx, companyId, system.id)
  const existing = await findConnectionTo(tx, companyId, system.id)
  const isSameTenant = existing?.tenantId === tenant.id
  if (existing && !isSameTenant) {
    if (existing.state === 'connected' || existing.lostReason !== null)
      return { problem: system.kind === 'source' ? 'other-account' : 'other-company' }
    await deleteConnection(tx, companyId, existing.id)
    await forgetAccounts(deps, tx, companyId, system.id)
  }
  const id = existing && isSameTenant ? existing.id : connectionIdOf(companyId, system.id, tenant.id)
  await saveConnection(tx, {
    companyId,
    id,
    connectorId: system.id,
    state: 'connected',
    tenantId: tenant.id,
    tenantName: tenant.name,
    tenantNumber: tenant.organisationNumber || null,
    ...sealTokens(deps, id, tokens),
    tokenVersion: (existing?.tokenVersion ?? 0) + 1,
    refreshingUntil: null,
    refreshedAt: null,
    lostReason: null,
    connectedBy: userId,
    connectedAt: deps.clock.now(),
  })
  await deps.activity.record(tx, companyId, [
    {
      type: 'success',
      activity: 'connection-made',
      subject: system.displayName,
      actorId: userId,
      params: { tenant: tenant.name },
    },
  ])
  await deleteObstacles(tx, { companyId, connectionId: id })
  if (system.kind === 'accounting') await deps.announce(tx, { companyId, connectionId: id })
  return { connection: { companyId, connectionId: id } }
}

/** Accounts and modes of payment were the other company's. */
async function forgetAccounts(
  deps: ConsentDeps,
  tx: CompanyDatabase,
  companyId: string,
  connectorId: string,
): Promise<void> {
  const settings = await lockSettings(tx, companyId, connectorId)
  if (!settings) return
  const { creditAccount, paymentAccount, modeOfPayment } = settingsToBeginWith
  await saveSettings(
    tx,
    companyId,
    connectorId,
    { ...settings, creditAccount, paymentAccount, modeOfPayment },
    deps.clock.now(),
  )
}

function redirectUri(deps: ConsentDeps, system: LinkedSystem): string {
  return `${deps.publicUrl}/api/v1/connectors/${system.id}/callback`
}

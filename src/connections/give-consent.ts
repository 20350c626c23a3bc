import { randomBytes } from 'node:crypto'
import type { Activity } from '#activity/index.ts'
import {
  type AccountingCompany,
  type AccountingConnector,
  ConnectorError,
  type Tokens,
} from '#connectors/accounting-connector.ts'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { ConsentProblem } from './contract.ts'
import { sealTokens } from './keep-tokens.ts'
import { consentProblemOf, consentProblemOfError, settingsToBeginWith } from './rules.ts'
import {
  type ConsentState,
  deleteConnection,
  findConnectionTo,
  findSettings,
  insertConsent,
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
  countRequest(connector: AccountingConnector, tenantId: string): Promise<void>
  /** Queues what follows on a connection, in the transaction that makes it. */
  announce(tx: CompanyDatabase, connection: { companyId: string; connectionId: string }): Promise<void>
}

/** The code that comes back is good for ten minutes, so the state is too. */
const consentMinutes = 10

export async function startConsent(
  deps: ConsentDeps,
  connector: AccountingConnector,
  asker: { companyId: string; userId: string },
): Promise<{ url: string; state: string }> {
  const state = randomBytes(32).toString('base64url')
  const expiresAt = new Date(deps.clock.now().getTime() + consentMinutes * 60_000)
  await withCompany(deps.db, asker.companyId, (tx) =>
    insertConsent(tx, { ...asker, state, connectorId: connector.id, expiresAt }),
  )
  return { url: connector.authorizeUrl({ state, redirectUri: redirectUri(deps, connector) }), state }
}

export type ConsentAnswer = { code?: string | undefined; state?: string | undefined; error?: string | undefined }
export type ConsentResult = { connection: { companyId: string; connectionId: string } } | { problem: ConsentProblem }

/** Turns what the person's browser brought back into a connection. The state is used up whatever comes of it. */
export async function finishConsent(
  deps: ConsentDeps,
  connector: AccountingConnector,
  answer: ConsentAnswer,
): Promise<ConsentResult> {
  const consent = answer.state ? await takeConsent(deps.db, answer.state) : null
  const problem = consentProblemOf(answer)
  if (problem) return { problem }
  if (!consent || !answer.code || consent.connectorId !== connector.id || consent.expiresAt <= deps.clock.now())
    return { problem: 'consent-expired' }
  try {
    const tokens = await connector.exchangeCode({ code: answer.code, redirectUri: redirectUri(deps, connector) })
    const company = await readCompany(connector, tokens)
    await deps.countRequest(connector, company.tenantId)
    return await withCompany(deps.db, consent.companyId, (tx) =>
      connect(deps, tx, { connector, consent, tokens, company }),
    )
  } catch (error) {
    if (error instanceof ConnectorError) return { problem: consentProblemOfError(error) }
    throw error
  }
}

/**
 * Reconnecting to the same company of the accounting system keeps the connection's id, and with it registers, suppliers
 * and settings. Another company there would mix two sets of books, so it is refused while this connection is alive or
 * lost; a person who has disconnected on purpose may choose another one, which begins anew: new id, no accounts chosen.
 */
async function connect(
  deps: ConsentDeps,
  tx: CompanyDatabase,
  given: { connector: AccountingConnector; consent: ConsentState; tokens: Tokens; company: AccountingCompany },
): Promise<ConsentResult> {
  const { connector, consent, tokens, company } = given
  const { companyId, userId } = consent
  const existing = await findConnectionTo(tx, companyId, connector.id)
  const isSameTenant = existing?.tenantId === company.tenantId
  if (existing && !isSameTenant) {
    if (existing.state === 'connected' || existing.lostReason !== null) return { problem: 'other-company' }
    await deleteConnection(tx, companyId, existing.id)
    await forgetAccounts(deps, tx, companyId, connector.id)
  }
  const id = existing && isSameTenant ? existing.id : newId()
  await saveConnection(tx, {
    companyId,
    id,
    connectorId: connector.id,
    state: 'connected',
    tenantId: company.tenantId,
    tenantName: company.name,
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
      subject: connector.displayName,
      actorId: userId,
      params: { tenant: company.name },
    },
  ])
  await deps.announce(tx, { companyId, connectionId: id })
  return { connection: { companyId, connectionId: id } }
}

/** Accounts and modes of payment were the other company's. */
async function forgetAccounts(
  deps: ConsentDeps,
  tx: CompanyDatabase,
  companyId: string,
  connectorId: string,
): Promise<void> {
  const settings = await findSettings(tx, companyId, connectorId)
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

async function readCompany(connector: AccountingConnector, tokens: Tokens): Promise<AccountingCompany> {
  const session = connector.openSession({
    accessToken: async () => tokens.accessToken,
    pace: async () => () => undefined,
  })
  return session.readCompany()
}

function redirectUri(deps: ConsentDeps, connector: AccountingConnector): string {
  return `${deps.publicUrl}/api/v1/connectors/${connector.id}/callback`
}

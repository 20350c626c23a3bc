import type { AccountingConnector, AccountingSession } from '#connectors/accounting-connector.ts'
import type { Pacer } from '#connectors/pacer.ts'
import { AppError } from '#kernel/errors.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, readCompany } from '#platform/database.ts'
import { connectionLost, type TokenKeeper } from './keep-tokens.ts'
import { findConnection } from './store.ts'
import { openTurns } from './turns.ts'

export type LineOptions = {
  /** Asked when a request's turn has come, right before it leaves: it may have waited long for it. */
  mayStillSend(): boolean
  /** What is under way when it comes is given up. */
  signal?: AbortSignal
}
/** `untilTurn`: when a request that is begun now would get its turn (connectors/pacer.ts). */
export type Line = { session: AccountingSession; untilTurn: Pacer['untilTurn'] }

type LineDeps = {
  db: Database
  clock: Clock
  tokens: TokenKeeper
  connector(connectorId: string): AccountingConnector
  paceOf(connector: AccountingConnector, tenantId: string): Pacer
}

/** Throws `not-connected` or `connection-lost`. */
export async function openAccountingLine(
  { db, clock, tokens, connector, paceOf }: LineDeps,
  { companyId, connectionId }: { companyId: string; connectionId: string },
  { mayStillSend, signal }: LineOptions,
): Promise<Line> {
  const row = await readCompany(db, companyId, (tx) => findConnection(tx, companyId, connectionId))
  if (!row || row.state === 'disconnected') {
    throw row?.lostReason
      ? connectionLost(connector(row.connectorId))
      : new AppError('not-connected', 'the company is not connected to the accounting system')
  }
  const readToken = (options?: { refused?: string }) => tokens.accessToken(companyId, connectionId, options)
  const pacer = paceOf(connector(row.connectorId), row.tenantId ?? row.id)
  const turn = openTurns({ readToken, clock, pace: pacer.pace, mayStillSend })
  const session = connector(row.connectorId).openSession({ turn, signal, connectionId })
  return { session, untilTurn: pacer.untilTurn }
}

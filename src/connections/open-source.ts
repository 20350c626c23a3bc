import { ConnectorError, type ConnectorErrorKind } from '#connectors/accounting-connector.ts'
import type { SourceAccess, SourceConnector, SourceSession } from '#connectors/source-connector.ts'
import { AppError, type ErrorCode, type FieldError } from '#kernel/errors.ts'
import { type Database, readCompany } from '#platform/database.ts'
import { connectionLost, type TokenKeeper } from './keep-tokens.ts'
import type { SourcePace } from './paces.ts'
import { findConnectionTo } from './store.ts'

const codeOfKind: Record<ConnectorErrorKind, ErrorCode> = {
  // Not even a token that it has just given is taken (source-client.ts): the consent stands, as far as anybody has said.
  unauthorized: 'source-unavailable',
  'grant-refused': 'connection-lost',
  'missing-scope': 'source-access-missing',
  'missing-licence': 'source-refused',
  'not-found': 'source-not-found',
  rejected: 'source-refused',
  'approval-required': 'source-refused',
  'period-locked': 'source-refused',
  'rate-limited': 'source-unavailable',
  unavailable: 'source-unavailable',
  unknown: 'source-unavailable',
}

export type SourceOptions = {
  /** Asked when a request's turn has come, right before it leaves: it may have waited long for it. What it throws is thrown instead. */
  beforeSending?(): Promise<void>
}

/**
 * A company's line to a source, with valid tokens. Everything thrown is an AppError: `not-connected`, `connection-lost`,
 * `source-not-found`, `source-access-missing`, `source-refused`, or `source-unavailable`, the only one worth trying again.
 */
export async function openSourceSession(
  deps: { db: Database; tokens: TokenKeeper; sourcePace: SourcePace },
  connector: SourceConnector,
  companyId: string,
  { beforeSending }: SourceOptions = {},
): Promise<SourceSession> {
  const row = await readCompany(deps.db, companyId, (tx) => findConnectionTo(tx, companyId, connector.id))
  if (row?.state !== 'connected') {
    if (row?.lostReason) throw connectionLost(connector)
    throw new AppError('not-connected', `the company is not connected to ${connector.displayName}`, {
      params: { name: connector.displayName },
    })
  }
  const session = connector.openSession({
    accessToken: (options) => deps.tokens.accessToken(companyId, row.id, options),
    sharer: companyId,
    owner: row.tenantId,
    pace: askedBefore(deps.sourcePace(connector.id, companyId), beforeSending),
  })
  return withErrorsOf(connector, session)
}

/** A turn that is not used is given back. */
function askedBefore(pace: SourceAccess['pace'], ask: SourceOptions['beforeSending']): SourceAccess['pace'] {
  if (!ask) return pace
  return async (limit) => {
    const answered = await pace(limit)
    try {
      await ask()
    } catch (error) {
      answered({ isRateLimited: false, turn: 'unsent' })
      throw error
    }
    return answered
  }
}

function withErrorsOf(connector: SourceConnector, session: SourceSession): SourceSession {
  const guard = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      throw error instanceof ConnectorError ? sourceError(connector, error) : error
    }
  }
  return {
    readOwner: () => guard(session.readOwner()),
    listDocuments: () => guard(session.listDocuments()),
    readDocument: (id) => guard(session.readDocument(id)),
    listTables: (documentId) => guard(session.listTables(documentId)),
    readRows: (address, options) => guard(session.readRows(address, options)),
    writeRows: (address, rows) => guard(session.writeRows(address, rows)),
  }
}

function sourceError(connector: SourceConnector, error: ConnectorError): AppError {
  return new AppError(codeOfKind[error.kind], error.message, {
    cause: error,
    errors: toldApart(error),
    params: {
      name: connector.displayName,
      message: error.serviceMessage ?? error.kind,
      ...(error.serviceCode && { serviceCode: error.serviceCode }),
    },
  })
}

const ownTexts: Partial<Record<string, FieldError>> = {
  'read-only': { path: 'tableId', code: 'source-read-only' },
  protected: { path: 'tableId', code: 'source-protected' },
  'no-spreadsheet': { path: 'documentId', code: 'source-not-a-sheet' },
  trashed: { path: 'documentId', code: 'source-in-bin' },
}

/** What a person can do something about has a text of its own in messages/problems. */
function toldApart({ kind, serviceCode, serviceMessage: limit = '' }: ConnectorError): FieldError[] {
  if (kind === 'unauthorized') return [{ path: 'connection', code: 'source-token-refused' }]
  if (serviceCode === 'too-many-rows') return [{ path: 'tableId', code: 'too-many-rows', params: { limit } }]
  if (serviceCode === 'too-many-columns') return [{ path: 'tableId', code: 'source-too-wide', params: { limit } }]
  const told = serviceCode === undefined ? undefined : ownTexts[serviceCode]
  return told ? [told] : []
}

/**
 * A company's links to other systems: consent, tokens kept valid, the registers read from the accounting system and how the
 * company wants its invoices posted there, and lines to the sources that rows are read from.
 */
import type { Activity } from '#activity/index.ts'
import type { AccountingConnector, AccountingSession } from '#connectors/accounting-connector.ts'
import type { SourceConnector, SourceSession } from '#connectors/source-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { createSharedCalls } from '#kernel/share-calls.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, readCompany } from '#platform/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Api } from '#platform/http.ts'
import { handleJob, type JobDefinition, type JobHandler, type Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Notices } from '#platform/notices.ts'
import type { Obstacle, PostingSettings } from './contract.ts'
import type { MemberCompany } from './describe-connection.ts'
import { keepAlive, readRegisters } from './jobs.ts'
import { keepConnectionsAlive } from './keep-alive.ts'
import { createTokenKeeper } from './keep-tokens.ts'
import { createKnownInvoices, type KnownInvoices } from './known-invoices.ts'
import { createLinkedSystems } from './linked-system.ts'
import { type Line, type LineOptions, openAccountingLine } from './open-line.ts'
import { openSourceSession, type SourceOptions } from './open-source.ts'
import { openPaces } from './paces.ts'
import { type ChartOptions, createChartReader } from './read-charts.ts'
import { createRegisterReader } from './read-registers.ts'
import { connectionRoutes } from './routes.ts'
import { type Charts, type Registers, resolvePayment, settingsToBeginWith } from './rules.ts'
import {
  type ConnectionRow,
  deleteObstacles,
  findConnectionTo,
  findSettings,
  listObstacles,
  saveObstacle,
} from './store.ts'
import { createTokenStore } from './token-store.ts'

export type { Obstacle, PostingSettings } from './contract.ts'
export type { KnownInvoice } from './known-invoice-store.ts'
export type { Line, LineOptions } from './open-line.ts'
export type { ChartOptions } from './read-charts.ts'
export { type Charts, type Registers, resolvePayment } from './rules.ts'

export type Connection = {
  companyId: string
  id: string
  connectorId: string
  displayName: string
  state: 'connected' | 'disconnected'
  /** The accounting system's own number and name for the company. */
  tenantId: string | null
  tenantName: string | null
}

/** Called in the transaction that connects, and when a person asks for fresh registers: for queueing jobs. */
type ConnectedListener = (tx: CompanyDatabase, connection: { companyId: string; connectionId: string }) => Promise<void>

/** What the accounting system refused once and will refuse again: told before the next run, gone when it went through or on reconnecting. */
export type Obstacles = {
  list(tx: CompanyDatabase, key: ConnectionKey): Promise<Obstacle[]>
  remember(tx: CompanyDatabase, key: ConnectionKey, obstacle: Obstacle): Promise<void>
  /** A step has gone through for this day. */
  forget(tx: CompanyDatabase, key: ConnectionKey, passed: { step: string; day: string }): Promise<void>
}
type ConnectionKey = { companyId: string; connectionId: string }

export type Connections = {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
  connector(connectorId: string): AccountingConnector
  findConnection(companyId: string, connectorId?: string): Promise<Connection | null>
  /** A line to the accounting system with valid tokens, in the pace of its limit. Throws `not-connected` or `connection-lost`. */
  openSession(companyId: string, connectionId: string): Promise<AccountingSession>
  /** The same for whoever sends much, and prepares each request shortly before its turn. */
  openLine(companyId: string, connectionId: string, options: LineOptions): Promise<Line>
  /** What the accounting system has, at most so old (10 minutes). */
  registers(companyId: string, connectionId: string, options?: { maxAgeSeconds?: number }): Promise<Registers>
  refreshRegisters(companyId: string, connectionId: string): Promise<Registers>
  /** The charts of accounts of financial years, each at most so old (10 minutes); those kept where only they are asked for. */
  charts(companyId: string, connectionId: string, yearIds: readonly string[], options?: ChartOptions): Promise<Charts>
  readSettings(companyId: string, connectorId: string): Promise<PostingSettings>
  obstacles: Obstacles
  knownInvoices: KnownInvoices
  /** What rows can be read from, connected or not. */
  listSources(): { id: string; displayName: string; writes: boolean }[]
  /**
   * A line to a source. It and its methods throw AppError: `not-connected`, `connection-lost`, `source-not-found`,
   * `source-access-missing`, `source-refused`, or `source-unavailable`, the only one worth trying again.
   */
  openSource(companyId: string, connectorId: string, options?: SourceOptions): Promise<SourceSession>
  resolvePayment: typeof resolvePayment
  onConnected(listener: ConnectedListener): void
  /** Lets other processes send at once to whom this one did. */
  stop(): Promise<void>
}

export type ConnectionsDeps = {
  db: Database
  /** For what must be written in time (platform/database.ts). */
  promptDb: Database
  clock: Clock
  log: Log
  encryption: Encryption
  connectors: readonly AccountingConnector[]
  sources: readonly SourceConnector[]
  activity: Pick<Activity, 'record'>
  jobs: () => Jobs
  notices: Pick<Notices, 'tell' | 'onTold'>
  publicUrl: string
  /** Where a stand-in shows what it holds, by connector. */
  sandboxUrls?: Readonly<Record<string, string>>
  nameOf(userId: string): Promise<string | null>
  isSignedInMember(companyId: string, person: { userId: string; sessionId: string }): Promise<boolean>
  /** Companies that a person is a member of. */
  listCompanies(userId: string): Promise<MemberCompany[]>
}

export function createConnections(deps: ConnectionsDeps): Connections {
  const { db, clock } = deps
  const listeners: ConnectedListener[] = [
    (tx, connection) => deps.jobs().enqueue(tx, readRegisters, connection, { key: connection.connectionId }),
  ]
  const connector = (connectorId: string) => findConnector(deps.connectors, connectorId)
  const source = (connectorId: string) => findConnector(deps.sources, connectorId)
  const { paceOf, countRequest, sourcePace, stop } = openPaces(deps.promptDb, deps.notices)
  const systems = createLinkedSystems({ ...deps, paceOf, countRequest, sourcePace })
  const tokens = createTokenKeeper({ ...deps, store: createTokenStore(deps), system: systems.find })
  const openSource: Connections['openSource'] = async (companyId, connectorId, options) =>
    openSourceSession({ db, tokens, sourcePace }, source(connectorId), companyId, options)

  const openLine: Connections['openLine'] = (companyId, connectionId, options) =>
    openAccountingLine({ db, clock, tokens, connector, paceOf }, { companyId, connectionId }, options)
  const shareSession = createSharedCalls<AccountingSession>()
  /** What is read from a system at the same time takes one look at the connection and its token. */
  const openSession = (companyId: string, connectionId: string) =>
    shareSession(`${companyId} ${connectionId}`, async () => {
      const { session } = await openLine(companyId, connectionId, { mayStillSend: () => true })
      return session
    })

  const reader = createRegisterReader({ db, clock, openSession })
  const knownInvoices = createKnownInvoices({ ...deps, openSession })
  const readSettings = async (companyId: string, connectorId: string) =>
    (await readCompany(db, companyId, (tx) => findSettings(tx, companyId, connectorId))) ?? settingsToBeginWith
  const announce: ConnectedListener = async (tx, connection) => {
    for (const listener of listeners) await listener(tx, connection)
  }

  return {
    routes: connectionRoutes({ ...deps, systems, reader, readSettings, announce, openSource }),
    jobs: {
      definitions: [keepAlive, readRegisters] as readonly JobDefinition<unknown>[],
      handlers: [
        handleJob(keepAlive, (_payload, signal) => keepConnectionsAlive({ ...deps, tokens }, signal)),
        handleJob(readRegisters, async ({ companyId, connectionId }) => {
          await reader.refresh(companyId, connectionId)
          await knownInvoices.refresh(companyId, connectionId)
        }),
      ],
    },
    connector,
    async findConnection(companyId, connectorId = 'fortnox') {
      const row = await readCompany(db, companyId, (tx) => findConnectionTo(tx, companyId, connectorId))
      return row ? toConnection(row, systems.find(row.connectorId).displayName) : null
    },
    openSession,
    openLine,
    registers: reader.read,
    refreshRegisters: reader.refresh,
    charts: createChartReader({ db, clock, openSession }),
    readSettings,
    obstacles: openObstacles(clock),
    knownInvoices,
    listSources: () => deps.sources.map(toSource),
    openSource,
    resolvePayment,
    onConnected: (listener) => void listeners.push(listener),
    stop,
  }
}

function toSource({ id, displayName, capabilities }: SourceConnector) {
  return { id, displayName, writes: capabilities.writes }
}

function openObstacles(clock: Clock): Obstacles {
  return {
    list: listObstacles,
    remember: (tx, key, obstacle) => saveObstacle(tx, key, obstacle, clock.now()),
    forget: deleteObstacles,
  }
}

function findConnector<Connector extends { id: string }>(
  connectors: readonly Connector[],
  connectorId: string,
): Connector {
  const found = connectors.find((one) => one.id === connectorId)
  if (!found) throw new AppError('not-found', `there is no connector '${connectorId}'`)
  return found
}

function toConnection(row: ConnectionRow, displayName: string): Connection {
  const { companyId, id, connectorId, state, tenantId, tenantName } = row
  return { companyId, id, connectorId, displayName, state, tenantId, tenantName }
}

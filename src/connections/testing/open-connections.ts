import { createActivity } from '#activity/index.ts'
import type { AccountingConnector } from '#connectors/accounting-connector.ts'
import type { SourceConnector } from '#connectors/source-connector.ts'
import { AppError, errorCodes } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import type { Database, OpenDatabase } from '#platform/database.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createApi } from '#platform/http.ts'
import type { Jobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { noticesOf } from '../../../test/database.ts'
import type { MemberCompany } from '../describe-connection.ts'
import { createConnections } from '../index.ts'

export const publicUrl = 'https://radvis.example'
const encryption = createEncryption('a secret of at least thirty-two characters')
const log = createLog('silent')

/** A clock that a test sets forward. */
export function createTestClock(start = '2026-03-01T08:00:00Z') {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    advance(seconds: number) {
      at += seconds * 1000
    },
  }
}

/** The capability as one process would have it, with the queue written down instead of worked off. */
export function openConnections(given: {
  database: OpenDatabase
  clock: { now(): Date }
  connector?: AccountingConnector
  sources?: readonly SourceConnector[]
  sandboxUrls?: Readonly<Record<string, string>>
  /** That whoever asks is a member of. */
  companies?: readonly MemberCompany[]
  /** Whether whoever asked for a consent is still signed in, and belongs to the company. */
  isSignedInMember?: (person: { userId: string; sessionId: string }) => boolean
}) {
  const { db } = given.database
  const queued: { name: string; payload: unknown; key: string }[] = []
  const jobs = {
    enqueue: async (_tx: Database, definition: { name: string }, payload: unknown, { key }: { key: string }) =>
      void queued.push({ name: definition.name, payload, key }),
  } as unknown as Jobs
  const activity = createActivity({ db, clock: given.clock })
  const connections = createConnections({
    promptDb: db,
    db,
    clock: given.clock,
    log,
    encryption,
    activity,
    connectors: given.connector ? [given.connector] : [],
    sources: given.sources ?? [],
    jobs: () => jobs,
    notices: noticesOf(given.database),
    publicUrl,
    isSignedInMember: async (_companyId, person) => given.isSignedInMember?.(person) ?? true,
    nameOf: async () => 'Karin Ekdahl',
    listCompanies: async () => [...(given.companies ?? [])],
    ...(given.sandboxUrls && { sandboxUrls: given.sandboxUrls }),
  })

  /** Calls the capability's routes as a member of a company. */
  function as(companyId: string | null, role: Role = 'full') {
    const api = createApi()
    const actor = {
      userId: newId(),
      name: 'Karin Ekdahl',
      email: 'k@example.com',
      language: 'sv' as const,
      sessionId: newId(),
    }
    api.use('*', async (c, next) => {
      c.set('log', log)
      c.set('actor', companyId ? actor : null)
      c.set('scope', companyId ? { companyId, companyName: 'Fjällbruket', role, actor } : null)
      await next()
    })
    api.route('/', connections.routes)
    api.onError((error, c) =>
      error instanceof AppError
        ? c.json({ code: error.code, errors: error.errors }, errorCodes[error.code].status)
        : c.json({ code: String(error) }, 500),
    )
    const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await api.request(path, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text.startsWith('{') ? JSON.parse(text) : text,
      }
    }
    return { send, userId: actor.userId, sessionId: actor.sessionId }
  }
  return { connections, queued, as }
}

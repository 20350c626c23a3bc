/**
 * Airtable: the source port (../source-connector.ts) over its Web API. What its values become is in cells.ts, its numbers
 * in limits.ts, how it says no in errors.ts.
 */
import { wait } from '#kernel/wait.ts'
import { ConnectorError } from '../accounting-connector.ts'
import type { PacedOutcome } from '../pacer.ts'
import { createSourceClient, readPages, type SourceClient } from '../source-client.ts'
import type {
  ReadingOptions,
  SourceAccess,
  SourceAddress,
  SourceConnector,
  SourceReading,
  SourceSession,
} from '../source-connector.ts'
import { errorFromResponse } from './errors.ts'
import {
  attempts,
  changeMarginSeconds,
  listingAttempts,
  paceOfBase,
  pageSize,
  pauseSeconds,
  timeoutSeconds,
} from './limits.ts'
import { readNames } from './linked-records.ts'
import { authorizeUrl, exchangeCode, refreshTokens } from './oauth.ts'
import { type AirtableRequests, type Query, readRecords, toRows } from './read-records.ts'
import { type AirtableField, type AirtableTable, baseList, tableList, whoami } from './schemas.ts'

export type AirtableOptions = {
  clientId: string
  clientSecret: string | null
  apiUrl: string
  oauthUrl: string
  fetch?: typeof fetch
  now?(): number
  sleep?(ms: number): Promise<void>
}

export function createAirtableConnector(options: AirtableOptions): SourceConnector {
  const { clientId, clientSecret, oauthUrl, fetch: send = fetch, now = Date.now, sleep = wait } = options
  const oauth = { clientId, clientSecret, oauthUrl, fetch: send, now, sleep }
  return {
    id: 'airtable',
    displayName: 'Airtable',
    capabilities: { picksDocuments: false, writes: false, provesKey: true },
    authorizeUrl: (request) => authorizeUrl(oauth, request),
    exchangeCode: (request) => exchangeCode(oauth, request),
    refreshTokens: (refreshToken) => refreshTokens(oauth, refreshToken),
    // Airtable has no such endpoint: a person takes the access back under Account, Integrations.
    revokeTokens: async () => 'not-possible',
    openSession(access: SourceAccess) {
      const client = createSourceClient({
        access,
        fetch: send,
        sleep,
        errorFromResponse,
        pauseSeconds: () => pauseSeconds,
        attempts,
        timeoutSeconds: timeoutSeconds.request,
      })
      const counting = {
        calls: client.calls,
        now: () => Math.min(now(), client.answeredAt() ?? Number.POSITIVE_INFINITY),
      }
      return openSession(createRequests(client, options.apiUrl, access), access, counting)
    },
  }
}

/** The limit is the base's, whoever of ours reads it. What belongs to no base goes in the account's own pace. */
const paceOfAccount = (account: string) => ({ ...paceOfBase, of: `account ${account}` })

function createRequests(client: SourceClient, apiUrl: string, access: SourceAccess): AirtableRequests {
  return {
    get(path, query, answer) {
      const base = /(?:^|\/)(app[^/]+)/.exec(path)?.[1]
      const limit = base ? { ...paceOfBase, of: base } : paceOfAccount(access.owner ?? access.sharer)
      const turn = async () => {
        const answered = await access.pace(limit)
        return (_failure: ConnectorError | null, outcome: PacedOutcome) => answered(outcome)
      }
      const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
      const search = new URLSearchParams(pairs).toString()
      return client.send({ url: `${apiUrl}/v0/${path}${search ? `?${search}` : ''}`, turn }, answer)
    },
  }
}

/** A request made before its account was known counts in the account's pace all the same. */
async function countRequest(access: SourceAccess, account: string): Promise<void> {
  const answered = await access.pace(paceOfAccount(account))
  answered({ isRateLimited: false, turn: 'sent-before' })
}

/**
 * `now`: by Airtable's own clock, which its records' times of change are told by, wherever ours is ahead of it: what is
 * changed after a reading would otherwise be taken for read.
 */
type Counting = { calls: () => number; now: () => number }

function openSession(requests: AirtableRequests, access: SourceAccess, counting: Counting): SourceSession {
  const listDocuments = () => listBases(requests)
  return {
    async readOwner() {
      const { id, email } = await requests.get('meta/whoami', {}, whoami)
      if (access.owner === null) await countRequest(access, id)
      return { id, name: email ?? id }
    },
    listDocuments,
    async readDocument(id) {
      const document = (await listDocuments()).find((one) => one.id === id)
      if (!document) throw new ConnectorError('not-found', 'never', { serviceCode: 'NOT_FOUND' })
      return document
    },
    async listTables(documentId) {
      const tables = await readTables(requests, documentId)
      return tables.map(({ id, name, views }) => ({ id, name, views: views.map((view) => ({ ...view })) }))
    },
    readRows: (address, options = {}) => readRows(requests, counting, address, options),
    async writeRows() {
      throw new ConnectorError('rejected', 'never', { serviceMessage: 'Radvis does not write to Airtable' })
    },
  }
}

async function readRows(
  requests: AirtableRequests,
  { calls, now }: Counting,
  address: SourceAddress,
  { since = null, most }: ReadingOptions,
): Promise<SourceReading> {
  const callsBefore = calls()
  for (let attempt = 1; ; attempt++) {
    const table = await findTable(requests, address)
    const version = new Date(now() - changeMarginSeconds * 1000).toISOString()
    // A record comes into a view without being changed: by the view's filter, the day, or a record that it is linked to. What
    // it shows of other records changes without its time of change, too, and a formula may show that in turn.
    const limit: Query = most === undefined ? {} : { maxRecords: String(most) }
    const changedSince = address.viewId === null && !table.fields.some(showsOthers) ? since : null
    const records = await readRecords(requests, address, changedSince, limit)
    if (changedSince !== null && records.length === 0)
      return { extent: 'unchanged', version, calls: calls() - callsBefore }
    const names = await readNames(requests, address, { table, records, changedSince, limit })
    if (!(await isStill(requests, address, { table, records }))) {
      if (attempt === listingAttempts)
        throw new ConnectorError('unavailable', 'safe', { serviceMessage: 'the table is being changed' })
      continue
    }
    return {
      extent: changedSince === null ? 'all' : 'changed',
      table: table.name,
      columnIds: table.fields.map((field) => field.id),
      rows: toRows(table, records, names),
      locale: null,
      version,
      calls: calls() - callsBefore,
    }
  }
}

async function findTable(requests: AirtableRequests, { documentId, tableId, viewId }: SourceAddress) {
  const table = (await readTables(requests, documentId)).find((one) => one.id === tableId)
  if (!table || (viewId !== null && !table.views.some((view) => view.id === viewId)))
    throw new ConnectorError('not-found', 'never', { serviceCode: table ? 'view-gone' : 'table-gone' })
  return table
}

/**
 * Whether the table's fields are what they were before its records came: of one that was removed meanwhile the rest has no
 * value, and nothing says so. Asked where they came on several pages; one page is there at once.
 */
async function isStill(
  requests: AirtableRequests,
  address: SourceAddress,
  { table, records }: { table: AirtableTable; records: readonly unknown[] },
): Promise<boolean> {
  if (records.length <= pageSize) return true
  const { fields } = await findTable(requests, address)
  return JSON.stringify(fields) === JSON.stringify(table.fields)
}

const kindsOfOthers: ReadonlySet<string> = new Set([
  'multipleLookupValues',
  'lookup',
  'rollup',
  'count',
  'externalSyncSource',
])

function showsOthers({ type }: AirtableField): boolean {
  return kindsOfOthers.has(type)
}

async function readTables(requests: AirtableRequests, documentId: string): Promise<AirtableTable[]> {
  return (await requests.get(`meta/bases/${encodeURIComponent(documentId)}/tables`, {}, tableList)).tables
}

async function listBases(requests: AirtableRequests): Promise<{ id: string; name: string }[]> {
  const bases: { id: string; name: string }[] = []
  const pages = readPages(
    (offset) => requests.get('meta/bases', offset === undefined ? {} : { offset }, baseList),
    ({ offset }) => offset,
  )
  for await (const page of pages) bases.push(...page.bases.map(({ id, name }) => ({ id, name })))
  return bases
}

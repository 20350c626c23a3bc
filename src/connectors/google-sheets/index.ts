/**
 * Google Sheets: the source port (../source-connector.ts) over the Sheets API v4 and the Drive API v3. How its quotas are
 * shared is in sheets-requests.ts, its numbers in limits.ts, how it says no in errors.ts.
 */
import { wait } from '#kernel/wait.ts'
import { ConnectorError } from '../accounting-connector.ts'
import type { PaceLimit } from '../shared-pacer.ts'
import { createSourceClient, readPages } from '../source-client.ts'
import type {
  ReadingOptions,
  SourceAccess,
  SourceAddress,
  SourceConnector,
  SourceReading,
  SourceSession,
  WrittenRow,
} from '../source-connector.ts'
import { errorFromResponse } from './errors.ts'
import {
  attempts,
  changingAttempts,
  mostRows,
  pauseSeconds,
  quotaOfProject,
  spreadsheetType,
  timeoutSeconds,
} from './limits.ts'
import { authorizeUrl, exchangeCode, refreshTokens, revokeToken } from './oauth.ts'
import { type FoundTab, readTab, type TabReading } from './read-tab.ts'
import {
  about,
  driveFile,
  driveFileFields,
  fileList,
  listedTabFields,
  spreadsheet,
  spreadsheetFields,
} from './schemas.ts'
import { createPaces, createSheetsRequests, type PaceTime, type SheetsRequests } from './sheets-requests.ts'
import { isOfProtection, writeTab } from './write-tab.ts'

export type GoogleSheetsOptions = {
  clientId: string
  clientSecret: string
  sheetsUrl: string
  driveUrl: string
  /** Google has these on different hosts. */
  oauthAddresses: { authorize: string; token: string; revoke: string }
  picksInConsent: boolean
  /** Of the project, shared by all companies. */
  quota?: PaceLimit
  fetch?: typeof fetch
  now?(): number
  sleep?(ms: number): Promise<void>
  /** How time passes for Drive's pace. */
  driveTime?: PaceTime
}

export function createGoogleSheetsConnector(options: GoogleSheetsOptions): SourceConnector {
  const { clientId, clientSecret, picksInConsent, fetch: send = fetch, now = Date.now, sleep = wait } = options
  const oauth = { clientId, clientSecret, addresses: options.oauthAddresses, picksInConsent, fetch: send, now }
  const paces = createPaces(options.quota ?? quotaOfProject, options.driveTime ?? {})
  return {
    id: 'google-sheets',
    displayName: 'Google Sheets',
    capabilities: { picksDocuments: picksInConsent, writes: true, provesKey: true },
    authorizeUrl: (request) => authorizeUrl(oauth, request),
    exchangeCode: (request) => exchangeCode(oauth, request),
    refreshTokens: (refreshToken) => refreshTokens(oauth, refreshToken),
    revokeTokens: ({ refreshToken }) => revokeToken(oauth, refreshToken),
    openSession(access: SourceAccess) {
      const client = createSourceClient({
        access,
        fetch: send,
        sleep,
        errorFromResponse,
        pauseSeconds,
        attempts,
        timeoutSeconds: timeoutSeconds.request,
      })
      const { sheetsUrl, driveUrl } = options
      return openSession(createSheetsRequests({ client, access, sheetsUrl, driveUrl, paces }), client.calls)
    },
  }
}

function openSession(requests: SheetsRequests, calls: () => number): SourceSession {
  return {
    async readOwner() {
      const { user } = await requests.drive('about', { fields: 'user(permissionId,displayName,emailAddress)' }, about)
      return { id: user.permissionId, name: user.emailAddress ?? user.displayName ?? user.permissionId }
    },
    listDocuments: () => listDocuments(requests),
    async readDocument(id) {
      const { name } = await readFile(requests, id)
      return { id, name }
    },
    async listTables(documentId) {
      const { sheets } = await readSpreadsheet(requests, documentId, listedTabFields)
      return sheets
        .map(({ properties }) => properties)
        .filter(isReadable)
        .map(({ sheetId, title }) => ({ id: String(sheetId), name: title, views: [] }))
    },
    readRows: (address, options = {}) => readRows(requests, calls, address, options),
    writeRows: (address, rows) => writeRows(requests, address, rows),
  }
}

/**
 * The version comes before the rows: what changes in between is read once too often rather than never. A tab that is
 * changed while it is read (renamed or cut short: 400; rows that moved) is read anew, so that no row comes twice or is given
 * what another one is shown in.
 */
async function readRows(
  requests: SheetsRequests,
  calls: () => number,
  address: SourceAddress,
  { since = null, most = mostRows }: ReadingOptions,
): Promise<SourceReading> {
  const callsBefore = calls()
  for (let attempt = 1; ; attempt++) {
    const { version } = await readFile(requests, address.documentId)
    if (version === since) return { extent: 'unchanged', version, calls: calls() - callsBefore }
    const found = await findTab(requests, address)
    const read = await tryTab(requests, address, { ...found, most, attempt })
    const isStill = read !== null && (await readFile(requests, address.documentId)).version === version
    if (!read || !isWhole(read, isStill, attempt)) {
      if (attempt === changingAttempts) throw beingChanged()
      continue
    }
    return {
      extent: 'all',
      table: found.tab.title,
      columnIds: null,
      rows: read.rows,
      locale: found.locale,
      version: read.isReckoned ? `${version} reckoned` : version,
      calls: calls() - callsBefore,
    }
  }
}

/** A tab in which somebody moves rows between two portions is written anew: what it held before is gone anyhow. */
async function writeRows(requests: SheetsRequests, address: SourceAddress, rows: readonly WrittenRow[]): Promise<void> {
  for (let attempt = 1; attempt <= changingAttempts; attempt++) {
    await readFile(requests, address.documentId)
    const { tab } = await findTab(requests, address)
    if (await writeTab(requests, address.documentId, tab, rows).catch(tellHindrance)) return
  }
  throw beingChanged()
}

const beingChanged = () => new ConnectorError('unavailable', 'safe', { serviceMessage: 'the tab is being changed' })

/**
 * Two signs that rows moved between requests: the file's version, which may lag behind, and values that were otherwise when
 * they were read again, which a formula may have reckoned anew. Where somebody works in the file all the time the values
 * have to do; they do not where rows that moved and moved back would look as if nothing had happened.
 */
function isWhole({ mayHaveMoved, areMixed }: TabReading, isStill: boolean, attempt: number): boolean {
  if (isStill) return !mayHaveMoved || attempt > 1
  return !mayHaveMoved && !areMixed && attempt === changingAttempts
}

/** Null where the tab was renamed ("Unable to parse range") or cut short ("exceeds grid limits") since it was found. */
async function tryTab(
  requests: SheetsRequests,
  address: SourceAddress,
  { most, attempt, ...found }: FoundTab & { most: number; attempt: number },
) {
  try {
    return await readTab(requests, address.documentId, found, most)
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.status !== 400 || attempt === changingAttempts) throw error
    return null
  }
}

/** As many as a person looks through. */
const mostDocuments = 1000

async function listDocuments(requests: SheetsRequests) {
  const documents: { id: string; name: string }[] = []
  const query = {
    q: `mimeType = '${spreadsheetType}' and trashed = false`,
    orderBy: 'modifiedTime desc',
    pageSize: '100',
    fields: 'nextPageToken,files(id,name)',
    supportsAllDrives: 'true',
    includeItemsFromAllDrives: 'true',
  }
  const pages = readPages(
    (pageToken) => requests.drive('files', { ...query, ...(pageToken !== undefined && { pageToken }) }, fileList),
    ({ nextPageToken }) => nextPageToken,
  )
  for await (const { files } of pages) {
    documents.push(...files)
    if (documents.length >= mostDocuments) break
  }
  return documents
}

async function readFile(requests: SheetsRequests, id: string) {
  const file = await requests.drive(
    `files/${encodeURIComponent(id)}`,
    { fields: driveFileFields, supportsAllDrives: 'true' },
    driveFile,
  )
  if (file.trashed || file.mimeType !== spreadsheetType)
    throw new ConnectorError('not-found', 'never', { serviceCode: file.trashed ? 'trashed' : 'no-spreadsheet' })
  return file
}

/** Of a file that has just been read: it is there, and shared to be looked at alone, or its owner has protected the tab. */
function tellHindrance(error: unknown): never {
  const serviceCode = error instanceof ConnectorError ? hindranceOf(error) : null
  if (!(error instanceof ConnectorError) || serviceCode === null) throw error
  const { status, serviceMessage } = error
  throw new ConnectorError('rejected', 'never', { status, serviceCode, serviceMessage, cause: error })
}

function hindranceOf({ status, kind, serviceMessage = '' }: ConnectorError): 'read-only' | 'protected' | null {
  if (status === 403 && kind === 'not-found') return 'read-only'
  return status === 400 && isOfProtection(serviceMessage) ? 'protected' : null
}

function readSpreadsheet(requests: SheetsRequests, documentId: string, fields = spreadsheetFields) {
  return requests.get(encodeURIComponent(documentId), { fields }, spreadsheet)
}

async function findTab(requests: SheetsRequests, { documentId, tableId }: SourceAddress): Promise<FoundTab> {
  const { properties, sheets } = await readSpreadsheet(requests, documentId)
  const sheet = sheets.find((one) => String(one.properties.sheetId) === tableId)
  if (sheet?.properties.sheetType !== 'GRID')
    throw new ConnectorError('not-found', 'never', { serviceCode: 'table-gone' })
  const merges = sheet.merges.map(({ startRowIndex, endRowIndex, startColumnIndex }) => ({
    ...{ first: startRowIndex + 1, last: endRowIndex, column: startColumnIndex },
  }))
  return { tab: sheet.properties, merges, locale: properties.locale ?? null }
}

function isReadable(tab: FoundTab['tab']): boolean {
  return !tab.hidden && tab.sheetType === 'GRID'
}

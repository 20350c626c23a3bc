import { type Cell, render, shownText } from './google-cells.ts'
import * as errors from './google-errors.ts'
import {
  addressOf,
  cellsIn,
  type File,
  findRange,
  type GivenFile,
  spreadsheetType,
  type Tab,
  toFile,
} from './google-files.ts'
import {
  aboutFields,
  driveFileFields,
  driveListFields,
  parse,
  pick,
  spreadsheetFields,
  unknownName,
  wantsData,
} from './google-mask.ts'
import { fileScope, openGoogleGrants } from './google-oauth.ts'
import { updateTabs } from './google-updates.ts'
import { bearerOf, type Reply, type Request, serve } from './server.ts'

type Options = { redirectUri: string; now?: () => number; quota?: { user: number; project: number } }
type Asking = { account: string; request: Request }

/** What every Google API takes (cloud.google.com/apis/docs/system-parameters); a token in the address is refused. */
const systemNames = ['fields', 'alt', 'prettyPrint', 'quotaUser', 'key']

/**
 * A second Google, made from its documentation alone, without a look at sandbox/google: Sheets v4, Drive v3 and OAuth, as
 * much of them as reads card purchases, and as strict as they are.
 */
export async function startGoogle({ redirectUri, now = Date.now, quota = { user: 60, project: 300 } }: Options) {
  const files = new Map<string, File>()
  const minutes = new Map<string, number>()
  let versions = 100
  const served = await serve(handle)
  const { violations } = served
  const grants = openGoogleGrants({ redirectUri, now, violations })

  function handle(request: Request): Reply {
    if (request.method === 'POST' && request.path === '/token') return grants.token(request)
    if (request.method === 'POST' && request.path === '/revoke') return grants.revoke(request)
    const isDrive = request.path.startsWith('/drive/')
    try {
      return ask(request, isDrive)
    } catch (error) {
      if (!(error instanceof errors.GoogleError)) throw error
      if (error.isViolation) violations.push(`${request.method} ${request.path}?${request.query}: ${error.message}`)
      return error.reply
    }
  }

  function ask(request: Request, isDrive: boolean): Reply {
    if (request.query.has('access_token')) throw errors.unknownParameter('access_token')
    const grant = grants.grantOf(bearerOf(request) ?? '')
    if (!grant) return errors.unauthenticated(isDrive)
    if (!grant.scopes.includes(fileScope)) throw isDrive ? errors.driveTooFewScopes() : errors.tooFewScopes()
    const { account } = grant
    if (isDrive) return { status: 200, body: askDrive({ account, request }) }
    const kind = request.method === 'GET' ? 'Read' : 'Write'
    if (isOver(`${kind} ${account}`, quota.user)) return errors.exhausted(kind, 'User')
    if (isOver(`${kind} all`, quota.project)) return errors.exhausted(kind, 'Project')
    return { status: 200, body: askSheets({ account, request }) }
  }

  function isOver(of: string, most: number): boolean {
    const key = `${of} ${Math.floor(now() / 60_000)}`
    minutes.set(key, (minutes.get(key) ?? 0) + 1)
    return (minutes.get(key) ?? 0) > most
  }

  /** With `drive.file` there is only what the person picked, and what they still may see. */
  function find(account: string, id: string): File | null {
    const file = files.get(id)
    return file?.access.has(account) && grants.picked.get(account)?.has(id) ? file : null
  }

  function askSheets({ account, request }: Asking): unknown {
    const [, id = '', action = ''] = /^\/v4\/spreadsheets\/([^/:]+)(?:[/:](.+))?$/.exec(request.path) ?? []
    const file = find(account, decodeURIComponent(id))
    const isUpdate = request.method === 'POST' && action === 'batchUpdate'
    if (!isUpdate && (request.method !== 'GET' || request.headers['content-type'])) throw errors.noRoute()
    if (!file) throw errors.sheetNotFound()
    if (file.mimeType !== spreadsheetType) throw errors.notSupported()
    if (isUpdate) {
      if (file.access.get(account) !== 'writer') throw errors.notAllowed()
      file.version = ++versions
      return updateTabs(file, request)
    }
    if (action === '') return readSpreadsheet(file, request)
    if (action === 'values:batchGet') return readValues(file, request)
    throw errors.noRoute()
  }

  function askDrive({ account, request }: Asking): unknown {
    if (request.method !== 'GET') throw errors.noRoute()
    const path = request.path.slice('/drive/v3/'.length)
    if (path === 'about') {
      if (!request.query.has('fields'))
        throw errors.driveMalformed("The 'fields' parameter is required for this method.")
      const user = { kind: 'drive#user', displayName: 'Karin Ekdahl', me: true, permissionId: account }
      const about = { kind: 'drive#about', user: { ...user, emailAddress: `${account}@fjallbruket.example` } }
      return masked(request, about, aboutFields, [])
    }
    if (path === 'files') return listFiles({ account, request })
    const id = decodeURIComponent(/^files\/([^/]+)$/.exec(path)?.[1] ?? '')
    const file = find(account, id)
    if (!file) throw errors.driveNotFound(id)
    return masked(request, describe(file), driveFileFields, ['supportsAllDrives', 'acknowledgeAbuse', 'includeLabels'])
  }

  function listFiles({ account, request }: Asking): unknown {
    const { query } = request
    const allowed = 'q orderBy pageSize pageToken spaces corpora supportsAllDrives includeItemsFromAllDrives'.split(' ')
    const size = Number(query.get('pageSize') ?? 100)
    if (!(size >= 1 && size <= 1000)) throw errors.driveMalformed('Invalid value pageSize')
    if (query.get('q') !== `mimeType = '${spreadsheetType}' and trashed = false`)
      throw errors.driveMalformed('Invalid Value q')
    if (query.get('orderBy') && !/^\w+( desc)?$/.test(query.get('orderBy') ?? ''))
      throw errors.driveMalformed('orderBy')
    const shown = [...files.keys()].flatMap((id) => find(account, id) ?? [])
    const fit = shown.filter((file) => file.mimeType === spreadsheetType && !file.isTrashed)
    const from = Number(query.get('pageToken')?.replace('~!!~', '') ?? 0)
    const next = from + size < fit.length ? { nextPageToken: `~!!~${from + size}` } : {}
    const list = {
      kind: 'drive#fileList',
      ...next,
      incompleteSearch: false,
      files: fit.slice(from, from + size).map(describe),
    }
    return masked(request, list, driveListFields, allowed)
  }

  return {
    ...{ ...served, files, grants },
    oauthAddresses: {
      ...{ authorize: `${served.url}/o/oauth2/v2/auth`, token: `${served.url}/token`, revoke: `${served.url}/revoke` },
    },
    /** A file as it stands now: everything that was in it before is replaced, and its version is a new one. */
    put(file: GivenFile): void {
      files.set(file.id, toFile({ access: { 1001: 'writer' }, ...file }, ++versions))
    },
    /** Changes it a little, as a person does who types into it. */
    edit(id: string, change: (file: File) => void): void {
      const file = files.get(id)
      if (!file) throw new Error(`there is no file ${id}`)
      change(file)
      file.version = ++versions
    },
  }
}

const describe = ({ id, name, mimeType, isTrashed, version }: File) => ({
  ...{ kind: 'drive#file', id, name, mimeType, version: String(version), trashed: isTrashed },
})

function masked(
  request: Request,
  answer: unknown,
  known: ReturnType<typeof parse>,
  allowed: readonly string[],
): unknown {
  const unknown = [...request.query.keys()].find((name) => ![...allowed, ...systemNames].includes(name))
  if (unknown) throw errors.driveMalformed(`Invalid parameter ${unknown}`)
  const mask = parse(request.query.get('fields') ?? 'kind,id,name,mimeType,files(kind,id,name,mimeType),nextPageToken')
  const missing = request.query.has('fields') ? unknownName(mask, known) : null
  if (missing) throw errors.driveMalformed(`Invalid field selection ${missing}`)
  return pick(answer, mask)
}

function checkNames(request: Request, allowed: readonly string[], repeated: readonly string[]): void {
  for (const name of new Set(request.query.keys())) {
    if (![...allowed, ...repeated, ...systemNames].includes(name)) throw errors.unknownParameter(name)
    if (!repeated.includes(name) && request.query.getAll(name).length > 1) throw errors.malformed(`${name} came twice`)
  }
}

function rangesOf(file: File, request: Request) {
  return request.query.getAll('ranges').map((address) => {
    const found = findRange(file, address)
    if (found === null) throw errors.unparsable(address)
    if (typeof found === 'string') throw errors.outside(found)
    return found
  })
}

type Range = ReturnType<typeof rangesOf>[number]

function readValues(file: File, request: Request): unknown {
  checkNames(request, ['majorDimension', 'valueRenderOption', 'dateTimeRenderOption'], ['ranges'])
  const option = (name: string, values: readonly string[]) => {
    const value = request.query.get(name) ?? values[0] ?? ''
    if (!values.includes(value)) throw errors.malformed(`Invalid value at '${name}'`)
    return value
  }
  const value = option('valueRenderOption', ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'])
  const dateTime = option('dateTimeRenderOption', ['SERIAL_NUMBER', 'FORMATTED_STRING'])
  const major = option('majorDimension', ['ROWS', 'COLUMNS'])
  const valueRanges = rangesOf(file, request).map((range) => {
    const rows = cellsIn(range).map((cells) =>
      cells.map((cell) => render(cell, { value, dateTime, locale: file.locale })),
    )
    const values = withoutEnds(major === 'ROWS' ? rows : turned(rows))
    return { range: addressOf(range), majorDimension: major, ...(values.length > 0 && { values }) }
  })
  return { spreadsheetId: file.id, ...(valueRanges.length > 0 && { valueRanges }) }
}

type Value = string | number | boolean

/** "Empty trailing rows and columns are omitted." */
function withoutEnds(lines: Value[][]): Value[][] {
  const cut = lines.map((line) => line.slice(0, line.findLastIndex((value) => value !== '') + 1))
  return cut.slice(0, cut.findLastIndex((line) => line.length > 0) + 1)
}

function turned(rows: Value[][]): Value[][] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ''))
}

function readSpreadsheet(file: File, request: Request): unknown {
  checkNames(request, ['includeGridData', 'excludeTablesInBandedRanges'], ['ranges'])
  const fields = request.query.get('fields')
  // Without a mask the whole book comes, which no client should ask for that reads one tab of it.
  if (fields === null) throw errors.malformed('a mask is wanted')
  const mask = parse(fields)
  const missing = unknownName(mask, spreadsheetFields)
  if (missing) throw errors.malformed(`Request contains an invalid argument: fields ${missing}`)
  const ranges = rangesOf(file, request)
  const tabs = ranges.length > 0 ? file.tabs.filter((tab) => ranges.some((range) => range.tab === tab)) : file.tabs
  const { locale, timeZone, name } = file
  const withData = wantsData(mask)
  if (withData && ranges.length === 0) throw errors.malformed('the cells of every tab are asked for')
  return pick(
    {
      spreadsheetId: file.id,
      properties: { title: name, locale, autoRecalc: 'ON_CHANGE', timeZone },
      sheets: tabs.map((tab) => describeTab(file, tab, withData ? ranges.filter((range) => range.tab === tab) : [])),
      spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${file.id}/edit`,
    },
    mask,
  )
}

function describeTab(file: File, tab: Tab, ranges: readonly Range[]) {
  const { sheetId, title, sheetType, rowCount, columnCount, merges } = tab
  const gridProperties = { rowCount, columnCount, frozenRowCount: 1 }
  const properties = {
    ...{ sheetId, title, index: file.tabs.indexOf(tab), sheetType },
    // A sheet that is a chart has no grid.
    ...(sheetType !== 'OBJECT' && { gridProperties }),
    ...(tab.isHidden && { hidden: true }),
  }
  return {
    properties,
    ...(ranges.length > 0 && { data: ranges.map((range) => gridData(file, range)) }),
    ...(merges.length > 0 && {
      merges: merges.map(({ fromRow, toRow, fromColumn, toColumn }) => ({
        ...{ ...(sheetId !== 0 && { sheetId }), startRowIndex: fromRow, endRowIndex: toRow },
        ...{ startColumnIndex: fromColumn, endColumnIndex: toColumn },
      })),
    }),
  }
}

function gridData(file: File, range: Range) {
  const { area, tab } = range
  const rows = cellsIn(range).map((cells) => ({ values: cells.map((cell) => cellData(cell, file.locale)) }))
  const rowMetadata = Array.from({ length: area.toRow - area.fromRow }, (_, index) => ({
    ...(tab.hidden.byFilter.has(area.fromRow + index) && { hiddenByFilter: true }),
    ...(tab.hidden.byUser.has(area.fromRow + index) && { hiddenByUser: true }),
    pixelSize: 21,
  }))
  const columnMetadata = Array.from({ length: area.toColumn - area.fromColumn }, () => ({ pixelSize: 100 }))
  return {
    // Zero is what is left out.
    ...(area.fromRow > 0 && { startRow: area.fromRow }),
    ...(area.fromColumn > 0 && { startColumn: area.fromColumn }),
    ...(rows.length > 0 && { rowData: rows.map((row) => (row.values.length > 0 ? row : {})) }),
    ...{ rowMetadata, columnMetadata },
  }
}

function cellData(cell: Cell | null, locale: string) {
  if (!cell) return {}
  const { value, format, formula } = cell
  const kind = { string: 'stringValue', number: 'numberValue', boolean: 'boolValue' }[typeof value as 'string']
  return {
    userEnteredValue: formula === undefined ? { [kind]: value } : { formulaValue: formula },
    ...{ effectiveValue: { [kind]: value }, formattedValue: shownText(cell, locale) },
    ...(format && { userEnteredFormat: { numberFormat: format } }),
    // Of a cell that nobody has given a format the number format is left out.
    effectiveFormat: { ...(format && { numberFormat: format }), backgroundColor: { red: 1, green: 1, blue: 1 } },
  }
}

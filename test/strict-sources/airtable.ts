import { type AirtableRecord, type Base, isEmpty, stringOf, type Table } from './airtable-base.ts'
import * as errors from './airtable-errors.ts'
import { readFormula } from './airtable-formula.ts'
import { airtable, openAirtableGrants } from './airtable-oauth.ts'
import { bearerOf, type Reply, type Request, serve } from './server.ts'

type Options = { redirectUri: string; clientSecret?: string | null; now?: () => number; requestsPerSecond?: number }
type Grant = NonNullable<ReturnType<ReturnType<typeof openAirtableGrants>['grantOf']>>
/** A listing that is under way: which records, in which order, for which question. */
type Iterator = { question: string; ids: string[]; until: number }

const iteratorSeconds = 300
const listNames =
  'pageSize maxRecords offset view filterByFormula cellFormat timeZone userLocale returnFieldsByFieldId fields[] recordMetadata[]'

/**
 * A second Airtable, made from its documentation alone, without a look at sandbox/airtable: OAuth, the metadata of bases and
 * the listing of records, as strict as they are.
 */
export async function startAirtable({ redirectUri, now = Date.now, requestsPerSecond = 5, ...options }: Options) {
  const clientSecret = options.clientSecret === undefined ? airtable.clientSecret : options.clientSecret
  const bases = new Map<string, Base>()
  const iterators = new Map<string, Iterator>()
  const paces = new Map<string, { at: number[]; shutUntil: number }>()
  const counts = { rateLimited: 0, iterators: 0 }
  const served = await serve(handle)
  const { violations } = served
  const grants = openAirtableGrants({ redirectUri, clientSecret, now, violations })

  function handle(request: Request): Reply {
    if (request.method === 'POST' && request.path === '/oauth2/v1/token') return grants.token(request)
    try {
      return ask(request)
    } catch (error) {
      if (!(error instanceof errors.AirtableError)) throw error
      if (error.isViolation) violations.push(`${request.method} ${request.path}?${request.query}: ${error.message}`)
      return error.reply
    }
  }

  function ask(request: Request): Reply {
    if (request.path.length + request.query.toString().length > 16_000)
      return { status: 414, text: '', type: 'text/html' }
    const grant = grants.grantOf(bearerOf(request) ?? '')
    if (!grant) return errors.unauthenticated
    if (request.method !== 'GET' || request.headers['content-type']) throw errors.noRoute()
    const [version, first = '', ...rest] = request.path.slice(1).split('/').map(decodeURIComponent)
    if (version !== 'v0') throw errors.noRoute()
    const baseId = first === 'meta' ? rest[1] : first
    if (baseId?.startsWith('app') && isTooFast(baseId)) return errors.tooMany
    if (first !== 'meta') return { status: 200, body: listRecords(grant, request, [first, ...rest]) }
    const [what, id, tables, ...more] = rest
    if (what === 'whoami' && id === undefined) return { status: 200, body: whoami(grant) }
    if (what === 'bases' && id === undefined) return { status: 200, body: listBases(grant, request) }
    if (what === 'bases' && tables === 'tables' && more.length === 0)
      return { status: 200, body: listTables(grant, request, id ?? '') }
    throw errors.noRoute()
  }

  /** "5 requests per second, per base"; whoever goes over waits 30 seconds, and nothing that comes before then goes through. */
  function isTooFast(baseId: string): boolean {
    const pace = paces.get(baseId) ?? { at: [], shutUntil: 0 }
    paces.set(baseId, pace)
    pace.at = [...pace.at.filter((at) => at > now() - 1000), now()]
    if (pace.at.length > requestsPerSecond) pace.shutUntil = now() + 30_000
    const isShut = pace.shutUntil > now()
    if (isShut) counts.rateLimited += 1
    return isShut
  }

  function baseOf(grant: Grant, id: string): Base {
    const base = bases.get(id)
    if (!base) throw errors.notFound()
    if (!grant.bases.has(id)) throw errors.noModel()
    return base
  }

  function listBases(grant: Grant, request: Request): unknown {
    checkNames(request, ['offset'])
    needScope(grant, 'schema.bases:read')
    const open = [...bases.values()].filter(({ id }) => grant.bases.has(id))
    const from = Number(request.query.get('offset')?.replace('itr', '') ?? 0)
    const page = open.slice(from, from + 1000)
    const next = from + 1000 < open.length ? { offset: `itr${from + 1000}` } : {}
    return { bases: page.map(({ id, name, permissionLevel }) => ({ id, name, permissionLevel })), ...next }
  }

  function listTables(grant: Grant, request: Request, id: string): unknown {
    checkNames(request, ['include[]'])
    needScope(grant, 'schema.bases:read')
    const { tables } = baseOf(grant, id)
    return {
      tables: tables.map(({ fields, views, ...table }) => ({
        ...{ id: table.id, name: table.name, primaryFieldId: fields[0]?.id, fields },
        views: views.map(({ shows: _, ...view }) => view),
      })),
    }
  }

  function listRecords(grant: Grant, request: Request, path: string[]): unknown {
    const [baseId = '', tableName = '', ...more] = path
    if (more.length > 0 || tableName === '') throw errors.noRoute()
    needScope(grant, 'data.records:read')
    const base = baseOf(grant, baseId)
    const table = base.tables.find(({ id, name }) => id === tableName || name === tableName)
    if (!table) throw errors.noModel()
    const { query } = request
    checkNames(request, listNames.split(' '))
    const size = wholeNumber(query, 'pageSize', 100, 100)
    const shape = readShape(base, table, query)
    const question = new URLSearchParams([...query].filter(([name]) => name !== 'offset')).toString()
    const offset = query.get('offset')
    const { key, ids, from } = offset === null ? begin(table, query, question) : goOn(table, offset, question)
    const page = ids.slice(from, from + size)
    // Records that went since the listing began are missing from their page, which may be left with none.
    const records = page.flatMap((id) => table.records.find((record) => record.id === id) ?? [])
    const next = ids[from + size]
    return { records: records.map(shape), ...(next !== undefined && { offset: `${key}/${next}` }) }
  }

  function begin(table: Table, query: URLSearchParams, question: string) {
    const viewName = query.get('view')
    const view = table.views.find(({ id, name }) => id === viewName || name === viewName)
    if (viewName !== null && !view) throw errors.noView(viewName)
    const ids = table.records
      .filter(view?.shows ?? (() => true))
      .filter(filterOf(query))
      .map(({ id }) => id)
    const key = `itr${String(++counts.iterators).padStart(14, '0')}`
    const most = wholeNumber(query, 'maxRecords', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    iterators.set(key, { question, ids: ids.slice(0, most), until: now() + iteratorSeconds * 1000 })
    return { key, ids: ids.slice(0, most), from: 0 }
  }

  /** The next page begins at a record; where that has gone, or the listing is too old, its place is lost. */
  function goOn(table: Table, offset: string, question: string) {
    const [key = '', recordId = ''] = offset.split('/')
    const iterator = iterators.get(key)
    const from = iterator?.ids.indexOf(recordId) ?? -1
    const isThere = table.records.some(({ id }) => id === recordId)
    if (!iterator || iterator.until < now() || !isThere || from < 0) throw errors.forgotten()
    if (iterator.question !== question) throw errors.unknownRequest('the listing began with another question')
    return { key, ids: iterator.ids, from }
  }

  return {
    ...{ ...served, bases, grants, counts },
    put: (base: Base) => void bases.set(base.id, base),
    forgetIterators: () => iterators.clear(),
    whenNow: () => new Date(now()).toISOString(),
  }
}

const whoami = ({ account, scopes }: Grant) => ({
  ...{ id: account, scopes },
  ...(scopes.includes('user.email:read') && { email: 'karin@fjallbruket.example' }),
})

function needScope({ scopes }: Grant, scope: string): void {
  if (!scopes.includes(scope)) throw errors.notPermitted()
}

function checkNames({ query }: Request, allowed: readonly string[]): void {
  for (const name of new Set(query.keys())) {
    if (!allowed.includes(name)) throw errors.unknownRequest(name)
    if (!name.endsWith('[]') && query.getAll(name).length > 1) throw errors.unknownRequest(`${name} twice`)
  }
}

function wholeNumber(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name)
  if (text === null) return usual
  if (!/^[1-9]\d*$/.test(text) || Number(text) > most) throw errors.unknownRequest(name)
  return Number(text)
}

function filterOf(query: URLSearchParams): (record: AirtableRecord) => boolean {
  const text = query.get('filterByFormula')
  if (text === null) return () => true
  try {
    return readFormula(text)
  } catch (error) {
    throw errors.malformed('INVALID_FILTER_BY_FORMULA', `The formula for filtering records is invalid: ${error}`)
  }
}

/** Which fields a record is answered with, under which names, and how they are written. */
function readShape(base: Base, table: Table, query: URLSearchParams): (record: AirtableRecord) => unknown {
  const format = query.get('cellFormat') ?? 'json'
  if (!['json', 'string'].includes(format)) throw errors.unknownRequest('cellFormat')
  if (format === 'string' && !(query.get('timeZone') && query.get('userLocale')))
    throw errors.malformed(
      'INVALID_REQUEST_MISSING_FIELDS',
      'timeZone and userLocale are required for cellFormat=string',
    )
  const byId = query.get('returnFieldsByFieldId') ?? 'false'
  if (!['true', 'false'].includes(byId)) throw errors.unknownRequest('returnFieldsByFieldId')
  const wanted = query.getAll('fields[]')
  for (const name of wanted)
    if (!table.fields.some((field) => field.id === name || field.name === name))
      throw new errors.AirtableError({
        status: 422,
        body: { error: { type: 'UNKNOWN_FIELD_NAME', message: `Unknown field name: "${name}"` } },
      })
  const fields = table.fields.filter(
    ({ id, name }) => wanted.length === 0 || wanted.includes(id) || wanted.includes(name),
  )
  return ({ id, createdTime, fields: values }) => ({
    ...{ id, createdTime },
    fields: Object.fromEntries(
      fields.flatMap((field): [string, unknown][] => {
        const value = values[field.id]
        if (isEmpty(value)) return []
        return [[byId === 'true' ? field.id : field.name, format === 'string' ? stringOf(base, field, value) : value]]
      }),
    ),
  })
}

import { randomBytes } from 'node:crypto'
import { noSuchModel, notFound, tooMany, typed } from './answers.ts'
import type { AirtableRow, Base, Field, Grant, Table, View } from './records.ts'
import type { World } from './world.ts'

/** Below /v0: whoami, bases, tables and records, the calls that Radvis uses. */
export function answerApi(world: World, grant: Grant, request: Request): Response {
  const url = new URL(request.url)
  const parts = url.pathname
    .slice(url.pathname.indexOf('/v0/') + '/v0/'.length)
    .split('/')
    .map(decodeURIComponent)
  const baseId = parts.find((part) => part.startsWith('app'))
  world.stats.count(grant.user, `GET /v0/${patternOf(parts)}`)
  if (!world.isAllowed(baseId ?? `account ${grant.user}`)) {
    world.stats.add('rateLimited')
    return tooMany()
  }
  if (parts[0] === 'meta') return answerMeta(world, grant, parts)
  const [, tableName = ''] = parts
  if (!grant.scopes.includes('data.records:read')) return noSuchModel()
  const base = openBase(world, grant, baseId)
  const table = base?.tables.find((one) => one.id === tableName || one.name === tableName)
  if (parts.length !== 2) return notFound()
  return base && table ? listRecords(world, base, table, url.searchParams) : noSuchModel()
}

function patternOf(parts: string[]): string {
  return parts
    .map((part, index) => (part.startsWith('app') || (index === 1 && parts[0] !== 'meta') ? '{}' : part))
    .join('/')
}

function openBase(world: World, grant: Grant, id: string | undefined): Base | undefined {
  const base = id === undefined ? undefined : world.shelf.table('bases').get(id)
  return base && grant.bases.includes(base.id) && base.users.includes(grant.user) ? base : undefined
}

function answerMeta(world: World, grant: Grant, parts: string[]): Response {
  const [, resource, id, below] = parts
  if (resource === 'whoami') {
    const email = world.users.find((user) => user.id === grant.user)?.email
    const mayTell = grant.scopes.includes('user.email:read')
    return Response.json({ id: grant.user, scopes: grant.scopes, ...(mayTell && { email }) })
  }
  if (resource !== 'bases') return notFound()
  if (!grant.scopes.includes('schema.bases:read')) return noSuchModel()
  if (id === undefined) {
    const bases = grant.bases.flatMap((one) => openBase(world, grant, one) ?? [])
    return Response.json({ bases: bases.map(({ id: key, name }) => ({ id: key, name, permissionLevel: 'create' })) })
  }
  const base = openBase(world, grant, id)
  if (below !== 'tables') return notFound()
  return base ? Response.json({ tables: base.tables.map(describeTable) }) : noSuchModel()
}

function describeTable({ id, name, fields, views }: Table) {
  return {
    id,
    name,
    primaryFieldId: fields[0]?.id,
    fields,
    views: views.map((view) => ({ id: view.id, name: view.name, type: 'grid' })),
  }
}

function listRecords(world: World, base: Base, table: Table, query: URLSearchParams): Response {
  const viewName = query.get('view')
  const view = viewName === null ? null : table.views.find((one) => one.id === viewName || one.name === viewName)
  if (view === undefined) return typed(422, 'VIEW_NAME_NOT_FOUND', `View ${viewName} not found`)
  const size = Number(query.get('pageSize') ?? 100)
  if (!(size >= 1 && size <= 100))
    return typed(
      422,
      'INVALID_REQUEST_UNKNOWN',
      'Invalid request: parameter validation failed. Check your request data.',
    )
  const isUnknown = (name: string) => !table.fields.some((field) => field.id === name || field.name === name)
  const unknown = query.getAll('fields[]').find(isUnknown)
  if (unknown !== undefined) return typed(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${unknown}"`)
  if (query.get('cellFormat') === 'string' && !(query.has('timeZone') && query.has('userLocale')))
    return typed(422, 'INVALID_REQUEST_UNKNOWN', 'timeZone and userLocale are required with cellFormat=string')
  const filter = readFilter(query.get('filterByFormula'))
  if (filter === null)
    return typed(422, 'INVALID_FILTER_BY_FORMULA', 'The formula for filtering records is invalid: Invalid formula.')
  return answerPage(world, { base, table }, query, {
    size,
    matches: (record) => isInView(record, view) && filter(record),
  })
}

/** A listing keeps its place under a name of its own, and Airtable forgets it after a while. */
function answerPage(
  world: World,
  { base, table }: { base: Base; table: Table },
  query: URLSearchParams,
  { size, matches }: { size: number; matches: (record: AirtableRow) => boolean },
): Response {
  const offset = query.get('offset')
  const [iterator = '', nextId = ''] = offset?.split('/') ?? []
  const kept = world.listings.get(iterator)
  if (offset !== null && !kept)
    return typed(422, 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE', 'The iterator is not available. Please restart listing.')
  const most = Number(query.get('maxRecords') ?? Number.POSITIVE_INFINITY)
  const ids =
    kept?.ids ??
    table.records
      .filter(matches)
      .slice(0, most)
      .map((record) => record.id)
  const from = offset === null ? 0 : ids.indexOf(nextId)
  const page = ids.slice(from, from + size)
  const next = ids[from + size]
  const name = iterator === '' ? `itr${randomBytes(8).toString('hex').slice(0, 14)}` : iterator
  if (next !== undefined) world.listings.set(name, { ids })
  else world.listings.delete(name)
  const asked = query.getAll('fields[]')
  const shape = {
    byId: query.get('returnFieldsByFieldId') === 'true',
    isText: query.get('cellFormat') === 'string',
    fields: table.fields.filter(({ id, name }) => asked.length === 0 || asked.includes(id) || asked.includes(name)),
  }
  const shown = new Map(table.records.map((record) => [record.id, record]))
  return Response.json({
    records: page.flatMap((id) => {
      const record = shown.get(id)
      return record ? [describeRecord(record, base, shape)] : []
    }),
    ...(next !== undefined && { offset: `${name}/${next}` }),
  })
}

type Shape = { byId: boolean; isText: boolean; fields: Field[] }

function describeRecord(record: AirtableRow, base: Base, { byId, isText, fields: shown }: Shape) {
  const fields = shown.flatMap((field) => {
    const value = record.fields[field.id]
    return isEmpty(value) ? [] : [[byId ? field.id : field.name, isText ? textOf(value, base) : value]]
  })
  return { id: record.id, createdTime: record.createdTime, fields: Object.fromEntries(fields) }
}

/** As a person sees it: linked records by what their first field says, in quotes where that has a comma or a quote. */
function textOf(value: unknown, base: Base): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, base)).join(', ')
  if (typeof value !== 'string' || !value.startsWith('rec')) return String(value)
  for (const { fields, records } of base.tables) {
    const name = records.find(({ id }) => id === value)?.fields[fields[0]?.id ?? '']
    if (name !== undefined) return /[",]/.test(String(name)) ? `"${String(name).replaceAll('"', '""')}"` : String(name)
  }
  return value
}

/** What is empty is left out, an unticked box too. */
function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

function isInView(record: AirtableRow, view: View | null): boolean {
  return !view?.only || record.fields[view.only.fieldId] === view.only.value
}

const after = (name: string) => `IS_AFTER\\(${name}\\(\\), '([^']+)'\\)`
const changedSince = new RegExp(`^OR\\(${after('CREATED_TIME')}, ${after('LAST_MODIFIED_TIME')}\\)$`)

/** Only the formula that Radvis sends is understood; null for any other. */
function readFilter(formula: string | null): ((record: AirtableRow) => boolean) | null {
  if (formula === null) return () => true
  const [, created, modified] = changedSince.exec(formula) ?? []
  if (created === undefined || modified === undefined) return null
  return (record) =>
    Date.parse(record.createdTime) > Date.parse(created) ||
    (record.modifiedTime !== null && Date.parse(record.modifiedTime) > Date.parse(modified))
}

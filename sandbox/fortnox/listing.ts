import type { ApiAnswer, ApiRequest, ApiRoute } from './api.ts'
import { refuse } from './errors.ts'

const pagingParameters = [
  'page',
  'limit',
  'offset',
  'sortby',
  'sortorder',
  'lastmodified',
  'financialyear',
  'financialyeardate',
]
const defaultLimit = 100
const maxLimit = 500

/** Unknown parameters are refused, and of a resource's own filters one request takes one. */
export function checkParameters(route: ApiRoute, query: URLSearchParams): void {
  const names = [...new Set(query.keys())]
  const filters = route.list?.filters ?? []
  const known = [...(route.list ? pagingParameters : []), ...filters, ...(route.parameters ?? [])]
  if (names.some((name) => !known.includes(name))) throw refuse('badParameter')
  if (names.filter((name) => filters.includes(name)).length > 1) throw refuse('badParameter')
  const sortBy = query.get('sortby')
  if (sortBy !== null && !route.list?.sortBy?.includes(sortBy)) throw refuse('badParameter')
  const sortOrder = query.get('sortorder')
  if (sortOrder !== null && sortOrder !== 'ascending' && sortOrder !== 'descending') throw refuse('badParameter')
}

export type Listing<Item> = {
  /** The name of the array in the answer. */
  name: string
  items: Iterable<Item>
  row: (item: Item) => unknown
  /** The text a filter or sort parameter looks at. */
  texts?: Readonly<Record<string, (item: Item) => string>>
  /** Swedish local time to the minute; without it a list knows no lastmodified. */
  modified?: (item: Item) => string
}

/** ILIKE '%value%', lastmodified, order and page, as every Fortnox list has them. */
export function listAnswer<Item>(request: ApiRequest, listing: Listing<Item>): ApiAnswer {
  const { query } = request
  let items = [...listing.items]
  for (const [name, text] of Object.entries(listing.texts ?? {})) {
    const wanted = query.get(name)?.toLowerCase()
    if (wanted !== undefined) items = items.filter((item) => text(item).toLowerCase().includes(wanted))
  }
  const since = query.get('lastmodified')
  if (since !== null && listing.modified !== undefined) {
    const { modified } = listing
    if (!/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/.test(since)) throw refuse('badParameter')
    items = items.filter((item) => modified(item) >= since.slice(0, 16))
  }
  const sortText = listing.texts?.[query.get('sortby') ?? '']
  if (sortText !== undefined)
    items.sort((left, right) => sortText(left).localeCompare(sortText(right), 'sv', { numeric: true }))
  if (query.get('sortorder') === 'descending') items.reverse()
  return { status: 200, body: pageOf(query, listing.name, items, listing.row) }
}

function pageOf<Item>(query: URLSearchParams, name: string, items: Item[], row: (item: Item) => unknown): unknown {
  const limit = positive(query, 'limit', defaultLimit)
  if (limit > maxLimit) throw refuse('badParameter')
  const page = positive(query, 'page', 1)
  const offset = query.has('offset') ? positive(query, 'offset', 0, 0) : (page - 1) * limit
  return {
    MetaInformation: {
      '@TotalResources': items.length,
      '@TotalPages': Math.ceil(items.length / limit),
      '@CurrentPage': page,
    },
    [name]: items.slice(offset, offset + limit).map(row),
  }
}

function positive(query: URLSearchParams, name: string, otherwise: number, least = 1): number {
  const text = query.get(name)
  if (text === null) return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < least) throw refuse('badParameter')
  return number
}

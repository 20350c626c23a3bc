import type { Company, Kept, Row } from './company.ts'
import { Refusal, type Reply, unpublished, violation } from './reply.ts'

type Listing = {
  key: string
  hasMeta: boolean
  /** What may be searched for, and in which field: `ILIKE '%x%'`, one at a time. */
  searches: Record<string, string>
  filters?: Record<string, (row: Row) => boolean>
  sortable?: readonly string[]
  /** The fields of a list's row. */
  pick?: (row: Row) => Row
}

const everywhere = new Set(['page', 'limit', 'offset', 'sortby', 'sortorder', 'lastmodified'])
const ofYears = new Set(['financialyear', 'financialyeardate', 'fromdate', 'todate'])

export function answerList(company: Company, query: URLSearchParams, records: Iterable<Kept>, listing: Listing): Reply {
  if (company.options.closed.split(',').includes(listing.key))
    throw new Refusal(400, unpublished.closed, 'Saknar behörighet.')
  const specific = [...query.keys()].filter((name) => !everywhere.has(name) && !ofYears.has(name))
  for (const name of specific)
    if (!(name in listing.searches) && !(name === 'filter' && listing.filters)) throw noSuchFilter(company)
  if (specific.length > 1 || new Set(query.keys()).size !== [...query.keys()].length)
    throw violation(2000588, 'Ogiltig parameter i anropet.')
  const shownAt = Date.now() - company.options.lagSeconds * 1000
  let rows: { row: Row; at: number }[] = []
  for (const { past } of records) {
    const shown = past.findLast(({ at }) => at <= shownAt)
    if (shown) rows.push(shown)
  }
  for (const name of specific) rows = narrow(rows, name, query.get(name) ?? '', listing)
  const since = query.get('lastmodified')
  if (since !== null) rows = rows.filter(({ at }) => minuteInSweden(at) >= checkMinute(since))
  return page(
    company,
    query,
    rows.map(({ row }) => row),
    listing,
  )
}

/** The older document knows fewer filters, and a client may well ask for one of the newer. */
const noSuchFilter = ({ options }: Company) =>
  new Refusal(400, 2000587, 'Ett ogiltigt filter har använts.', options.edition === 'new')

function narrow<R extends { row: Row }>(rows: R[], name: string, value: string, listing: Listing): R[] {
  if (name === 'filter') {
    const filter = listing.filters?.[value]
    if (!filter) throw violation(2000587, 'Ett ogiltigt filter har använts.')
    return rows.filter(({ row }) => filter(row))
  }
  const field = listing.searches[name] ?? name
  return rows.filter(({ row }) =>
    String(row[field] ?? '')
      .toLowerCase()
      .includes(value.toLowerCase()),
  )
}

function page(company: Company, query: URLSearchParams, rows: Row[], listing: Listing): Reply {
  const { mostRows, isLatestFirst } = company.options
  const [limit, number] = [Math.min(whole(query, 'limit', 100, 500), mostRows), whole(query, 'page', 1, 1e9)]
  const ordered = isLatestFirst ? rows.toReversed() : rows
  const sortBy = query.get('sortby')
  if (sortBy !== null && !listing.sortable?.includes(sortBy)) throw violation(2000588, 'Ogiltig parameter i anropet.')
  const isWhole = company.options.areListsWhole && !listing.hasMeta
  const shown = isWhole ? ordered : ordered.slice((number - 1) * limit, number * limit)
  const meta = {
    '@TotalResources': rows.length,
    '@TotalPages': Math.ceil(rows.length / limit),
    '@CurrentPage': number,
  }
  return {
    status: 200,
    body: {
      ...(isWhole ? {} : { MetaInformation: meta }),
      [listing.key]: listing.pick ? shown.map(listing.pick) : shown,
    },
  }
}

function whole(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name)
  if (text === null) return usual
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > most) throw violation(2000588, 'Ogiltig parameter i anropet.')
  return value
}

/** Compared as text: `2026-11-21 13:05`. */
export function minuteInSweden(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' }).slice(0, 16)
}

function checkMinute(text: string): string {
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/.test(text)) throw violation(2000588, 'Ogiltig parameter i anropet.')
  return text
}

export const asKept = (rows: readonly Row[]): Kept[] =>
  rows.map((row, index) => ({ id: String(index), now: row, past: [{ at: 0, row }] }))

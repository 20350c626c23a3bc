import type { ZodType } from 'zod'
import { ConnectorError } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { lastModifiedText } from './last-modified.ts'
import { pageSize } from './limits.ts'

/** `isMissing`: in place of the list there is nothing, not even an empty one. */
type Page<Row> = {
  rows: Row[]
  totalPages?: number | undefined
  totalRows?: number | undefined
  isMissing?: boolean
}
type List<Row> = { first: ZodType<Page<Row>>; further: ZodType<Page<Row>> }
type Query = Record<string, string>

/** What was changed since then, at least: all there is where Fortnox does not take the question. */
export function listChanged<Row>(client: FortnoxClient, path: string, list: List<Row>, since: Date): Promise<Row[]> {
  return listNarrowed(client, path, list, [{ lastmodified: lastModifiedText(since) }])
}

/**
 * The rows that a filter lets through; where Fortnox refuses the filter, of the next wider one, at last of none. Which
 * filters a list takes differs between editions of its document, and a look-up must never fail for that.
 */
export async function listNarrowed<Row>(
  client: FortnoxClient,
  path: string,
  list: List<Row>,
  queries: readonly Query[],
): Promise<Row[]> {
  for (const query of queries) {
    try {
      return await listAll(client, path, list, query)
    } catch (error) {
      if (!isQueryRefused(error)) throw error
    }
  }
  return listAll(client, path, list)
}

/**
 * Of any code or none, or a page in its place: without the filter it is refused again if it was something else.
 */
export function isQueryRefused(error: unknown): error is ConnectorError {
  if (!(error instanceof ConnectorError)) return false
  const isOfTheRequest = error.status === 400 || error.status === 404 || error.status === 422
  return isOfTheRequest && (error.kind === 'rejected' || error.kind === 'not-found' || error.kind === 'unavailable')
}

/** Fortnox's own no to what was asked: a 404 is believed where it has a code. */
export function isPlainRefusal(error: unknown): error is ConnectorError {
  if (!(error instanceof ConnectorError)) return false
  if (error.status === 404) return error.kind === 'not-found' && error.serviceCode !== undefined
  return error.kind === 'rejected' && (error.status === 400 || error.status === 422)
}

export async function listAll<Row>(
  client: FortnoxClient,
  path: string,
  list: List<Row>,
  query: Query = {},
): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of pagesOf(client, path, list, query)) all.push(...rows)
  return all
}

/**
 * Pages and their size are in Fortnox's pages on parameters alone, its OpenAPI document has them for no list: where a list
 * is refused, it is asked for in the pages that it comes in. `size` is what the pages after it are asked for with.
 */
export async function firstPage<Row>(
  client: FortnoxClient,
  path: string,
  list: List<Row>,
  query: Query,
): Promise<{ read: Page<Row>; size: Query }> {
  const size = { limit: String(pageSize) }
  try {
    return { read: await client.get(path, list.first, { ...query, ...size, page: '1' }), size }
  } catch (error) {
    if (!isPlainRefusal(error)) throw error
    return { read: await bareList(client, path, list, query), size: {} }
  }
}

/** Nobody has published whether an empty list may be told as a 404. */
function bareList<Row>(client: FortnoxClient, path: string, list: List<Row>, query: Query): Promise<Page<Row>> {
  return client.get(path, list.first, query).catch((error: unknown) => {
    if (!isPlainRefusal(error) || error.status !== 404 || !isOfDocument(query, error)) throw error
    return { rows: [], totalPages: 1, totalRows: 0 }
  })
}

/** `filter` is in Fortnox's OpenAPI document; any other may itself be what a refusal is for. */
const isOfDocument = (query: Query, { serviceCode = '' }: ConnectorError) =>
  Object.keys(query).every((name) => name === 'filter' && !filterRefusals.includes(serviceCode))

/** "Errors" of developer.fortnox.se: an invalid filter, an invalid parameter. */
const filterRefusals = ['2000587', '2000588']

/** Neither told in pages nor in rows, a list ends where a page is empty: pages may be smaller than asked for. */
const isLastPage = ({ rows, totalPages, totalRows }: Page<unknown>, { page, seen }: { page: number; seen: number }) =>
  totalPages === undefined ? rows.length === 0 || (totalRows !== undefined && seen >= totalRows) : page >= totalPages

type Told = { rows: number | undefined; pages: number | undefined }

/** Where a list ends before the rows that it says it has, what is missing may be what is looked for. */
function requireWhole(told: Told, { page, seen }: { page: number; seen: number }): void {
  const isWhole = told.rows === undefined ? page > (told.pages ?? 0) : seen >= told.rows
  if (isWhole) return
  const serviceMessage = `a list of ${told.rows ?? 'some'} rows ended after ${seen}`
  throw new ConnectorError('unavailable', 'safe', { serviceMessage })
}

/**
 * A list that grows meanwhile moves on, so that a page may begin with what the one before it ended with: told once. One that
 * shrinks moves up, and what began the next page is in none; `onRows` hears with each page how many rows there are in all.
 */
export async function* pagesOf<Row>(
  client: FortnoxClient,
  path: string,
  list: List<Row>,
  query: Query = {},
  onRows: (totalRows: number | undefined) => void = () => undefined,
): AsyncGenerator<Row[]> {
  const { read: first, size } = await firstPage(client, path, list, query)
  let seen = first.rows.length
  const told: Told = { rows: first.totalRows, pages: first.totalPages }
  onRows(first.totalRows)
  yield first.rows
  if (isLastPage(first, { page: 1, seen })) return
  let isSeen = among(first.rows)
  let isCounted = first.totalPages !== undefined
  for (let page = 2; ; page++) {
    const asked = { ...query, ...size, page: String(page) }
    const read: Page<Row> = await client.get(path, list.further, asked).catch((error: unknown) => {
      // Where nothing tells how many pages there are, Fortnox's own no to a further one ends the list.
      if (isCounted || !isPlainRefusal(error)) throw error
      return { rows: [], isMissing: true }
    })
    isCounted = read.totalPages !== undefined
    onRows(read.totalRows)
    Object.assign(told, { rows: read.totalRows ?? told.rows, pages: read.totalPages ?? told.pages })
    if (read.isMissing) return requireWhole(told, { page, seen })
    const fresh = read.rows.filter((row) => !isSeen(row))
    seen += fresh.length
    // Its document shows some lists without pages: the same rows would come for ever.
    if (!isCounted && fresh.length === 0) return requireWhole(told, { page, seen })
    yield fresh
    if (isLastPage(read, { page, seen })) return
    isSeen = among(read.rows)
  }
}

/**
 * Whether a row is one of these. Only those whose first value is the same, a number or a code, are compared: most pages have
 * none in common, and charts of accounts are long.
 */
function among<Row>(rows: readonly Row[]): (row: Row) => boolean {
  const byFirst = Map.groupBy(rows, firstValue)
  const written = new Map<unknown, Set<string>>()
  return (row) => {
    const first = firstValue(row)
    const alike = byFirst.get(first)
    if (!alike) return false
    const texts = written.get(first) ?? new Set(alike.map((one) => JSON.stringify(one)))
    written.set(first, texts)
    return texts.has(JSON.stringify(row))
  }
}

const firstValue = (row: unknown): unknown => (typeof row === 'object' && row !== null ? Object.values(row)[0] : row)

import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent } from 'undici'

const poolCount = 64

/** What is looked at of an answer; `fetch` gives it as well. */
export type HttpAnswer = Pick<Response, 'ok' | 'status' | 'statusText'> & {
  body: AsyncIterable<Uint8Array> | null
  headers: { get(name: string): string | null }
}

/** Sends one request. Where no answer came it fails as `fetch` does, and so it does when the signal is given. */
export type SendRequest = (
  url: string,
  request: {
    method: string
    headers: Record<string, string>
    body?: string | Uint8Array<ArrayBuffer>
    signal: AbortSignal
  },
) => Promise<HttpAnswer>

/**
 * A way to send for each session, whose connections to Fortnox are kept in one of many pools, the same for all sessions
 * `of` the same: what looks at registers, invoices and suppliers opens a session each, and a connection of TLS costs more
 * than the answer that it is opened for. One pool goes through all its busy connections for each request to find one that is
 * not: with hundreds of companies at work that took a sixth of a worker's time. Not through `fetch`, whose streams and
 * checks for browsers take as long again as the request itself. A redirect is not followed: of a write nobody could say what
 * came of it.
 */
export function spreadRequests(): (of?: string) => SendRequest {
  const pools: Agent[] = []
  let next = 0
  return (of) => {
    const place = of === undefined ? next++ % poolCount : placeOf(of)
    const pool = pools[place] ?? new Agent()
    pools[place] = pool
    return (url, request) => sendThrough(pool, url, request)
  }
}

function placeOf(name: string): number {
  let sum = 0
  for (let i = 0; i < name.length; i++) sum = (sum * 31 + name.charCodeAt(i)) | 0
  return (sum >>> 0) % poolCount
}

async function sendThrough(
  pool: Agent,
  url: string,
  { method, headers, body, signal }: Parameters<SendRequest>[1],
): Promise<HttpAnswer> {
  const { origin, pathname, search } = new URL(url)
  const { statusCode, statusText, ...answer } = await pool
    .request({
      ...{ origin, path: `${pathname}${search}`, method: method as 'GET', body: body ?? null, signal },
      headers: { 'user-agent': 'Radvis', ...headers },
    })
    .catch(failAsFetch)
  // What is empty may still say how it would have been packed.
  const isEmpty = statusCode === 204 || answer.headers['content-length'] === '0'
  return {
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    statusText,
    body: read(answer.body, isEmpty ? undefined : answer.headers['content-encoding']?.toString()),
    headers: { get: (name) => answer.headers[name]?.toString() ?? null },
  }
}

const unpackings = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Nothing is asked for packed, which leaves the other side free to pack it all the same (RFC 9110, 12.5.3). */
async function* read(body: Readable, coding: string | undefined): AsyncGenerator<Uint8Array> {
  const unpack = unpackings.get(coding?.trim().toLowerCase() ?? '')
  try {
    // What goes wrong on either side of the unpacking is thrown below.
    yield* unpack ? pipeline(body, unpack(), () => undefined) : body
  } catch (cause) {
    failAsFetch(cause)
  }
}

/** The error of a socket alone might be the database's. */
function failAsFetch(cause: unknown): never {
  throw new TypeError('fetch failed', { cause })
}

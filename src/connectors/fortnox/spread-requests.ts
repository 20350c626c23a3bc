import { Agent } from 'undici'

const poolCount = 64

/** What is looked at of an answer; `fetch` gives it as well. */
export type HttpAnswer = Pick<Response, 'ok' | 'status' | 'statusText' | 'text'> & {
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
  return {
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    statusText,
    text: () => answer.body.text().catch(failAsFetch),
    headers: { get: (name) => answer.headers[name]?.toString() ?? null },
  }
}

/** The error of a socket alone might be the database's. */
function failAsFetch(cause: unknown): never {
  throw new TypeError('fetch failed', { cause })
}

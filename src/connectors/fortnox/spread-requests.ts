import { Agent } from 'undici'

const poolCount = 64

/** What is looked at of an answer; `fetch` gives it as well. */
export type HttpAnswer = Pick<Response, 'ok' | 'status' | 'statusText' | 'text'> & {
  headers: { get(name: string): string | null }
}

/** Sends one request. It throws where no answer came, and when the signal is given. */
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
 * A way to send for each session, whose connections to Fortnox are kept in one of many pools. One pool goes through all
 * its busy connections for each request to find one that is not: with hundreds of companies at work that took a sixth of a
 * worker's time. Not through `fetch`, whose streams and checks for browsers take as long again as the request itself. A
 * redirect is not followed: of a write nobody could say what came of it.
 */
export function spreadRequests(): () => SendRequest {
  const pools: Agent[] = []
  let next = 0
  return () => {
    next = (next + 1) % poolCount
    const pool = pools[next] ?? new Agent()
    pools[next] = pool
    return (url, request) => sendThrough(pool, url, request)
  }
}

async function sendThrough(
  pool: Agent,
  url: string,
  { method, headers, body, signal }: Parameters<SendRequest>[1],
): Promise<HttpAnswer> {
  const { origin, pathname, search } = new URL(url)
  const { statusCode, statusText, ...answer } = await pool.request({
    ...{ origin, path: `${pathname}${search}`, method: method as 'GET', body: body ?? null, signal },
    headers: { 'user-agent': 'Radvis', ...headers },
  })
  return {
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    statusText,
    text: () => answer.body.text(),
    headers: { get: (name) => answer.headers[name]?.toString() ?? null },
  }
}

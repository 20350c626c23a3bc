import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seededNumbers } from '#sandbox/seeded-numbers.ts'
import { openCompany } from './company.ts'
import { openControl } from './control.ts'
import { openDocument } from './document.ts'
import { type FaultKind, openFaults, statuses } from './faults.ts'
import { openGrants, type TextReply } from './oauth.ts'
import { writeJson } from './odd-answers.ts'
import type { Options } from './options.ts'
import { Refusal, type Reply, type Request, refusalBody } from './reply.ts'
import { plan } from './routes.ts'
import { openWindow } from './window.ts'

export type Counts = {
  requests: number
  byRequest: Record<string, number>
  /** Requests that no client ever need send, whatever state the books are in. */
  violations: string[]
  /** What the books refused, by code. */
  refusals: Record<string, number>
  unauthorized: number
  /** What Node itself could not read as a request. */
  unparsable: string[]
}
export type StandIn = ReturnType<typeof open>

/**
 * A second Fortnox, made from its documentation alone, without a look at sandbox/fortnox, and stricter than the real one:
 * what both stand-ins let through does not rest on what one of them assumes.
 */
export function open(options: Options, documentPath: string | undefined) {
  const counts: Counts = { requests: 0, byRequest: {}, violations: [], refusals: {}, unauthorized: 0, unparsable: [] }
  return {
    ...{ options, counts, company: openCompany(options), grants: openGrants(options) },
    ...{ faults: openFaults(), window: openWindow(options.limit), random: seededNumbers(options.seed) },
    weigh: documentPath ? openDocument(documentPath) : () => [],
  }
}

/** A connection that ended within a request: whoever sent was killed, which is no fault of the request. */
const cutOff: ReadonlySet<string> = new Set(['ECONNRESET', 'HPE_INVALID_EOF_STATE'])

export async function serve(options: Options, port: number, documentPath?: string) {
  const standIn = open(options, documentPath)
  const control = openControl(standIn)
  const server = createServer((incoming, response) => {
    receive(standIn, control, incoming, response).catch((error: unknown) => {
      standIn.counts.violations.push(`the stand-in itself: ${error instanceof Error ? error.stack : String(error)}`)
      response.socket?.destroy()
    })
  })
  server.keepAliveTimeout = 0
  server.on('clientError', (error: Error & { code?: string; rawPacket?: Buffer }, socket) => {
    if (!cutOff.has(error.code ?? ''))
      standIn.counts.unparsable.push(`${error.code} ${error.message} ${error.rawPacket?.toString().slice(0, 400)}`)
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return url
}

async function receive(
  standIn: StandIn,
  control: (method: string, path: string, body: string) => Reply | null,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { options, grants } = standIn
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const url = new URL(incoming.url ?? '/', 'http://stand-in')
  const method = incoming.method ?? 'GET'
  const controlled = control(method, url.pathname, bytes.toString())
  if (controlled)
    return writeText(response, {
      status: controlled.status,
      text: JSON.stringify(controlled.body),
      type: 'application/json',
    })
  closeWhenIdle(options, response)
  if (url.pathname.startsWith(`${options.authPrefix}/`)) {
    const path = url.pathname.slice(options.authPrefix.length)
    if (method === 'GET' && path === '/auth') return writeText(response, grants.consent(url.searchParams))
    if (method === 'POST' && path === '/token') return answerToken(standIn, incoming, response, bytes.toString())
    if (method === 'POST' && path === '/revoke')
      return writeText(response, grants.revoke(incoming.headers, bytes.toString()))
  }
  if (!url.pathname.startsWith(`${options.apiPrefix}/`)) {
    standIn.counts.violations.push(`${method} ${url.pathname} is outside the prefixes`)
    return writeText(response, { status: 404, text: '<html><body>404</body></html>', type: 'text/html' })
  }
  const path = url.pathname.slice(options.apiPrefix.length).replace(/\/$/, '')
  await answer(standIn, { method, path, query: url.searchParams, headers: incoming.headers, bytes }, response)
}

function answerToken(standIn: StandIn, incoming: IncomingMessage, response: ServerResponse, body: string): void {
  const { faults, grants, random } = standIn
  const { tokenRefusals = 0, tokenLosses = 0 } = faults.plan
  if (random() < tokenRefusals) {
    writeText(response, { status: 503, text: html(503), type: 'text/html' })
    return
  }
  const reply = grants.token(incoming.headers, body)
  if (random() < tokenLosses) response.socket?.destroy()
  else writeText(response, reply)
}

async function answer(standIn: StandIn, request: Request, response: ServerResponse): Promise<void> {
  const { options, counts, grants, faults, window } = standIn
  counts.requests += 1
  const kind = `${request.method} ${request.path.replaceAll(/(?<!^)\/(\d+|[0-9a-f-]{36})(?=\/|$)/g, '/{}')}`
  counts.byRequest[kind] = (counts.byRequest[kind] ?? 0) + 1
  const hasRoom = window.take()
  if (options.latencyMs > 0) await wait(options.latencyMs)
  if (!hasRoom) return writeText(response, tooMany)
  const token = /^Bearer (\S+)$/.exec(String(request.headers.authorization))?.[1] ?? ''
  const scopes = grants.scopesOf(token)
  if (!scopes) {
    counts.unauthorized += 1
    return writeText(response, unauthorized)
  }
  const fault = faults.draw(request.method)
  if (fault === 'burst-429') return writeText(response, tooMany)
  if (fault === 'token-refused') {
    grants.end(token)
    return writeText(response, unauthorized)
  }
  await misbehave(standIn, fault, response, () => carryOut(standIn, request, scopes))
}

/** Does the work, before, after or without the fault; never answers what was not done as done. */
async function misbehave(
  { faults, options, random }: StandIn,
  fault: FaultKind | null,
  response: ServerResponse,
  work: () => Promise<Reply>,
): Promise<void> {
  const status = statuses[Math.floor(random() * statuses.length)] ?? 500
  const gone = () => void response.socket?.destroy()
  if (fault === 'status-before') return writeText(response, { status, text: html(status), type: 'text/html' })
  if (fault === 'html-502') return writeText(response, { status: 502, text: html(502), type: 'text/html' })
  if (fault === 'html-ok-before') return writeText(response, { status: 200, text: html(200), type: 'text/html' })
  if (fault === 'cut-before') return gone()
  if (fault === 'later') {
    gone()
    await wait(random() * faults.plan.laterMs)
    await work()
    return
  }
  if (fault === 'twice') await work()
  const reply = await work()
  if (fault === 'status-after') return writeText(response, { status, text: html(status), type: 'text/html' })
  if (fault === 'html-ok-after') return writeText(response, { status: 200, text: html(200), type: 'text/html' })
  if (fault === 'cut-after') return gone()
  if (fault === 'slow') await wait(faults.plan.slowMs)
  const text = reply.body === undefined ? '' : writeJson(reply.body, options.oddity, random)
  const written = { status: reply.status, text, type: 'application/json', headers: reply.headers ?? {} }
  if (fault === 'truncated') return writeText(response, { ...written, text: text.slice(0, Math.ceil(text.length / 2)) })
  if (fault !== 'cut-in-answer') return writeText(response, written)
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text) + 10,
  })
  response.write(text.slice(0, Math.ceil(text.length / 2)), gone)
}

async function carryOut(
  { company, counts, weigh }: StandIn,
  request: Request,
  scopes: ReadonlySet<string>,
): Promise<Reply> {
  const line = `${request.method} ${request.path}?${request.query}`
  try {
    const work = await plan(company, request, scopes)
    const problems = request.path.startsWith('/3/inbox') ? [] : weigh(request)
    for (const problem of problems) counts.violations.push(`${line}: ${problem}`)
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    counts.refusals[error.code] = (counts.refusals[error.code] ?? 0) + 1
    if (error.isViolation)
      counts.violations.push(`${line}: ${error.code} ${error.message} ${request.bytes.toString().slice(0, 500)}`)
    return { status: error.status, body: refusalBody(error) }
  }
}

const tooMany: TextReply = { status: 429, text: '{"message":"Too Many Requests"}', type: 'application/json' }
const unauthorized: TextReply = { status: 401, text: '{"message":"unauthorized"}', type: 'application/json' }
const html = (status: number) => `<!DOCTYPE html><html><head><title>${status}</title></head><body>nginx</body></html>`

function writeText(response: ServerResponse, { status, text, type, headers }: TextReply): void {
  if (response.destroyed) return
  response.writeHead(status, {
    ...{ server: 'Fortnox', 'x-uid': 'c0ffee', 'x-build': '2026.47', connection: 'keep-alive' },
    ...(status === 204 ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    ...headers,
  })
  response.end(status === 204 ? undefined : text)
}

const idleTimers = new WeakMap<object, NodeJS.Timeout>()

/** Without a `Keep-Alive` header and without a word, as gateways do. */
function closeWhenIdle({ keepAliveMs }: Options, response: ServerResponse): void {
  const { socket } = response
  if (!socket) return
  clearTimeout(idleTimers.get(socket))
  response.on('finish', () =>
    idleTimers.set(
      socket,
      setTimeout(() => socket.destroy(), keepAliveMs),
    ),
  )
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from './access-tokens.ts'
import type { ApiAnswer, ApiRequest, ApiRoute } from './api.ts'
import { type Company, settingsOf } from './company.ts'
import { errorBody, FortnoxError, forbidden, missing, refuse } from './errors.ts'
import type { FaultEffect } from './faults.ts'
import { fileRoutes } from './files.ts'
import { checkParameters } from './listing.ts'
import { paymentRoutes } from './payments.ts'
import { registerRoutes } from './registers.ts'
import { supplierInvoiceRoutes } from './supplier-invoices.ts'
import { supplierRoutes } from './suppliers.ts'
import { voucherRoutes } from './vouchers.ts'
import type { World } from './world.ts'

const routes: readonly ApiRoute[] = [
  ...registerRoutes,
  ...supplierRoutes,
  ...supplierInvoiceRoutes,
  ...paymentRoutes,
  ...voucherRoutes,
  ...fileRoutes,
]
const compiled = routes.map((route) => ({ route, parts: route.path.split('/') }))

/** What the socket gets: an answer, or nothing at all because a fault closes it. */
export type Outcome = Response | 'dropped'

type Call = { method: string; path: string; query: URLSearchParams; body: unknown; upload: ApiRequest['upload'] }

/** One call to /3/…: fault, token, rate, scope, then the resource itself as one atomic unit. */
export async function answerApi(world: World, request: Request): Promise<Outcome> {
  const url = new URL(request.url)
  const access = accessOf(world, request)
  const found = match(request.method, url.pathname)
  const tenant = access?.tenantId ?? 'none'
  const fault = world.faults.strike(request.method, url.pathname, access?.tenantId)
  const isAllowed = access === null || world.rateLimiter.isAllowed(`${access.clientId}:${access.tenantId}`)
  world.stats.count(tenant, `${request.method} /3/${found?.route.path ?? 'unknown'}`)
  if (fault !== undefined) world.stats.add('faults')
  if (fault?.kind === 'drop-before') return 'dropped'
  const latency = world.latencyMs + (fault?.kind === 'latency' ? fault.ms : 0)
  await passes(latency)
  const call: Call = {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    ...(await readBody(request)),
  }

  const finish = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    world.onExchange({
      tenant,
      method: call.method,
      path: call.path,
      query: url.search,
      requestBody: call.body instanceof SyntaxError ? undefined : call.body,
      status,
      responseBody: body,
    })
    return jsonResponse(status, body, headers)
  }
  if (access === null || fault?.kind === 'expired-token') {
    world.stats.add('unauthorized')
    return finish(401, { message: 'unauthorized' })
  }
  if (!isAllowed) world.stats.add('rateLimited')
  if (!isAllowed || fault?.kind === 'too-many-requests')
    return finish(429, { message: 'Too Many Requests' }, retryAfter(fault))
  if (fault?.kind === 'status' && !fault.commit) return finish(fault.status, serverError())
  const answer = perform(world, access, found, call)
  if (fault?.kind === 'twice') perform(world, access, found, call)
  if (fault?.kind === 'drop-after') return 'dropped'
  if (fault?.kind === 'status') return finish(fault.status, serverError())
  if (answer.bytes !== undefined)
    return new Response(new Uint8Array(answer.bytes), { headers: fortnoxHeaders('application/octet-stream') })
  return finish(answer.status, answer.body, answer.location === undefined ? {} : { Location: answer.location })
}

/** A timer counts from the beginning of the event loop's turn, which is long past where many requests came in one. */
async function passes(ms: number): Promise<void> {
  const until = performance.now() + ms
  for (let left = ms; left > 0; left = until - performance.now()) await sleep(Math.ceil(left))
}

function perform(world: World, access: Access, found: Match | undefined, call: Call): ApiAnswer {
  try {
    const company = world.company(access.tenantId)
    if (found === undefined || company === undefined) throw missing('notFound')
    requireScopes(company, found.route.scopes, access.scopes)
    if (call.body instanceof SyntaxError) throw refuse('badJson')
    checkParameters(found.route, call.query)
    const answer = world.shelves.atomically(() =>
      found.route.handle({
        company,
        params: found.params,
        query: call.query,
        body: call.body,
        upload: call.upload,
        now: world.now(),
      }),
    )
    return settingsOf(company).noRightTo.includes(found.route.path) ? withoutRight(answer) : answer
  } catch (error) {
    if (error instanceof FortnoxError) return { status: error.status, body: errorBody(error) }
    throw error
  }
}

function requireScopes(company: Company, wanted: readonly string[], granted: readonly string[]): void {
  const { missingScopes, missingLicences } = settingsOf(company)
  if (!wanted.every((scope) => granted.includes(scope) && !missingScopes.includes(scope)))
    throw forbidden('missingScope')
  if (wanted.some((scope) => missingLicences.includes(scope))) throw forbidden('missingLicence')
}

/** The magic value that stands for whatever the company has no licence to see. */
function withoutRight(answer: ApiAnswer): ApiAnswer {
  const text = JSON.stringify(answer.body, (_key, value: unknown) =>
    typeof value === 'string' || typeof value === 'boolean' ? 'API_NORIGHT' : value,
  )
  return { ...answer, body: JSON.parse(text) }
}

function accessOf(world: World, request: Request): Access | null {
  const [kind, token] = (request.headers.get('authorization') ?? '').split(' ')
  if (kind?.toLowerCase() !== 'bearer' || token === undefined) return null
  return world.oauth.readToken(token, world.now())
}

type Match = { route: ApiRoute; params: string[] }

/** A trailing slash is accepted. */
function match(method: string, pathname: string): Match | undefined {
  const parts = pathname
    .replace(/^\/3\//, '')
    .replace(/\/$/, '')
    .split('/')
  const hit = compiled.find(
    (one) =>
      one.route.method === method &&
      one.parts.length === parts.length &&
      one.parts.every((part, index) => part === '{}' || part === parts[index]),
  )
  if (hit === undefined) return undefined
  return { route: hit.route, params: parts.filter((_, index) => hit.parts[index] === '{}').map(decoded) }
}

/** A badly encoded part names nothing that exists. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** JSON, or the file of a multipart upload whatever its field is called (`file` and `Filedata` are both in use). */
async function readBody(request: Request): Promise<Pick<Call, 'body' | 'upload'>> {
  if (request.method === 'GET' || request.method === 'DELETE') return { body: undefined, upload: undefined }
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    const form = await request.formData().catch(() => new FormData())
    const file = [...form.values()].find((value) => value instanceof File)
    return {
      body: undefined,
      upload: file === undefined ? undefined : { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) },
    }
  }
  const text = await request.text()
  if (text.trim() === '') return { body: undefined, upload: undefined }
  try {
    return { body: JSON.parse(text), upload: undefined }
  } catch (error) {
    return { body: error, upload: undefined }
  }
}

/** As recorded: escaped slashes and letters, except in 404 bodies, and none of the usual rate-limit headers. */
function jsonResponse(status: number, body: unknown, headers: Record<string, string>): Response {
  if (body === undefined) return new Response(null, { status, headers: fortnoxHeaders('application/json') })
  const plain = JSON.stringify(body)
  const text =
    status === 404
      ? plain
      : plain
          .replace(/\//g, '\\/')
          .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return new Response(text, { status, headers: { ...fortnoxHeaders('application/json'), ...headers } })
}

function fortnoxHeaders(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    Server: 'Fortnox',
    'X-Uid': randomUUID().slice(0, 8),
    'X-Build': 'sandbox',
    'X-Rack-Responsetime': '1',
  }
}

function serverError(): unknown {
  return { ErrorInformation: { error: 1, message: 'System exception', code: 1000003 } }
}

function retryAfter(fault: FaultEffect | undefined): Record<string, string> {
  return fault?.kind === 'too-many-requests' && fault.retryAfter !== undefined
    ? { 'Retry-After': String(fault.retryAfter) }
    : {}
}

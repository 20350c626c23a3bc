import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Handler, Hono, HonoRequest, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { METHOD_NAME_ALL } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { secureHeaders } from 'hono/secure-headers'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Accounts } from '#accounts/index.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { takeTurns } from '#kernel/take-turns.ts'
import { type Api, type ApiEnv, actorOf, createApi, identifyAnew } from '#platform/http.ts'
import type { Log } from '#platform/log.ts'
import { mostFormBytes } from '#receipts/index.ts'
import { inMegabytes } from '#spreadsheets/index.ts'
import { describeApi } from './api-description.ts'
import { problemResponse } from './problem.ts'
import { refuseUnparsed } from './refuse-unparsed.ts'

export type HttpServerOptions = {
  accounts: Accounts
  /** Each capability's calls, mounted at /api/v1. */
  routes: readonly Api[]
  web: Hono | null
  /** Throws with the reason, which is for the log alone, while the process cannot do its work: database, migrations, queue. */
  checkReady(): Promise<void>
  /** While the database answers nothing calls are told so at once, and none waits for it. */
  isDatabaseSilent?(): boolean
  /** Bytes of the largest file that can be imported. Bounded here before anything of it is read; spreadsheets/ bounds what is inside. */
  largestFile: number
  /** Needed for /metrics, where there is one. */
  metricsToken?: string | undefined
  log: Log
}

/** Templates and registers are files too, and the fields beside a file take room. */
const smallestBound = 20 * 2 ** 20
const besideFile = 2 ** 20
/** JSON is held and taken apart whole: 20 MB of it stop the process for seconds. The largest of ours, a mapping, is a tenth of this. */
const withoutFile = 2 * 2 ** 20

export function createApp(options: HttpServerOptions): Api {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const app = createApi()
  app.onError((error, c) => problemResponse(error, c))
  app.use('*', logRequests(options.log, metrics))
  app.use(
    '*',
    secureHeaders({ referrerPolicy: 'same-origin', xFrameOptions: 'DENY', crossOriginEmbedderPolicy: false }),
  )

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    try {
      await options.checkReady()
      return c.json({ status: 'ready' })
    } catch (error) {
      options.log.warn({ err: error }, 'not ready')
      return c.json({ status: 'not ready' }, 503)
    }
  })
  app.get('/metrics', requireToken(options.metricsToken), async (c) =>
    c.text(await metrics.metrics(), 200, { 'content-type': metrics.contentType }),
  )

  mountApi(app, options)
  if (options.web) app.mount('/', options.web.fetch)
  return app
}

/** Digests are compared, which are of one length: how long it takes tells nothing of the token. */
function requireToken(token: string | undefined): MiddlewareHandler<ApiEnv> {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return async (c, next) => {
    const given = c.req.header('authorization') ?? ''
    if (token !== undefined && !timingSafeEqual(digestOf(given), digestOf(`Bearer ${token}`)))
      throw new AppError('not-signed-in', 'the call needs the token of METRICS_TOKEN')
    return next()
  }
}

function mountApi(app: Api, { accounts, routes, largestFile, isDatabaseSilent }: HttpServerOptions): void {
  const api = createApi()
  api.onError((error, c) => problemResponse(error, c))
  api.use('*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  api.use('*', (_c, next) => {
    if (isDatabaseSilent?.()) throw silentDatabase()
    return next()
  })
  api.use('*', accounts.authenticate)
  api.use('*', limitBodies(Math.max(largestFile, smallestBound)))
  api.use('*', changeInTurn())
  for (const route of [accounts.routes, ...routes]) api.route('/', route)
  app.route('/api/v1', api)
  let description: object | undefined
  app.get('/api/openapi.json', (c) => {
    description ??= describeApi(app)
    return c.json(description)
  })
  app.all('/api/*', refuseUnknown(app.routes))
}

/** With the code by which a database is known to be away: it is told once a minute (platform/tell-away.ts). */
const silentDatabase = () =>
  new AppError('temporarily-unavailable', 'the database answers nothing', {
    cause: Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }),
  })

/** No such address, or one that takes other methods; a HEAD is answered as a GET is. */
function refuseUnknown(routes: Api['routes']): Handler<ApiEnv> {
  const called = routes.filter(({ method }) => method !== METHOD_NAME_ALL)
  const router = new TrieRouter<string>()
  for (const { method, path } of called) router.add(method, path, method)
  const methods = new Set(called.map(({ method }) => method))
  return ({ req: { path } }) => {
    const allowed = [...methods].filter((method) => router.match(method, path)[0].length > 0)
    if (allowed.length === 0) throw new AppError('not-found', 'no such call')
    const heads = allowed.includes('GET') ? ['HEAD'] : []
    const message = [...allowed, ...heads].toSorted().join(', ')
    throw new AppError('method-not-allowed', 'the address takes other methods', { params: { message } })
  }
}

/** Each may wait in the database for one before it, and keep one of its twelve connections from everybody else meanwhile. */
const mostChangesOfCompany = 6

/**
 * So many changes of one company are under way at once; the others wait here. A file that comes slowly holds nobody up. Who
 * waited long may have signed out, or got another role, meanwhile.
 */
function changeInTurn(): MiddlewareHandler<ApiEnv> {
  const inTurn = takeTurns(Number.POSITIVE_INFINITY, mostChangesOfCompany)
  return (c, next) => {
    const scope = c.get('scope')
    if (!scope || c.req.method === 'GET' || bringsFile(c.req)) return next()
    const seenAt = performance.now()
    return inTurn(async () => {
      await identifyAnew(c, seenAt)
      await next()
    }, scope.companyId)
  }
}

const bringsFile = (request: HonoRequest) => /^multipart\/form-data\b/i.test(request.header('content-type') ?? '')

/** Only who is signed in brings files; what else is sent is short. */
function limitBodies(largestFile: number): MiddlewareHandler<ApiEnv> {
  const limitTo = (bytes: number, beside: number) =>
    bodyLimit({
      maxSize: bytes + beside,
      onError: (c) => {
        const fault = { path: 'file', code: 'too-large', params: { limit: inMegabytes(bytes) } }
        return problemResponse(new AppError('file-too-large', 'the body is too large', { errors: [fault] }), c)
      },
    })
  const [limitFile, limitRest] = [limitTo(largestFile, besideFile), limitTo(withoutFile, 0)]
  const limitReceipts = limitTo(mostFormBytes, besideFile)
  return async (c, next) => {
    if (!bringsFile(c.req)) return limitRest(c, next)
    actorOf(c)
    if (boundsItself(c.req)) return next()
    return isOneOf(c.req, [receiptsPath]) ? limitReceipts(c, next) : limitFile(c, next)
  }
}

/** A body that does not say its length is held whole by the limit; those that may be large are counted while it is stored. */
function boundsItself(request: HonoRequest): boolean {
  return isOneOf(request, ['/api/v1/imports', receiptsPath]) && request.raw.headers.has('transfer-encoding')
}

const receiptsPath = '/api/v1/receipts'

function isOneOf({ method, path }: HonoRequest, paths: readonly string[]): boolean {
  return method === 'POST' && paths.includes(path)
}

function logRequests(log: Log, metrics: Registry): MiddlewareHandler<ApiEnv> {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'status'],
    registers: [metrics],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  })
  return async (c, next) => {
    const given = c.req.header('x-request-id')
    const requestId = given && /^[\w-]{8,64}$/.test(given) ? given : newId()
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    const startedAt = performance.now()
    await next()
    c.header('x-request-id', requestId)
    const took = performance.now() - startedAt
    seconds.observe({ method: c.req.method, status: String(c.res.status) }, took / 1000)
    c.get('log').info({ method: c.req.method, path: c.req.path, status: c.res.status, ms: Math.round(took) }, 'request')
  }
}

/**
 * Longer than proxies and load balancers keep a connection that is not used (60 s is usual): of Node's own five seconds they
 * do not know, and a request that they send as it is closed here is answered with 502.
 */
const keepAliveTimeout = 75_000
/** A request may take that long to come: a file of 100 MB over half a megabit a second. Node's own is five minutes. */
const requestTimeout = 1_800_000

/** Listens; the returned `close` takes no new requests, waits for those under way, then cuts what is left open. */
export async function listen(
  app: Api,
  options: { port: number; host: string; graceMs: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server: Server = createServer({ keepAliveTimeout, requestTimeout }, getRequestListener(app.fetch))
  refuseUnparsed(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), options.graceMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

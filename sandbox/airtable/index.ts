/**
 * A local server that behaves as the Airtable Web API that Radvis uses does: OAuth with proof key and rotating tokens,
 * bases, tables, records in pages, limits and errors. README.md in this folder documents its control API.
 */
import { Hono } from 'hono'
import type { Env } from '../serve.ts'
import { addConsent, perform, redirect, type StageOptions, startSandbox } from '../source-stage.ts'
import { failed, tooMany, unauthorized } from './answers.ts'
import { answerApi } from './api.ts'
import { basePage, editBase } from './base-page.ts'
import { consentPage, problemPage } from './consent-page.ts'
import { controlRoutes } from './control.ts'
import { type AuthorizeRequest, allow, answerToken, deny, readAuthorize, readGrant } from './oauth.ts'
import { createWorld, type World } from './world.ts'

export type AirtableSandboxOptions = StageOptions & {
  clientId?: string
  /** Absent: a public client. */
  clientSecret?: string
  requestsPerSecond?: number
}

/** The stand-in as something to be served, alone or beside another. */
export function createAirtableSandbox(options: AirtableSandboxOptions = {}) {
  const { clientId = 'radvis-sandbox', clientSecret = null } = options
  const world = createWorld({
    ...options,
    client: { id: clientId, secret: clientSecret },
    requestsPerSecond: options.requestsPerSecond ?? 5,
  })
  return { fetch: createApp(world).fetch, clientId, clientSecret, close: () => world.shelves.close() }
}

export const startAirtableSandbox = (options: AirtableSandboxOptions & { port?: number } = {}) =>
  startSandbox(createAirtableSandbox(options), options.port)

const faultAnswers = { unauthorized, tooMany, failed }

function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>()
  app.use('/v0/*', async (c, next) => {
    await next()
    c.header('date', world.now().toUTCString())
  })
  app.get('/v0/*', (c) => {
    const grant = readGrant(world, c.req.raw)
    const request = { method: 'GET', path: c.req.path, tenant: grant?.user, env: c.env }
    return perform(world, request, faultAnswers, () => {
      if (grant) return answerApi(world, grant, c.req.raw)
      world.stats.add('unauthorized')
      return unauthorized()
    })
  })
  addOauth(app, world)
  app.route('/sandbox', controlRoutes(world))
  app.get('/', (c) => basePage(world, new URL(c.req.url).searchParams))
  app.post('/edit', async (c) => redirect(editBase(world, new URLSearchParams(await c.req.text()))))
  return app
}

function addOauth(app: Hono<Env>, world: World): void {
  addConsent<AuthorizeRequest>(app, '/oauth2/v1/authorize', {
    readAuthorize: (query) => readAuthorize(world, query),
    consentPage: (request, query) => consentPage(world, request, query),
    ...{ problemPage, deny },
    allow(request, form) {
      const user = form.get('account') ?? ''
      if (!world.users.some((one) => one.id === user)) return null
      return allow(world, request, { user, bases: form.getAll('base') })
    },
  })
  app.post('/oauth2/v1/token', (c) =>
    perform(world, { method: 'POST', path: c.req.path, tenant: undefined, env: c.env }, faultAnswers, async () =>
      answerToken(world, c.req.header('authorization') ?? null, new URLSearchParams(await c.req.text())),
    ),
  )
}

/**
 * A local server that behaves as the Airtable Web API that Radvis uses does: OAuth with proof key and rotating tokens,
 * bases, tables, records in pages, limits and errors. README.md in this folder documents its control API.
 */
import { Hono } from 'hono'
import { htmlResponse } from '../fortnox/page-frame.ts'
import { type Env, serve } from '../serve.ts'
import { perform, type StageOptions } from '../source-stage.ts'
import { failed, tooMany, unauthorized } from './answers.ts'
import { answerApi } from './api.ts'
import { basePage, editBase } from './base-page.ts'
import { consentPage, problemPage } from './consent-page.ts'
import { controlRoutes } from './control.ts'
import { allow, answerToken, deny, readAuthorize, readGrant } from './oauth.ts'
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

export async function startAirtableSandbox(options: AirtableSandboxOptions & { port?: number } = {}) {
  const sandbox = createAirtableSandbox(options)
  const server = await serve(sandbox.fetch, { port: options.port ?? 0 })
  return {
    url: server.url,
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
    async close() {
      await server.close()
      sandbox.close()
    },
  }
}

const faultAnswers = { unauthorized, tooMany, failed }

function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>()
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
  app.get('/oauth2/v1/authorize', (c) => {
    const query = new URL(c.req.url).searchParams
    const outcome = readAuthorize(world, query)
    if (outcome.kind === 'page') return htmlResponse(problemPage(outcome.problem), 400)
    if (outcome.kind === 'redirect') return redirect(outcome.location)
    return htmlResponse(consentPage(world, outcome.request, query), 200)
  })
  app.post('/oauth2/v1/authorize', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const outcome = readAuthorize(world, form)
    if (outcome.kind === 'page') return htmlResponse(problemPage(outcome.problem), 400)
    if (outcome.kind === 'redirect') return redirect(outcome.location)
    if (form.get('decision') !== 'allow') return redirect(deny(outcome.request))
    const user = form.get('account') ?? ''
    if (!world.users.some((one) => one.id === user)) return htmlResponse(problemPage('Okänt konto'), 400)
    return redirect(allow(world, outcome.request, { user, bases: form.getAll('base') }))
  })
  app.post('/oauth2/v1/token', (c) =>
    perform(world, { method: 'POST', path: c.req.path, tenant: undefined, env: c.env }, faultAnswers, async () =>
      answerToken(world, c.req.header('authorization') ?? null, new URLSearchParams(await c.req.text())),
    ),
  )
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location } })
}

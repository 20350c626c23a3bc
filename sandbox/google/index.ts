/**
 * A local server that behaves as the Google APIs that Radvis uses do: consent with a picker of files, Sheets v4, Drive v3,
 * quotas and errors. README.md in this folder documents its control API.
 */
import { Hono } from 'hono'
import { htmlResponse } from '../fortnox/page-frame.ts'
import type { RateLimit } from '../fortnox/rate-limit.ts'
import { type Env, serve } from '../serve.ts'
import { perform, type StageOptions } from '../source-stage.ts'
import { quotaExceeded, serverError, unauthorized } from './answers.ts'
import { consentPage, problemPage } from './consent-page.ts'
import { controlRoutes } from './control.ts'
import { answerDrive } from './drive-api.ts'
import { allow, answerRevoke, answerToken, deny, readAuthorize, readGrant } from './oauth.ts'
import type { Grant } from './records.ts'
import { editSheet, sheetPage } from './sheet-page.ts'
import { answerSheets } from './sheets-api.ts'
import { createWorld, type World } from './world.ts'

export type GoogleSandboxOptions = StageOptions & {
  clientId?: string
  clientSecret?: string
  quotaOfUser?: RateLimit
  quotaOfProject?: RateLimit
}

/** The stand-in as something to be served, alone or beside another. */
export function createGoogleSandbox(options: GoogleSandboxOptions = {}) {
  const { clientId = 'radvis-sandbox', clientSecret = 'radvis-sandbox-secret' } = options
  const world = createWorld({
    ...options,
    client: { id: clientId, secret: clientSecret },
    quotaOfUser: options.quotaOfUser ?? { requests: 60, seconds: 60 },
    quotaOfProject: options.quotaOfProject ?? { requests: 300, seconds: 60 },
  })
  return { fetch: createApp(world).fetch, clientId, clientSecret, close: () => world.shelves.close() }
}

export async function startGoogleSandbox(options: GoogleSandboxOptions & { port?: number } = {}) {
  const sandbox = createGoogleSandbox(options)
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

function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>()
  const answerApi =
    (answer: (world: World, grant: Grant, request: Request) => Response | Promise<Response>) =>
    async (c: { req: { raw: Request; path: string; method: string }; env: Env['Bindings'] }) => {
      const grant = readGrant(world, c.req.raw)
      const request = { method: c.req.method, path: c.req.path, tenant: grant?.user, env: c.env }
      return perform(world, request, faultAnswers, () => {
        if (grant) return answer(world, grant, c.req.raw)
        world.stats.add('unauthorized')
        return unauthorized()
      })
    }
  app.all('/v4/spreadsheets/*', answerApi(answerSheets))
  app.get('/drive/v3/*', answerApi(answerDrive))
  addOauth(app, world)
  app.route('/sandbox', controlRoutes(world))
  app.get('/', (c) => sheetPage(world, new URL(c.req.url).searchParams))
  app.post('/edit', async (c) => redirect(editSheet(world, new URLSearchParams(await c.req.text()))))
  return app
}

const faultAnswers = { unauthorized, tooMany: () => quotaExceeded('read', 'user', 60), failed: serverError }

function addOauth(app: Hono<Env>, world: World): void {
  app.get('/o/oauth2/v2/auth', (c) => {
    const query = new URL(c.req.url).searchParams
    const outcome = readAuthorize(world, query)
    if (outcome.kind === 'page') return htmlResponse(problemPage(outcome.problem), 400)
    if (outcome.kind === 'redirect') return redirect(outcome.location)
    return htmlResponse(consentPage(world, outcome.request, query), 200)
  })
  app.post('/o/oauth2/v2/auth', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const outcome = readAuthorize(world, form)
    if (outcome.kind === 'page') return htmlResponse(problemPage(outcome.problem), 400)
    if (outcome.kind === 'redirect') return redirect(outcome.location)
    if (form.get('decision') !== 'allow') return redirect(deny(outcome.request))
    const answer = { user: form.get('account') ?? '', scopes: form.getAll('granted'), files: form.getAll('file') }
    if (!world.users.some((user) => user.id === answer.user)) return htmlResponse(problemPage('Okänt konto'), 400)
    return redirect(allow(world, outcome.request, answer))
  })
  for (const [path, answer] of [
    ['/token', answerToken],
    ['/revoke', answerRevoke],
  ] as const)
    app.post(path, (c) =>
      perform(world, { method: 'POST', path, tenant: undefined, env: c.env }, faultAnswers, async () =>
        answer(world, new URLSearchParams(await c.req.text())),
      ),
    )
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location } })
}

/**
 * A local server that behaves as the Google APIs that Radvis uses do: consent with a picker of files, Sheets v4, Drive v3,
 * quotas and errors. README.md in this folder documents its control API.
 */
import { Hono } from 'hono'
import type { RateLimit } from '../fortnox/rate-limit.ts'
import type { Env } from '../serve.ts'
import { addConsent, perform, redirect, type StageOptions, startSandbox } from '../source-stage.ts'
import { quotaExceeded, serverError, unauthorized } from './answers.ts'
import { consentPage, problemPage } from './consent-page.ts'
import { controlRoutes } from './control.ts'
import { answerDrive } from './drive-api.ts'
import { type AuthorizeRequest, allow, answerRevoke, answerToken, deny, readAuthorize, readGrant } from './oauth.ts'
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

export const startGoogleSandbox = (options: GoogleSandboxOptions & { port?: number } = {}) =>
  startSandbox(createGoogleSandbox(options), options.port)

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
  addConsent<AuthorizeRequest>(app, '/o/oauth2/v2/auth', {
    readAuthorize: (query) => readAuthorize(world, query),
    consentPage: (request, query) => consentPage(world, request, query),
    ...{ problemPage, deny },
    allow(request, form) {
      const answer = { user: form.get('account') ?? '', scopes: form.getAll('granted'), files: form.getAll('file') }
      return world.users.some((user) => user.id === answer.user) ? allow(world, request, answer) : null
    },
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

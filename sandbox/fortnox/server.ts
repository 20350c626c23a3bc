import { type Context, Hono } from 'hono'
import { drop, type Env, serve } from '../serve.ts'
import { answerApi, type Outcome } from './api-server.ts'
import { controlRoutes } from './control.ts'
import { ledgerPage } from './ledger-page.ts'
import { answerToken, showConsent, takeConsent } from './oauth-server.ts'
import { htmlResponse } from './page-frame.ts'
import type { World } from './world.ts'

/** Other stand-ins on the same port, below a path of their own. */
export type Neighbour = { path: string; fetch: (request: Request, env: never) => Response | Promise<Response> }

export async function serveWorld(
  world: World,
  host: string,
  port: number,
  neighbours: readonly Neighbour[],
): Promise<{ url: string; close(): Promise<void> }> {
  const app = new Hono<Env>()
  app.all('/3/*', async (context) => send(context, await answerApi(world, context.req.raw)))
  app.get('/oauth-v1/auth', (context) => showConsent(world, context.req.raw))
  app.post('/oauth-v1/auth', (context) => takeConsent(world, context.req.raw))
  app.post('/oauth-v1/token', async (context) => send(context, await answerToken(world, context.req.raw)))
  app.post('/oauth-v1/revoke', async (context) => send(context, await answerToken(world, context.req.raw)))
  app.route('/sandbox', controlRoutes(world))
  for (const { path, fetch } of neighbours) app.mount(path, fetch as never)
  app.get('/', (context) => htmlResponse(ledgerPage(world, context.req.query('company')), 200))

  return serve(app.fetch, { host, port })
}

/** A dropped exchange closes the socket without a byte, as a network that fails does. */
function send(context: Context<Env>, outcome: Outcome): Response {
  if (outcome !== 'dropped') return outcome
  return drop(context.env)
}

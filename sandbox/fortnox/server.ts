import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { answerApi, type Outcome } from './api-server.ts'
import { controlRoutes } from './control.ts'
import { ledgerPage } from './ledger-page.ts'
import { answerToken, showConsent, takeConsent } from './oauth-server.ts'
import { htmlResponse } from './page-frame.ts'
import type { World } from './world.ts'

type Env = { Bindings: HttpBindings }

export async function serveWorld(
  world: World,
  host: string,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const app = new Hono<Env>()
  app.all('/3/*', async (context) => send(context, await answerApi(world, context.req.raw)))
  app.get('/oauth-v1/auth', (context) => showConsent(world, context.req.raw))
  app.post('/oauth-v1/auth', (context) => takeConsent(world, context.req.raw))
  app.post('/oauth-v1/token', async (context) => send(context, await answerToken(world, context.req.raw)))
  app.post('/oauth-v1/revoke', async (context) => send(context, await answerToken(world, context.req.raw)))
  app.route('/sandbox', controlRoutes(world))
  app.get('/', (context) => htmlResponse(ledgerPage(world, context.req.query('company')), 200))

  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

/** A dropped exchange closes the socket without a byte, as a network that fails does. */
function send(context: Context<Env>, outcome: Outcome): Response {
  if (outcome !== 'dropped') return outcome
  context.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

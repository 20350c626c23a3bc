import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

export type Env = { Bindings: HttpBindings }
/** As gateways in front of a service keep idle connections; Node's own 5 s is as long as Fortnox's window. */
const keepAliveMs = 65_000
type Served = { url: string; close(): Promise<void> }

/** Listens on the loopback; 0 takes any free port. Closing cuts what is open. */
export async function serve(
  fetch: (request: Request, env: never) => Response | Promise<Response>,
  { host = '127.0.0.1', port }: { host?: string; port: number },
): Promise<Served> {
  const server = createAdaptorServer({ fetch: fetch as (request: Request) => Response | Promise<Response> })
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = keepAliveMs
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

/** Closes the socket without a byte, as a network that fails does. */
export function drop(env: HttpBindings): Response {
  env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

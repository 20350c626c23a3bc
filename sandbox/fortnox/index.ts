/**
 * A local server that behaves as the Fortnox API v3 does: OAuth, suppliers, supplier invoices, payments, vouchers,
 * rate limit and errors. Used by `npm start`, tests and benchmarks; README.md in this folder documents its control API.
 */
import type { RateLimit } from './rate-limit.ts'
import { type Neighbour, serveWorld } from './server.ts'
import { createWorld, type Exchange } from './world.ts'

export type { Exchange } from './world.ts'

export type FortnoxSandboxOptions = {
  /** 0 takes any free port. */
  port?: number
  host?: '127.0.0.1'
  /** Keeps everything in a journal in this folder; in memory only when absent. */
  dataDir?: string
  rateLimit?: RateLimit
  latencyMs?: number
  /** The sandbox's calendar: token lifetimes, default dates, lastmodified. The rate limit keeps real time. */
  now?: () => Date
  clientId?: string
  clientSecret?: string
  /** Answers the authorisation address at once, for the first company. */
  autoConsent?: boolean
  /** Served on the same port. */
  neighbours?: readonly Neighbour[]
  onExchange?: (exchange: Exchange) => void
}

export type FortnoxSandbox = { url: string; clientId: string; clientSecret: string; close(): Promise<void> }

export async function startFortnoxSandbox(options: FortnoxSandboxOptions = {}): Promise<FortnoxSandbox> {
  const { port = 0, host = '127.0.0.1', clientId = 'radvis-sandbox', clientSecret = 'radvis-sandbox-secret' } = options
  const world = createWorld({
    dataDir: options.dataDir,
    client: { id: clientId, secret: clientSecret },
    rateLimit: options.rateLimit ?? { requests: 25, seconds: 5 },
    latencyMs: options.latencyMs ?? 0,
    now: options.now ?? (() => new Date()),
    autoConsent: options.autoConsent ?? false,
    onExchange: options.onExchange ?? (() => undefined),
  })
  const server = await serveWorld(world, host, port, options.neighbours ?? [])
  return {
    url: server.url,
    clientId,
    clientSecret,
    async close() {
      await server.close()
      world.shelves.close()
    },
  }
}

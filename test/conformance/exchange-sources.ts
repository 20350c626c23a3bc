import { type Exchange, startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { driveConnector } from './connector-driver.ts'
import { driveSandbox } from './sandbox-driver.ts'

/** Whatever makes exchanges to be held against the document: the driver of every endpoint, and Radvis's own connector. */
export type ExchangeSource = { name: string; run(): Promise<Exchange[]> }

export const exchangeSources: readonly ExchangeSource[] = [
  { name: 'every endpoint of the sandbox', run: () => recorded(driveSandbox) },
  { name: 'the Fortnox connector of Radvis', run: () => recorded(driveConnector) },
]

/** Starts a sandbox, lets `drive` talk to it, and returns everything that was said. */
async function recorded(drive: (url: string) => Promise<void>): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  const sandbox = await startFortnoxSandbox({
    rateLimit: { requests: 100_000, seconds: 1 },
    onExchange: (exchange) => exchanges.push(exchange),
  })
  try {
    await drive(sandbox.url)
    return exchanges
  } finally {
    await sandbox.close()
  }
}

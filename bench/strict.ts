import type { Refusal } from '#posting/contract.ts'
import { seededNumbers } from '#sandbox/seeded-numbers.ts'
import { buildIfChanged } from '../scripts/build.ts'
import { countEvents, prepareImport } from '../test/processes/card-run.ts'
import {
  type Campaign,
  driveRun,
  judge,
  manyFaults,
  openCampaign,
  paymentByCard,
} from '../test/strict-fortnox/campaign.ts'
import type { Options } from '../test/strict-fortnox/options.ts'

/** Raised on both sides so that the run takes minutes; the window is a second, so that the limit is met all the time. */
const usualLimit = '100/1'

/**
 * 1,000 invoices (`rows=N`) posted by two workers that are killed with SIGKILL again and again at random (`every=SECONDS`
 * on average), against the strict stand-in of test/strict-fortnox with faults of every kind; lost token answers too, so
 * that the connection is lost and made anew. `seed=N` draws other faults, `edition=old` knows fewer filters, and
 * `limit=25/5` is Fortnox's own pace.
 */
export async function run({ args }: { args: string[] }): Promise<Record<string, unknown>> {
  const option = (name: string, fallback: string) =>
    args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? fallback
  const [rows, seed, every] = [
    Number(option('rows', '1000')),
    Number(option('seed', '1')),
    Number(option('every', '15')),
  ]
  const [requests = 0, seconds = 0] = option('limit', usualLimit).split('/').map(Number)
  const options: Partial<Options> = {
    ...{ limit: { requests, seconds }, seed, lagSeconds: 3, latencyMs: 20, keepAliveMs: 300 },
    edition: option('edition', 'new') === 'old' ? 'old' : 'new',
  }
  await buildIfChanged()
  const campaign = await openCampaign(options)
  try {
    return { rows, ...(await post(campaign, { rows, seed, everyMs: every * 1000 })) }
  } catch (error) {
    process.stderr.write(`${await campaign.readOutput()}\n`)
    throw error
  } finally {
    await campaign.stop()
  }
}

async function post(campaign: Campaign, { rows, seed, everyMs }: { rows: number; seed: number; everyMs: number }) {
  const { client, connect, folder, setFaults, readState, readStats } = campaign
  await client.signUp('strict@radvis.example', 'radvis strict bench')
  await connect()
  await client.call('PUT', '/settings', paymentByCard)
  const importId = await prepareImport(client, folder, rows)
  await setFaults({ rates: manyFaults, seed, tokenRefusals: 0.05, tokenLosses: 0.02 })
  const { invoices } = await client.getImport(importId)
  const startedAt = performance.now()
  const { runId } = await client.call<{ runId: string }>('POST', `/imports/${importId}/confirm`, { invoices })
  const driven = await driveRun(campaign, runId, {
    ...{ kills: Number.MAX_SAFE_INTEGER, everyMs, timeoutMs: 3_600_000, random: seededNumbers(seed) },
  })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const { violations, unparsable, faults, window, oauth, requests, unauthorized } = await readStats()
  const { status, rejected, unknown } = driven.run
  const refusals = await client.call<{ items: Refusal[] }>('GET', `/runs/${runId}/refusals`)
  return {
    ...{ kills: driven.kills, reconnects: driven.reconnects, seconds, status, rejected, unknown },
    refusals: refusals.items,
    ...judge(await readState()),
    ...{
      events: await countEvents(client, runId),
      requests,
      violations: violations.length,
      unparsable: unparsable.length,
    },
    ...{ firstViolations: violations.slice(0, 5), mostInWindow: window.most, windowExceeded: window.exceeded },
    ...{ faults, unauthorized, refreshes: oauth.refreshes, reusedTokens: oauth.reused },
  }
}

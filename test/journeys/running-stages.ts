import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildIfChanged } from '../../scripts/build.ts'
import { freePort } from '../../scripts/free-port.ts'
import { endProcess, startProcess, startScript } from '../processes/radvis-process.ts'

/** A Radvis that runs for all journeys of one worker; `folder` is its DATA_DIR, with the letters it sent in `outbox`. */
export type RunningStage = { url: string; sandboxUrl: string; folder: string }

/**
 * Each worker has one Radvis for all its journeys, started as a stranger starts it: a start and a first page for each of them
 * took a third of the time of all journeys. They have customers and books of their own instead.
 */
export async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  await buildIfChanged()
  const starting = Array.from({ length: config.maxWorkers }, startStage)
  const endAll = async () => {
    for (const one of await Promise.allSettled(starting)) if (one.status === 'fulfilled') await one.value.end()
  }
  try {
    process.env.JOURNEY_STAGES = JSON.stringify((await Promise.all(starting)).map(({ stage }) => stage))
  } catch (error) {
    await endAll() // one that did start would run on
    throw error
  }
  return endAll
}

async function startStage(): Promise<{ stage: RunningStage; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-journeys-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const environment = {
    ...{ PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: folder, LOG_LEVEL: 'error' },
    FORTNOX_RATE_LIMIT: '250/5', // the sandbox's as well: no journey is about the pace
  }
  const radvis = await startProcess(startScript, [], environment, `${url}/readyz`)
  return {
    stage: { url, sandboxUrl: `http://127.0.0.1:${sandboxPort}`, folder },
    async end() {
      await endProcess(radvis, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The one of the worker that asks. */
export function runningStage(): RunningStage {
  const stages = JSON.parse(process.env.JOURNEY_STAGES ?? '[]') as RunningStage[]
  const stage = stages[Number(process.env.VITEST_POOL_ID) - 1]
  if (!stage) throw new Error(`no Radvis runs for worker ${process.env.VITEST_POOL_ID}`)
  return stage
}

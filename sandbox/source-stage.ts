import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { createFaults, type FaultEffect, faultPlan } from './fortnox/faults.ts'
import { createShelves } from './fortnox/shelves.ts'
import { createStats } from './fortnox/stats.ts'
import { drop } from './serve.ts'

export type StageOptions = {
  /** Keeps everything in a journal in this folder; in memory only when absent. */
  dataDir?: string
  /** The calendar: token lifetimes, times of change. */
  now?: () => Date
  /** The clock of the quotas, in milliseconds. */
  clock?: () => number
}

/** What the stand-ins for sheets and bases have in common: what they keep, what goes wrong, what is counted. */
export function createStage(options: StageOptions) {
  return {
    shelves: createShelves(options.dataDir),
    now: options.now ?? (() => new Date()),
    clock: options.clock ?? (() => performance.now()),
    faults: createFaults(),
    stats: createStats(),
  }
}
export type Stage = ReturnType<typeof createStage>

/** Lets the planned faults strike; `answers` says how this service words them, `work` is what was asked for. */
export async function perform(
  stage: Stage,
  request: { method: string; path: string; tenant: string | undefined; env: HttpBindings },
  answers: { unauthorized(): Response; tooMany(): Response; failed(status: number): Response },
  work: () => Response | Promise<Response>,
): Promise<Response> {
  const fault = stage.faults.strike(request.method, request.path, request.tenant)
  if (fault !== undefined) stage.stats.add('faults')
  if (fault?.kind === 'drop-before') return drop(request.env)
  if (fault?.kind === 'latency') await sleep(fault.ms)
  const refusal = refusalOf(fault, answers)
  if (refusal) return refusal
  const answer = await work()
  if (fault?.kind === 'drop-after') return drop(request.env)
  return fault?.kind === 'status' ? answers.failed(fault.status) : answer
}

function refusalOf(
  fault: FaultEffect | undefined,
  answers: { unauthorized(): Response; tooMany(): Response; failed(status: number): Response },
): Response | null {
  if (fault?.kind === 'expired-token') return answers.unauthorized()
  if (fault?.kind === 'too-many-requests') return answers.tooMany()
  return fault?.kind === 'status' && !fault.commit ? answers.failed(fault.status) : null
}

/** The part of the control API that both have: faults, counts. */
export function stageRoutes(stage: Stage): Hono {
  const app = new Hono()
  app.get('/stats', (c) => c.json(stage.stats.read()))
  app.get('/faults', (c) => c.json(stage.faults.list()))
  app.put('/faults', async (c) => {
    const parsed = faultPlan.safeParse(await c.req.json())
    if (!parsed.success) return c.json({ problem: z.prettifyError(parsed.error) }, 400)
    stage.faults.set(parsed.data)
    return c.json(stage.faults.list())
  })
  app.delete('/faults', (c) => {
    stage.faults.set([])
    return c.body(null, 204)
  })
  return app
}

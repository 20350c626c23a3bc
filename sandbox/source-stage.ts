import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { createFaults, type FaultEffect, faultPlan } from './fortnox/faults.ts'
import { htmlResponse } from './fortnox/page-frame.ts'
import { createShelves } from './fortnox/shelves.ts'
import { createStats } from './fortnox/stats.ts'
import { drop, type Env, serve } from './serve.ts'

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

export function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location } })
}

/** What comes of asking for consent: the page for it, one that says why not, or the way back to the app with the refusal. */
export type ConsentOutcome<Request> =
  | { kind: 'consent'; request: Request }
  | { kind: 'page'; problem: string }
  | { kind: 'redirect'; location: string }

type ConsentSteps<Request> = {
  readAuthorize(query: URLSearchParams): ConsentOutcome<Request>
  consentPage(request: Request, query: URLSearchParams): string
  problemPage(problem: string): string
  deny(request: Request): string
  /** Where the person goes on who allowed it with this form; null for nobody's account. */
  allow(request: Request, form: URLSearchParams): string | null
}

/** The page on which a person gives their consent, and what comes of it. */
export function addConsent<Request>(app: Hono<Env>, path: string, steps: ConsentSteps<Request>): void {
  const { readAuthorize, consentPage, deny, allow } = steps
  const problemPage = (problem: string) => htmlResponse(steps.problemPage(problem), 400)
  app.get(path, (c) => {
    const query = new URL(c.req.url).searchParams
    const outcome = readAuthorize(query)
    if (outcome.kind === 'page') return problemPage(outcome.problem)
    if (outcome.kind === 'redirect') return redirect(outcome.location)
    return htmlResponse(consentPage(outcome.request, query), 200)
  })
  app.post(path, async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const outcome = readAuthorize(form)
    if (outcome.kind === 'page') return problemPage(outcome.problem)
    if (outcome.kind === 'redirect') return redirect(outcome.location)
    if (form.get('decision') !== 'allow') return redirect(deny(outcome.request))
    const back = allow(outcome.request, form)
    return back === null ? problemPage('Okänt konto') : redirect(back)
  })
}

type Sandbox<Secret> = {
  fetch: (request: Request, env: never) => Response | Promise<Response>
  clientId: string
  clientSecret: Secret
  close(): void
}

export async function startSandbox<Secret>(sandbox: Sandbox<Secret>, port = 0) {
  const { fetch, clientId, clientSecret } = sandbox
  const server = await serve(fetch, { port })
  return {
    ...{ url: server.url, clientId, clientSecret },
    async close() {
      await server.close()
      sandbox.close()
    },
  }
}

export const userBody = z.strictObject({ user: z.string() })

/** The part of the control API that both have: faults, counts, consents taken back, a new beginning. */
export function stageRoutes(
  stage: Stage & { reset(everything: boolean): void },
  revokeUser: (user: string) => void,
): Hono {
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
  /** As when a person takes the app's access back in their account. */
  app.post('/revoke', async (c) => {
    const parsed = userBody.safeParse(await c.req.json())
    if (!parsed.success) return c.json({ problem: z.prettifyError(parsed.error) }, 400)
    revokeUser(parsed.data.user)
    return c.body(null, 204)
  })
  app.post('/reset', async (c) => {
    const { everything = false } = (await c.req.json().catch(() => ({}))) as { everything?: boolean }
    stage.reset(everything)
    return c.body(null, 204)
  })
  return app
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from './api-server.ts'
import { profileOf } from './company.ts'
import { consentPage, problemPage } from './consent-page.ts'
import { htmlResponse } from './page-frame.ts'
import type { World } from './world.ts'

/** GET /oauth-v1/auth: the page on which a person chooses a company and allows the integration. */
export function showConsent(world: World, request: Request): Response {
  const query = new URL(request.url).searchParams
  const outcome = world.oauth.authorize(query)
  if (outcome.kind === 'page') return htmlResponse(problemPage(outcome.problem), 400)
  if (outcome.kind === 'redirect') return redirect(outcome.location)
  const first = world.companies()[0]
  if (world.autoConsent && first !== undefined)
    return redirect(world.shelves.atomically(() => world.oauth.allow(outcome.request, first.id, world.now())))
  return htmlResponse(consentPage(outcome.request, query, world.companies().map(profileOf)), 200)
}

/** POST /oauth-v1/auth: the form of that page. Scripts may post it directly, with the query's names beside company and decision. */
export async function takeConsent(world: World, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const outcome = world.oauth.authorize(form)
  if (outcome.kind === 'page') return htmlResponse(problemPage(outcome.problem), 400)
  if (outcome.kind === 'redirect') return redirect(outcome.location)
  if (form.get('decision') !== 'allow') return redirect(world.oauth.deny(outcome.request))
  const tenant = form.get('company') ?? ''
  if (world.company(tenant) === undefined) return htmlResponse(problemPage('Företaget finns inte i sandlådan.'), 400)
  return redirect(world.shelves.atomically(() => world.oauth.allow(outcome.request, tenant, world.now())))
}

/** POST /oauth-v1/token and /oauth-v1/revoke; they are not counted against the rate limit. */
export async function answerToken(world: World, request: Request): Promise<Outcome> {
  const { pathname } = new URL(request.url)
  const fault = world.faults.strike('POST', pathname, undefined)
  if (fault !== undefined) world.stats.add('faults')
  if (fault?.kind === 'drop-before') return 'dropped'
  if (fault?.kind === 'latency') await sleep(fault.ms)
  if (fault?.kind === 'too-many-requests') return Response.json({ message: 'Too Many Requests' }, { status: 429 })
  if (fault?.kind === 'status' && !fault.commit)
    return Response.json({ message: 'Internal Server Error' }, { status: fault.status })
  const form = new URLSearchParams(await request.text())
  const authorization = request.headers.get('authorization') ?? undefined
  const answer = world.shelves.atomically(() =>
    pathname.endsWith('/revoke')
      ? world.oauth.revoke(authorization, form)
      : world.oauth.token(authorization, form, request.headers.get('tenantid') ?? undefined, world.now()),
  )
  if (answer.status === 200 && form.get('grant_type') === 'refresh_token') world.stats.add('refreshes')
  if (answer.status === 200 && form.get('grant_type') === 'authorization_code') world.stats.add('codesExchanged')
  if (fault?.kind === 'drop-after') return 'dropped'
  if (fault?.kind === 'status') return Response.json({ message: 'Internal Server Error' }, { status: fault.status })
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'Content-Type': answer.contentType, Server: 'Fortnox' },
  })
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location } })
}

import { AppError, errorCodes } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import { type Api, createApi } from '../http.ts'
import { createLog } from '../log.ts'

export type Called = { method: string; path: string; body?: unknown }
type Member = { companyId: string; userId?: string; role?: Role }

/** Calls a capability's routes as a member of a company; texts that are no JSON are answered as they came. */
export async function callAs(member: Member, routes: Api, called: Called) {
  const answer = await requestAs(member, routes, called)
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
}

/** As `callAs`, answered as it comes. */
export async function requestAs(
  { companyId, userId = newId(), role = 'full' }: Member,
  routes: Api,
  { method, path, body }: Called,
): Promise<Response> {
  const api = createApi()
  const actor = { userId, name: 'Karin Ekdahl', email: 'k@example.com', language: 'sv' as const, sessionId: 's' }
  api.use('*', async (c, next) => {
    c.set('log', createLog('silent'))
    c.set('actor', actor)
    c.set('scope', { companyId, companyName: 'A', role, actor })
    await next()
  })
  api.route('/', routes)
  api.onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code, errors: error.errors }, errorCodes[error.code].status)
      : c.json({ code: String(error), stack: error.stack }, 500),
  )
  const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const sent = body === undefined ? {} : body instanceof FormData ? { body } : json
  return api.request(path, { method, ...sent })
}

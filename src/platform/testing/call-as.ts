import { AppError, errorCodes } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type Api, createApi } from '../http.ts'

export type Called = { method: string; path: string; body?: unknown }

/** Calls a capability's routes as a member of a company; texts that are no JSON are answered as they came. */
export async function callAs(
  { companyId, userId = newId() }: { companyId: string; userId?: string },
  routes: Api,
  { method, path, body }: Called,
) {
  const api = createApi()
  const actor = { userId, name: 'Karin Ekdahl', email: 'k@example.com', language: 'sv' as const, sessionId: 's' }
  api.use('*', async (c, next) => {
    c.set('actor', actor)
    c.set('scope', { companyId, companyName: 'A', role: 'full', actor })
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
  const answer = await api.request(path, { method, ...sent })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
}

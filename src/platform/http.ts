import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { AppError, type FieldError } from '#kernel/errors.ts'
import { isAtLeast, type Role } from '#kernel/roles.ts'
import type { Log } from './log.ts'

/** The signed-in person. */
export type Actor = { userId: string; name: string; email: string; language: 'sv' | 'en'; sessionId: string }
/** The signed-in person acting for one company of theirs. */
export type CompanyScope = { companyId: string; companyName: string; role: Role; actor: Actor }

export type ApiEnv = {
  Variables: {
    requestId: string
    log: Log
    actor: Actor | null
    scope: CompanyScope | null
    /** Sets both anew, by what is stored now; throws where the session has ended. */
    identify?: () => Promise<void>
    /** What the call asks for, and when that was seen to be there. */
    checked?: { access: Access; at: number }
  }
}
export type Api = OpenAPIHono<ApiEnv>

/** Who may call: anyone; whoever is signed in; members of the company in X-Company-Id with at least this role. */
export type Access = 'anyone' | 'signed-in' | Role

export function createApi(): Api {
  return new OpenAPIHono<ApiEnv>({
    defaultHook(result) {
      if (result.success) return
      // An address that names nothing, as a link that was cut off: no field of a form is wrong.
      if (result.target === 'param') throw new AppError('not-found', 'no such address')
      throw new AppError('invalid-input', 'the request does not fit its description', {
        errors: fieldErrors(result.error),
      })
    },
  })
}

/** Declares a route: its OpenAPI description and who may call it, checked before anything of the route runs. */
export function defineRoute<const P extends string, R extends Omit<RouteConfig, 'path'> & { path: P }>(
  access: Access,
  route: R,
) {
  return createRoute({
    ...route,
    ...(access !== 'anyone' && { security: [{ bearer: [] }] }),
    'x-access': access,
    middleware: [requireAccess(access), ...(takesJson(route) ? [limitValues] : [])] as const,
  })
}

/** A JSON body or answer for defineRoute. */
export function json<Schema extends z.ZodType>(schema: Schema, description = 'OK') {
  return { description, content: { 'application/json': { schema } } }
}

export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

function takesJson({ request }: Pick<RouteConfig, 'request'>): boolean {
  return request?.body?.content['application/json'] !== undefined
}

/** Twice what the largest call holds. What zod finds wrong with more of them overflows its stack, and takes seconds. */
const mostValues = 25_000

/** Half a surrogate pair, which jsonb has no place for: it comes escaped only, since UTF-8 has none either. */
const mayBeHalf = /\\ud[89a-f]/i

/**
 * Refuses a body of too many values before each of them is looked at, and one with texts that cannot be stored. One that
 * breaks off or is no JSON is refused as that.
 */
const limitValues: MiddlewareHandler<ApiEnv> = async (c, next) => {
  // Another value takes at least a sign and a comma.
  const text = await c.req.text().catch(() => '')
  if (text.length < 2 * mostValues && !mayBeHalf.test(text)) return next()
  const fault = faultOf(await c.req.json().catch(() => null))
  if (!fault) return next()
  throw new AppError('invalid-input', 'the request holds too many values, or half a letter', { errors: [fault] })
}

/** However deep it is. */
function faultOf(body: unknown): FieldError | null {
  const waiting = [body]
  for (let count = 0; waiting.length > 0; count++) {
    if (count + waiting.length > mostValues) return { path: '', code: 'too-big', params: { maximum: mostValues } }
    const value = waiting.pop()
    if (typeof value === 'string' && !value.isWellFormed()) return { path: '', code: 'invalid-format' }
    if (typeof value === 'object' && value !== null) for (const inside of Object.values(value)) waiting.push(inside)
  }
  return null
}

const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
} as const

/** Answers with a file to be saved; `name` is shown to people and may hold any letters (RFC 6266, RFC 8187). */
export function attachment(
  c: Context<ApiEnv>,
  file: { name: string; type: keyof typeof fileTypes; bytes: Uint8Array | ReadableStream<Uint8Array> },
): Response {
  const name = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return c.body(file.bytes as Uint8Array<ArrayBuffer>, 200, {
    'Content-Type': fileTypes[file.type],
    'Content-Disposition': `attachment; filename="radvis.${file.type}"; filename*=UTF-8''${name}`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
}

/** The description of such an answer for defineRoute. */
export function fileAnswer(description: string) {
  return {
    description,
    content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } },
  }
}

export const idParam = z.object({ id: z.uuid() })

function requireAccess(access: Access): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    checkAccess(c, access)
    c.set('checked', { access, at: performance.now() })
    await next()
  }
}

function checkAccess(c: Context<ApiEnv>, access: Access): void {
  if (access !== 'anyone') actorOf(c)
  if (access !== 'anyone' && access !== 'signed-in' && !isAtLeast(scopeOf(c).role, access))
    throw new AppError('not-allowed', `the call asks for the role ${access}`)
}

/** What was seen so lately need not be asked again: small files, of which many come, would wait for it. */
const seenLatelyMs = 1000

/** Who calls, and for which company, by what is stored now, unless that was seen lately; throws where the session has ended. */
export async function identifyAnew(c: Context<ApiEnv>, seenAt: number): Promise<void> {
  if (performance.now() - seenAt > seenLatelyMs) await c.get('identify')?.()
}

/**
 * Whether who calls still may: once all of what they send has come, which of a large file can be half an hour after the call
 * began, and before each thing that they are told of a stream. They may have signed out or been taken out of the company
 * meanwhile.
 */
export async function requireStill(c: Context<ApiEnv>): Promise<void> {
  const checked = c.get('checked')
  if (!checked) return
  const at = performance.now()
  if (at - checked.at <= seenLatelyMs) return
  await identifyAnew(c, checked.at)
  checkAccess(c, checked.access)
  c.set('checked', { ...checked, at })
}

export function actorOf(c: Context<ApiEnv>): Actor {
  const actor = c.get('actor')
  if (!actor) throw new AppError('not-signed-in', 'the call needs a bearer token')
  return actor
}

export function scopeOf(c: Context<ApiEnv>): CompanyScope {
  actorOf(c)
  const scope = c.get('scope')
  if (!scope) {
    throw new AppError('not-allowed', 'X-Company-Id must name a company of yours', {
      errors: [{ path: 'X-Company-Id', code: 'company-gone' }],
    })
  }
  return scope
}

/** More of them help nobody. */
const mostErrors = 100

/** zod's first issues as our field errors; `code` names a text in messages/problems. */
export function fieldErrors(error: z.ZodError | { issues: readonly z.core.$ZodIssue[] }): FieldError[] {
  return error.issues.slice(0, mostErrors).map((issue) => ({
    path: issue.path.join('.'),
    code: codeOf(issue),
    ...(Object.keys(paramsOf(issue)).length > 0 && { params: paramsOf(issue) }),
  }))
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.origin === 'string') return 'required'
  if (issue.code === 'custom' && typeof issue.params?.code === 'string') return issue.params.code
  return issue.code.replaceAll('_', '-')
}

function paramsOf(issue: z.core.$ZodIssue): Record<string, string | number> {
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  return {}
}

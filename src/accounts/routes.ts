import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import type { Database } from '#platform/database.ts'
import { type Api, type ApiEnv, actorOf, createApi, defineRoute, idParam, json, jsonBody } from '#platform/http.ts'
import { acceptInvitation, joinByInvitation, lookAtInvitation } from './accept-invitation.ts'
import { bearing, orRefused, tokenIn } from './ask-authentication.ts'
import { createAttempts } from './attempts.ts'
import type { LoadAuthentication } from './authentication.ts'
import { addCompany, changeFirm } from './client-companies.ts'
import {
  addCompanyRequest,
  changeFirmRequest,
  changeLanguageRequest,
  forgotPasswordRequest,
  invitation,
  invitationSecret,
  joinRequest,
  me,
  resetPasswordRequest,
  signedIn,
  signInRequest,
  signUpRequest,
} from './contract.ts'
import type { MemberDeps } from './invite-member.ts'
import { memberRoutes } from './member-routes.ts'
import { replacePassword, signIn } from './passwords.ts'
import { signUp } from './sign-up.ts'
import { findUser, listCompaniesOf, saveLanguage } from './store.ts'

const done = z.object({ done: z.literal(true) })
const signUpRoute = defineRoute('anyone', {
  method: 'post',
  path: '/auth/sign-up',
  request: { body: jsonBody(signUpRequest) },
  responses: { 201: json(signedIn, 'Signed up and in') },
})
const signInRoute = defineRoute('anyone', {
  method: 'post',
  path: '/auth/sign-in',
  request: { body: jsonBody(signInRequest) },
  responses: { 200: json(signedIn) },
})
const signOutRoute = defineRoute('signed-in', {
  method: 'post',
  path: '/auth/sign-out',
  responses: { 200: json(done) },
})
const forgotRoute = defineRoute('anyone', {
  method: 'post',
  path: '/auth/forgot-password',
  request: { body: jsonBody(forgotPasswordRequest) },
  responses: { 200: json(done, 'A letter is on its way if the address has an account') },
})
const resetRoute = defineRoute('anyone', {
  method: 'post',
  path: '/auth/reset-password',
  request: { body: jsonBody(resetPasswordRequest) },
  responses: { 200: json(done) },
})
const invitationRoute = defineRoute('anyone', {
  method: 'post',
  path: '/auth/invitation',
  request: { body: jsonBody(invitationSecret) },
  responses: { 200: json(invitation, 'What the letter asks') },
})
const acceptRoute = defineRoute('signed-in', {
  method: 'post',
  path: '/auth/invitation/accept',
  request: { body: jsonBody(invitationSecret) },
  responses: { 200: json(me.extend({ companyId: z.uuid() })) },
})
const joinRoute = defineRoute('anyone', {
  method: 'post',
  path: '/auth/invitation/sign-up',
  request: { body: jsonBody(joinRequest) },
  responses: { 201: json(signedIn, 'Joined and signed in') },
})
const meRoute = defineRoute('signed-in', { method: 'get', path: '/me', responses: { 200: json(me) } })
const languageRoute = defineRoute('signed-in', {
  method: 'put',
  path: '/me/language',
  request: { body: jsonBody(changeLanguageRequest) },
  responses: { 200: json(me) },
})

const addCompanyRoute = defineRoute('signed-in', {
  method: 'post',
  path: '/companies',
  request: { body: jsonBody(addCompanyRequest) },
  responses: { 201: json(me.extend({ companyId: z.uuid() }), 'Added') },
})
const firmRoute = defineRoute('signed-in', {
  method: 'put',
  path: '/companies/{id}/firm',
  request: { params: idParam, body: jsonBody(changeFirmRequest) },
  responses: { 200: json(me) },
})

export function accountRoutes(deps: MemberDeps & { authentication: LoadAuthentication }): Api {
  const { db, authentication } = deps
  const letters = createAttempts(deps, { of: 'reset letters', allowed: 5, withinMs: 3_600_000 })
  const api = createApi()
  api.use('/auth/*', limitAddress(deps))

  api.openapi(signUpRoute, async (c) => {
    const { token, userId } = await signUp(deps, c.req.valid('json'))
    return c.json({ token, ...(await describe(db, userId)) }, 201)
  })

  addSignInRoute(api, deps)
  api.openapi(signOutRoute, async (c) => {
    const headers = bearing(c.req.header('authorization') ?? '')
    const { api: session } = await authentication()
    await session.signOut({ headers })
    // better-auth swallows what fails, and the token would stay good.
    if (await orRefused(db, session.getSession({ headers, query: { disableCookieCache: true } })))
      throw new AppError('temporarily-unavailable', 'the session was not ended')
    return c.json({ done: true as const }, 200)
  })

  api.openapi(forgotRoute, async (c) => {
    const { email } = c.req.valid('json')
    // Told of any address, so that it tells nothing of who has an account.
    if (!(await letters.begin(email.toLowerCase())))
      throw new AppError('too-many-requests', 'too many letters were asked for')
    await (await authentication()).api.requestPasswordReset({ body: { email } })
    return c.json({ done: true as const }, 200)
  })

  api.openapi(resetRoute, async (c) => {
    if (!(await replacePassword(deps, c.req.valid('json'))))
      throw new AppError('invalid-input', 'the reset link is spent or too old', {
        errors: [{ path: 'token', code: 'reset-link-spent' }],
      })
    return c.json({ done: true as const }, 200)
  })

  api.openapi(meRoute, async (c) => c.json(await describe(db, actorOf(c).userId), 200))
  api.openapi(languageRoute, async (c) => {
    const { userId } = actorOf(c)
    await saveLanguage(db, userId, c.req.valid('json').language)
    return c.json(await describe(db, userId), 200)
  })

  api.openapi(addCompanyRoute, async (c) => {
    const { userId } = actorOf(c)
    const companyId = await addCompany(deps, userId, c.req.valid('json'))
    return c.json({ companyId, ...(await describe(db, userId)) }, 201)
  })
  api.openapi(firmRoute, async (c) => {
    const { userId } = actorOf(c)
    await changeFirm(deps, userId, { companyId: c.req.valid('param').id, ...c.req.valid('json') })
    return c.json(await describe(db, userId), 200)
  })
  addInvitationRoutes(api, deps)
  api.route('/', memberRoutes(deps))
  return api
}

/** Who tries one password on many accounts, or makes many: all calls of an address but sign-ins and -outs that go well. */
function limitAddress(deps: MemberDeps): MiddlewareHandler<ApiEnv> {
  const calls = createAttempts(deps, { of: 'calls of an address', allowed: 100, withinMs: 15 * 60_000 })
  return async (c, next) => {
    const address = deps.addressOf(c)
    if (address === null) return next()
    if (!(await calls.begin(address))) throw new AppError('too-many-requests', 'too many calls without a session')
    await next()
    if (c.res.ok && /\/sign-(?:in|out)$/.test(c.req.path)) await calls.takeBack(address)
  }
}

function addSignInRoute(api: Api, deps: MemberDeps & { authentication: LoadAuthentication }): void {
  const attempts = createAttempts(deps, { of: 'sign-ins', allowed: 10, withinMs: 15 * 60_000 })
  api.openapi(signInRoute, async (c) => {
    const given = c.req.valid('json')
    const key = given.email.toLowerCase()
    if (!(await attempts.begin(key))) throw new AppError('too-many-requests', 'too many failed sign-ins')
    const answer = await signIn(deps, given, c.req.raw.headers).catch(async (error: unknown) => {
      await attempts.takeBack(key)
      throw error
    })
    if (!answer) throw new AppError('wrong-credentials', 'sign-in refused')
    await attempts.forget(key)
    return c.json({ token: tokenIn(answer.headers), ...(await describe(deps.db, answer.response.user.id)) }, 200)
  })
}

function addInvitationRoutes(api: Api, deps: MemberDeps & { authentication: LoadAuthentication }): void {
  api.openapi(invitationRoute, async (c) => c.json(await lookAtInvitation(deps, c.req.valid('json').invitation), 200))
  api.openapi(acceptRoute, async (c) => {
    const actor = actorOf(c)
    const companyId = await acceptInvitation(deps, actor, c.req.valid('json').invitation)
    return c.json({ companyId, ...(await describe(deps.db, actor.userId)) }, 200)
  })
  api.openapi(joinRoute, async (c) => {
    const { token, userId } = await joinByInvitation(deps, c.req.valid('json'))
    return c.json({ token, ...(await describe(deps.db, userId)) }, 201)
  })
}

async function describe(db: Database, userId: string) {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('not-signed-in', 'the account is gone')
  const { id, email, firstName, lastName, mobile, language, createdAt } = user
  return {
    user: { id, email, firstName, lastName, mobile, language, memberSince: createdAt.toISOString() },
    companies: await listCompaniesOf(db, userId),
  }
}

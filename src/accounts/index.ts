/** People, companies, who belongs where with which role, and who is signed in. */
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { makeOnce } from '#kernel/make-once.ts'
import type { Role } from '#kernel/roles.ts'
import { createSharedCalls } from '#kernel/share-calls.ts'
import type { Database } from '#platform/database.ts'
import type { Api, ApiEnv } from '#platform/http.ts'
import { handleJob, type JobDefinition, type JobHandler } from '#platform/jobs.ts'
import { bearing, orRefused } from './ask-authentication.ts'
import { deleteAttemptsExpired } from './attempts.ts'
import type { AuthenticationOptions, LoadAuthentication } from './authentication.ts'
import type { SignUpRequest } from './contract.ts'
import type { MemberDeps } from './invite-member.ts'
import { sendLetterJob, sweepAttemptsJob, sweepInvitationsJob, sweepSessionsJob } from './jobs.ts'
import { deleteInvitationsExpired, holdRole, listMembers } from './member-store.ts'
import { accountRoutes } from './routes.ts'
import { sendLetter } from './send-letter.ts'
import { signUp } from './sign-up.ts'
import {
  deleteSignInsExpired,
  findCompanyOf,
  findFirmOf,
  findUser,
  hasClients,
  isEmailTaken,
  isSignedInMember,
  listCompaniesOf,
} from './store.ts'

export type Accounts = {
  routes: Api
  jobs: { definitions: readonly JobDefinition<unknown>[]; handlers: readonly JobHandler[] }
  /** Loads what signs people in, 20 MB, so that the first request need not: a process that serves no web goes without. */
  prepare(): Promise<void>
  /** Sets actor and scope from `Authorization: Bearer` and `X-Company-Id`; leaves them null where these are absent or void. */
  authenticate: MiddlewareHandler<ApiEnv>
  signUp(request: SignUpRequest): Promise<{ token: string; userId: string }>
  isEmailTaken(email: string): Promise<boolean>
  listCompanies(userId: string): Promise<{ id: string; name: string; organisationNumber: string }[]>
  /** The accounting firm whose client a company is. */
  firmOf(companyId: string): Promise<{ id: string; name: string } | null>
  /** Whether a company is a firm, which is one that has clients. */
  hasClients(companyId: string): Promise<boolean>
  /** Whether a person belongs to a company now, in a session that has not ended. */
  isSignedInMember(companyId: string, person: { userId: string; sessionId: string }): Promise<boolean>
  /** The role of a person, which stays until the company's transaction ends; null where they are no member any more. */
  holdRole: typeof holdRole
  /** A company's people, by name. */
  listPeople(companyId: string): Promise<{ id: string; name: string; role: Role }[]>
  /** A person's full name, for lists of who did what; null when the person is gone. */
  nameOf(userId: string): Promise<string | null>
}

/** Anything else is no company's, and nothing that the database could compare. */
const companyId = z.uuid()

const shownExpiredMs = 30 * 24 * 3600_000

export function createAccounts(deps: AuthenticationOptions & MemberDeps): Accounts {
  // A list asks for the same few people by the line.
  const shareNames = createSharedCalls<string | null>()
  const createOver = async (db: Database) => (await import('./authentication.ts')).createAuthentication({ ...deps, db })
  const shared = makeOnce(() => createOver(deps.db))
  const authentication: LoadAuthentication = (over) => (over ? createOver(over) : shared())
  const identifyCaller = async (c: Context<ApiEnv>): Promise<void> => {
    c.set('actor', null)
    c.set('scope', null)
    const authorization = c.req.header('authorization')
    if (!authorization) return
    const { api } = await authentication()
    const found = await orRefused(
      deps.db,
      api.getSession({ headers: bearing(authorization), query: { disableCookieCache: true } }),
    )
    if (!found) throw new AppError('not-signed-in', 'the token is not valid')
    const { user, session } = found
    const actor = {
      userId: user.id,
      name: user.name,
      email: user.email,
      language: user.language === 'en' ? ('en' as const) : ('sv' as const),
      sessionId: session.id,
    }
    c.set('actor', actor)
    const wanted = c.req.header('x-company-id')
    const company = wanted && companyId.safeParse(wanted).success ? await findCompanyOf(deps.db, user.id, wanted) : null
    if (company) c.set('scope', { companyId: company.id, companyName: company.name, role: company.role, actor })
  }
  return {
    routes: accountRoutes({ ...deps, authentication }),
    jobs: {
      definitions: [
        sendLetterJob,
        sweepInvitationsJob,
        sweepSessionsJob,
        sweepAttemptsJob,
      ] as readonly JobDefinition<unknown>[],
      handlers: [
        handleJob(sendLetterJob, (letter) => sendLetter(deps, letter)),
        handleJob(sweepInvitationsJob, () =>
          deleteInvitationsExpired(deps.db, new Date(deps.clock.now().getTime() - shownExpiredMs)),
        ),
        handleJob(sweepSessionsJob, () => deleteSignInsExpired(deps.db, deps.clock.now())),
        handleJob(sweepAttemptsJob, () => deleteAttemptsExpired(deps.db, deps.clock.now())),
      ],
    },
    prepare: async () => void (await authentication()),
    async authenticate(c, next) {
      const identify = () => identifyCaller(c)
      c.set('identify', identify)
      await identify()
      return next()
    },
    signUp: (request) => signUp({ ...deps, authentication }, request),
    isEmailTaken: (email) => isEmailTaken(deps.db, email),
    listCompanies: (userId) => listCompaniesOf(deps.db, userId),
    firmOf: (companyId) => findFirmOf(deps.db, companyId),
    listPeople: (companyId) => listMembers(deps.db, companyId),
    isSignedInMember: (companyId, person) => isSignedInMember(deps.db, companyId, person, deps.clock.now()),
    holdRole,
    hasClients: (companyId) => hasClients(deps.db, companyId),
    nameOf: (userId) => shareNames(userId, async () => (await findUser(deps.db, userId))?.name ?? null),
  }
}

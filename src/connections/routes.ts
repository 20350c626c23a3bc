import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { AccountingConnector } from '#connectors/accounting-connector.ts'
import { changedByAnother } from '#kernel/changed-by-another.ts'
import { AppError, type FieldError } from '#kernel/errors.ts'
import { readCompany, withCompany } from '#platform/database.ts'
import { type Api, type ApiEnv, createApi, defineRoute, json, jsonBody, scopeOf } from '#platform/http.ts'
import type { Log } from '#platform/log.ts'
import { acceptCompany } from './accept-company.ts'
import {
  authorizeAnswer,
  authorizeQuery,
  changeSettingsRequest,
  connectorList,
  connectorStatus,
  type PostingSettings,
  type SettingsPage,
  settingsPage,
} from './contract.ts'
import { type DescribeDeps, describeConnection } from './describe-connection.ts'
import { disconnect } from './end-connection.ts'
import {
  type ConsentAnswer,
  type ConsentDeps,
  type ConsentResult,
  finishConsent,
  startConsent,
} from './give-consent.ts'
import type { createLinkedSystems, LinkedSystem } from './linked-system.ts'
import type { createRegisterReader } from './read-registers.ts'
import { checkSettings, type RegisterArea, type Registers, settingsToBeginWith } from './rules.ts'
import { addSourceRoutes, type SourceRouteDeps } from './source-routes.ts'
import { type ConnectionRow, deleteObstacles, findConnectionTo, lockSettings, saveSettings } from './store.ts'

export type RouteDeps = ConsentDeps &
  SourceRouteDeps &
  DescribeDeps & {
    log: Log
    connectors: readonly AccountingConnector[]
    systems: ReturnType<typeof createLinkedSystems>
    reader: ReturnType<typeof createRegisterReader>
    readSettings(companyId: string, connectorId: string): Promise<PostingSettings>
  }

const connectorParam = z.object({ connectorId: z.string().max(50) })
const listRoute = defineRoute('full', { method: 'get', path: '/connectors', responses: { 200: json(connectorList) } })
const authorizeRoute = defineRoute('full', {
  method: 'post',
  path: '/connectors/{connectorId}/authorize',
  request: { params: connectorParam, query: authorizeQuery },
  responses: { 200: json(authorizeAnswer) },
})
const callbackRoute = defineRoute('anyone', {
  method: 'get',
  path: '/connectors/{connectorId}/callback',
  request: {
    params: connectorParam,
    query: z.object({ code: z.string().optional(), state: z.string().optional(), error: z.string().optional() }),
  },
  responses: { 302: { description: 'Back to the page of connectors, with `connected` or `error`' } },
})
const disconnectRoute = defineRoute('full', {
  method: 'post',
  path: '/connectors/{connectorId}/disconnect',
  request: { params: connectorParam },
  responses: { 200: json(connectorStatus) },
})
const refreshRoute = defineRoute('full', {
  method: 'post',
  path: '/connectors/{connectorId}/refresh',
  request: { params: connectorParam },
  responses: { 200: json(connectorStatus) },
})
/** A person has mended over there what was refused: the next run tries it again. */
const mendedRoute = defineRoute('full', {
  method: 'post',
  path: '/connectors/{connectorId}/mended',
  request: { params: connectorParam },
  responses: { 200: json(connectorStatus) },
})
/** A person says that the books are the right ones although they have another company's number. */
const acceptCompanyRoute = defineRoute('full', {
  method: 'post',
  path: '/connectors/{connectorId}/accept-company',
  request: { params: connectorParam },
  responses: { 200: json(connectorStatus) },
})
const readSettingsRoute = defineRoute('full', {
  method: 'get',
  path: '/settings',
  responses: { 200: json(settingsPage) },
})
const saveSettingsRoute = defineRoute('full', {
  method: 'put',
  path: '/settings',
  request: { body: jsonBody(changeSettingsRequest) },
  responses: { 200: json(settingsPage) },
})

export function connectionRoutes(deps: RouteDeps): Api {
  const api = createApi()

  api.openapi(listRoute, async (c) => {
    const asker = askerOf(c)
    return c.json(
      { items: await Promise.all(deps.systems.all.map((system) => describeConnection(deps, asker, system))) },
      200,
    )
  })

  api.openapi(authorizeRoute, async (c) => {
    const system = deps.systems.find(c.req.valid('param').connectorId)
    const asker = askerOf(c)
    const { documentId = null } = c.req.valid('query')
    const { url, state } = await startConsent(deps, system, asker, { documentId })
    rememberBrowser(c, deps, state)
    return c.json({ url }, 200)
  })

  api.openapi(callbackRoute, async (c) => {
    const system = deps.systems.find(c.req.valid('param').connectorId)
    const result = await answerConsent(c, deps, system, c.req.valid('query'))
    const told = 'connection' in result ? { connected: system.id } : { connector: system.id, error: result.problem }
    return c.redirect(`${deps.publicUrl}/app/connectors?${new URLSearchParams(told)}`, 302)
  })

  api.openapi(disconnectRoute, async (c) => {
    const system = deps.systems.find(c.req.valid('param').connectorId)
    await disconnect(deps, system, askerOf(c))
    return c.json(await describeConnection(deps, askerOf(c), system), 200)
  })

  api.openapi(refreshRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const system = deps.systems.find(c.req.valid('param').connectorId)
    if (system.kind !== 'accounting') throw new AppError('not-found', 'a source has no registers')
    const row = await readRow(deps, companyId, system.id)
    if (!row) throw new AppError('not-connected', 'there is nothing to read from')
    await deps.reader.refresh(companyId, row.id)
    await withCompany(deps.db, companyId, (tx) => deps.announce(tx, { companyId, connectionId: row.id }))
    return c.json(await describeConnection(deps, askerOf(c), system), 200)
  })

  api.openapi(mendedRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const system = deps.systems.find(c.req.valid('param').connectorId)
    const row = await readRow(deps, companyId, system.id)
    if (row)
      await withCompany(deps.db, companyId, async (tx) => {
        const key = { companyId, connectionId: row.id }
        await deleteObstacles(tx, key)
        if (system.kind === 'accounting') await deps.announce(tx, key)
      })
    return c.json(await describeConnection(deps, askerOf(c), system), 200)
  })

  api.openapi(acceptCompanyRoute, async (c) => {
    const asker = askerOf(c)
    const system = deps.systems.find(c.req.valid('param').connectorId)
    const status = await describeConnection(deps, asker, system)
    // What was right before needs no word of anybody's in the log.
    if (!status.connection?.isOtherCompany) return c.json(status, 200)
    await acceptCompany(deps, system, asker)
    return c.json(await describeConnection(deps, asker, system), 200)
  })

  addSettingsRoutes(api, deps)
  addSourceRoutes(api, deps)
  return api
}

function addSettingsRoutes(api: Api, deps: RouteDeps): void {
  api.openapi(readSettingsRoute, async (c) => c.json(await readSettingsPage(deps, scopeOf(c).companyId), 200))

  api.openapi(saveSettingsRoute, async (c) => {
    const { companyId, userId: actorId } = askerOf(c)
    const { before, ...settings } = c.req.valid('json')
    const connector = settingsConnector(deps)
    const row = await readRow(deps, companyId, connector.id)
    const registers = row && (await registersFor(deps, row))
    if (!registers)
      throw new AppError('not-connected', 'accounts can only be chosen out of the accounting system’s own')
    const errors = checkSettings(settings, registers)
    refuseWhatIsClosed(registers, errors)
    if (errors.length > 0)
      throw new AppError('invalid-input', 'a setting does not fit the accounting system', { errors })
    await withCompany(deps.db, companyId, async (tx) => {
      const now = (await lockSettings(tx, companyId, connector.id)) ?? settingsToBeginWith
      const isSaved = isDeepStrictEqual(settings, now)
      if (before && !isSaved && !isDeepStrictEqual(before, now)) throw changedByAnother()
      await saveSettings(tx, companyId, connector.id, settings, deps.clock.now())
      if (isSaved) return
      const changed = { type: 'info', activity: 'settings-changed', subject: connector.displayName } as const
      await deps.activity.record(tx, companyId, [{ ...changed, actorId, params: {} }])
    })
    return c.json(await readSettingsPage(deps, companyId), 200)
  })
}

/** The registers that an answer to a setting comes of: accounts are asked for year by year. */
const chosenFrom: Partial<Record<string, readonly RegisterArea[]>> = {
  'account-unknown': ['financial-years', 'accounts'],
  'mode-of-payment-unknown': ['modes-of-payment'],
  'account-without-mode-of-payment': ['modes-of-payment'],
}

/** What was not shown to us is not missing there: it is told why it cannot be chosen. */
function refuseWhatIsClosed({ refused }: Registers, errors: readonly FieldError[]): void {
  const closed = refused.find(({ area }) => errors.some(({ code }) => chosenFrom[code]?.includes(area)))
  if (!closed) return
  const { serviceCode, message } = closed
  throw new AppError('accounting-system-refused', `the register of ${closed.area} is closed to us`, {
    params: { ...(message !== null && { message }), ...(serviceCode !== null && { serviceCode }) },
  })
}

async function readSettingsPage(deps: RouteDeps, companyId: string): Promise<SettingsPage> {
  const connector = settingsConnector(deps)
  const settings = await deps.readSettings(companyId, connector.id)
  const row = await readRow(deps, companyId, connector.id)
  const registers = row && (await registersFor(deps, row))
  return {
    settings,
    isConnected: row?.state === 'connected',
    systemName: connector.displayName,
    accounts: registers?.accounts.map(({ number, name, isActive }) => ({ number, name, isActive })) ?? [],
    modesOfPayment: registers?.modesOfPayment ?? [],
    supplierDebtAccount: registers?.predefinedAccounts.supplierDebt ?? null,
    lockedUntil: registers?.lockedUntil ?? null,
  }
}

/** The last reading, however old, will do to choose from, and is all there is while the connection is lost. */
async function registersFor(deps: RouteDeps, row: ConnectionRow): Promise<Registers | null> {
  try {
    return await deps.reader.read(row.companyId, row.id, { maxAgeSeconds: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not-connected' || error.code === 'connection-lost')) return null
    throw error
  }
}

/** The one system there is to post to so far; a second one adds a choice to the page. */
function settingsConnector(deps: RouteDeps): AccountingConnector {
  const [connector] = deps.connectors
  if (!connector) throw new AppError('not-found', 'no accounting system is set up')
  return connector
}

function askerOf(c: Context<ApiEnv>): { companyId: string; userId: string; sessionId: string } {
  const { companyId, actor } = scopeOf(c)
  return { companyId, userId: actor.userId, sessionId: actor.sessionId }
}

function readRow(deps: RouteDeps, companyId: string, connectorId: string): Promise<ConnectionRow | null> {
  return readCompany(deps.db, companyId, (tx) => findConnectionTo(tx, companyId, connectorId))
}

/** Whatever goes wrong, the person ends on a page that says so. */
async function answerConsent(
  c: Context<ApiEnv>,
  deps: RouteDeps,
  system: LinkedSystem,
  answer: ConsentAnswer,
): Promise<ConsentResult> {
  if (answer.state && isOtherBrowser(c, deps, answer.state)) return { problem: 'other-browser' }
  try {
    return await finishConsent(deps, system, answer)
  } catch (error) {
    c.get('log').error({ err: error }, 'consent failed')
    return { problem: 'consent-failed' }
  }
}

/**
 * Somebody could start a consent for a company of theirs and send its address to a person at another company, whose
 * books would then be connected to the sender's. So a browser must bring back what was left in it when the consent was
 * started, also where the address is a picture's in a page of the sender's, or the browser is too old, or the line too
 * plain, to tell what asks. Programs (the demo, tests over HTTP) have no such victim and no cookies.
 */
function rememberBrowser(c: Context<ApiEnv>, deps: RouteDeps, state: string): void {
  const path = '/api/v1/connectors'
  setCookie(c, cookieName(state), deps.encryption.derive(`consent ${state}`), {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: deps.publicUrl.startsWith('https:'),
    maxAge: 600,
  })
}

function isOtherBrowser(c: Context<ApiEnv>, deps: RouteDeps, state: string): boolean {
  return isOfBrowser(c) && getCookie(c, cookieName(state)) !== deps.encryption.derive(`consent ${state}`)
}

/** Every browser calls itself Mozilla; Node's own fetch sends Sec-Fetch-Mode too, but not from where it asks. */
function isOfBrowser(c: Context<ApiEnv>): boolean {
  return c.req.header('sec-fetch-site') !== undefined || /^Mozilla\//.test(c.req.header('user-agent') ?? '')
}

function cookieName(state: string): string {
  return `radvis_consent_${state.slice(0, 8)}`
}

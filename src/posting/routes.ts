import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { readCompany, withCompany } from '#platform/database.ts'
import {
  type Api,
  type CompanyScope,
  createApi,
  defineRoute,
  idParam,
  json,
  jsonBody,
  scopeOf,
} from '#platform/http.ts'
import { cutPage, pageSize } from '#platform/list-page.ts'
import { streamChanges } from '#platform/server-sent-events.ts'
import { type ApprovalRoutesDeps, addApprovalRoutes } from './approval-routes.ts'
import {
  changedPostings,
  chosenPostings,
  handleRequest,
  type PostingRow,
  postingList,
  refusalList,
  runList,
  runSummary,
  standingRows,
  stepStates,
  undoReport,
} from './contract.ts'
import { changeRun, retryRun } from './runs/change-run.ts'
import { describeRun } from './runs/describe-run.ts'
import { listPostingRows } from './runs/posting-rows.ts'
import { findRun, listRuns } from './runs/run-store.ts'
import { changePostings, type SettlePostingsDeps } from './runs/settle-postings.ts'
import { listRefusals } from './runs/settle-store.ts'
import { listStandingRows } from './runs/standing-rows.ts'
import { readUndo, type UndoDeps, undoRun } from './runs/undo-run.ts'

const listQuery = z.object({
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(pageSize),
  /** Only these, by commas. */
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid()).max(100))
    .optional(),
  importId: z.uuid().optional(),
})
const postingsQuery = z.object({
  state: z.enum(stepStates).optional(),
  cursor: z.coerce.number().int().min(-1).default(-1),
  limit: z.coerce.number().int().min(1).max(500).default(200),
})

const listRoute = defineRoute('full', {
  method: 'get',
  path: '/runs',
  request: { query: listQuery },
  responses: { 200: json(runList) },
})
const getRoute = defineRoute('full', {
  method: 'get',
  path: '/runs/{id}',
  request: { params: idParam },
  responses: { 200: json(runSummary) },
})
const postingsRoute = defineRoute('full', {
  method: 'get',
  path: '/runs/{id}/postings',
  request: { params: idParam, query: postingsQuery },
  responses: { 200: json(postingList) },
})
const rowsRoute = defineRoute('full', {
  method: 'get',
  path: '/runs/{id}/rows',
  request: { params: idParam },
  responses: { 200: json(standingRows) },
})
const eventsRoute = defineRoute('full', {
  method: 'get',
  path: '/runs/{id}/events',
  request: { params: idParam },
  responses: {
    200: {
      description: 'The run, whenever it has changed, until it has ended',
      content: { 'text/event-stream': { schema: runSummary } },
    },
  },
})
const retryRoute = defineRoute('full', {
  method: 'post',
  path: '/runs/{id}/retry',
  request: { params: idParam },
  responses: { 200: json(z.object({ reopened: z.number().int() })) },
})

const undoRoute = defineRoute('full', {
  method: 'post',
  path: '/runs/{id}/undo',
  request: { params: idParam },
  responses: { 200: json(undoReport) },
})
const readUndoRoute = defineRoute('full', {
  method: 'get',
  path: '/runs/{id}/undo',
  request: { params: idParam },
  responses: { 200: json(undoReport) },
})

const changeRoute = defineRoute('full', {
  method: 'post',
  path: '/runs/{id}/{change}',
  request: { params: idParam.extend({ change: z.enum(['pause', 'resume', 'cancel']) }) },
  responses: { 200: json(runSummary) },
})

const refusalsRoute = defineRoute('full', {
  method: 'get',
  path: '/runs/{id}/refusals',
  request: { params: idParam },
  responses: { 200: json(refusalList) },
})
const changePostingsRoute = defineRoute('full', {
  method: 'post',
  path: '/runs/{id}/postings/{choice}',
  request: {
    params: idParam.extend({ choice: z.enum(['retry', 'pay-anew', 'return', 'unhandle']) }),
    body: jsonBody(chosenPostings),
  },
  responses: { 200: json(changedPostings) },
})
const handleRoute = defineRoute('full', {
  method: 'post',
  path: '/runs/{id}/postings/handle',
  request: { params: idParam, body: jsonBody(handleRequest) },
  responses: { 200: json(changedPostings) },
})

export type PostingRoutesDeps = UndoDeps & SettlePostingsDeps & ApprovalRoutesDeps

export function postingRoutes(deps: PostingRoutesDeps): Api {
  const { db } = deps
  const api = createApi()
  // Before the route whose path holds any change.
  addApprovalRoutes(api, deps)
  const read = async ({ companyId, role, actor }: CompanyScope, id: string) => {
    const [run] = await readCompany(db, companyId, (tx) => listRuns(tx, companyId, { ids: [id], limit: 1 }))
    if (!run) throw noSuchRun()
    return describeRun(run, deps.nameOf, { userId: actor.userId, role })
  }

  api.openapi(listRoute, async (c) => {
    const { companyId, role, actor } = scopeOf(c)
    const { cursor: after, limit, ...only } = c.req.valid('query')
    const found = await withCompany(db, companyId, (tx) =>
      listRuns(tx, companyId, { after, limit: limit + 1, ...only }),
    )
    const { page, last } = cutPage(found, limit)
    const items = await Promise.all(page.map((run) => describeRun(run, deps.nameOf, { userId: actor.userId, role })))
    return c.json({ items, ...(last && { nextCursor: last.id }) }, 200)
  })

  api.openapi(getRoute, async (c) => c.json(await read(scopeOf(c), c.req.valid('param').id), 200))

  api.openapi(postingsRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { id } = c.req.valid('param')
    const { state, cursor, limit } = c.req.valid('query')
    const { rows, last } = await withCompany(db, companyId, async (tx) => {
      const run = await findRun(tx, companyId, id)
      if (!run) throw noSuchRun()
      return listPostingRows(tx, companyId, run, { state, after: cursor, limit })
    })
    const items = await Promise.all(rows.map((row) => withName(row, deps.nameOf)))
    return c.json({ items, ...(last !== null && { nextCursor: String(last) }) }, 200)
  })

  api.openapi(rowsRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { id } = c.req.valid('param')
    const found = await withCompany(db, companyId, async (tx) => {
      if (!(await findRun(tx, companyId, id))) throw noSuchRun()
      return listStandingRows(tx, companyId, id)
    })
    return c.json(found, 200)
  })

  api.openapi(eventsRoute, async (c) => {
    const scope = scopeOf(c)
    const { id } = c.req.valid('param')
    await read(scope, id) // a run that is not there is a 404, not an empty stream
    return streamChanges(c, {
      read: () => read(scope, id),
      isFinal: ({ status }) => status === 'success' || status === 'error',
    }) as never
  })

  api.openapi(readUndoRoute, async (c) => {
    const { companyId } = scopeOf(c)
    return c.json(await readUndo(deps, { companyId, runId: c.req.valid('param').id }), 200)
  })

  api.openapi(undoRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const asked = { companyId, runId: c.req.valid('param').id }
    await undoRun(deps, { ...asked, userId: actor.userId })
    return c.json(await readUndo(deps, asked), 200)
  })

  api.openapi(retryRoute, async (c) => {
    const reopened = await retryRun(deps, { companyId: scopeOf(c).companyId, runId: c.req.valid('param').id })
    return c.json({ reopened }, 200)
  })

  api.openapi(changeRoute, async (c) => {
    const scope = scopeOf(c)
    const { id: runId, change } = c.req.valid('param')
    await changeRun(deps, { companyId: scope.companyId, runId, userId: scope.actor.userId }, change)
    return c.json(await read(scope, runId), 200)
  })

  addPostingRoutes(api, deps)
  return api
}

function addPostingRoutes(api: Api, deps: PostingRoutesDeps): void {
  api.openapi(refusalsRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const items = await withCompany(deps.db, companyId, async (tx) => {
      const run = await findRun(tx, companyId, c.req.valid('param').id)
      if (!run) throw noSuchRun()
      return listRefusals(tx, run)
    })
    return c.json({ items }, 200)
  })

  api.openapi(handleRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const { note, ...chosen } = c.req.valid('json')
    const asked = { companyId, runId: c.req.valid('param').id, userId: actor.userId }
    return c.json(await changePostings(deps, asked, chosen, { choice: 'handle', note }), 200)
  })

  api.openapi(changePostingsRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const { id: runId, choice } = c.req.valid('param')
    const asked = { companyId, runId, userId: actor.userId }
    return c.json(await changePostings(deps, asked, c.req.valid('json'), { choice }), 200)
  })
}

/** A person by their name instead of their id. */
async function withName(row: PostingRow, nameOf: PostingRoutesDeps['nameOf']): Promise<PostingRow> {
  const { settled } = row
  return settled ? { ...row, settled: { ...settled, by: (await nameOf(settled.by)) ?? '–' } } : row
}

const noSuchRun = () => new AppError('not-found', 'no such run')

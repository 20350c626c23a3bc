import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import {
  type Api,
  type ApiEnv,
  attachment,
  createApi,
  defineRoute,
  fileAnswer,
  idParam,
  json,
  jsonBody,
  requireStill,
  scopeOf,
} from '#platform/http.ts'
import { formBody, receiveFile } from '#platform/receive-file.ts'
import { streamChanges } from '#platform/server-sent-events.ts'
import { inMegabytes, type ReadLimits } from '#spreadsheets/index.ts'
import { changeRows, undoChange } from './change-rows.ts'
import { getImport, recheckImport } from './check-import.ts'
import { confirmImport } from './confirm-import.ts'
import {
  changeOptionsRequest,
  changeRowAnswer,
  changeRowRequest,
  changeRowsAnswer,
  changeRowsRequest,
  confirmAnswer,
  confirmRequest,
  fileLimits,
  importList,
  importRowDetail,
  importRowList,
  importSummary,
  rowFilter,
  rowGroups,
  rowIndex,
  rowOrder,
  undoChangeAnswer,
  undoChangeRequest,
} from './contract.ts'
import { deleteImport } from './delete-import.ts'
import {
  describeAnew,
  describeGroups,
  describeImport,
  describeImports,
  describeIndex,
  describeRows,
  describeRowsById,
} from './describe-import.ts'
import { describeInvoices } from './describe-invoices.ts'
import { describeUnmapped } from './describe-merchants.ts'
import { describeRow } from './describe-row.ts'
import { exportRows } from './export-rows.ts'
import { learnSupplier } from './learn-supplier.ts'
import { asOfNow, nearlyNow } from './load-assessment.ts'
import { mendRoutes } from './mend-routes.ts'
import { unmappedMerchantList } from './merchant-contract.ts'
import { merchantRoutes } from './merchant-routes.ts'
import type { Neighbours } from './neighbours.ts'
import { gatheredInvoices } from './rules/gathered-invoices.ts'
import { startImport } from './start-import.ts'

const uploadFields = z.object({ templateId: z.uuid() })
const uploadBody = formBody({ templateId: { type: 'string', format: 'uuid' } })
const rowParam = idParam.extend({ rowId: z.coerce.number().int().min(1) })
const rowQuery = rowFilter.extend({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(200),
  /** These rows alone, as `1,5,7`. */
  ids: z
    .string()
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,499}$/)
    .transform((text) => text.split(',').map(Number))
    .optional(),
})

const startRoute = defineRoute('full', {
  method: 'post',
  path: '/imports',
  request: { body: uploadBody },
  responses: { 202: json(importSummary, 'The file is being read') },
})
const limitsRoute = defineRoute('full', {
  method: 'get',
  path: '/file-limits',
  responses: { 200: json(fileLimits) },
})
const listRoute = defineRoute('full', {
  method: 'get',
  path: '/imports',
  request: { query: z.object({ cursor: z.uuid().optional() }) },
  responses: { 200: json(importList) },
})
const readRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}',
  request: { params: idParam },
  responses: { 200: json(importSummary) },
})
const deleteRoute = defineRoute('full', {
  method: 'delete',
  path: '/imports/{id}',
  request: { params: idParam },
  responses: { 204: { description: 'Deleted' } },
})
const eventsRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/events',
  request: { params: idParam },
  responses: {
    200: {
      description: 'Server-sent events: the import as it stands, until it is read',
      content: { 'text/event-stream': { schema: importSummary } },
    },
  },
})
const rowsRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/rows',
  request: { params: idParam, query: rowQuery },
  responses: { 200: json(importRowList) },
})
const rowRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/rows/{rowId}',
  request: { params: rowParam },
  responses: { 200: json(importRowDetail) },
})
const decideRoute = defineRoute('full', {
  method: 'patch',
  path: '/imports/{id}/rows/{rowId}',
  request: { params: rowParam, body: jsonBody(changeRowRequest) },
  responses: { 200: json(changeRowAnswer) },
})
const indexRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/row-index',
  request: { params: idParam, query: rowFilter.extend(rowOrder.shape) },
  responses: { 200: json(rowIndex) },
})
const groupsRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/row-groups',
  request: { params: idParam },
  responses: { 200: json(rowGroups) },
})
const fileQuery = z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') })
const problemRowsRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/problem-rows',
  request: { params: idParam, query: fileQuery },
  responses: { 200: fileAnswer('Rows that need attention, with what is to be mended in words') },
})
const allRowsRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/all-rows',
  request: { params: idParam, query: fileQuery },
  responses: { 200: fileAnswer('Every row with its state') },
})
const changeRowsRoute = defineRoute('full', {
  method: 'post',
  path: '/imports/{id}/rows/change',
  request: { params: idParam, body: jsonBody(changeRowsRequest) },
  responses: { 200: json(changeRowsAnswer) },
})
const undoRoute = defineRoute('full', {
  method: 'post',
  path: '/imports/{id}/rows/undo',
  request: { params: idParam, body: jsonBody(undoChangeRequest) },
  responses: { 200: json(undoChangeAnswer) },
})
const unmappedRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/unmapped-merchants',
  request: { params: idParam },
  responses: { 200: json(unmappedMerchantList) },
})
const optionsRoute = defineRoute('full', {
  method: 'patch',
  path: '/imports/{id}/options',
  request: { params: idParam, body: jsonBody(changeOptionsRequest) },
  responses: { 200: json(importSummary) },
})
const recheckRoute = defineRoute('full', {
  method: 'post',
  path: '/imports/{id}/recheck',
  /** `fresh`: a person has mended something in the accounting system a moment ago. */
  request: { params: idParam, query: z.object({ fresh: z.stringbool().optional() }) },
  responses: { 200: json(importSummary) },
})
const confirmRoute = defineRoute('full', {
  method: 'post',
  path: '/imports/{id}/confirm',
  request: { params: idParam, body: jsonBody(confirmRequest) },
  responses: { 200: json(confirmAnswer) },
})

const invoicesRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/invoices',
  request: { params: idParam },
  responses: { 200: json(gatheredInvoices) },
})

export function importRoutes(deps: Neighbours): Api {
  const api = createApi()
  api.openapi(startRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const { fields, file } = await receiveFile(c.req.raw, {
      fields: uploadFields,
      maxBytes: deps.limits.bytes,
      tooLarge: () => tooLarge(deps.limits),
      put: (bytes) => deps.files.put(companyId, bytes),
      delete: ({ key }) => deps.files.delete(key),
      mayStill: () => requireStill(c),
    })
    const record = await startImport(deps, { companyId, userId: actor.userId, ...fields, file })
    return c.json(await describeImport(deps, record), 202)
  })
  api.openapi(limitsRoute, (c) => {
    const { bytes, rows, columns } = deps.limits
    return c.json({ megabytes: inMegabytes(bytes), rows, columns }, 200)
  })
  api.openapi(listRoute, async (c) =>
    c.json(await describeImports(deps, scopeOf(c).companyId, c.req.valid('query').cursor ?? null), 200),
  )
  api.openapi(readRoute, async (c) =>
    c.json(await describeImport(deps, await getImport(deps, scopeOf(c).companyId, c.req.valid('param').id)), 200),
  )
  api.openapi(deleteRoute, async (c) => {
    await deleteImport(deps, askedOf(c, c.req.valid('param').id))
    return c.body(null, 204)
  })
  addRowRoutes(api, deps)
  addChangeRoutes(api, deps)
  api.route('/', mendRoutes(deps))
  addEditRoutes(api, deps)
  addFileRoutes(api, deps)
  api.route('/', merchantRoutes(deps))
  return api
}

/** Which import, and who asks. */
function askedOf(c: Context<ApiEnv>, importId: string) {
  const { companyId, actor } = scopeOf(c)
  return { companyId, importId, userId: actor.userId }
}

function tooLarge({ bytes }: ReadLimits): AppError {
  return new AppError('file-too-large', 'the file is too large', {
    errors: [{ path: 'file', code: 'too-large', params: { limit: inMegabytes(bytes) } }],
  })
}

function addRowRoutes(api: Api, deps: Neighbours): void {
  api.openapi(rowsRoute, async (c) =>
    c.json(await describeRows(deps, scopeOf(c).companyId, c.req.valid('param').id, c.req.valid('query')), 200),
  )
  api.openapi(rowRoute, async (c) => {
    const { id, rowId } = c.req.valid('param')
    return c.json(await describeRow(deps, scopeOf(c).companyId, id, rowId), 200)
  })
  api.openapi(invoicesRoute, async (c) =>
    c.json(await describeInvoices(deps, scopeOf(c).companyId, c.req.valid('param').id), 200),
  )
  api.openapi(unmappedRoute, async (c) =>
    c.json({ items: await describeUnmapped(deps, scopeOf(c).companyId, c.req.valid('param').id) }, 200),
  )
  api.openapi(eventsRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { id } = c.req.valid('param')
    const found = await getImport(deps, companyId, id)
    const read = () => describeAnew(deps, found)
    const hear = () => deps.notices.hear(id)
    return streamChanges(c, { read, isFinal: ({ state }) => state !== 'reading', hear, everyMs: 2000 }) as never
  })
}

function addChangeRoutes(api: Api, deps: Neighbours): void {
  api.openapi(optionsRoute, async (c) => {
    const options = c.req.valid('json')
    return c.json(
      await describeImport(deps, await recheckImport(deps, scopeOf(c).companyId, c.req.valid('param').id, { options })),
      200,
    )
  })
  api.openapi(recheckRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const how = c.req.valid('query').fresh ? asOfNow : nearlyNow
    return c.json(
      await describeImport(deps, await recheckImport(deps, companyId, c.req.valid('param').id, {}, how)),
      200,
    )
  })
  api.openapi(confirmRoute, async (c) => {
    const runId = await confirmImport(deps, { ...askedOf(c, c.req.valid('param').id), shown: c.req.valid('json') })
    return c.json({ runId }, 200)
  })
}

function addFileRoutes(api: Api, deps: Neighbours): void {
  const answer = async (c: Context<ApiEnv>, importId: string, format: 'csv' | 'xlsx', name: 'problems' | 'all') => {
    const { companyId, actor } = scopeOf(c)
    const language = languageOf(c.req.header('accept-language')) ?? actor.language
    return attachment(c, await exportRows(deps, { companyId, importId, format, language, name }))
  }
  api.openapi(
    problemRowsRoute,
    async (c) => (await answer(c, c.req.valid('param').id, c.req.valid('query').format, 'problems')) as never,
  )
  api.openapi(
    allRowsRoute,
    async (c) => (await answer(c, c.req.valid('param').id, c.req.valid('query').format, 'all')) as never,
  )
}

/** The language that the page asks in; a client that asks for neither gets the person's own. */
function languageOf(accepted: string | undefined): 'sv' | 'en' | null {
  const asked = /^\s*(sv|en)\b/i.exec(accepted ?? '')?.[1]?.toLowerCase()
  return asked === 'sv' || asked === 'en' ? asked : null
}

function addEditRoutes(api: Api, deps: Neighbours): void {
  api.openapi(indexRoute, async (c) =>
    c.json(await describeIndex(deps, scopeOf(c).companyId, c.req.valid('param').id, c.req.valid('query')), 200),
  )
  api.openapi(groupsRoute, async (c) =>
    c.json(await describeGroups(deps, scopeOf(c).companyId, c.req.valid('param').id), 200),
  )
  api.openapi(decideRoute, async (c) => {
    const { id, rowId } = c.req.valid('param')
    const who = askedOf(c, id)
    const { remembers, ...change } = c.req.valid('json')
    const { record: changed, outcome } = await changeRows(deps, who, { ...change, ids: [rowId] }, { isOne: true })
    const learned = change.fields?.supplier ? await learnSupplier(deps, who, { rowId, isSure: remembers }) : null
    const record = learned?.record ?? changed
    const rows = await describeRowsById(deps, record, [...new Set([rowId, ...outcome.slice(0, 500)])])
    rows.sort((a, b) => Number(b.id === rowId) - Number(a.id === rowId))
    return c.json({ ...(await describeImport(deps, record)), rows, lesson: learned?.lesson ?? null }, 200)
  })
  api.openapi(changeRowsRoute, async (c) => {
    const who = askedOf(c, c.req.valid('param').id)
    const { record, changed, left, changeId } = await changeRows(deps, who, c.req.valid('json'))
    return c.json({ import: await describeImport(deps, record), changed, left, changeId }, 200)
  })
  api.openapi(undoRoute, async (c) => {
    const who = askedOf(c, c.req.valid('param').id)
    const { record, undone, kept } = await undoChange(deps, who, c.req.valid('json').changeId)
    return c.json({ ...(await describeImport(deps, record)), undone, kept }, 200)
  })
}

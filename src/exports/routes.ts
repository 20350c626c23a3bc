import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { readCompany, withCompany } from '#platform/database.ts'
import { getFileOf } from '#platform/files.ts'
import {
  type Api,
  attachment,
  createApi,
  defineRoute,
  fileAnswer,
  idParam,
  json,
  jsonBody,
  scopeOf,
} from '#platform/http.ts'
import { cutPage, pageSize } from '#platform/list-page.ts'
import { type ExportSummary, exportList, exportSummary, startExportRequest } from './contract.ts'
import type { ExportsDeps } from './neighbours.ts'
import { startExport } from './start-export.ts'
import { deleteExport, type ExportRecord, findExport, listExports } from './store.ts'

const startRoute = defineRoute('full', {
  method: 'post',
  path: '/exports',
  request: { body: jsonBody(startExportRequest) },
  responses: { 202: json(exportSummary, 'The invoices are being read') },
})
const listRoute = defineRoute('full', {
  method: 'get',
  path: '/exports',
  request: { query: z.object({ cursor: z.uuid().optional() }) },
  responses: { 200: json(exportList) },
})
const readRoute = defineRoute('full', {
  method: 'get',
  path: '/exports/{id}',
  request: { params: idParam },
  responses: { 200: json(exportSummary) },
})
const fileRoute = defineRoute('full', {
  method: 'get',
  path: '/exports/{id}/file',
  request: { params: idParam },
  responses: { 200: fileAnswer('The invoices as CSV or XLSX') },
})
const deleteRoute = defineRoute('full', {
  method: 'delete',
  path: '/exports/{id}',
  request: { params: idParam },
  responses: { 204: { description: 'Deleted; one that is being written stops' } },
})

export function exportRoutes(deps: ExportsDeps): Api {
  const api = createApi()
  const get = async (companyId: string, id: string) => {
    const record = await readCompany(deps.db, companyId, (tx) => findExport(tx, companyId, id))
    if (!record) throw new AppError('not-found', 'no such export')
    return record
  }
  api.openapi(startRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const record = await startExport(
      deps,
      { companyId, userId: actor.userId, language: actor.language },
      c.req.valid('json'),
    )
    return c.json(await describe(deps, record), 202)
  })
  api.openapi(listRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const before = c.req.valid('query').cursor ?? null
    const records = await withCompany(deps.db, companyId, (tx) =>
      listExports(tx, companyId, { before, limit: pageSize + 1 }),
    )
    const { page, last } = cutPage(records)
    const items = await Promise.all(page.map((record) => describe(deps, record)))
    return c.json({ items, ...(last && { nextCursor: last.id }) }, 200)
  })
  api.openapi(readRoute, async (c) =>
    c.json(await describe(deps, await get(scopeOf(c).companyId, c.req.valid('param').id)), 200),
  )
  api.openapi(fileRoute, async (c) => {
    const find = () => get(scopeOf(c).companyId, c.req.valid('param').id)
    const { format, fileKey, fileName } = await find()
    if (fileKey === null || format === 'google-sheets') throw new AppError('not-found', 'there is no file')
    const bytes = await getFileOf(deps.files, fileKey, find)
    return attachment(c, { name: fileName, type: format, bytes }) as never
  })
  api.openapi(deleteRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const gone = await withCompany(deps.db, companyId, (tx) => deleteExport(tx, companyId, c.req.valid('param').id))
    if (!gone) throw new AppError('not-found', 'no such export')
    if (gone.fileKey !== null) await deps.files.delete(gone.fileKey)
    return c.body(null, 204)
  })
  return api
}

async function describe(deps: ExportsDeps, record: ExportRecord): Promise<ExportSummary> {
  const { id, templateId, templateName, format, filter, destination, state, invoices, read, fileName, problem } = record
  return {
    ...{ id, templateId, templateName, format, filter, destination, state, invoices, read, fileName, problem },
    createdAt: record.createdAt.toISOString(),
    createdBy: (await deps.nameOf(record.createdBy)) ?? '–',
  }
}

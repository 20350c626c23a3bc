import { AppError } from '#kernel/errors.ts'
import { readCompany } from '#platform/database.ts'
import { type Api, createApi, defineRoute, idParam, json, jsonBody, scopeOf } from '#platform/http.ts'
import { chooseSource } from './choose-source.ts'
import {
  changeScheduleRequest,
  createFromSourceRequest,
  fetchRequest,
  sourceAddress,
  type TemplateSource,
  templateSource,
  templateSourceList,
} from './contract.ts'
import { createFromSource } from './create-from-source.ts'
import type { SourcesDeps } from './neighbours.ts'
import { askForRows, setSchedule } from './schedule-source.ts'
import { findSource, listSources, type SourceRecord } from './store.ts'

const listRoute = defineRoute('full', {
  method: 'get',
  path: '/template-sources',
  responses: { 200: json(templateSourceList) },
})
const createSourceRoute = defineRoute('full', {
  method: 'post',
  path: '/template-sources',
  request: { body: jsonBody(createFromSourceRequest) },
  responses: { 201: json(templateSource, 'The template and its source') },
})
const readRoute = defineRoute('full', {
  method: 'get',
  path: '/template-sources/{id}',
  request: { params: idParam },
  responses: { 200: json(templateSource) },
})
const chooseRoute = defineRoute('full', {
  method: 'put',
  path: '/template-sources/{id}',
  request: { params: idParam, body: jsonBody(sourceAddress) },
  responses: { 200: json(templateSource) },
})
const scheduleRoute = defineRoute('full', {
  method: 'put',
  path: '/template-sources/{id}/schedule',
  request: { params: idParam, body: jsonBody(changeScheduleRequest) },
  responses: { 200: json(templateSource) },
})
const fetchRoute = defineRoute('full', {
  method: 'post',
  path: '/template-sources/{id}/fetch',
  request: { params: idParam, body: jsonBody(fetchRequest) },
  responses: { 202: json(templateSource, 'The rows are being fetched') },
})

/** `{id}` is the template's. */
export function sourceRoutes(deps: SourcesDeps): Api {
  const api = createApi()
  api.openapi(listRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const records = await readCompany(deps.db, companyId, (tx) => listSources(tx, companyId))
    const names = new Map((await deps.templates.listTemplates(companyId)).map(({ id, name }) => [id, name]))
    const items = records.flatMap((record) => {
      const name = names.get(record.templateId)
      return name === undefined ? [] : [describe(record, name)]
    })
    return c.json({ items }, 200)
  })
  api.openapi(createSourceRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const request = c.req.valid('json')
    const record = await createFromSource(deps, { companyId, userId: actor.userId }, request)
    return c.json(describe(record, request.name), 201)
  })
  api.openapi(readRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const record = await readCompany(deps.db, companyId, (tx) => findSource(tx, companyId, c.req.valid('param').id))
    if (!record) throw new AppError('not-found', 'the template has no source')
    return c.json(await withName(deps, record), 200)
  })
  api.openapi(chooseRoute, async (c) => {
    const key = { companyId: scopeOf(c).companyId, templateId: c.req.valid('param').id }
    return c.json(await withName(deps, await chooseSource(deps, key, c.req.valid('json'))), 200)
  })
  api.openapi(scheduleRoute, async (c) => {
    const key = { companyId: scopeOf(c).companyId, templateId: c.req.valid('param').id }
    return c.json(await withName(deps, await setSchedule(deps, key, c.req.valid('json').schedule)), 200)
  })
  api.openapi(fetchRoute, async (c) => {
    const key = { companyId: scopeOf(c).companyId, templateId: c.req.valid('param').id }
    return c.json(await withName(deps, await askForRows(deps, key, c.req.valid('json').extent)), 202)
  })
  return api
}

async function withName(deps: SourcesDeps, record: SourceRecord): Promise<TemplateSource> {
  return describe(record, (await deps.templates.getTemplate(record.companyId, record.templateId)).name)
}

function describe(record: SourceRecord, templateName: string): TemplateSource {
  const { templateId, connectorId, schedule, outcome } = record
  const { documentId, documentName, tableId, tableName, viewId, viewName } = record
  return {
    ...{ templateId, templateName, connectorId, schedule, outcome },
    ...{ documentId, documentName, tableId, tableName, viewId, viewName },
    nextAt: record.nextAt?.toISOString() ?? null,
    isFetching: record.fetchingSince !== null,
    fetchedAt: record.fetchedAt?.toISOString() ?? null,
  }
}

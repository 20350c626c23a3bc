import { type Api, createApi, defineRoute, idParam, json, jsonBody, scopeOf } from '#platform/http.ts'
import { importSummary } from './contract.ts'
import { describeImport } from './describe-import.ts'
import { describeDrift, mendTemplate } from './mend-template.ts'
import type { Neighbours } from './neighbours.ts'
import { readAgain } from './read-again.ts'
import { importDrift, mendRequest } from './rules/import-drift.ts'

const driftRoute = defineRoute('full', {
  method: 'get',
  path: '/imports/{id}/drift',
  request: { params: idParam },
  responses: { 200: json(importDrift) },
})
const mendRoute = defineRoute('full', {
  method: 'post',
  path: '/imports/{id}/mend',
  request: { params: idParam, body: jsonBody(mendRequest) },
  responses: { 202: json(importSummary, 'The template is mended and the file is being read again') },
})
const readAgainRoute = defineRoute('full', {
  method: 'post',
  path: '/imports/{id}/read-again',
  request: { params: idParam },
  responses: { 202: json(importSummary, 'The file is being read again under the template as it is now') },
})

/** How the file of an import and its template fit, and what mends it. */
export function mendRoutes(deps: Neighbours): Api {
  const api = createApi()
  api.openapi(driftRoute, async (c) =>
    c.json(await describeDrift(deps, scopeOf(c).companyId, c.req.valid('param').id), 200),
  )
  api.openapi(mendRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const { drift } = c.req.valid('json')
    const mend = { companyId, importId: c.req.valid('param').id, userId: actor.userId, seen: drift }
    return c.json(await describeImport(deps, await mendTemplate(deps, mend)), 202)
  })
  api.openapi(readAgainRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const who = { companyId, importId: c.req.valid('param').id, userId: actor.userId }
    return c.json(await describeImport(deps, await readAgain(deps, who)), 202)
  })
  return api
}

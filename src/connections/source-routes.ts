import { z } from 'zod'
import type { SourceSession } from '#connectors/source-connector.ts'
import { type Api, defineRoute, json, scopeOf } from '#platform/http.ts'
import { sourceDocument, sourceDocumentList, sourceTableList } from './contract.ts'

export type SourceRouteDeps = { openSource(companyId: string, connectorId: string): Promise<SourceSession> }

const sourceParam = z.object({ connectorId: z.string().max(50) })
const documentParam = sourceParam.extend({ documentId: z.string().min(1).max(200) })

const listRoute = defineRoute('full', {
  method: 'get',
  path: '/sources/{connectorId}/documents',
  summary: 'The spreadsheets or bases that Radvis may open',
  request: { params: sourceParam },
  responses: { 200: json(sourceDocumentList) },
})
const documentRoute = defineRoute('full', {
  method: 'get',
  path: '/sources/{connectorId}/documents/{documentId}',
  summary: 'One of them by its id; 404 source-not-found when it does not exist or is not shared with Radvis',
  request: { params: documentParam },
  responses: { 200: json(sourceDocument) },
})
const tablesRoute = defineRoute('full', {
  method: 'get',
  path: '/sources/{connectorId}/documents/{documentId}/tables',
  summary: 'Its tabs, hidden ones left out, or its tables with their views',
  request: { params: documentParam },
  responses: { 200: json(sourceTableList) },
})

export function addSourceRoutes(api: Api, { openSource }: SourceRouteDeps): void {
  api.openapi(listRoute, async (c) => {
    const session = await openSource(scopeOf(c).companyId, c.req.valid('param').connectorId)
    return c.json({ items: await session.listDocuments() }, 200)
  })
  api.openapi(documentRoute, async (c) => {
    const { connectorId, documentId } = c.req.valid('param')
    const session = await openSource(scopeOf(c).companyId, connectorId)
    return c.json(await session.readDocument(documentId), 200)
  })
  api.openapi(tablesRoute, async (c) => {
    const { connectorId, documentId } = c.req.valid('param')
    const session = await openSource(scopeOf(c).companyId, connectorId)
    return c.json({ items: await session.listTables(documentId) }, 200)
  })
}

import { type Api, createApi, defineRoute, idParam, json, jsonBody, scopeOf } from '#platform/http.ts'
import { mergeList, mergeRequest, type SupplierMerge, supplierMerge } from './contract.ts'
import type { MapSupplierDeps } from './map-supplier.ts'
import type { MergeRow } from './merge-store.ts'
import { listUndoable, mergeSuppliers, undoMerge } from './merge-suppliers.ts'
import type { Register } from './store.ts'

type MergeRouteDeps = MapSupplierDeps & {
  getRegister(companyId: string): Promise<Register>
  announce(register: Register): Promise<void>
}

const listRoute = defineRoute('full', {
  method: 'get',
  path: '/mapped-suppliers/merges',
  responses: { 200: json(mergeList, 'Merges that can be undone, the latest first') },
})
const mergeRoute = defineRoute('full', {
  method: 'post',
  path: '/mapped-suppliers/merges',
  request: { body: jsonBody(mergeRequest) },
  responses: { 201: json(supplierMerge, 'Merged') },
})
const undoRoute = defineRoute('full', {
  method: 'post',
  path: '/mapped-suppliers/merges/{id}/undo',
  request: { params: idParam },
  responses: { 200: json(mergeList, 'Undone') },
})

/** Several mapped suppliers made one, and that undone. */
export function mergeRoutes(deps: MergeRouteDeps): Api {
  const api = createApi()
  const describe = async (companyId: string) => ({
    items: (await listUndoable(deps, await deps.getRegister(companyId))).map(toMerge),
  })
  api.openapi(listRoute, async (c) => c.json(await describe(scopeOf(c).companyId), 200))
  api.openapi(mergeRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const register = await deps.getRegister(companyId)
    const merged = await mergeSuppliers(deps, register, c.req.valid('json'), actor.userId)
    await deps.announce(register)
    return c.json(toMerge(merged), 201)
  })
  api.openapi(undoRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    await deps.announce(await undoMerge(deps, companyId, c.req.valid('param').id, actor.userId))
    return c.json(await describe(companyId), 200)
  })
  return api
}

function toMerge({ id, at, intoId, intoName, merged }: MergeRow): SupplierMerge {
  return { id, at: at.toISOString(), intoId, intoName, names: merged.map(({ supplierName }) => supplierName) }
}

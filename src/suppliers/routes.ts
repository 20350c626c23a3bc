import { z } from 'zod'
import type { Connections } from '#connections/index.ts'
import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import { type Api, createApi, defineRoute, idParam, json, jsonBody, scopeOf } from '#platform/http.ts'
import {
  changeMappedSupplierRequest,
  createSupplierRequest,
  type MappedSupplier,
  mappedSupplier,
  mappedSupplierList,
  mapSupplierRequest,
  type Supplier,
  supplier,
  supplierList,
  testTextAnswer,
  testTextRequest,
} from './contract.ts'
import { type CreateSupplierDeps, createSupplier } from './create-supplier.ts'
import { declineRoutes } from './decline-routes.ts'
import { changeMapping, type MapSupplierDeps, mapSupplier, removeMapping } from './map-supplier.ts'
import { mergeRoutes } from './merge-routes.ts'
import type { Suggestion } from './rules/suggest-suppliers.ts'
import { describeRecognition, type SupplierBook } from './rules/supplier-book.ts'
import { sheetRoutes } from './sheet-routes.ts'
import { listMapped, type MappedWithDesignations, type Register, type SupplierRow, searchSuppliers } from './store.ts'

export type RouteDeps = CreateSupplierDeps &
  MapSupplierDeps & {
    connections: Pick<Connections, 'findConnection' | 'openSession' | 'registers'>
    /** Tells whoever waits for suppliers that a mapping has changed. */
    announce(register: Register): Promise<void>
    loadBook(companyId: string, connectionId: string): Promise<SupplierBook>
    loadSuggester(companyId: string, connectionId: string): Promise<(merchantText: string) => Suggestion[]>
  }

const search = { query: z.object({ q: z.string().trim().max(200).optional() }) }
const registerLimit = 50

const mappedListRoute = defineRoute('full', {
  method: 'get',
  path: '/mapped-suppliers',
  request: search,
  responses: { 200: json(mappedSupplierList) },
})
const mapRoute = defineRoute('full', {
  method: 'put',
  path: '/mapped-suppliers',
  request: { body: jsonBody(mapSupplierRequest) },
  responses: { 200: json(mappedSupplier) },
})
const changeRoute = defineRoute('full', {
  method: 'patch',
  path: '/mapped-suppliers/{id}',
  request: { params: idParam, body: jsonBody(changeMappedSupplierRequest) },
  responses: { 200: json(mappedSupplier) },
})
const removeRoute = defineRoute('full', {
  method: 'delete',
  path: '/mapped-suppliers/{id}',
  request: { params: idParam },
  responses: { 200: json(mappedSupplier, 'Removed; the answer is what it was') },
})
const testRoute = defineRoute('full', {
  method: 'post',
  path: '/mapped-suppliers/test',
  request: { body: jsonBody(testTextRequest) },
  responses: { 200: json(testTextAnswer, 'Which supplier the text would get, and why') },
})
const registerRoute = defineRoute('full', {
  method: 'get',
  path: '/suppliers',
  request: search,
  responses: { 200: json(supplierList) },
})
const createRoute = defineRoute('full', {
  method: 'post',
  path: '/suppliers',
  request: { body: jsonBody(createSupplierRequest) },
  responses: { 201: json(supplier, 'Created in the accounting system') },
})

export function supplierRoutes(deps: RouteDeps): Api {
  const { db, connections, announce } = deps
  const api = createApi()
  const findRegister = async (companyId: string): Promise<Register | null> => {
    const connection = await connections.findConnection(companyId)
    return connection && { companyId, connectionId: connection.id }
  }
  const getRegister = async (companyId: string): Promise<Register> => {
    const register = await findRegister(companyId)
    if (!register) throw new AppError('not-connected', 'the company has no supplier register yet')
    return register
  }

  api.openapi(mappedListRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const register = await findRegister(companyId)
    const { q } = c.req.valid('query')
    const rows = register ? await withCompany(db, companyId, (tx) => listMapped(tx, register, q)) : []
    return c.json({ items: rows.map(toMappedSupplier) }, 200)
  })

  api.openapi(mapRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const register = await getRegister(companyId)
    const mapped = await mapSupplier(deps, register, c.req.valid('json'), actor.userId)
    await announce(register)
    return c.json(toMappedSupplier(mapped), 200)
  })

  api.openapi(changeRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const mapped = await changeMapping(deps, companyId, c.req.valid('param').id, c.req.valid('json'), actor.userId)
    await announce(mapped)
    return c.json(toMappedSupplier(mapped), 200)
  })

  api.openapi(removeRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const mapped = await removeMapping(deps, companyId, c.req.valid('param').id, actor.userId)
    await announce(mapped)
    return c.json(toMappedSupplier(mapped), 200)
  })

  api.openapi(testRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { connectionId } = await getRegister(companyId)
    const { text, place } = c.req.valid('json')
    const found = (await deps.loadBook(companyId, connectionId)).find(text, { place })
    const suggest = await deps.loadSuggester(companyId, connectionId)
    const recognised = found && describeRecognition(found)
    return c.json({ recognised, suggestions: found ? [] : suggest(text) }, 200)
  })

  api.openapi(registerRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const register = await findRegister(companyId)
    const { q } = c.req.valid('query')
    const limit = registerLimit
    const rows = register ? await withCompany(db, companyId, (tx) => searchSuppliers(tx, register, { q, limit })) : []
    return c.json({ items: rows.map(toSupplier) }, 200)
  })

  api.openapi(createRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const register = await getRegister(companyId)
    const created = await createSupplier(deps, register, c.req.valid('json'), actor.userId)
    return c.json(toSupplier(created), 201)
  })
  api.route('/', sheetRoutes({ ...deps, getRegister }))
  api.route('/', mergeRoutes({ ...deps, getRegister }))
  api.route('/', declineRoutes({ ...deps, getRegister }))
  return api
}

function toSupplier({ number, name, organisationNumber, city, isActive, account }: SupplierRow): Supplier {
  return { number, name, organisationNumber, city, isActive, account }
}

function toMappedSupplier(row: MappedWithDesignations): MappedSupplier {
  const { id, supplierNumber, supplierName, account, vatType, updatedAt } = row
  const designations = row.designations.map(({ id, match, text }) => ({ id, match, text }))
  return { id, supplierNumber, supplierName, account, vatType, designations, updatedAt: updatedAt.toISOString() }
}

import { z } from 'zod'
import * as m from '#messages'
import { withCompany } from '#platform/database.ts'
import { type Api, attachment, createApi, defineRoute, fileAnswer, json, scopeOf } from '#platform/http.ts'
import { sheetApplied, sheetPlan } from './contract.ts'
import type { MapSupplierDeps } from './map-supplier.ts'
import { listMapped, type Register } from './store.ts'
import { applySheet, previewSheet } from './supplier-sheet.ts'
import { writeSupplierSheet } from './write-sheet.ts'

type SheetRouteDeps = MapSupplierDeps & {
  getRegister(companyId: string): Promise<Register>
  announce(register: Register): Promise<void>
}

const file = z.custom<File>((value) => value instanceof File).openapi({ type: 'string', format: 'binary' })
const form = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'multipart/form-data': { schema } } },
})

const writeRoute = defineRoute('full', {
  method: 'get',
  path: '/mapped-suppliers/sheet',
  request: { query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }) },
  responses: { 200: fileAnswer('The mapped suppliers as a sheet to edit') },
})
const previewRoute = defineRoute('full', {
  method: 'post',
  path: '/mapped-suppliers/sheet',
  request: form(z.object({ file })),
  responses: { 200: json(sheetPlan, 'What the sheet would change') },
})
const confirmRoute = defineRoute('full', {
  method: 'post',
  path: '/mapped-suppliers/sheet/confirm',
  request: form(z.object({ file, fingerprint: z.string().min(1).max(100) })),
  responses: { 200: json(sheetApplied, 'Done as the preview said') },
})

/** Mapped suppliers out to a sheet and in again. */
export function sheetRoutes(deps: SheetRouteDeps): Api {
  const api = createApi()
  api.openapi(writeRoute, async (c) => {
    const { companyId, companyName, actor } = scopeOf(c)
    const register = await deps.getRegister(companyId)
    const rows = await withCompany(deps.db, companyId, (tx) => listMapped(tx, register))
    const { format: type } = c.req.valid('query')
    const name = `${m.suppliers_title({}, { locale: actor.language })} ${companyName}.${type}`
    return attachment(c, { name, type, bytes: await writeSupplierSheet(rows, type, actor.language) })
  })
  api.openapi(previewRoute, async (c) => {
    const register = await deps.getRegister(scopeOf(c).companyId)
    return c.json(await previewSheet(deps, register, await bytesOf(c.req.valid('form').file)), 200)
  })
  api.openapi(confirmRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const register = await deps.getRegister(companyId)
    const { file, fingerprint } = c.req.valid('form')
    const done = await applySheet(deps, register, { bytes: await bytesOf(file), fingerprint }, actor.userId)
    await deps.announce(register)
    return c.json(done, 200)
  })
  return api
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer())
}

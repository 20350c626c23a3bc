import type { Context } from 'hono'
import { z } from 'zod'
import * as m from '#messages'
import { withCompany } from '#platform/database.ts'
import {
  type Api,
  type ApiEnv,
  attachment,
  createApi,
  defineRoute,
  fileAnswer,
  json,
  requireStill,
  scopeOf,
} from '#platform/http.ts'
import { formBody, keptInMemory, receiveFile } from '#platform/receive-file.ts'
import { sheetApplied, sheetPlan } from './contract.ts'
import type { MapSupplierDeps } from './map-supplier.ts'
import { sheetLimits, sheetTooLarge } from './sheet-thread.ts'
import { listMapped, type Register } from './store.ts'
import { applySheet, previewSheet } from './supplier-sheet.ts'
import { writeSupplierSheet } from './write-sheet.ts'

type SheetRouteDeps = MapSupplierDeps & {
  getRegister(companyId: string): Promise<Register>
  announce(register: Register): Promise<void>
}

const confirmFields = z.object({ fingerprint: z.string().min(1).max(100) })

const writeRoute = defineRoute('full', {
  method: 'get',
  path: '/mapped-suppliers/sheet',
  request: { query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }) },
  responses: { 200: fileAnswer('The mapped suppliers as a sheet to edit') },
})
const previewRoute = defineRoute('full', {
  method: 'post',
  path: '/mapped-suppliers/sheet',
  request: { body: formBody() },
  responses: { 200: json(sheetPlan, 'What the sheet would change') },
})
const confirmRoute = defineRoute('full', {
  method: 'post',
  path: '/mapped-suppliers/sheet/confirm',
  request: { body: formBody({ fingerprint: { type: 'string' } }) },
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
    const { file } = await receiveSheet(c, z.object({}))
    const register = await deps.getRegister(scopeOf(c).companyId)
    return c.json(await previewSheet(deps, register, file.bytes), 200)
  })
  api.openapi(confirmRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const { file, fields } = await receiveSheet(c, confirmFields)
    const register = await deps.getRegister(companyId)
    const done = await applySheet(deps, register, { bytes: file.bytes, ...fields }, actor.userId)
    await deps.announce(register)
    return c.json(done, 200)
  })
  return api
}

function receiveSheet<Fields extends z.ZodType>(c: Context<ApiEnv>, fields: Fields) {
  const mayStill = () => requireStill(c)
  return receiveFile(c.req.raw, {
    ...{ ...keptInMemory, fields, maxBytes: sheetLimits.bytes, tooLarge: sheetTooLarge, mayStill },
  })
}

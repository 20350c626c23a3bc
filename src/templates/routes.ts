import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { type FileEncoding, fileEncodings } from '#kernel/file-encodings.ts'
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
  scopeOf,
} from '#platform/http.ts'
import { formBody } from '#platform/receive-file.ts'
import type { TemplateKey } from './change-template.ts'
import {
  type ChangeTemplateRequest,
  changeTemplateRequest,
  granularities,
  type Template,
  type TemplateMapping,
  template,
  templateMapping,
} from './contract.ts'
import type { NewSample, NewTemplate } from './create-template.ts'
import { parseSample, parseUpload } from './parse-upload.ts'
import type { HeaderChoice } from './rules/layout/choose-header.ts'
import { type SheetLines, sheetLines } from './rules/layout/sheet-lines.ts'
import { type Recognition, recognition } from './rules/recognition.ts'
import {
  type MappingPreview,
  mappingPreview,
  previewRequest,
  type TemplateSample,
  templateSample,
} from './sample-contract.ts'
import { type TemplateFile, templateFile } from './template-file.ts'

type AskedSample = { encoding?: FileEncoding | 'auto' | undefined; header?: HeaderChoice }
type AskedLines = Pick<AskedSample, 'encoding'> & { sheet: number; after: number }

/** What can be done with templates; index.ts does it. */
export type TemplateCalls = {
  listTemplates(companyId: string): Promise<Template[]>
  getTemplate(companyId: string, id: string): Promise<Template>
  createTemplate(request: NewTemplate): Promise<Template>
  changeTemplate(key: TemplateKey, change: ChangeTemplateRequest): Promise<Template>
  /** With a version only while the template is of that version. */
  saveMapping(key: TemplateKey, mapping: TemplateMapping, version?: number): Promise<Template>
  /** Which template a file is for; the file is not kept. */
  recogniseFile(companyId: string, file: NewSample): Promise<Recognition>
  duplicateTemplate(key: TemplateKey): Promise<Template>
  deleteTemplate(key: TemplateKey): Promise<void>
  /** Another file to try the mapping on. */
  replaceSample(key: TemplateKey, file: NewSample): Promise<Template>
  shareTemplate(key: TemplateKey, isShared: boolean): Promise<Template>
  exportTemplate(companyId: string, id: string): Promise<TemplateFile>
  importTemplate(request: { companyId: string; userId: string; file: TemplateFile }): Promise<Template>
  /** The sample's columns and rows, and what they are taken for. */
  readSample(companyId: string, id: string, asked: AskedSample): Promise<TemplateSample>
  /** The lines of one sheet of the sample as they are, a page at a time. */
  readLines(companyId: string, id: string, asked: AskedLines): Promise<SheetLines>
  /** How the sample reads under a mapping that need not be saved. */
  preview(companyId: string, id: string, mapping: TemplateMapping): Promise<MappingPreview>
}

const uploadBody = formBody({
  name: { type: 'string', maxLength: 100 },
  bank: { type: 'string', maxLength: 100 },
  sourceSystem: { type: 'string', enum: ['file'] },
  targetSystem: { type: 'string', enum: ['fortnox'] },
  resource: { type: 'string', enum: ['supplier-invoice'] },
  movement: { type: 'string', enum: ['import', 'export'] },
  granularity: { type: 'string', enum: [...granularities] },
})

const listRoute = defineRoute('full', {
  method: 'get',
  path: '/templates',
  responses: { 200: json(z.object({ items: z.array(template) })) },
})
const createRoute = defineRoute('full', {
  method: 'post',
  path: '/templates',
  request: { body: uploadBody },
  responses: { 201: json(template, 'Created') },
})
const recogniseRoute = defineRoute('full', {
  method: 'post',
  path: '/templates/recognise',
  request: {
    body: formBody(),
  },
  responses: { 200: json(recognition) },
})
const getRoute = defineRoute('full', {
  method: 'get',
  path: '/templates/{id}',
  request: { params: idParam },
  responses: { 200: json(template) },
})
const changeRoute = defineRoute('full', {
  method: 'patch',
  path: '/templates/{id}',
  request: { params: idParam, body: jsonBody(changeTemplateRequest) },
  responses: { 200: json(template) },
})
const deleteRoute = defineRoute('full', {
  method: 'delete',
  path: '/templates/{id}',
  request: { params: idParam },
  responses: { 200: json(z.object({ done: z.literal(true) })) },
})
/** Read in this encoding instead of the template's. */
const askedEncoding = z.enum([...fileEncodings, 'auto']).optional()
const counted = z.coerce.number().int().min(1)
const saveMappingQuery = z.object({ version: z.coerce.number().int().optional() })
const sampleQuery = z.object({
  encoding: askedEncoding,
  /** The row that is the header, as a person says; `none`: there is none, and columns go by place. */
  headerRow: z.union([z.literal('none'), counted]).optional(),
  /** The sheet of that row, the first where none is said. */
  sheet: counted.default(1),
})
const linesQuery = z.object({
  encoding: askedEncoding,
  sheet: counted.default(1),
  after: z.coerce.number().int().min(0).default(0),
})
const sampleRoute = defineRoute('full', {
  method: 'get',
  path: '/templates/{id}/sample',
  request: { params: idParam, query: sampleQuery },
  responses: { 200: json(templateSample) },
})
const linesRoute = defineRoute('full', {
  method: 'get',
  path: '/templates/{id}/sample/lines',
  request: { params: idParam, query: linesQuery },
  responses: { 200: json(sheetLines) },
})
const saveRoute = defineRoute('full', {
  method: 'put',
  path: '/templates/{id}/mapping',
  request: { params: idParam, query: saveMappingQuery, body: jsonBody(templateMapping) },
  responses: { 200: json(template) },
})
const previewRoute = defineRoute('full', {
  method: 'post',
  path: '/templates/{id}/preview',
  request: { params: idParam, body: jsonBody(previewRequest) },
  responses: { 200: json(mappingPreview) },
})
const duplicateRoute = defineRoute('full', {
  method: 'post',
  path: '/templates/{id}/duplicate',
  request: { params: idParam },
  responses: { 201: json(template, 'Created') },
})

const shareRoute = defineRoute('admin', {
  method: 'put',
  path: '/templates/{id}/shared',
  request: { params: idParam, body: jsonBody(z.object({ isShared: z.boolean() })) },
  responses: { 200: json(template) },
})
const replaceRoute = defineRoute('full', {
  method: 'put',
  path: '/templates/{id}/sample',
  request: {
    params: idParam,
    body: formBody(),
  },
  responses: { 200: json(template) },
})
const exportRoute = defineRoute('full', {
  method: 'get',
  path: '/templates/{id}/export',
  request: { params: idParam },
  responses: { 200: fileAnswer('The template as a file for POST /templates/import') },
})
const importRoute = defineRoute('full', {
  method: 'post',
  path: '/templates/import',
  request: { body: jsonBody(templateFile) },
  responses: { 201: json(template, 'Created') },
})

/** `maxBytes`: of a sample. */
export function templateRoutes(templates: TemplateCalls, maxBytes: number): Api {
  const api = createApi()
  api.openapi(listRoute, async (c) => c.json({ items: await templates.listTemplates(scopeOf(c).companyId) }, 200))

  api.openapi(createRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const upload = await parseUpload(c, maxBytes)
    return c.json(await templates.createTemplate({ companyId, userId: actor.userId, ...upload }), 201)
  })
  api.openapi(recogniseRoute, async (c) => {
    const file = await parseSample(c, maxBytes)
    return c.json(await templates.recogniseFile(scopeOf(c).companyId, file), 200)
  })

  api.openapi(getRoute, async (c) =>
    c.json(await templates.getTemplate(scopeOf(c).companyId, c.req.valid('param').id), 200),
  )
  api.openapi(sampleRoute, async (c) => {
    const { encoding, headerRow: row, sheet } = c.req.valid('query')
    const asked = { encoding, ...(row !== undefined && { header: { sheet, row } }) }
    return c.json(await templates.readSample(scopeOf(c).companyId, c.req.valid('param').id, asked), 200)
  })
  api.openapi(linesRoute, async (c) =>
    c.json(await templates.readLines(scopeOf(c).companyId, c.req.valid('param').id, c.req.valid('query')), 200),
  )

  api.openapi(previewRoute, async (c) => {
    const { mapping } = c.req.valid('json')
    return c.json(await templates.preview(scopeOf(c).companyId, c.req.valid('param').id, mapping), 200)
  })

  api.openapi(changeRoute, async (c) => {
    if (c.req.valid('json').needsApproval !== undefined && scopeOf(c).role === 'full')
      throw new AppError('not-allowed', 'owners and admins decide what needs approval', {
        errors: [{ path: 'needsApproval', code: 'approval-admin-only' }],
      })
    const key = keyOf(c, c.req.valid('param').id)
    return c.json(await templates.changeTemplate(key, c.req.valid('json')), 200)
  })

  api.openapi(saveRoute, async (c) => {
    const key = keyOf(c, c.req.valid('param').id)
    return c.json(await templates.saveMapping(key, c.req.valid('json'), c.req.valid('query').version), 200)
  })

  api.openapi(duplicateRoute, async (c) =>
    c.json(await templates.duplicateTemplate(keyOf(c, c.req.valid('param').id)), 201),
  )

  addFileRoutes(api, templates, maxBytes)
  api.openapi(shareRoute, async (c) => {
    const key = keyOf(c, c.req.valid('param').id)
    return c.json(await templates.shareTemplate(key, c.req.valid('json').isShared), 200)
  })

  api.openapi(deleteRoute, async (c) => {
    await templates.deleteTemplate(keyOf(c, c.req.valid('param').id))
    return c.json({ done: true as const }, 200)
  })
  return api
}

/** One of the company's templates, and who asks. */
function keyOf(c: Context<ApiEnv>, id: string): TemplateKey {
  const { companyId, actor } = scopeOf(c)
  return { companyId, userId: actor.userId, id }
}

function addFileRoutes(api: Api, templates: TemplateCalls, maxBytes: number): void {
  api.openapi(replaceRoute, async (c) => {
    const key = keyOf(c, c.req.valid('param').id)
    return c.json(await templates.replaceSample(key, await parseSample(c, maxBytes)), 200)
  })
  api.openapi(exportRoute, async (c) => {
    const file = await templates.exportTemplate(scopeOf(c).companyId, c.req.valid('param').id)
    const bytes = new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`)
    return attachment(c, { name: `${file.name}.radvis.json`, type: 'json', bytes })
  })
  api.openapi(importRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    return c.json(await templates.importTemplate({ companyId, userId: actor.userId, file: c.req.valid('json') }), 201)
  })
}

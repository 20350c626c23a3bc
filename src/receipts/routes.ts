import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import { getFileOf } from '#platform/files.ts'
import {
  type Api,
  createApi,
  defineRoute,
  fileAnswer,
  idParam,
  json,
  jsonBody,
  requireStill,
  scopeOf,
} from '#platform/http.ts'
import { cutPage, pageSize } from '#platform/list-page.ts'
import { filesBody, receiveFiles } from '#platform/receive-file.ts'
import {
  changeReceiptRequest,
  maxReceiptBytes,
  missingList,
  mostFiles,
  mostFormBytes,
  receipt,
  receiptAddress,
  receiptContentTypes,
  receiptList,
  receiptStates,
  uploadAnswer,
} from './contract.ts'
import { describeReceipts, shown } from './describe-receipts.ts'
import { changeByHand, getReceipt, removeReceipt } from './match-by-hand.ts'
import { listOpenPurchases } from './match-waiting.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import { addressOf } from './receive-mail.ts'
import { listReceipts, type ReceiptRecord } from './store.ts'
import { takeReceipt } from './take-receipt.ts'

const cursorQuery = z.object({ cursor: z.uuid().optional() })

const uploadRoute = defineRoute('full', {
  method: 'post',
  path: '/receipts',
  request: { body: filesBody(mostFiles) },
  responses: { 200: json(uploadAnswer, 'Each file with its receipt, or why it was not taken') },
})
const listRoute = defineRoute('full', {
  method: 'get',
  path: '/receipts',
  request: { query: cursorQuery.extend({ state: z.enum(receiptStates).optional() }) },
  responses: { 200: json(receiptList) },
})
const missingRoute = defineRoute('full', {
  method: 'get',
  path: '/receipts/missing',
  request: { query: cursorQuery },
  responses: { 200: json(missingList, 'Purchases without a receipt') },
})
const addressRoute = defineRoute('full', {
  method: 'get',
  path: '/receipts/address',
  responses: { 200: json(receiptAddress) },
})
const readRoute = defineRoute('full', {
  method: 'get',
  path: '/receipts/{id}',
  request: { params: idParam },
  responses: { 200: json(receipt) },
})
const fileRoute = defineRoute('full', {
  method: 'get',
  path: '/receipts/{id}/file',
  request: { params: idParam },
  responses: { 200: fileAnswer('The file as it came') },
})
const changeRoute = defineRoute('full', {
  method: 'patch',
  path: '/receipts/{id}',
  request: { params: idParam, body: jsonBody(changeReceiptRequest) },
  responses: { 200: json(receipt) },
})
const deleteRoute = defineRoute('full', {
  method: 'delete',
  path: '/receipts/{id}',
  request: { params: idParam },
  responses: { 204: { description: 'Taken away; what is in the accounting system stays there' } },
})

export function receiptRoutes(deps: ReceiptsDeps): Api {
  const api = createApi()
  const one = async (record: ReceiptRecord) => {
    const [described] = await describeReceipts(deps, record.companyId, [record])
    if (!described) throw new Error('a receipt was not described')
    return described
  }
  api.openapi(uploadRoute, async (c) => {
    const { companyId, actor } = scopeOf(c)
    const taken = await receiveFiles(c.req.raw, {
      ...{ maxBytes: maxReceiptBytes, mostFiles, tooLarge: formTooLarge, mayStill: () => requireStill(c) },
      async take({ name, bytes, problem }) {
        if (bytes === null) return { fileName: name, record: null, problem }
        const given = { userId: actor.userId, from: 'upload' as const, sender: null, hints: '' }
        const { receipt: record, problem: refused } = await takeReceipt(deps, { companyId, ...given, name, bytes })
        return { fileName: name, record, problem: refused }
      },
    })
    const items = await Promise.all(
      taken.map(async ({ fileName, record, problem }) => ({
        fileName,
        receipt: record && (await one(record)),
        problem,
      })),
    )
    return c.json({ items }, 200)
  })
  api.openapi(listRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { state, cursor } = c.req.valid('query')
    const page = { state: state ?? null, before: cursor ?? null, limit: pageSize + 1 }
    const records = await withCompany(deps.db, companyId, (tx) => listReceipts(tx, companyId, page))
    const { page: found, last } = cutPage(records)
    const items = await describeReceipts(deps, companyId, found)
    return c.json({ items, ...(last && { nextCursor: last.id }) }, 200)
  })
  api.openapi(missingRoute, async (c) => {
    const page = { before: c.req.valid('query').cursor ?? null, limit: pageSize + 1 }
    const { page: open, last } = cutPage(await listOpenPurchases(deps, scopeOf(c).companyId, page))
    return c.json({ items: open.map(shown), ...(last && { nextCursor: last.id }) }, 200)
  })
  api.openapi(addressRoute, async (c) => c.json({ address: await addressOf(deps, scopeOf(c).companyId) }, 200))
  addOneRoutes(api, deps, one)
  return api
}

function formTooLarge(): AppError {
  const limit = mostFormBytes / 2 ** 20
  return new AppError('file-too-large', 'the files are too large together', {
    errors: [{ path: 'files', code: 'too-large', params: { limit } }],
  })
}

function addOneRoutes(
  api: Api,
  deps: ReceiptsDeps,
  one: (record: ReceiptRecord) => Promise<z.infer<typeof receipt>>,
): void {
  api.openapi(readRoute, async (c) => {
    const key = { companyId: scopeOf(c).companyId, id: c.req.valid('param').id }
    return c.json(await one(await getReceipt(deps, key)), 200)
  })
  api.openapi(fileRoute, async (c) => {
    const key = { companyId: scopeOf(c).companyId, id: c.req.valid('param').id }
    const { fileKey, type } = await getReceipt(deps, key)
    const bytes = await getFileOf(deps.files, fileKey, () => getReceipt(deps, key))
    // Somebody else's file: never run, never taken for anything but what it was found to be.
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      'Content-Type': receiptContentTypes[type],
      'Content-Disposition': 'inline',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    }) as never
  })
  api.openapi(changeRoute, async (c) => {
    const key = { companyId: scopeOf(c).companyId, id: c.req.valid('param').id }
    return c.json(await one(await changeByHand(deps, key, c.req.valid('json'))), 200)
  })
  api.openapi(deleteRoute, async (c) => {
    await removeReceipt(deps, { companyId: scopeOf(c).companyId, id: c.req.valid('param').id })
    return c.body(null, 204)
  })
}

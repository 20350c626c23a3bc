import { z } from 'zod'
import { type Api, createApi, defineRoute, json, jsonBody, scopeOf } from '#platform/http.ts'
import { newDesignation } from '#suppliers/contract.ts'
import { describeBooking, describeSupplierUse, describeWaiting, previewDesignation } from './describe-merchants.ts'
import { describeStopped } from './describe-stopped.ts'
import {
  bookingProposal,
  designationPreview,
  stoppedSupplierList,
  supplierUseList,
  waitingMerchantList,
} from './merchant-contract.ts'
import type { Neighbours } from './neighbours.ts'

const waitingRoute = defineRoute('full', {
  method: 'get',
  path: '/unmapped-merchants',
  responses: { 200: json(waitingMerchantList, 'Merchants that rows of unconfirmed imports wait for, most first') },
})
const useRoute = defineRoute('full', {
  method: 'get',
  path: '/mapped-suppliers/use',
  responses: { 200: json(supplierUseList, 'How many rows each supplier was found for, and when last') },
})
const stoppedRoute = defineRoute('full', {
  method: 'get',
  path: '/mapped-suppliers/stopped',
  responses: {
    200: json(stoppedSupplierList, 'Suppliers that the last files of a template held and the newest does not'),
  },
})
const previewRoute = defineRoute('full', {
  method: 'post',
  path: '/mapped-suppliers/preview',
  request: { body: jsonBody(newDesignation) },
  responses: { 200: json(designationPreview, 'Rows of unconfirmed imports that the designation would take') },
})

const proposalRoute = defineRoute('full', {
  method: 'get',
  path: '/suppliers/{number}/proposal',
  request: { params: z.object({ number: z.string().min(1).max(50) }) },
  responses: { 200: json(bookingProposal, 'How the supplier might be booked, and why') },
})

/** What imports know about suppliers: who waits for one, and who was found how often. */
export function merchantRoutes(deps: Neighbours): Api {
  const api = createApi()
  api.openapi(waitingRoute, async (c) => c.json({ items: await describeWaiting(deps, scopeOf(c).companyId) }, 200))
  api.openapi(useRoute, async (c) => c.json({ items: await describeSupplierUse(deps, scopeOf(c).companyId) }, 200))
  api.openapi(stoppedRoute, async (c) => c.json({ items: await describeStopped(deps, scopeOf(c).companyId) }, 200))
  api.openapi(proposalRoute, async (c) =>
    c.json(await describeBooking(deps, scopeOf(c).companyId, c.req.valid('param').number), 200),
  )
  api.openapi(previewRoute, async (c) =>
    c.json(await previewDesignation(deps, scopeOf(c).companyId, c.req.valid('json')), 200),
  )
  return api
}

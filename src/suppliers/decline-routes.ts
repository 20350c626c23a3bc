import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import { type Api, createApi, defineRoute, json, jsonBody, scopeOf } from '#platform/http.ts'
import { declinedSuggestion } from './contract.ts'
import { deleteDeclined, saveDeclined } from './decline-store.ts'
import { declineKey } from './rules/suggest-suppliers.ts'
import type { Register } from './store.ts'

const declineRoute = defineRoute('full', {
  method: 'put',
  path: '/declined-suggestions',
  request: { body: jsonBody(declinedSuggestion) },
  responses: { 200: json(declinedSuggestion, 'The pair is suggested no more') },
})
const undoRoute = defineRoute('full', {
  method: 'delete',
  path: '/declined-suggestions',
  request: { query: declinedSuggestion },
  responses: { 200: json(declinedSuggestion, 'The pair may be suggested again') },
})

type Deps = { db: Database; clock: Clock; getRegister(companyId: string): Promise<Register> }

/** What a person says a merchant is not. */
export function declineRoutes({ db, clock, getRegister }: Deps): Api {
  const api = createApi()
  api.openapi(declineRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { merchant, supplierNumber } = c.req.valid('json')
    const register = await getRegister(companyId)
    const pair = { merchant: declineKey(merchant), supplierNumber }
    await withCompany(db, companyId, (tx) => saveDeclined(tx, register, pair, clock.now()))
    return c.json({ merchant, supplierNumber }, 200)
  })
  api.openapi(undoRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { merchant, supplierNumber } = c.req.valid('query')
    const register = await getRegister(companyId)
    const pair = { merchant: declineKey(merchant), supplierNumber }
    await withCompany(db, companyId, (tx) => deleteDeclined(tx, register, pair))
    return c.json({ merchant, supplierNumber }, 200)
  })
  return api
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { postingSteps } from './tables.ts'
import { createFarSide } from './testing/far-side.ts'
import { lineOf, openPosting } from './testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a request that would outlive its lane’s lease is given up, and looked up by whoever comes next', async () => {
  const far = createFarSide({})
  const left = Promise.withResolvers<void>()
  const near = openPosting(database, far.session, {
    openLine: async (_company, _connection, { signal }) =>
      lineOf({
        ...far.session,
        createSupplierInvoice: () =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new ConnectorError('unknown', 'after-check')))
            left.resolve()
          }),
      }),
  })
  await near.start(['RV-1'], ['create'])
  const posted = near.postNow()
  await left.promise
  near.advance(7_500)
  expect(await posted).toBe('more')
  const [kept] = (await database.db.select().from(postingSteps)).filter(({ companyId }) => companyId === near.companyId)
  expect(kept?.state).toBe('unknown')
})

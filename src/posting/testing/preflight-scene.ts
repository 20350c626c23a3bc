import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { ImportRow } from '#imports/contract.ts'
import { importedPurchases } from '#imports/tables.ts'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { supplier } from '#imports/testing/purchase-fixture.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { type FortnoxSandbox, startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { controlOf, openWholeWay } from './open-whole-way.ts'

export const file = csv('2026-10-05;KONTORSGIGANTEN;SEK;0;1250,00')

/** For each test a company of ours connected to Fjällbruket AB as the sandbox seeds it, with two suppliers taught. */
export function openPreflight() {
  let database: OpenDatabase
  let sandbox: FortnoxSandbox
  let near: Awaited<ReturnType<typeof openWholeWay>>
  const control = (method: string, path: string, body?: unknown) => controlOf(sandbox)(method, path, body)
  beforeAll(async () => {
    database = await openTestDatabase()
    sandbox = await startFortnoxSandbox({ rateLimit: { requests: 10_000, seconds: 1 } })
  })
  afterAll(async () => {
    await sandbox.close()
    await database.close()
  })
  beforeEach(async () => {
    await control('POST', 'reset', {})
    // The books are empty again: what other tests' companies imported into them is no longer there.
    await database.db.delete(importedPurchases)
    near = await openWholeWay(database, sandbox)
    near.imports.teach('KONTORSGIGANTEN', supplier({ number: '1', name: 'Kontorsgiganten Sverige AB' }))
    near.imports.teach('MOLNVERKET', supplier({ number: '4', name: 'Molnverket Hosting Ltd', account: 6540 }))
  })
  afterEach(() => near.connections.stop())

  const purchasesOf = async (id: string): Promise<ImportRow[]> =>
    (await near.imports.call('GET', `/imports/${id}/rows`)).body.items.slice(1)
  return {
    control,
    near: () => near,
    purchasesOf,
    problemsOf: async (id: string) => (await purchasesOf(id))[0]?.problems,
    /** A file that comes half a minute after whatever was done before it. */
    read(bytes: Uint8Array) {
      near.advance(30)
      return near.imports.read(bytes)
    },
    change: (settings: object) => control('PUT', 'tenants/1001/settings', settings),
    /** Opens the preview as the page does, after something was mended over there. */
    recheck: async (id: string) => (await near.imports.call('POST', `/imports/${id}/recheck?fresh=true`)).body,
    confirm: (id: string, invoices = 1) => near.imports.call('POST', `/imports/${id}/confirm`, { invoices }),
    /** What was asked of the sandbox that changes something there. */
    writes: async () =>
      Object.keys((await control('GET', 'stats')).tenants[1001] ?? {}).filter((call) =>
        /^(POST|PUT|DELETE) /.test(call),
      ),
  }
}

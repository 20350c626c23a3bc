import { expect, test } from 'vitest'
import { file, openPreflight } from './testing/preflight-scene.ts'

const { control, near, read, confirm } = openPreflight()

async function askedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const asked = async (): Promise<Record<string, number>> => (await control('GET', 'stats')).tenants[1001] ?? {}
  const before = await asked()
  await work()
  const counts = Object.entries(await asked()).map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}
const sum = (asked: Record<string, number>) => Object.values(asked).reduce((all, count) => all + count, 0)

/** The suppliers that changed are one more (suppliers/sync-suppliers.ts), which this scene has from memory. */
const onceEach = {
  ...{ 'GET /3/accounts': 1, 'GET /3/costcenters': 1, 'GET /3/currencies': 1, 'GET /3/financialyears': 1 },
  ...{ 'GET /3/modesofpayments': 1, 'GET /3/predefinedaccounts': 1, 'GET /3/projects': 1 },
  ...{ 'GET /3/settings/lockedperiod': 1, 'GET /3/supplierinvoicepayments': 1, 'GET /3/suppliers': 1 },
  // What changed, and what waits for approval, which tells also whether invoices are open to us.
  'GET /3/supplierinvoices': 2,
}

test('a file and its confirmation ask twelve times each, for nothing that another request tells', async () => {
  const first = await read(file)
  const [ofFile, ofConfirmation] = [await askedBy(() => read(file)), await askedBy(() => confirm(first.id))]
  expect([ofFile, ofConfirmation]).toEqual([onceEach, onceEach])
  expect(sum(ofFile)).toBe(12)
})

test('the company itself is read once a day', async () => {
  await read(file)
  near().advance(86_400)
  expect(await askedBy(() => read(file))).toEqual({ ...onceEach, 'GET /3/companyinformation': 1 })
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { type ImportRow, type ImportSummary, type RowState, rowStates } from './contract.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** They overlap, and hold what is equal, unreadable, unknown and paid back. */
const shared = ['2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00', '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00']
const files = [
  [...shared, shared[1]!, '2026-10-07;BRYGGERIGR 14;SEK;0;55,50', 'okänt datum;KAFE NORR;SEK;0;742,00'],
  [...shared, '2026-10-08;KAFE NORR;EUR;10,00;115,00', '2026-10-09;KONTORSHALLEN 0412;SEK;0;-96,00'],
  ['2026-10-08;KAFE NORR;SEK;0;61,00', '2026-10-08;KAFE NORR;SEK;0;abc', shared[0]!],
].map((rows) => csv(...rows))

const fields = fc.constantFrom(
  ...[{ total: '200,00' }, { total: 'abc' }, { total: null }, { total: '-10' }, { invoiceDate: '2026-10-10' }],
  ...[{ invoiceDate: null }, { supplier: '8' }, { supplier: null }, { account: '5910' }, { account: '1' }],
  ...[{ vat: '5,00' }, { currency: 'EUR' }, { currency: null }, { merchant: 'KAFE NORR' }, { comments: 'Möte' }],
)
const decision = fc.constantFrom('leave-out' as const, 'import-anyway' as const, null)
const nth = fc.nat(5)
const filter = fc.constantFrom<Record<string, unknown>>({}, { state: 'ready' }, { state: 'duplicate' }, { q: 'NORR' })
const action = fc.oneof(
  fc.record({ kind: fc.constant('upload' as const), nth }),
  fc.record({ kind: fc.constant('edit' as const), nth, row: fc.integer({ min: 1, max: 6 }), fields }),
  fc.record({ kind: fc.constant('decide' as const), nth, row: fc.integer({ min: 1, max: 6 }), decision }),
  fc.record({
    kind: fc.constant('many' as const),
    nth,
    filter,
    change: fc.oneof(fc.record({ decision }), fc.record({ fields })),
  }),
  fc.record({
    kind: fc.constantFrom('undo' as const, 'read-again' as const, 'confirm' as const, 'confirm' as const),
    nth,
  }),
  fc.record({ kind: fc.constantFrom('take-back' as const, 'give-back' as const, 'delete' as const), nth }),
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

function openScene() {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  near.teach('KAFE NORR', supplier({ number: '8', name: 'Kafé Norr', account: 5910 }))
  return { ...near, made: [] as string[], changes: new Map<string, string>() }
}
type Scene = ReturnType<typeof openScene>

/** Until nothing is queued: a check may queue others. */
async function settle({ queued, work }: Scene): Promise<void> {
  while (queued.length > 0) await work()
}

async function act(near: Scene, { nth, ...asked }: Action): Promise<void> {
  const { made, changes } = near
  if (asked.kind === 'upload') return void made.push((await near.upload(files[nth % files.length]!)).body.id)
  const id = made[nth % made.length]
  if (id === undefined) return
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await near.call(method, `/imports/${id}${path}`, body)
    expect([asked, answer.status]).toEqual([asked, expect.toSatisfy((status) => status < 500)])
    return answer
  }
  if (asked.kind === 'edit') await call('PATCH', `/rows/${asked.row}`, { fields: asked.fields })
  if (asked.kind === 'decide') await call('PATCH', `/rows/${asked.row}`, { decision: asked.decision })
  if (asked.kind === 'undo' && changes.has(id)) await call('POST', '/rows/undo', { changeId: changes.get(id) })
  if (asked.kind === 'read-again') await call('POST', '/read-again')
  if (asked.kind === 'delete' && (await call('DELETE', '')).status === 204) made.splice(made.indexOf(id), 1)
  if (asked.kind === 'confirm') await confirm(near, id)
  if (asked.kind === 'many') {
    const { status, body } = await call('POST', '/rows/change', { ...asked.change, filter: asked.filter })
    if (status === 200) changes.set(id, body.changeId)
  }
  if (asked.kind === 'take-back' || asked.kind === 'give-back') await letGo(near, asked.kind, nth)
}

/** What is shown is confirmed, whatever was done before: nobody is refused for what Radvis knew already. */
async function confirm(near: Scene, id: string): Promise<void> {
  const { body } = await near.call('GET', `/imports/${id}`)
  const { state, invoices, totals, fingerprint, steps } = body as ImportSummary
  if (state !== 'checked' || invoices === 0) return
  const shown = { invoices, sum: totals?.ready.sum, fingerprint, steps }
  expect((await near.call('POST', `/imports/${id}/confirm`, shown)).body).toEqual({ runId: expect.any(String) })
}

/** An invoice that was made is taken back, or one that was not is sent back to the preview. */
async function letGo(near: Scene, kind: 'take-back' | 'give-back', nth: number): Promise<void> {
  const run = near.runs[nth % near.runs.length]
  const reference = run?.invoices.shift()?.reference
  if (!run || reference === undefined) return
  const { companyId, connectionId, imports } = near
  if (kind === 'give-back') return near.giveBack(run.importId, reference)
  await withCompany(database.db, companyId, (tx) =>
    imports.releasePurchases(tx, { companyId, connectionId, references: [reference] }),
  )
}

async function check(near: Scene): Promise<void> {
  for (const id of near.made) {
    const { totals, state, invoices } = (await near.call('GET', `/imports/${id}`)).body as ImportSummary
    const { items } = (await near.call('GET', `/imports/${id}/rows`)).body as { items: ImportRow[] }
    const of = (one: RowState) => items.filter((row) => row.state === one)
    const told = rowStates.map((one) => [one, totals?.[one].count, totals?.[one].sum])
    expect(told).toEqual(
      rowStates.map((one) => [one, of(one).length, of(one).reduce((sum, { amount }) => sum + (amount ?? 0), 0)]),
    )
    expect(totals?.read.count).toBe(items.length)
    expect(totals?.read.sum).toBe(items.reduce((sum, { amount }) => sum + (amount ?? 0), 0))
    if (state === 'checked') expect(invoices).toBe(of('ready').length)
  }
}

test('in whatever order imports are made, changed, confirmed and taken back, their totals are those of their rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 16 }), async (actions) => {
      const near = openScene()
      for (const one of [{ kind: 'upload' as const, nth: 0 }, { kind: 'upload' as const, nth: 1 }, ...actions]) {
        await act(near, one)
        await settle(near)
        await check(near)
      }
    }),
    { numRuns: 12 },
  )
}, 180_000)

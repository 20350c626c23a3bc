import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Registers } from '#connections/index.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('what was shown holds: another sum, or payment switched off meanwhile, and nothing is posted', async () => {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const { id, totals, steps } = await near.read(csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00'))
  const shown = { invoices: 1, sum: totals.ready.sum, steps }
  expect(shown).toEqual({ invoices: 1, sum: 129_900, steps: { bookkeep: true, pay: true } })
  const send = (body: object) => near.call('POST', `/imports/${id}/confirm`, body)
  const isRefused = { status: 409, body: { code: 'conflict', errors: [{ code: 'import-changed' }] } }
  expect(await send({ ...shown, sum: 129_800 })).toMatchObject(isRefused)
  const { settings } = near.state
  near.state.settings = { ...settings, payInvoices: false }
  expect(await send(shown)).toMatchObject(isRefused)
  expect(near.runs).toHaveLength(0)
  near.state.settings = settings
  expect((await send(shown)).status).toBe(200)
  expect(near.runs).toHaveLength(1)
})

test.each(['row', 'sheet'] as const)(
  'so does what each row is posted as, at the same sum (invoices by %s)',
  async (granularity) => {
    const near = openImports(database)
    near.templated.granularity = granularity
    near.teach('KONTORSHALLEN 0412', supplier())
    const file = csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00', '2026-10-02;KONTORSHALLEN 0412;SEK;0;99,00')
    const { id, totals, steps, invoices, ...read } = await near.read(file)
    const send = (fingerprint: string) =>
      near.call('POST', `/imports/${id}/confirm`, { invoices, sum: totals.ready.sum, steps, fingerprint })
    const see = async () => (await near.call('GET', `/imports/${id}`)).body.fingerprint
    const isRefused = { status: 409, body: { code: 'conflict', errors: [{ code: 'import-changed' }] } }
    let seen: string = read.fingerprint
    const change = (changes: Partial<ReturnType<typeof supplier>>) =>
      void near.teach('KONTORSHALLEN 0412', supplier(changes))

    change({ account: 5410 })
    expect(await send(seen)).toMatchObject(isRefused)
    seen = await see()
    change({ account: 5410, vatType: 'SE12' })
    expect(await send(seen)).toMatchObject(isRefused)
    seen = await see()
    change({ number: '8', account: 5410, vatType: 'SE12' })
    expect(await send(seen)).toMatchObject(isRefused)
    seen = await see()
    await near.call('PATCH', `/imports/${id}/rows/2`, { fields: { comments: 'Till Norr' } })
    expect(await send(seen)).toMatchObject(isRefused)
    seen = await see()
    near.state.settings = { ...near.state.settings, creditAccount: 1930 }
    expect(await send(seen)).toMatchObject(isRefused)
    expect(near.runs).toHaveLength(0)

    seen = await see()
    change({ number: '8', name: 'Kontorshallen Norr AB', account: 5410, vatType: 'SE12' })
    expect((await send(seen)).status).toBe(200) // called otherwise, and posted as before
    expect(near.runs).toHaveLength(1)
  },
)

test.each<[string, (registers: Registers) => Partial<Registers>]>([
  [
    'the account that a mode of payment of the file pays from',
    ({ modesOfPayment }) => ({
      modesOfPayment: [...modesOfPayment, { code: 'KORT2', name: 'Andra kortet', account: 1930 }],
    }),
  ],
  [
    'the method of the year, by which nothing is bookkept before it is paid',
    ({ financialYears }) => ({ financialYears: financialYears.map((year) => ({ ...year, method: 'cash' as const })) }),
  ],
  [
    'which accounts take a row’s cost centre beside its cost account',
    ({ accounts }) => ({
      accounts: accounts.map((one) => (one.number === 6570 ? { ...one, costCenterRule: 'mandatory' as const } : one)),
    }),
  ],
  [
    'bank costs on an account of their own',
    ({ accounts }) => ({ accounts: accounts.filter(({ number }) => number !== 6570) }),
  ],
])('so does what decides its rows in the accounting system: %s', async (_what, change) => {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const before = near.state.registers
  const [some] = before.accounts
  const accounts = [
    ...before.accounts.filter(({ number }) => number !== 6570),
    { ...some!, number: 6570, isActive: true },
  ]
  near.state.registers = { ...before, accounts }
  const { id, invoices, fingerprint } = await near.read(csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00'))
  near.state.registers = { ...near.state.registers, ...change(near.state.registers) }
  const send = (seen: string) => near.call('POST', `/imports/${id}/confirm`, { invoices, fingerprint: seen })
  expect(await send(fingerprint)).toMatchObject({ status: 409, body: { errors: [{ code: 'import-changed' }] } })
  expect(near.runs).toHaveLength(0)
  const now = (await near.call('GET', `/imports/${id}`)).body.fingerprint
  await send(now)
  expect(near.runs).toHaveLength(1)
})

test('where one purchase of several is another import’s by now, nothing of the import is posted or claimed', async () => {
  const near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
  const file = csv('2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00', '2026-10-02;KONTORSHALLEN 0412;SEK;0;99,00')
  const { id, invoices } = await near.read(file)
  await database.db.execute(sql`
    create function take_away() returns trigger language plpgsql as $$ begin
      return case when (select count(*) from imported_purchases where import_id = new.import_id) > 0 then null else new end;
    end $$`)
  await database.db.execute(sql`
    create trigger take_away before insert on imported_purchases for each row execute function take_away()`)
  const confirm = () => near.call('POST', `/imports/${id}/confirm`, { invoices })
  expect(await confirm()).toMatchObject({ status: 409, body: { errors: [{ code: 'import-changed' }] } })
  await database.db.execute(sql`drop function take_away cascade`)
  expect((await near.call('GET', `/imports/${id}`)).body).toMatchObject({ state: 'checked', invoices: 2 })
  expect((await confirm()).status).toBe(200)
})

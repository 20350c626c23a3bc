import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import type { PostedInvoice } from '#connectors/accounting-connector.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { changedAccounts } from './rules.ts'
import { createFarSide } from './testing/far-side.ts'
import { invoiceFixture } from './testing/invoice-fixture.ts'
import { openPosting } from './testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const sent = invoiceFixture('A')
const doubled = [...sent.rows, { account: 2645, debit: 25_000, credit: 0 }, { account: 2614, debit: 0, credit: 25_000 }]
const made = (rows: PostedInvoice['rows']) => ({ rows }) as PostedInvoice

describe('the account rows of the answer', () => {
  test('are the same in another order, taken together, or with rows of nothing', () => {
    const [cost, ...others] = sent.rows
    const halves = [cost!, cost!].map(({ account, debit, credit }) => ({ account, debit: debit / 2, credit }))
    expect(changedAccounts(sent, made([...others, ...halves, { account: 3740, debit: 0, credit: 0 }]))).toBeNull()
  })
  test('are told with what was sent in brackets where they differ', () => {
    expect(changedAccounts(sent, made(doubled))).toBe('2614: -250.00 (0.00), 2645: 250.00 (0.00)')
  })
  test('of a foreign currency are compared by their accounts alone', () => {
    const euro = { ...sent, currency: 'EUR' }
    const inEuro = sent.rows.map((row) => ({ ...row, debit: row.debit / 10, credit: row.credit / 10 }))
    expect(changedAccounts(euro, made(inEuro))).toBeNull()
    const elsewhere = inEuro.map((row) => (row.account === 5410 ? { ...row, account: 5420 } : row))
    expect(changedAccounts(euro, made(elsewhere))).toBe('5410: 0.00 (1000.00), 5420: 100.00 (0.00)')
  })
  const unsaid = sent.rows.map(({ account }) => ({ account, debit: 0, credit: 0 }))
  test.each([
    ['has none', undefined],
    ['has an empty list', []],
    ['has no amounts', unsaid],
    ['has some of them', sent.rows.slice(0, 1)],
  ])('are not missed where the answer %s', (_, rows) => {
    expect(changedAccounts(sent, made(rows))).toBeNull()
  })
})

/** The accounting system makes rows of its own of invoice A. */
function openScene(isAnswerLost = false) {
  const far = createFarSide({
    fateOf: ({ step }) =>
      step === 'create' && isAnswerLost ? { kind: 'lost-after', lateMs: 0 } : { kind: 'answered' },
  })
  const told = (invoice: PostedInvoice) => ({
    ...invoice,
    rows: invoice.reference === 'A' ? doubled : sent.rows,
  })
  const { createSupplierInvoice, readSupplierInvoice } = far.session
  far.session.createSupplierInvoice = async (invoice) => told(await createSupplierInvoice(invoice))
  far.session.readSupplierInvoice = async (number) => told(await readSupplierInvoice(number))
  return { far, near: openPosting(database, far.session, { isFast: isAnswerLost }) }
}

test('what came out otherwise than it was shown is not bookkept until a person says so', async () => {
  const { far, near } = openScene()
  const id = await near.start(['A', 'B'])
  await near.postNow()
  const bookings = () => [...far.books.invoices.values()].map((one) => `${one.reference} ${one.bookings}`).sort()
  expect(bookings()).toEqual(['A 0', 'B 1'])
  const { items } = (await near.call('GET', `/runs/${id}/postings`)).body
  expect(items[0].steps.map(({ state }: { state: string }) => state)).toEqual([
    'done',
    'rejected',
    'waiting',
    'waiting',
  ])
  expect(items[0].steps[1].problem).toMatchObject({ code: 'rows-changed', message: expect.stringContaining('2614') })
  expect(items[0]).toMatchObject({ invoiceNumber: expect.any(String), choices: ['retry', 'handle'] })
  expect((await near.call('GET', `/runs/${id}`)).body).toMatchObject({ status: 'error', rejected: 1 })

  await near.call('POST', `/runs/${id}/retry`)
  await near.postNow()
  expect(bookings()).toEqual(['A 1', 'B 1'])
  expect((await near.call('GET', `/runs/${id}`)).body).toMatchObject({ status: 'success', rejected: 0 })
})

test('nor is it where the answer was lost and the invoice is found', async () => {
  const { far, near } = openScene(true)
  const id = await near.start(['A', 'B'])
  while (near.queued.length > 0) await near.work()
  expect([...far.books.invoices.values()].map((one) => `${one.reference} ${one.bookings}`).sort()).toEqual([
    'A 0',
    'B 1',
  ])
  const { items } = (await near.call('GET', `/runs/${id}/postings`)).body
  expect(items[0].steps[1]).toMatchObject({ state: 'rejected', problem: { code: 'rows-changed' } })
})

test.each([false, true])('where nothing more is asked for it is told: answer lost: %s', async (isAnswerLost) => {
  const { near } = openScene(isAnswerLost)
  await near.start(['A', 'B'], ['create'])
  while (near.queued.length > 0) await near.work()
  const told = await database.db.select().from(events).where(eq(events.companyId, near.companyId))
  const changed = told.filter(({ activity }) => activity === 'invoice-rows-changed')
  expect(changed).toMatchObject([
    { type: 'error', invoiceNumber: expect.any(String), params: { message: expect.stringContaining('2614'), row: 2 } },
  ])
})

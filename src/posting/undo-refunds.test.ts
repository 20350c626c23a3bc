import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { PostingRow, Step } from './contract.ts'
import { createFarSide, type Fate } from './testing/far-side.ts'
import { openPosting } from './testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type FateOf = NonNullable<Parameters<typeof createFarSide>[0]['fateOf']>

/** A run of a purchase (A) and a refund (R). */
function openScene(fateOf: FateOf = () => ({ kind: 'answered' })) {
  const far = createFarSide({ fateOf })
  const sent: SupplierInvoice[] = []
  const create = far.session.createSupplierInvoice
  far.session.createSupplierInvoice = (invoice) => {
    sent.push(invoice)
    return create(invoice)
  }
  const near = openPosting(database, far.session, { isFast: true, refunds: ['R'] })
  const workUntilDone = async () => {
    while (near.queued.length > 0) await near.work()
  }
  async function post(steps?: readonly Step[]): Promise<string> {
    const id = await near.start(['A', 'R'], steps)
    await workUntilDone()
    return id
  }
  async function undo(id: string) {
    expect((await near.call('POST', `/runs/${id}/undo`)).status).toBe(200)
    await workUntilDone()
    return read(id)
  }
  const read = async (id: string) => (await near.call('GET', `/runs/${id}/undo`)).body
  const rowsOf = async (id: string): Promise<PostingRow[]> =>
    (await near.call('GET', `/runs/${id}/postings`)).body.items
  /** What stands on the debt account and on the card's after all vouchers. */
  function sums() {
    const bookkept = [...far.books.invoices.values()].reduce((sum, { total, bookings }) => sum + total * bookings, 0)
    const card = [...far.books.payments.values()].reduce((sum, one) => sum + one.payment.amountSek * one.bookings, 0)
    return { debt: bookkept - card, card }
  }
  const counters = () => [...far.books.invoices.values()].filter(({ reference }) => reference === 'T.R')
  return { ...near, far, sent, post, undo, read, rowsOf, sums, counters }
}
const evened = { debt: 0, card: 0 }

describe('a refund is taken back', () => {
  test('bookkept and paid: by an invoice that turns it round and is paid, and the report adds up', async () => {
    const scene = openScene()
    const id = await scene.post()
    const whole = { invoices: 2, removed: 0, credited: 2, kept: 0, open: 0, paidBack: 2, reasons: [] }
    expect(await scene.read(id)).toMatchObject({ ...whole, state: 'none' })
    expect(await scene.undo(id)).toMatchObject({ ...whole, state: 'reverted' })
    expect(scene.sums()).toEqual(evened)
    expect(scene.released.sort()).toEqual(['A', 'R'])
    const refund = scene.sent.find(({ reference }) => reference === 'R')
    expect(scene.sent.find(({ reference }) => reference === 'T.R')).toEqual({
      ...refund,
      ...{
        reference: 'T.R',
        invoiceDate: expect.any(String),
        dueDate: expect.any(String),
        total: 125_000,
        vat: 25_000,
      },
      rows: [
        { account: 5410, role: 'cost', debit: 100_000, credit: 0 },
        { account: 2641, role: 'vat', debit: 25_000, credit: 0 },
        { account: 2440, role: 'debt', debit: 0, credit: 125_000 },
      ],
      comments: 'Tar tillbaka kreditfaktura, löpnummer 2',
    })
    const row = (await scene.rowsOf(id)).find(({ reference }) => reference === 'R')
    expect(row?.undo).toMatchObject({ outcome: 'credited', creditNumber: scene.counters()[0]?.number })
    const told = await database.db.select().from(events).where(eq(events.companyId, scene.companyId))
    const ofUndo = ['invoice-credited', 'credit-bookkept', 'refund-countered', 'counter-bookkept']
    expect(told.flatMap(({ activity }) => (ofUndo.includes(activity) ? [activity] : [])).sort()).toEqual(ofUndo.sort())
  })

  test('bookkept and not paid: by an invoice that nobody pays', async () => {
    const scene = openScene()
    const done = await scene.undo(await scene.post(['create', 'bookkeep']))
    expect(done).toMatchObject({ state: 'reverted', credited: 2, kept: 0, paidBack: 0 })
    expect(scene.sums()).toEqual(evened)
  })

  test('not bookkept: it is cancelled', async () => {
    const scene = openScene()
    const done = await scene.undo(await scene.post(['create']))
    expect(done).toMatchObject({ state: 'reverted', removed: 2, credited: 0, kept: 0 })
    expect(scene.counters()).toEqual([])
  })

  test('by one that was refused at first, when it is asked for again', async () => {
    let isLocked = true
    const scene = openScene(({ reference }) =>
      isLocked && reference === 'T.R' ? { kind: 'refused', code: 'period-locked' } : { kind: 'answered' },
    )
    const id = await scene.post()
    expect(await scene.undo(id)).toMatchObject({ state: 'partly-reverted', credited: 1, kept: 1 })
    expect(scene.released).toEqual(['A'])
    isLocked = false
    expect(await scene.undo(id)).toMatchObject({ state: 'reverted', credited: 2, kept: 0 })
    expect(scene.sums()).toEqual(evened)
    expect(scene.counters()).toHaveLength(1)
  })

  const fates: Fate[] = [{ kind: 'lost-before' }, { kind: 'lost-after', lateMs: 0 }, { kind: 'away' }]
  test.each(fates)('once, though the first request of each kind is $kind', async (fate) => {
    const scene = openScene(({ reference, nth }) => (reference === 'T.R' && nth === 1 ? fate : { kind: 'answered' }))
    expect(await scene.undo(await scene.post())).toMatchObject({ state: 'reverted', credited: 2, kept: 0 })
    expect(scene.counters()).toMatchObject([{ bookings: 1, total: 125_000, balance: 0 }])
    expect(scene.sums()).toEqual(evened)
  })
})

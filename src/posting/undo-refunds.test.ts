import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { RefundTie } from '#imports/index.ts'
import { addDays, dayInSweden } from '#kernel/local-dates.ts'
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
function openScene(fateOf: FateOf = () => ({ kind: 'answered' }), refundTies: RefundTie[] = []) {
  const far = createFarSide({ fateOf })
  const sent: SupplierInvoice[] = []
  const create = far.session.createSupplierInvoice
  far.session.createSupplierInvoice = (invoice) => {
    sent.push(invoice)
    return create(invoice)
  }
  const near = openPosting(database, far.session, { isFast: true, refunds: ['R'], refundTies })
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
  return { ...near, workUntilDone, far, sent, post, undo, read, rowsOf, sums, counters }
}
const evened = { debt: 0, card: 0 }

test('before and after a run is taken back it is told how many of its purchases others have refunds of', async () => {
  const ties = [
    { number: '1', reference: null },
    { number: null, reference: 'A' },
    { number: '77', reference: 'A' }, // the number tells, where there is one
    { number: null, reference: 'ANOTHER' },
  ]
  const { far, post, read, undo } = openScene(undefined, ties)
  const id = await post()
  expect([...far.books.invoices.keys()].toSorted()).toEqual(['1', '2'])
  expect(await read(id)).toMatchObject({ state: 'none', refundedElsewhere: 2 })
  expect(await undo(id)).toMatchObject({ state: 'reverted', refundedElsewhere: 2 })
  const other = openScene()
  expect(await other.read(await other.post())).toMatchObject({ refundedElsewhere: 0 })
})

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

  test('days after it was asked for: dated when it is made, and judged by that day', async () => {
    const scene = openScene()
    const id = await scene.post()
    const asked = dayInSweden(scene.deps.clock.now())
    expect((await scene.call('POST', `/runs/${id}/undo`)).status).toBe(200)
    scene.advance(3 * 24 * 3600 * 1000) // Fortnox was away, and the period was locked meanwhile
    scene.far.session.readLockedPeriod = async () => addDays(asked, 1)
    await scene.workUntilDone()
    expect(await scene.read(id)).toMatchObject({ state: 'reverted', credited: 2, kept: 0 })
    const counter = scene.sent.find(({ reference }) => reference === 'T.R')
    expect(counter?.invoiceDate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(counter!.invoiceDate >= addDays(asked, 3)).toBe(true)
    expect(counter!.dueDate).toBe(counter!.invoiceDate)
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

  /** The answer to the counter invoice is lost, and the look-up for it refused, until that is mended. */
  async function openHalfUndone() {
    const scene = openScene(({ reference, nth }) =>
      reference === 'T.R' && nth === 1 ? { kind: 'lost-after', lateMs: 0 } : { kind: 'answered' },
    )
    const { findByReference } = scene.far.session
    scene.far.session.findByReference = () => Promise.reject(new ConnectorError('missing-scope', 'never'))
    const id = await scene.post()
    const reasons = [{ code: 'not-looked-up', count: 1 }]
    expect(await scene.undo(id)).toMatchObject({ credited: 1, kept: 1, reasons })
    scene.far.session.findByReference = findByReference
    expect(scene.counters()).toHaveLength(1)
    return { ...scene, id }
  }
  test('once, where what was made of a lost request is found when it is asked for again', async () => {
    const scene = await openHalfUndone()
    expect(await scene.undo(scene.id)).toMatchObject({ state: 'reverted', credited: 2, kept: 0 })
    expect(scene.counters()).toMatchObject([{ bookings: 1, total: 125_000, balance: 0 }])
    expect(scene.sums()).toEqual(evened)
    const told = await database.db.select().from(events).where(eq(events.companyId, scene.companyId))
    expect(told.filter(({ activity }) => activity === 'refund-countered')).toHaveLength(1)
  })
  test('not at all where two of them stand there, or somebody has cancelled it', async () => {
    const twice = await openHalfUndone()
    const counter = twice.sent.find(({ reference }) => reference === 'T.R')
    await twice.far.session.createSupplierInvoice(counter!)
    expect((await twice.undo(twice.id)).reasons).toEqual([{ code: 'found-twice', count: 1 }])
    expect(twice.counters()).toHaveLength(2)
    const cancelled = await openHalfUndone()
    Object.assign(cancelled.counters()[0]!, { isCancelled: true })
    expect((await cancelled.undo(cancelled.id)).reasons).toEqual([{ code: 'credit-changed-there', count: 1 }])
    expect(cancelled.counters()).toHaveLength(1)
  })
  test('once, where the request that was lost arrives between the look and what was asked for again', async () => {
    let isLate = false
    const scene = openScene(({ reference, nth }) =>
      reference === 'T.R' && nth === 1 ? { kind: 'lost-before' } : { kind: 'answered' },
    )
    const { findByReference } = scene.far.session
    scene.far.session.findByReference = () => Promise.reject(new ConnectorError('missing-scope', 'never'))
    const id = await scene.post()
    await scene.undo(id)
    scene.far.session.findByReference = async (search) => {
      const found = await findByReference(search)
      if (!isLate && search.reference === 'T.R') {
        isLate = true
        await scene.far.session.createSupplierInvoice(scene.sent.find(({ reference }) => reference === 'T.R')!)
      }
      return found
    }
    expect(await scene.undo(id)).toMatchObject({ state: 'reverted', credited: 2 })
    expect(scene.counters()).toHaveLength(1)
  })

  test.each([
    ['is taken away when', false, 'counter-twin-cancelled'],
    ['stays and is told once where somebody has bookkept it, though', true, 'counter-twin-stands'],
  ])('once: what %s its lost request comes later than anybody waits', async (_name, isBookkept, activity) => {
    const scene = openScene(({ reference, nth }) => ({
      kind: reference === 'T.R' && nth === 1 ? 'lost-before' : 'answered',
    }))
    const id = await scene.post()
    expect(await scene.undo(id)).toMatchObject({ state: 'reverted', credited: 2 })
    // The fast clock leaps, by days at times, while a lane that lost its lease has not been told.
    scene.advance(Date.now() - scene.deps.clock.now().getTime())
    const twin = await scene.far.session.createSupplierInvoice(scene.sent.find(({ reference }) => reference === 'T.R')!)
    if (isBookkept) await scene.far.session.bookkeepSupplierInvoice(twin.number)
    await scene.postNow()
    await scene.postNow()
    expect(scene.far.books.invoices.get(twin.number)?.isCancelled).toBe(!isBookkept)
    const told = await database.db.select().from(events).where(eq(events.companyId, scene.companyId))
    const refund = [...scene.far.books.invoices.values()].find(({ reference }) => reference === 'R')
    expect(told.filter((one) => /twin/.test(one.activity))).toMatchObject([
      { activity, params: { twin: twin.number }, invoiceNumber: refund?.number },
    ])
  })
  test.each(['a purchase', 'a refund'])(
    'paid back once: a payment of what took %s back, made once more by something on the way',
    async (what) => {
      const scene = openScene()
      expect(await scene.undo(await scene.post())).toMatchObject({ state: 'reverted', paidBack: 2 })
      const { payments } = scene.far.books
      const taker = what === 'a purchase' ? 'K1' : (scene.counters()[0]?.number ?? '')
      const of = () => [...payments.values()].filter(({ invoiceNumber }) => invoiceNumber === taker)
      expect(of()).toHaveLength(1)
      await scene.far.session.createPayment(taker, of()[0]!.payment)
      await scene.postNow()
      expect(of()).toMatchObject([{ bookings: 1 }])
      expect(scene.sums()).toEqual(evened)
    },
  )
})

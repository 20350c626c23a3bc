import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { PostingRow, Step } from './contract.ts'
import { findPurchases, listPurchases } from './runs/purchase-store.ts'
import { createFarSide, type Fate } from './testing/far-side.ts'
import { createLaneScene } from './testing/lane-scene.ts'
import { openPosting } from './testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const unpaid: Step[] = ['create', 'bookkeep']

type FarSide = Parameters<typeof createFarSide>[0]

function openScene(fateOf: FarSide['fateOf'] = () => ({ kind: 'answered' }), further: Omit<FarSide, 'fateOf'> = {}) {
  const far = createFarSide({ fateOf, ...further })
  const near = openPosting(database, far.session, { isFast: true })
  const read = async (path: string) => (await near.call('GET', path)).body
  const listPostings = async (id: string): Promise<PostingRow[]> => (await read(`/runs/${id}/postings`)).items
  const listTold = async () =>
    (
      await database.db
        .select()
        .from(events)
        .where(eq(events.companyId, near.companyId))
        .orderBy(asc(events.at), asc(events.id))
    ).map(({ activity }) => activity)
  async function workUntilDone(): Promise<void> {
    while (near.queued.length > 0) await near.work()
  }
  /** Posts invoices and then takes them back. */
  async function postAndUndo(references: readonly string[], steps?: readonly Step[]): Promise<string> {
    const id = await near.start(references, steps)
    await workUntilDone()
    expect((await near.call('POST', `/runs/${id}/undo`)).status).toBe(200)
    await workUntilDone()
    return id
  }
  return { ...near, far, read, listPostings, listTold, workUntilDone, postAndUndo }
}

/** What the accounting system holds of an invoice and of the credit invoice that took it back. */
function heldOf({ invoices }: ReturnType<typeof createFarSide>['books'], row: PostingRow | undefined) {
  const original = invoices.get(row?.invoiceNumber ?? '')
  const credit = [...invoices.values()].find(({ creditReference }) => creditReference === row?.invoiceNumber)
  const voucher = (of: typeof original) => of?.voucher && `${of.voucher.series} ${of.voucher.number}`
  return { voucher: voucher(original), creditNumber: credit?.number, creditVoucher: voucher(credit) }
}

/** What stands on the debt account and on the card's after all vouchers. */
function sumOf(books: ReturnType<typeof createFarSide>['books']): { debt: number; card: number } {
  const bookkept = [...books.invoices.values()].reduce((sum, { total, bookings }) => sum + total * bookings, 0)
  const card = [...books.payments.values()].reduce((sum, one) => sum + one.payment.amountSek * one.bookings, 0)
  return { debt: bookkept - card, card }
}

describe('taking a run back', () => {
  test('credits what is bookkept and pays the credit invoice back, so that every account comes out even', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B'])
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({
      ...{ state: 'none', hindrance: null, invoices: 2, removed: 0, credited: 2, kept: 0, paidBack: 2 },
    })
    const { body } = await scene.call('POST', `/runs/${id}/undo`)
    expect(body).toMatchObject({ state: 'reverting', open: 2 })
    expect(await scene.read(`/runs/${id}`)).toMatchObject({ status: 'ongoing', phase: 'reverting' })
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({
      ...{ state: 'reverted', invoices: 2, removed: 0, credited: 2, kept: 0, open: 0, paidBack: 2, reasons: [] },
      ...{ by: 'Karin Ekdahl', finishedAt: expect.any(String) },
    })
    expect(await scene.read(`/runs/${id}`)).toMatchObject({ status: 'success', phase: 'reverted', rejected: 0 })
    expect(sumOf(scene.far.books)).toEqual({ debt: 0, card: 0 })
    expect(scene.released.sort()).toEqual(['A', 'B'])
    const rows = await scene.listPostings(id)
    expect(rows.map(({ voucher, undo }) => ({ voucher, ...undo }))).toMatchObject(
      rows.map((row) => ({ outcome: 'credited', ...heldOf(scene.far.books, row) })),
    )
    expect(new Set(rows.map(({ undo }) => undo?.creditNumber))).toEqual(new Set(['K1', 'K2']))
    const [row] = rows
    expect(row?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
    const told = await scene.listTold()
    const told2 = ['invoice-credited', 'credit-bookkept', 'credit-payment-created', 'credit-payment-bookkept']
    for (const activity of told2) expect(told.filter((one) => one === activity)).toHaveLength(2)
    expect(told.filter((one) => one.startsWith('undo-'))).toEqual(['undo-started', 'undo-finished'])
  })
  test.each([
    ['bookkept', undefined, 1, 2],
    ['not bookkept', ['create', 'bookkeep', 'create-payment'] as const, 0, 0],
  ])('knows a payment of its own that the list does not show yet: %s', async (_, steps, paidBack, payments) => {
    const scene = openScene()
    const id = await scene.start(['A'], steps)
    await scene.workUntilDone()
    scene.far.session.listPayments = async () => []
    expect((await scene.call('POST', `/runs/${id}/undo`)).status).toBe(200)
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverted', credited: 1, kept: 0, paidBack })
    expect(scene.far.books.payments.size).toBe(payments)
    expect(sumOf(scene.far.books)).toEqual({ debt: 0, card: 0 })
  })
  test('does not take its own payment for one that is not bookkept, as the list shows it for a while', async () => {
    const scene = openScene()
    const id = await scene.start(['A'])
    await scene.workUntilDone()
    const list = scene.far.session.listPayments
    scene.far.session.listPayments = async (number) =>
      (await list(number)).map((payment) => ({ ...payment, isBookkept: false }))
    expect((await scene.call('POST', `/runs/${id}/undo`)).status).toBe(200)
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverted', credited: 1, kept: 0, paidBack: 1 })
    expect(sumOf(scene.far.books)).toEqual({ debt: 0, card: 0 })
  })
  test('waits for the balance of an invoice that was paid a moment ago, which is told late', async () => {
    const scene = openScene()
    const id = await scene.start(['A'])
    await scene.workUntilDone()
    const read = scene.far.session.readSupplierInvoice
    let looks = 0
    scene.far.session.readSupplierInvoice = async (number) => {
      const invoice = await read(number)
      looks += 1
      return looks < 3 ? { ...invoice, balance: invoice.total } : invoice
    }
    expect((await scene.call('POST', `/runs/${id}/undo`)).status).toBe(200)
    await scene.workUntilDone()
    expect(looks).toBeGreaterThan(2)
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverted', credited: 1, kept: 0, paidBack: 1 })
  })
  test('shows vouchers that bookkeeping leaves out and only a reading tells, even where the first reading fails', async () => {
    let lost = 0
    const scene = openScene(undefined, { voucherTold: 'when-read', isLookUpLost: (nth) => nth === 1 && ++lost > 0 })
    const id = await scene.postAndUndo(['A', 'B'])
    await scene.workUntilDone()
    const rows = await scene.listPostings(id)
    expect(rows.map(({ voucher, undo }) => [voucher, undo?.creditVoucher])).toEqual(
      rows.map((row) => [heldOf(scene.far.books, row).voucher, heldOf(scene.far.books, row).creditVoucher]),
    )
    expect(rows.every(({ voucher, undo }) => voucher && undo?.creditVoucher)).toBe(true)
    expect(lost).toBe(1)
    expect(scene.far.requests.filter(({ what }) => what === 'bookkeep')).toHaveLength(2)
    const told = await database.db.select().from(events).where(eq(events.companyId, scene.companyId))
    expect(
      told.flatMap(({ activity, params }) => (activity === 'invoice-bookkept' ? [params?.voucher] : [])).sort(),
    ).toEqual(rows.map(({ voucher }) => voucher).sort())
  })
  test('cancels what is not bookkept, and asked for twice does it once', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B', 'C'], ['create'])
    await scene.workUntilDone()
    await Promise.all([scene.call('POST', `/runs/${id}/undo`), scene.call('POST', `/runs/${id}/undo`)])
    await scene.workUntilDone()
    await scene.call('POST', `/runs/${id}/undo`)
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverted', removed: 3, credited: 0, kept: 0 })
    expect([...scene.far.books.invoices.values()].every(({ isCancelled }) => isCancelled)).toBe(true)
    expect(scene.far.requests.filter(({ what }) => what === 'cancel')).toHaveLength(3)
  })
  test('leaves no purchase that a receipt could belong to', async () => {
    const { companyId, postAndUndo, start, workUntilDone } = openScene()
    await postAndUndo(['A', 'B'])
    await start(['C', 'D'])
    await workUntilDone()
    await withCompany(database.db, companyId, async (tx) => {
      const list = (except: string[]) =>
        listPurchases(tx, companyId, { since: new Date(0), before: null, except, limit: 10 })
      expect((await list([])).map(({ reference }) => reference).sort()).toEqual(['C', 'D'])
      expect((await list(['D', 'X'])).map(({ reference }) => reference)).toEqual(['C'])
      const found = await findPurchases(tx, companyId, ['A', 'B', 'C'])
      expect(found.map(({ reference }) => reference)).toEqual(['C'])
    })
  })

  test('removes a payment that was not bookkept', async () => {
    const scene = openScene()
    const id = await scene.postAndUndo(['A'], ['create', 'bookkeep', 'create-payment'])
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ credited: 1, paidBack: 0 })
    expect(scene.far.books.payments.size).toBe(0)
    expect(sumOf(scene.far.books)).toEqual({ debt: 0, card: 0 })
  })
  test('says so where it removed a payment and the rest is refused, shows it no more, and goes on from there', async () => {
    let isLocked = true
    const scene = openScene(({ step }) =>
      step === 'credit' && isLocked ? { kind: 'refused', code: 'period-locked' } : { kind: 'answered' },
    )
    const id = await scene.postAndUndo(['A'], ['create', 'bookkeep', 'create-payment'])
    const [row] = await scene.listPostings(id)
    expect(row).toMatchObject({ paymentNumber: null, undo: { problem: { code: 'payment-removed' } } })
    expect(row?.undo?.problem).toMatchObject({ serviceCode: '2000401', message: 'Perioden är låst.' })
    expect(await scene.listTold()).toContain('payment-removed')
    isLocked = false
    await scene.call('POST', `/runs/${id}/undo`)
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverted', credited: 1, reasons: [] })
    expect(scene.far.requests.filter(({ what }) => what === 'remove-payment')).toHaveLength(1)
  })
  test('waits until the run has ended', async () => {
    const scene = openScene()
    const id = await scene.start(['A'])
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ hindrance: 'still-posting' })
    expect((await scene.call('POST', `/runs/${id}/undo`)).status).toBe(409)
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}`)).toMatchObject({ phase: 'posting', status: 'success' })
  })
  test('counts an invoice that never came to be among the removed', async () => {
    const scene = openScene(({ step, reference }) =>
      step === 'create' && reference === 'B' ? { kind: 'refused', code: 'rejected' } : { kind: 'answered' },
    )
    const id = await scene.postAndUndo(['A', 'B'])
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({
      ...{ state: 'reverted', removed: 1, credited: 1, kept: 0, reasons: [{ code: 'never-created', count: 1 }] },
    })
    expect(scene.released.sort()).toEqual(['A', 'B'])
  })
  test('keeps what a person changed there and says why, and takes back the rest', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B', 'C', 'D'], unpaid)
    await scene.workUntilDone()
    const { invoices, payments } = scene.far.books
    const [a, b, c] = [...invoices.values()].sort((one, two) =>
      String(one.reference).localeCompare(String(two.reference)),
    )
    Object.assign(a ?? {}, { bookings: 0, isCancelled: true })
    Object.assign(b ?? {}, { creditReference: '77' })
    const payment = { paymentDate: '2026-10-09', amount: 25_000, currency: 'SEK', rate: '1', amountSek: 25_000 }
    payments.set('900', { invoiceNumber: c?.number ?? '', payment, bookings: 1 })
    await scene.call('POST', `/runs/${id}/undo`)
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({
      ...{ state: 'partly-reverted', invoices: 4, removed: 1, credited: 1, kept: 2 },
      reasons: [
        { code: 'cancelled-there', count: 1 },
        { code: 'credited-there', count: 1 },
        { code: 'paid-there', count: 1 },
      ],
    })
    // What was cancelled there is gone: its purchase can be imported again.
    expect(scene.released.sort()).toEqual(['A', 'D'])
    const undone = { of: 4, removed: 1, credited: 1, kept: 2 }
    const told = { status: 'error', phase: 'partly-reverted', undone }
    expect(await scene.read(`/runs/${id}`)).toMatchObject(told)
    const untouched = await scene.start(['E'], unpaid)
    await scene.workUntilDone()
    expect((await scene.read('/runs')).items).toMatchObject([
      { id: untouched, undone: null },
      { id, ...told },
    ])
  })
  test('each row of the import is told as its own invoice stands, rows that stand alike together', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B', 'C', 'D', 'E'], unpaid)
    const asked = unpaid.map((step) => ({ step, state: 'waiting' }))
    const standing = () => scene.read(`/runs/${id}/rows`)
    expect(await standing()).toEqual({ items: [{ steps: asked, undo: null, rows: [1, 5] }] })
    await scene.workUntilDone()
    const done = unpaid.map((step) => ({ step, state: 'done' }))
    expect(await standing()).toEqual({ items: [{ steps: done, undo: null, rows: [1, 5] }] })
    const payment = { paymentDate: '2026-10-09', amount: 25_000, currency: 'SEK', rate: '1', amountSek: 25_000 }
    const paid = [...scene.far.books.invoices.values()].find(({ reference }) => reference === 'C')
    scene.far.books.payments.set('900', { invoiceNumber: paid?.number ?? '', payment, bookings: 1 })
    await scene.call('POST', `/runs/${id}/undo`)
    await scene.workUntilDone()
    const [credited, kept] = (await standing()).items
    expect(credited).toEqual({ steps: done, undo: { outcome: 'credited' }, rows: [1, 2, 4, 2] })
    expect(kept).toEqual({ steps: done, undo: { outcome: 'kept' }, rows: [3, 1] })
    expect((await openScene().call('GET', `/runs/${id}/rows`)).status).toBe(404)
  })
  test('keeps what is refused, and asked again goes on from there', async () => {
    let isLocked = true
    const scene = openScene(({ step, reference }) =>
      step === 'bookkeep-credit' && reference.endsWith('B') && isLocked
        ? { kind: 'refused', code: 'period-locked' }
        : { kind: 'answered' },
    )
    const id = await scene.postAndUndo(['A', 'B'])
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({
      ...{ state: 'partly-reverted', credited: 1, kept: 1, reasons: [{ code: 'period-locked', count: 1 }] },
    })
    const kept = (await scene.listPostings(id))[1]
    const { creditNumber } = heldOf(scene.far.books, kept)
    expect(creditNumber).toBeDefined()
    expect(kept?.undo).toMatchObject({ outcome: 'kept', creditNumber, problem: { message: 'Perioden är låst.' } })
    isLocked = false
    await scene.call('POST', `/runs/${id}/undo`)
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverted', credited: 2, kept: 0, reasons: [] })
    expect(scene.far.requests.filter(({ what }) => what === 'credit')).toHaveLength(2)
    expect(sumOf(scene.far.books)).toEqual({ debt: 0, card: 0 })
  })
  test('counts no credit invoice as paid back whose payment could not be bookkept', async () => {
    const scene = openScene(({ step, reference }) =>
      step === 'bookkeep-pay-back' && reference.endsWith('B')
        ? { kind: 'refused', code: 'period-locked' }
        : { kind: 'answered' },
    )
    const id = await scene.postAndUndo(['A', 'B'])
    expect(scene.far.books.payments.size).toBe(4)
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ credited: 1, kept: 1, paidBack: 1 })
  })
  test('in a locked period sends nothing', async () => {
    const scene = openScene()
    scene.far.session.readLockedPeriod = async () => '2099-12-31'
    const id = await scene.postAndUndo(['A'])
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({
      kept: 1,
      reasons: [{ code: 'period-locked', count: 1 }],
    })
    expect(scene.far.requests.some(({ what }) => what === 'credit')).toBe(false)
  })
  test('waits for a lost connection and refuses nothing', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B'])
    await scene.workUntilDone()
    const credit = scene.far.session.creditSupplierInvoice
    scene.far.session.creditSupplierInvoice = () => Promise.reject(new ConnectorError('grant-refused', 'never'))
    await scene.call('POST', `/runs/${id}/undo`)
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverting', open: 2, kept: 0 })
    scene.far.session.creditSupplierInvoice = credit
    await scene.announceConnected()
    await scene.workUntilDone()
    expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverted', credited: 2 })
  })
  test('is nobody else’s to see or do', async () => {
    const [mine, theirs] = [openScene(), openScene()]
    const id = await theirs.start(['A'])
    await theirs.workUntilDone()
    expect((await mine.call('GET', `/runs/${id}/undo`)).status).toBe(404)
    expect((await mine.call('POST', `/runs/${id}/undo`)).status).toBe(404)
  })
})

const undone = ['remove-payment', 'cancel', 'credit', 'bookkeep-credit', 'pay-back', 'bookkeep-pay-back']
const fates: Fate[] = [{ kind: 'lost-before' }, { kind: 'lost-after', lateMs: 0 }, { kind: 'away' }]

/** Every fifth request of taking back fails, each way in turn; the fourth of one kind gets through. */
function everyFifthFails(): NonNullable<Parameters<typeof createFarSide>[0]['fateOf']> {
  let requests = 0
  return ({ step, nth }) => {
    if (!undone.includes(step) || nth > 3) return { kind: 'answered' }
    requests += 1
    return requests % 5 === 0 ? (fates[requests % fates.length] ?? { kind: 'answered' }) : { kind: 'answered' }
  }
}

function expectTakenBackOnce(
  { books }: Pick<ReturnType<typeof createFarSide>, 'books'>,
  wanted: { cancelled: number; credited: number; paid: number },
): void {
  const invoices = [...books.invoices.values()]
  const credits = invoices.filter(({ number }) => number.startsWith('K'))
  expect(credits).toHaveLength(wanted.credited)
  expect(new Set(credits.map(({ creditReference }) => creditReference)).size).toBe(wanted.credited)
  expect(invoices.filter(({ isCancelled }) => isCancelled)).toHaveLength(wanted.cancelled)
  const bookings = [...books.payments.values()].map((payment) => payment.bookings)
  expect(bookings).toEqual(Array.from({ length: 2 * wanted.paid }, () => 1))
  const ended = invoices.filter(({ isCancelled }) => !isCancelled)
  expect(ended.every((invoice) => invoice.bookings === 1)).toBe(true)
  expect(sumOf(books)).toEqual({ debt: 0, card: 0 })
}

test.each(fates)('though the first request of each step is $kind, nothing is done twice', async (fate) => {
  const scene = openScene(({ step, nth }) => (undone.includes(step) && nth === 1 ? fate : { kind: 'answered' }))
  const id = await scene.postAndUndo(['A'])
  expect(await scene.read(`/runs/${id}/undo`)).toMatchObject({ state: 'reverted', credited: 1, open: 0 })
  expectTakenBackOnce(scene.far, { cancelled: 0, credited: 1, paid: 1 })
  expect(scene.released).toEqual(['A'])
})

test('1,000 invoices are taken back once each, though answers are lost and lanes die on the way', {
  timeout: 120_000,
}, async () => {
  const scene = createLaneScene(1000, { fateOf: everyFifthFails() })
  await scene.time.run(scene.work())
  scene.askForUndo('2026-11-21')
  for (const operations of [500, 1500, 3000])
    for (const loss of ['killed', 'lease-lost', 'slept'] as const)
      await scene.time.run(scene.work({ operations, loss }))
  await scene.time.run(scene.work())
  expectTakenBackOnce(scene.far, { cancelled: 0, credited: 1000, paid: 1000 })
})

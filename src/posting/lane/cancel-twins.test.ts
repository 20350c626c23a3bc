import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { type Step, steps } from '../contract.ts'
import { sweepJob } from '../jobs.ts'
import { createFarSide } from '../testing/far-side.ts'
import { invoiceFixture } from '../testing/invoice-fixture.ts'
import { openPosting } from '../testing/open-posting.ts'
import { twinsForMs } from './cancel-twins.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The first request for A is looked for in vain; A is asked for again then, and B only once. */
async function postTwo(asked?: readonly Step[], lost: Step = 'create') {
  const far = createFarSide({
    fateOf: ({ step, reference, nth }) => ({
      kind: step === lost && reference === 'A' && nth === 1 ? 'lost-before' : 'answered',
    }),
  })
  const near = openPosting(database, far.session, { isFast: true })
  const id = await near.start(['A', 'B'], asked)
  while (near.queued.length > 0) await near.work()
  return {
    ...{ ...near, far, id },
    /** The first request is carried out after all, or whatever else makes another with the same reference. */
    comeLate: (reference: string) => far.session.createSupplierInvoice(invoiceFixture(reference)),
    numberOf: (reference: string) =>
      [...far.books.invoices.values()].find((one) => one.reference === reference)?.number ?? '',
    standing: () => [...far.books.invoices.values()].filter((one) => !one.isCancelled).map((one) => one.reference),
    async told() {
      const ofTwins = and(eq(events.companyId, near.companyId), like(events.activity, '%twin-%'))
      const found = await database.db.select().from(events).where(ofTwins)
      return found.map(({ activity, params, invoiceNumber }) => ({ activity, twin: params.twin, invoiceNumber }))
    },
    async sweep() {
      near.queued.length = 0
      const job = near.posting.jobs.handlers.find(({ definition }) => definition.name === sweepJob.name)
      await job?.run({}, new AbortController().signal)
      const ours = near.queued.filter(({ payload }) => JSON.stringify(payload).includes(near.connectionId))
      near.queued.splice(0, near.queued.length, ...ours)
      return ours.length
    },
  }
}

describe('an invoice that was asked for twice', () => {
  test('is taken away once when its first request comes later than anybody waits, and that is told', async () => {
    const scene = await postTwo()
    const { number } = await scene.comeLate('A')
    expect(await scene.sweep()).toBe(1)
    await scene.work()
    await scene.postNow()
    expect(scene.standing().sort()).toEqual(['A', 'B'])
    expect(scene.far.books.invoices.get(number)?.isCancelled).toBe(true)
    expect(await scene.told()).toEqual([{ activity: 'twin-cancelled', twin: number, invoiceNumber: '2' }])
  })
  test('stays when somebody has gone on with the other, who is told once', async () => {
    const scene = await postTwo()
    const { number } = await scene.comeLate('A')
    await scene.far.session.bookkeepSupplierInvoice(number)
    await scene.postNow()
    await scene.postNow()
    expect(scene.standing().sort()).toEqual(['A', 'A', 'B'])
    expect(await scene.told()).toEqual([{ activity: 'twin-stands', twin: number, invoiceNumber: '2' }])
    expect(await scene.sweep()).toBe(0)
  })
  test('stays where it may not be cancelled, which is told once, and holds up none of the others', async () => {
    const scene = await postTwo()
    const [first, second] = [await scene.comeLate('A'), await scene.comeLate('B')]
    const { session } = scene.far
    const { cancelSupplierInvoice } = session
    session.cancelSupplierInvoice = async (number) => {
      if (number === first.number) throw new ConnectorError('period-locked', 'never', { serviceCode: '2000401' })
      return cancelSupplierInvoice(number)
    }
    await scene.postNow()
    await scene.postNow()
    expect(scene.standing().sort()).toEqual(['A', 'A', 'B'])
    const told = [
      { activity: 'twin-stands', twin: first.number, invoiceNumber: '2' },
      { activity: 'twin-cancelled', twin: second.number, invoiceNumber: scene.numberOf('B') },
    ]
    expect(new Set(await scene.told())).toEqual(new Set(told))
  })
  test('is told as cancelled where a cancellation that was given up came before ours, which is refused then', async () => {
    const scene = await postTwo()
    const { number } = await scene.comeLate('A')
    const { session } = scene.far
    const { cancelSupplierInvoice } = session
    session.cancelSupplierInvoice = async (asked) => {
      await cancelSupplierInvoice(asked)
      return cancelSupplierInvoice(asked)
    }
    await scene.postNow()
    expect(await scene.told()).toEqual([{ activity: 'twin-cancelled', twin: number, invoiceNumber: '2' }])
  })
  test('stays when somebody has taken ours away: what they kept may be the other', async () => {
    const scene = await postTwo()
    const { number } = await scene.comeLate('A')
    const ours = scene.far.books.invoices.get('2')
    if (ours) ours.isCancelled = true
    await scene.postNow()
    expect(scene.far.books.invoices.get(number)?.isCancelled).toBe(false)
  })
  test('is taken away as well when its run was taken back before it came', async () => {
    const scene = await postTwo(['create'])
    await scene.call('POST', `/runs/${scene.id}/undo`)
    while (scene.queued.length > 0) await scene.work()
    await scene.comeLate('A')
    await scene.postNow()
    expect(scene.standing()).toEqual([])
  })
  test.each([
    ['is removed while it is not booked', false, 'payment-twin-removed', 2],
    ['stays and is told once where somebody has booked it', true, 'payment-twin-stands', 3],
  ])('is paid once: a payment that came twice %s', async (_name, isBooked, activity, left) => {
    const scene = await postTwo(steps, 'create-payment')
    const payment = [...scene.far.books.payments.values()].find(
      ({ invoiceNumber }) => invoiceNumber === scene.numberOf('A'),
    )
    const { number } = await scene.far.session.createPayment(scene.numberOf('A'), payment!.payment)
    // Somebody's own, of another day.
    const later = { ...payment!.payment, paymentDate: '2026-12-24' }
    const { number: other } = await scene.far.session.createPayment(scene.numberOf('B'), later)
    if (isBooked) await scene.far.session.bookkeepPayment(number)
    await scene.postNow()
    await scene.postNow()
    expect([...scene.far.books.payments.keys()].filter((one) => one !== other)).toHaveLength(left)
    expect(await scene.told()).toEqual([{ activity, twin: number, invoiceNumber: scene.numberOf('A') }])
  })
  test('is paid once: a payment that may not be removed stays, and is told once', async () => {
    const scene = await postTwo(steps, 'create-payment')
    const invoiceNumber = scene.numberOf('A')
    const payment = [...scene.far.books.payments.values()].find((one) => one.invoiceNumber === invoiceNumber)
    const { number } = await scene.far.session.createPayment(invoiceNumber, payment!.payment)
    scene.far.session.deletePayment = async () => {
      throw new ConnectorError('missing-scope', 'never', { serviceCode: '2000663' })
    }
    await scene.postNow()
    await scene.postNow()
    expect(scene.far.books.payments.has(number)).toBe(true)
    expect(await scene.told()).toEqual([{ activity: 'payment-twin-stands', twin: number, invoiceNumber }])
  })
  test('is paid once: another payment whose amount and day no list tells is told, and left', async () => {
    const scene = await postTwo(steps, 'create-payment')
    const { session, books } = scene.far
    const untold = <Payment extends object>(one: Payment) => ({ ...one, amount: undefined, paymentDate: undefined })
    const { listPayments, listChangedPayments } = session
    session.listPayments = async (number) => (await listPayments(number)).map(untold)
    session.listChangedPayments = async (since) => (await listChangedPayments(since)).map(untold)
    const invoiceNumber = scene.numberOf('A')
    const payment = [...books.payments.values()].find((one) => one.invoiceNumber === invoiceNumber)
    const { number } = await session.createPayment(invoiceNumber, payment!.payment)
    await scene.postNow()
    await scene.postNow()
    expect(books.payments.has(number)).toBe(true)
    expect(await scene.told()).toEqual([{ activity: 'payment-twin-doubtful', twin: number, invoiceNumber }])
  })
  test('by something on the way, though we asked once, is taken away at the end of the lane', async () => {
    const scene = await postTwo()
    const { number } = await scene.comeLate('B')
    await scene.far.session.createSupplierInvoice({ ...invoiceFixture('B'), reference: 'B1' })
    await scene.postNow()
    expect(scene.standing().sort()).toEqual(['A', 'B', 'B1'])
    expect(await scene.told()).toEqual([
      { activity: 'twin-cancelled', twin: number, invoiceNumber: scene.numberOf('B') },
    ])
  })
  test.each([
    ['is removed', false, 'payment-twin-removed'],
    ['stays and is told once where somebody has booked it', true, 'payment-twin-stands'],
  ])(
    'is paid once: a payment made twice by something on the way, though we asked once, %s',
    async (_name, isBooked, activity) => {
      const scene = await postTwo()
      const invoiceNumber = scene.numberOf('B')
      const { payments } = scene.far.books
      const [own, ours] = [...payments].find(([, one]) => one.invoiceNumber === invoiceNumber) ?? []
      const { number } = await scene.far.session.createPayment(invoiceNumber, ours!.payment)
      const part = { ...ours!.payment, amountSek: ours!.payment.amountSek - 1 }
      const { number: another } = await scene.far.session.createPayment(invoiceNumber, part)
      if (isBooked) await scene.far.session.bookkeepPayment(number)
      await scene.postNow()
      await scene.postNow()
      const left = [...payments].filter(([, one]) => one.invoiceNumber === invoiceNumber).map(([key]) => key)
      expect(left).toEqual([own, ...(isBooked ? [number] : []), another])
      expect(await scene.told()).toEqual([{ activity, twin: number, invoiceNumber }])
    },
  )
  test('is looked for no longer than its requests can come', async () => {
    const scene = await postTwo()
    const shown = (await scene.call('GET', `/runs/${scene.id}/postings`)).body.items.flatMap(
      (one: { steps: { problem: unknown }[] }) => one.steps,
    )
    expect(shown.every(({ problem }: { problem: unknown }) => problem === null)).toBe(true)
    scene.advance(twinsForMs + 60_000)
    expect(await scene.sweep()).toBe(0)
    for (const reference of ['A', 'B']) await scene.comeLate(reference)
    await scene.postNow()
    expect(scene.standing().sort()).toEqual(['A', 'A', 'B', 'B'])
  })
  test('is the first of two that both came before it was known, and the other is taken away', async () => {
    const far = createFarSide({
      fateOf: ({ step, nth }) => ({ kind: step === 'create' && nth <= 2 ? 'lost-before' : 'answered' }),
    })
    const near = openPosting(database, far.session, { isFast: true })
    const { createSupplierInvoice } = far.session
    let requests = 0
    far.session.createSupplierInvoice = async (invoice) => {
      requests += 1
      // Both are carried out after the second was given up.
      const failed = await createSupplierInvoice(invoice).catch((error: unknown) => error)
      if (requests === 2) for (const _ of [1, 2]) await createSupplierInvoice(invoice)
      throw failed
    }
    await near.start(['A'])
    while (near.queued.length > 0) await near.work()
    const invoices = [...far.books.invoices.values()]
    expect(invoices.map(({ isCancelled, bookings }) => [isCancelled, bookings])).toEqual([
      [false, 1],
      [true, 0],
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { steps } from '../contract.ts'
import type { Fate, Request } from '../testing/far-side.ts'
import { hideWhatIsNew } from '../testing/hide-what-is-new.ts'
import { createLaneScene, type Loss } from '../testing/lane-scene.ts'

type Scene = ReturnType<typeof createLaneScene>
const sent = ({ far }: Scene, what: Request['what']) => far.requests.filter((request) => request.what === what)
const allDone = (count: number, of: number = steps.length) => Array(count).fill(Array(of).fill('done'))

function expectExactlyOnce({ far, kept, states }: Scene): void {
  expect(states()).toEqual(allDone(kept.length))
  const references = kept.map(({ reference }) => reference).sort()
  const invoices = [...far.books.invoices.values()]
  expect(invoices.map(({ reference }) => reference).sort()).toEqual(references)
  expect(invoices.map(({ bookings }) => bookings)).toEqual(kept.map(() => 1))
  const payments = [...far.books.payments.values()]
  expect(payments.map(({ invoiceNumber }) => invoiceNumber).sort()).toEqual(invoices.map(({ number }) => number).sort())
  expect(payments.map(({ bookings }) => bookings)).toEqual(kept.map(() => 1))
  for (const { reference, invoiceNumber } of kept)
    expect(far.books.invoices.get(invoiceNumber ?? '')?.reference).toBe(reference)
}

/** Between two requests to create the same invoice stands a certain failure, or a look-up that found nothing. */
function expectNoBlindSecondCreate({ far, kept }: Scene): void {
  for (const { reference } of kept) {
    const mine = far.requests.filter((request) => request.reference === reference)
    const creates = mine.flatMap(({ what }, index) => (what === 'create' ? [index] : []))
    for (const [nth, at] of creates.slice(1).entries()) {
      const between = mine.slice(creates[nth], at)
      expect(between.some(({ what, fate, found }) => fate === 'away' || (what === 'look-up' && found === 0))).toBe(true)
    }
  }
}

describe('a lane', () => {
  test('takes every posting through its steps, asking nothing twice', async () => {
    const scene = createLaneScene(25)
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expectExactlyOnce(scene)
    expect(scene.far.requests).toHaveLength(25 * 4)
  })
  test('sends a credit invoice after its purchase, with the number that it got', async () => {
    const scene = createLaneScene(9, {
      fateOf: ({ step, nth }) =>
        step === 'create' && nth === 1 ? { kind: 'lost-after', lateMs: 3_000 } : { kind: 'answered' },
    })
    const text = 'Kreditfaktura till faktura A-1'
    for (const [i, posting] of scene.kept.entries())
      if (i > 0) Object.assign(posting.invoice, { comments: text, credits: [{ reference: 'RV-1', text }] })
    await scene.time.run(scene.work())
    expectExactlyOnce(scene)
    const number = scene.kept[0]?.invoiceNumber
    const credits = scene.kept.slice(1)
    expect(credits.map(({ invoice }) => invoice.comments)).toEqual(credits.map(() => `${text}, löpnummer ${number}`))
    expect(scene.far.requests.filter(({ what }) => what === 'create')[0]?.reference).toBe('RV-1')
    expect(scene.far.requests.findIndex(({ found }) => found === 1)).toBeLessThan(
      scene.far.requests.findIndex(({ what, reference }) => what === 'create' && reference !== 'RV-1'),
    )
  })
  test('sends a credit invoice without where its purchase was refused', async () => {
    const scene = createLaneScene(2, {
      fateOf: ({ reference }) => (reference === 'RV-1' ? { kind: 'refused', code: 'rejected' } : { kind: 'answered' }),
    })
    Object.assign(scene.kept[1]!.invoice, { credits: [{ reference: 'RV-1', text: 'x' }] })
    await scene.time.run(scene.work())
    expect(scene.states().map(([create]) => create)).toEqual(['rejected', 'done'])
    expect(scene.kept[1]?.invoice.credits).toEqual([{ reference: 'RV-1', text: 'x', number: null }])
  })
  test('writes nothing as sent that only waits for its turn, so that a pause stops it and a death leaves nothing to look up', async () => {
    const scene = createLaneScene(60, { limit: { requests: 25, seconds: 5 }, width: 30 })
    const inState = (wanted: string) =>
      scene
        .states()
        .flat()
        .filter((state) => state === wanted).length
    const seen: Record<string, number>[] = []
    async function watch(): Promise<void> {
      for (const at of [2_500, 7_500, 12_500]) {
        await scene.time.sleep(at - scene.time.now())
        seen.push({ done: inState('done'), sent: inState('sent') })
      }
    }
    const watching = watch()
    expect(await scene.time.run(scene.work())).toBe('emptied')
    await scene.time.run(watching)
    expect(seen).toEqual([25, 50, 75].map((done) => ({ done, sent: 0 })))
    expectExactlyOnce(scene)
  })
  test('does only the steps asked for', async () => {
    const scene = createLaneScene(2, {}, ['create', 'bookkeep'])
    await scene.time.run(scene.work())
    expect(scene.states()).toEqual(allDone(2, 2))
    expect(scene.far.books.payments.size).toBe(0)
  })
  test('leaves a refused invoice created and not booked, and goes on with the others', async () => {
    const fate: Fate = { kind: 'refused', code: 'approval-required' }
    const scene = createLaneScene(3, {
      fateOf: ({ step, reference }) => (step === 'bookkeep' && reference === 'RV-2' ? fate : { kind: 'answered' }),
    })
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expect(scene.states()[1]).toEqual(['done', 'rejected', 'waiting', 'waiting'])
    expect(scene.kept[1]?.steps[1]?.problem).toMatchObject({ code: 'approval-required', serviceCode: '2000401' })
    expect(scene.far.books.invoices.size).toBe(3)
    expect(scene.far.books.payments.size).toBe(2)
  })
  test('finds what a lost answer had done, and sends nothing again', async () => {
    const scene = createLaneScene(1, {
      fateOf: ({ nth }) => (nth === 1 ? { kind: 'lost-after', lateMs: 0 } : { kind: 'answered' }),
    })
    await scene.time.run(scene.work())
    expectExactlyOnce(scene)
    expect(steps.map((step) => sent(scene, step).length)).toEqual([1, 1, 1, 1])
  })
  test('waits for a request that is carried out after its answer was given up', async () => {
    const scene = createLaneScene(1, {
      fateOf: ({ nth }) => (nth === 1 ? { kind: 'lost-after', lateMs: 9_000 } : { kind: 'answered' }),
    })
    await scene.time.run(scene.work())
    expectExactlyOnce(scene)
  })
  test('looks once more for what it did not find before its run was checked, which takes as long as the other side is away', async () => {
    const scene = createLaneScene(1, {
      fateOf: ({ step, nth }) =>
        step === 'create' && nth === 1 ? { kind: 'lost-after', lateMs: 300_000 } : { kind: 'answered' },
    })
    const [create] = scene.kept[0]?.steps ?? []
    await scene.time.run(
      (async () => {
        await scene.work({ operations: 7, loss: 'killed' })
        expect([create?.state, scene.far.requests.length]).toEqual(['sent', 1])
        Object.assign(create ?? {}, { state: 'waiting' }) // as a look-up that found nothing leaves it
        await scene.time.sleep(600_000)
        await scene.work()
      })(),
    )
    expectExactlyOnce(scene)
    expect(sent(scene, 'create')).toHaveLength(1)
  })
  test('goes on where a lease that was about to run out is renewed after all, and asks for nothing twice: each stall of the database had ended every lane of a worker', async () => {
    for (let operations = 0; operations < 60; operations++) {
      const scene = createLaneScene(5)
      expect(await scene.time.run(scene.work({ operations, loss: 'renewed-late' }))).toBe('emptied')
      expectExactlyOnce(scene)
      expect(scene.far.requests.filter(({ what }) => what === 'look-up')).toEqual([])
    }
  })
  test('looks once more where the database took long to keep that it is sent anew', async () => {
    const scene = createLaneScene(1, {
      againMs: 60_000,
      fateOf: ({ nth }) => (nth === 1 ? { kind: 'lost-after', lateMs: 30_000 } : { kind: 'answered' }),
    })
    await scene.time.run(scene.work())
    expectExactlyOnce(scene)
    expect(sent(scene, 'create')).toHaveLength(1)
  })
  test('looks once more before another try, where the tries since the last look never got there', async () => {
    const scene = createLaneScene(1, {
      fateOf: ({ step, nth }) => {
        if (step !== 'create' || nth > 7) return { kind: 'answered' }
        return nth === 1 ? { kind: 'lost-after', lateMs: 60_000 } : { kind: 'away' }
      },
    })
    await scene.time.run(scene.work())
    expectExactlyOnce(scene)
  })
  test('gives up nothing for want of a connection: a lane that takes over after a long outage sends it', async () => {
    const scene = createLaneScene(1)
    const problem = { code: 'unavailable', serviceCode: null, message: null }
    Object.assign(scene.kept[0]?.steps[0] ?? {}, { attempts: 12, problem, sentAt: new Date(0) })
    await scene.time.run(scene.work())
    expectExactlyOnce(scene)
  })
  test('believes no refusal of what it cannot look up: the second delivery of a request is refused while reading fails', async () => {
    const scene = createLaneScene(1)
    const { bookkeepPayment, readPayment } = scene.far.session
    let readings = 0
    scene.far.session.bookkeepPayment = async (number) => {
      await bookkeepPayment(number)
      throw new ConnectorError('rejected', 'never', { serviceCode: '1', serviceMessage: 'redan bokförd' })
    }
    scene.far.session.readPayment = (number) =>
      ++readings <= 3 ? Promise.reject(new ConnectorError('unavailable', 'safe')) : readPayment(number)
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expect(readings).toBe(4)
    expectExactlyOnce(scene)
  })
  test.each([0, 3_000])(
    'believes no refusal of an invoice that was sent before: its first request came later than anybody waits, in a list that lags by %i ms',
    async (lagMs) => {
      const scene = createLaneScene(1, {
        fateOf: ({ step, nth }) =>
          step === 'create' && nth === 1 ? { kind: 'lost-after', lateMs: 12_000 } : { kind: 'answered' },
      })
      const { createSupplierInvoice, findByReference } = scene.far.session
      let shownAt = 0
      scene.far.session.createSupplierInvoice = async (invoice) => {
        await scene.time.sleep(2_000)
        if (scene.far.books.invoices.size === 0) return createSupplierInvoice(invoice)
        shownAt = scene.time.now() + lagMs
        throw new ConnectorError('rejected', 'never', { serviceMessage: 'Finns redan' })
      }
      scene.far.session.findByReference = async (search) => (scene.time.now() < shownAt ? [] : findByReference(search))
      expect(await scene.time.run(scene.work())).toBe('emptied')
      expectExactlyOnce(scene)
    },
  )
  test.each([9_000, 19_000])(
    'waits for what it made and is told does not exist, for it may not be seen yet for %i ms',
    async (unseenMs) => {
      const scene = createLaneScene(5, {
        fateOf: ({ step, nth }) => ({
          kind: step === 'bookkeep-payment' && nth === 1 ? 'lost-after' : 'answered',
          lateMs: 0,
        }),
      })
      hideWhatIsNew(scene, unseenMs)
      expect(await scene.time.run(scene.work())).toBe('emptied')
      expectExactlyOnce(scene)
    },
  )
  test('leaves to a person what is not there long after it was made', async () => {
    const scene = createLaneScene(1)
    hideWhatIsNew(scene, 600_000)
    await scene.time.run(scene.work())
    expect(scene.states()).toEqual([['done', 'rejected', 'waiting', 'waiting']])
    expect(scene.kept[0]?.steps[1]?.problem).toMatchObject({ code: 'not-found' })
    expect(scene.time.now()).toBeLessThan(60_000)
  })
  test('waits while the other side is away, however long, and refuses nothing', async () => {
    const scene = createLaneScene(3, {
      fateOf: ({ step, nth }) => ({ kind: step === 'create' && nth <= 20 ? 'away' : 'answered' }),
    })
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expectExactlyOnce(scene)
    expect(scene.time.now()).toBeGreaterThan(15 * 60_000)
  })
  test('gives up a request that is lost time after time', async () => {
    const scene = createLaneScene(1, { fateOf: () => ({ kind: 'lost-before' }) })
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expect(scene.states()).toEqual([['rejected', 'waiting', 'waiting', 'waiting']])
    expect(sent(scene, 'create')).toHaveLength(8)
  })
  test('does not give up a request that is lost once after a long outage', async () => {
    const scene = createLaneScene(1, {
      fateOf: ({ step, nth }) => {
        if (step !== 'create' || nth > 21) return { kind: 'answered' }
        return { kind: nth <= 20 ? 'away' : 'lost-before' }
      },
    })
    await scene.time.run(scene.work())
    expectExactlyOnce(scene)
  })
  test('does not give up a request for the deaths of the processes that sent it, though an answer of it was lost', async () => {
    const scene = createLaneScene(1)
    const { createSupplierInvoice } = scene.far.session
    let requests = 0
    scene.far.session.createSupplierInvoice = () =>
      ++requests === 1 ? Promise.reject(new ConnectorError('unknown', 'after-check')) : new Promise(() => undefined)
    for (let death = 0; death < 9; death++) await scene.time.run(Promise.race([scene.work(), scene.time.sleep(60_000)]))
    expect([requests, scene.states()[0]?.[0]]).toEqual([10, 'sent'])
    scene.far.session.createSupplierInvoice = createSupplierInvoice
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expectExactlyOnce(scene)
  })
  test('goes on with the others when one breaks it, and fails in the end', async () => {
    const scene = createLaneScene(30)
    const create = scene.far.session.createSupplierInvoice
    scene.far.session.createSupplierInvoice = async (invoice) => {
      const answer = await create(invoice)
      if (invoice.reference === 'RV-2') throw new TypeError('a mistake of ours')
      return answer
    }
    await expect(scene.time.run(scene.work())).rejects.toThrow('a mistake of ours')
    expect(scene.states().map(([first]) => first)).toEqual(['done', 'sent', ...Array(28).fill('done')])
    expect(sent(scene, 'create')).toHaveLength(30)
    await scene.time.run(scene.work())
    expectExactlyOnce(scene)
  })
  test('stops when everything breaks it', async () => {
    const scene = createLaneScene(30)
    scene.far.session.createSupplierInvoice = () => Promise.reject(new TypeError('a mistake of ours'))
    await expect(scene.time.run(scene.work())).rejects.toThrow('a mistake of ours')
    expect(scene.states().filter(([first]) => first === 'sent').length).toBeLessThanOrEqual(6)
  })
  test('leaves to a person an invoice that is there and bookkept twice', async () => {
    const scene = createLaneScene(1, { fateOf: () => ({ kind: 'lost-after', lateMs: 0 }) })
    const [posting] = scene.kept
    const { session, books } = scene.far
    for (let copy = 0; copy < 2; copy++)
      await scene.time.run(session.createSupplierInvoice(posting!.invoice).catch(() => null))
    for (const made of books.invoices.values()) made.bookings = 1
    session.createSupplierInvoice = () => Promise.reject(new ConnectorError('unknown', 'after-check'))
    await scene.time.run(scene.work())
    expect(scene.states()[0]?.[0]).toBe('rejected')
    expect(posting?.steps[0]?.problem?.code).toBe('found-twice')
  })
  test('takes of an invoice that is there twice the one that somebody has bookkept', async () => {
    const scene = createLaneScene(1, { fateOf: () => ({ kind: 'lost-after', lateMs: 0 }) })
    const [posting] = scene.kept
    const { session, books } = scene.far
    for (let copy = 0; copy < 2; copy++)
      await scene.time.run(session.createSupplierInvoice(posting!.invoice).catch(() => null))
    books.invoices.get('2')!.bookings = 1
    session.createSupplierInvoice = () => Promise.reject(new ConnectorError('unknown', 'after-check'))
    await scene.time.run(scene.work())
    expect(posting?.invoiceNumber).toBe('2')
    expect(books.invoices.get('1')?.bookings).toBe(0)
  })
  test('leaves to a person an invoice that it is not let look up, which may stand there', async () => {
    const scene = createLaneScene(1, { fateOf: () => ({ kind: 'lost-after', lateMs: 0 }) })
    scene.far.session.findByReference = async () => {
      throw new ConnectorError('rejected', 'never', { status: 400, serviceMessage: 'Nej' })
    }
    await scene.time.run(scene.work())
    expect(scene.states()[0]?.[0]).toBe('rejected')
    expect(scene.kept[0]?.steps[0]?.problem).toMatchObject({ code: 'not-looked-up', message: 'Nej' })
  })
  test('goes on with others while it waits for what became of some', async () => {
    const scene = createLaneScene(12, {
      fateOf: ({ step, reference, nth }) =>
        step === 'create' && nth === 1 && ['RV-1', 'RV-2', 'RV-3'].includes(reference)
          ? { kind: 'lost-before' }
          : { kind: 'answered' },
    })
    await scene.time.run(scene.work())
    const lastOfOthers = scene.far.requests.findLastIndex(({ reference }) => reference === 'RV-12')
    const second = scene.far.requests.findIndex(
      ({ what, reference }, at) => at > 3 && what === 'create' && reference === 'RV-1',
    )
    expect(second).toBeGreaterThan(lastOfOthers)
    expectExactlyOnce(scene)
  })
  test('stops when the connection is lost and leaves everything waiting', async () => {
    const scene = createLaneScene(8)
    const create = scene.far.session.createSupplierInvoice
    let calls = 0
    scene.far.session.createSupplierInvoice = (invoice) =>
      ++calls > 4 ? Promise.reject(new ConnectorError('grant-refused', 'never')) : create(invoice)
    expect(await scene.time.run(scene.work())).toBe('connection-lost')
    expect(scene.states().flat()).not.toContain('rejected')
    expect(scene.states().flat()).not.toContain('sent')
    scene.far.session.createSupplierInvoice = create
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expectExactlyOnce(scene)
  })
})

describe('whatever dies when', () => {
  const fate: fc.Arbitrary<Fate> = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fate>({ kind: 'answered' }) },
    fc.constantFrom<Fate>({ kind: 'away' }, { kind: 'lost-before' }),
    fc.integer({ min: 0, max: 9_000 }).map((lateMs): Fate => ({ kind: 'lost-after', lateMs })),
  )
  const trouble = fc.record({
    fates: fc.array(fate, { maxLength: 30 }),
    lostLookUps: fc.array(fc.boolean(), { maxLength: 10 }),
    losses: fc.array(
      fc.record({
        operations: fc.integer({ min: 0, max: 120 }),
        loss: fc.constantFrom<Loss>('killed', 'lease-lost', 'slept', 'renewed-late'),
      }),
      { maxLength: 4 },
    ),
  })

  test(
    'every invoice is created, bookkept and paid exactly once, and none is sent twice unseen',
    { timeout: 120_000 },
    () =>
      fc.assert(
        fc.asyncProperty(trouble, async ({ fates, lostLookUps, losses }) => {
          const coming = [...fates]
          const scene = createLaneScene(5, {
            // No step is hit so often that it is given up.
            fateOf: ({ nth }) => (nth <= 4 ? coming.shift() : undefined) ?? { kind: 'answered' },
            isLookUpLost: (nth) => lostLookUps[nth - 1] ?? false,
          })
          for (const loss of losses) await scene.time.run(scene.work(loss))
          expect(await scene.time.run(scene.work())).toBe('emptied')
          expectExactlyOnce(scene)
          expectNoBlindSecondCreate(scene)
        }),
        { numRuns: 1500 },
      ),
  )
})

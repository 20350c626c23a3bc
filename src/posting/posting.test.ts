import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { events } from '#activity/tables.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { PostingRow } from './contract.ts'
import { lanes, postingSteps } from './tables.ts'
import { createFarSide, type Fate } from './testing/far-side.ts'
import { openPosting } from './testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const answered: Fate = { kind: 'answered' }

function openScene(fateOf: Parameters<typeof createFarSide>[0]['fateOf'] = () => answered) {
  const far = createFarSide({ fateOf })
  const near = openPosting(database, far.session)
  const listEvents = () =>
    database.db
      .select()
      .from(events)
      .where(eq(events.companyId, near.companyId))
      .orderBy(asc(events.at), asc(events.id))
  const countEvents = async () => {
    const counts: Record<string, number> = {}
    for (const { type, activity } of await listEvents())
      counts[`${type} ${activity}`] = (counts[`${type} ${activity}`] ?? 0) + 1
    return counts
  }
  const listSteps = async () =>
    (
      await database.db
        .select()
        .from(postingSteps)
        .where(eq(postingSteps.companyId, near.companyId))
        .orderBy(asc(postingSteps.postingId), asc(postingSteps.ordinal))
    ).map(({ state }) => state)
  const setSteps = (step: (typeof postingSteps.$inferSelect)['step'], state: 'sent' | 'waiting') =>
    database.db
      .update(postingSteps)
      .set({ state, attempts: 1, sentAt: new Date() })
      .where(and(eq(postingSteps.companyId, near.companyId), eq(postingSteps.step, step)))
  const holdLane = (leaseUntil: Date) =>
    database.db
      .insert(lanes)
      .values({ companyId: near.companyId, connectionId: near.connectionId, holder: newId(), leaseUntil })
      .onConflictDoUpdate({ target: [lanes.companyId, lanes.connectionId], set: { holder: newId(), leaseUntil } })
  const readRun = async (id: string) => (await near.call('GET', `/runs/${id}`)).body
  const listPostings = async (id: string, query = ''): Promise<PostingRow[]> =>
    (await near.call('GET', `/runs/${id}/postings${query}`)).body.items
  return { ...near, far, listEvents, countEvents, listSteps, setSteps, holdLane, readRun, listPostings }
}

describe('a run', () => {
  test('creates, bookkeeps and pays each invoice and tells of each thing done once', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B', 'C'])
    expect(await scene.readRun(id)).toMatchObject({ status: 'initiated', created: { done: 0, of: 3 }, sum: 375_000 })
    await scene.work()
    expect(await scene.readRun(id)).toMatchObject({
      ...{ status: 'success', invoices: 3, rejected: 0, unknown: 0, performedBy: 'Karin Ekdahl' },
      ...{ created: { done: 3, of: 3 }, bookkept: { done: 3, of: 3 }, paid: { done: 3, of: 3 } },
      finishedAt: expect.any(String),
    })
    expect(await scene.countEvents()).toEqual({
      'success invoice-created': 3,
      'success invoice-bookkept': 3,
      'success payment-created': 3,
      'success payment-bookkept': 3,
      'success run-finished': 1,
    })
    const [row] = await scene.listPostings(id)
    const told = (await scene.listEvents()).filter(({ invoiceNumber }) => invoiceNumber === row?.invoiceNumber)
    expect(row).toMatchObject({ rowNumber: 2, reference: 'A', voucher: `B ${row?.invoiceNumber}`, amount: 125_000 })
    expect(told.map(({ activity }) => activity)).toEqual([
      ...['invoice-created', 'invoice-bookkept', 'payment-created', 'payment-bookkept'],
    ])
    expect(told[1]?.params).toMatchObject({ row: 2, voucher: row?.voucher })
  })
  test('is begun once per import, however often it is asked for', async () => {
    const scene = openScene()
    const importId = newId()
    const id = await scene.start(['A', 'B'], ['create'], importId)
    expect(await scene.start(['A', 'B'], ['create'], importId)).toBe(id)
    await scene.work()
    expect(scene.far.books.invoices.size).toBe(2)
    expect(await scene.listPostings(id)).toHaveLength(2)
  })
  test('has each step down as sent before its request leaves', async () => {
    const scene = openScene()
    const seen: string[][] = []
    const create = scene.far.session.createSupplierInvoice
    scene.far.session.createSupplierInvoice = async (invoice) => {
      seen.push(await scene.listSteps())
      return create(invoice)
    }
    await scene.start(['A'])
    await scene.work()
    expect(seen).toEqual([['sent', 'waiting', 'waiting', 'waiting']])
  })
  test('ends in error when something was refused, which stands in the log with its reason', async () => {
    const refuse: Fate = { kind: 'refused', code: 'period-locked' }
    const scene = openScene(({ step, reference }) => (step === 'bookkeep' && reference === 'B' ? refuse : answered))
    const id = await scene.start(['A', 'B', 'C'])
    await scene.work()
    expect(await scene.readRun(id)).toMatchObject({
      ...{ status: 'error', rejected: 1 },
      created: { done: 3, of: 3, held: 0 },
      ...{ bookkept: { done: 2, of: 3, held: 1 }, paid: { done: 2, of: 3, held: 1 } },
    })
    const refused = (await scene.listEvents()).find(({ activity }) => activity === 'posting-rejected')
    expect(refused).toMatchObject({
      ...{ type: 'error', subject: 'Kontorshallen', invoiceNumber: expect.any(String), runId: id },
      params: { step: 'bookkeep', code: 'period-locked', serviceCode: '2000401', message: 'Perioden är låst.' },
    })
    const rows = await scene.listPostings(id, '?state=rejected')
    expect(rows.map(({ reference }) => reference)).toEqual(['B'])
    expect(rows[0]?.steps[1]).toMatchObject({ state: 'rejected', problem: { code: 'period-locked' } })
  })
})

describe('what was refused', () => {
  test('is tried again when a person asks, and the run ends well', async () => {
    let isMended = false
    const refuse: Fate = { kind: 'refused', code: 'rejected' }
    const scene = openScene(({ step }) => (step === 'create' && !isMended ? refuse : answered))
    const id = await scene.start(['A', 'B'])
    await scene.work()
    expect(await scene.readRun(id)).toMatchObject({ status: 'error', rejected: 2 })
    isMended = true
    scene.advance(20_000)
    expect((await scene.call('POST', `/runs/${id}/retry`)).body).toEqual({ reopened: 2 })
    expect(await scene.readRun(id)).toMatchObject({ status: 'ongoing', rejected: 0, finishedAt: null })
    await scene.work()
    expect(await scene.readRun(id)).toMatchObject({ status: 'success', paid: { done: 2, of: 2 } })
    expect(scene.far.books.invoices.size).toBe(2)
    expect((await scene.call('POST', `/runs/${id}/retry`)).body).toEqual({ reopened: 0 })
  })
  test('and done by hand meanwhile is found, not done again', async () => {
    const refuse: Fate = { kind: 'refused', code: 'approval-required' }
    const scene = openScene(({ step }) => (step === 'bookkeep' ? refuse : answered))
    const id = await scene.start(['A'])
    await scene.work()
    for (const invoice of scene.far.books.invoices.values())
      Object.assign(invoice, { bookings: 1, voucher: { series: 'L', number: 77, year: 2026 } })
    await scene.call('POST', `/runs/${id}/retry`)
    await scene.work()
    expect(await scene.readRun(id)).toMatchObject({ status: 'success' })
    expect((await scene.listPostings(id))[0]?.voucher).toBe('L 77')
    expect(scene.far.requests.filter(({ what }) => what === 'bookkeep')).toHaveLength(1)
  })
})

describe('a process that died', () => {
  test('leaves requests without an answer, which the next one finds carried out', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B'], ['create'])
    await scene.work()
    await scene.setSteps('create', 'sent')
    await database.db.update(postingSteps).set({ endedAt: null }).where(eq(postingSteps.companyId, scene.companyId))
    expect(await scene.postNow()).toBe('ended')
    expect(await scene.listSteps()).toEqual(['done', 'done'])
    expect(scene.far.books.invoices.size).toBe(2)
    expect((await scene.listPostings(id)).every(({ invoiceNumber }) => invoiceNumber !== null)).toBe(true)
  })
  test('leaves a lease that keeps others away until it has run out, or the only process starts anew', async () => {
    const scene = openScene()
    await scene.start(['A'], ['create'])
    await scene.holdLane(new Date(Date.now() + 15_000))
    expect(await scene.postNow()).toBe('ended')
    expect(scene.far.requests).toEqual([])
    scene.queued.length = 0
    await scene.posting.jobs.everyFewSeconds()
    expect(scene.queued).toEqual([])
    scene.advance(16_000)
    await scene.posting.jobs.everyFewSeconds()
    expect(scene.queued).toContainEqual({
      name: 'posting.run-lane',
      payload: { companyId: scene.companyId, connectionId: scene.connectionId },
    })
    await scene.work()
    expect(scene.far.books.invoices.size).toBe(1)

    await scene.start(['B'], ['create'])
    await scene.holdLane(new Date(Date.now() + 60_000))
    await scene.posting.jobs.atStart()
    expect(scene.queued).toContainEqual({
      name: 'posting.run-lane',
      payload: { companyId: scene.companyId, connectionId: scene.connectionId },
    })
    await scene.work()
    expect(scene.far.books.invoices.size).toBe(2)
  })
  test('after the last step and before the run was ended is cleared up after', async () => {
    const scene = openScene()
    const id = await scene.start(['A'], ['create'])
    await database.db.update(postingSteps).set({ state: 'done' }).where(eq(postingSteps.companyId, scene.companyId))
    await scene.work()
    expect(await scene.readRun(id)).toMatchObject({ status: 'success' })
  })
})

describe('a lane', () => {
  test('is one: of two workers at the same connection only one posts', async () => {
    const scene = openScene()
    await scene.start(['A', 'B', 'C', 'D'])
    await Promise.all([scene.postNow(), scene.postNow(), scene.postNow()])
    expect(scene.far.books.invoices.size).toBe(4)
    expect(scene.far.requests).toHaveLength(16)
  })
  test('that was taken over writes nothing any more, and its request is looked up', async () => {
    const scene = openScene()
    const id = await scene.start(['A'], ['create', 'bookkeep'])
    const create = scene.far.session.createSupplierInvoice
    scene.far.session.createSupplierInvoice = async (invoice) => {
      await scene.holdLane(new Date(Date.now() + 60_000))
      return create(invoice)
    }
    expect(await scene.postNow()).toBe('more')
    expect(await scene.listSteps()).toEqual(['sent', 'waiting'])
    expect(await scene.countEvents()).toEqual({})
    await scene.holdLane(new Date(0))
    await scene.postNow()
    expect(await scene.readRun(id)).toMatchObject({ status: 'success' })
    // In the list, then which account rows it has.
    expect(scene.far.requests.map(({ what }) => what)).toEqual(['create', 'look-up', 'look-up', 'bookkeep'])
  })
  test('asked to stop lets its requests end and leaves the rest waiting', async () => {
    const scene = openScene()
    await scene.start(Array.from({ length: 30 }, (_, index) => `R${index}`))
    const stopping = new AbortController()
    const create = scene.far.session.createSupplierInvoice
    scene.far.session.createSupplierInvoice = (invoice) => {
      stopping.abort()
      return create(invoice)
    }
    await scene.postNow(stopping.signal)
    const states = new Set(await scene.listSteps())
    expect([...states].sort()).toEqual(['done', 'waiting'])
    scene.far.session.createSupplierInvoice = create
    await scene.postNow()
    expect(scene.far.requests).toHaveLength(120)
  })
  test('whose connection is lost refuses nothing, and goes on when the company connects again', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B', 'C'])
    const bookkeep = scene.far.session.bookkeepSupplierInvoice
    scene.far.session.bookkeepSupplierInvoice = () =>
      Promise.reject(new AppError('connection-lost', 'the grant is gone'))
    await scene.work()
    expect(await scene.readRun(id)).toMatchObject({ status: 'ongoing', rejected: 0, unknown: 0 })
    expect(scene.queued).toEqual([])
    scene.far.session.bookkeepSupplierInvoice = bookkeep
    await scene.announceConnected()
    await scene.work()
    expect(await scene.readRun(id)).toMatchObject({ status: 'success', created: { done: 3, of: 3 } })
    expect(scene.far.books.invoices.size).toBe(3)
  })
  test('does not begin while the connection is lost', async () => {
    const lost = () => Promise.reject(new AppError('connection-lost', 'the grant is gone'))
    const near = openPosting(database, createFarSide({}).session, { openLine: lost })
    await near.start(['A'])
    expect(await near.postNow()).toBe('ended')
  })
  test('whose request was refused for a token that was new goes on with the next one', async () => {
    const scene = openScene()
    await scene.start(['A'], ['create'])
    const { createSupplierInvoice } = scene.far.session
    scene.far.session.createSupplierInvoice = async () => {
      scene.far.session.createSupplierInvoice = createSupplierInvoice
      throw new ConnectorError('unauthorized', 'safe')
    }
    await scene.postNow()
    expect(await scene.listSteps()).toEqual(['done'])
  })
  test('whose consent has ended leaves the step waiting', async () => {
    const scene = openScene()
    await scene.start(['A'], ['create'])
    scene.far.session.createSupplierInvoice = () => Promise.reject(new ConnectorError('grant-refused', 'never'))
    expect(await scene.postNow()).toBe('ended')
    expect(await scene.listSteps()).toEqual(['waiting'])
  })
})

test('the sweep queues the lane of every connection with a run that goes on, in all companies', async () => {
  const [one, other, done] = [openScene(), openScene(), openScene()]
  for (const scene of [one, other, done]) await scene.start(['A'], ['create'])
  await done.work()
  one.queued.length = 0
  const sweep = one.posting.jobs.handlers.find(({ definition }) => definition.name === 'posting.sweep')
  await sweep?.run({}, new AbortController().signal)
  const swept = one.queued.map(({ payload }) => (payload as { companyId: string }).companyId)
  expect(swept).toEqual(expect.arrayContaining([one.companyId, other.companyId]))
  expect(swept).not.toContain(done.companyId)
})

describe('over HTTP', () => {
  test('runs come newest first, a page at a time', async () => {
    const scene = openScene()
    const ids: string[] = []
    for (const reference of ['A', 'B', 'C']) {
      ids.unshift(await scene.start([reference]))
      scene.advance(1000)
    }
    const { body: first } = await scene.call('GET', '/runs?limit=2')
    expect(first.items.map((run: { id: string }) => run.id)).toEqual(ids.slice(0, 2))
    const { body: second } = await scene.call('GET', `/runs?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    expect(second.items.map((run: { id: string }) => run.id)).toEqual(ids.slice(2))
    expect(second.nextCursor).toBeUndefined()
  })
  test('runs that began in the same moment are each on one page', async () => {
    const scene = openScene()
    const ids = new Set<string>()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const reference of ['A', 'B', 'C']) ids.add(await scene.start([reference]))
    vi.useRealTimers()
    const { body: first } = await scene.call('GET', '/runs?limit=2')
    const { body: second } = await scene.call('GET', `/runs?limit=2&cursor=${first.nextCursor}`)
    const shown: string[] = [...first.items, ...second.items].map((run: { id: string }) => run.id)
    expect(shown.toSorted()).toEqual([...ids].sort())
  })
  test('postings come in the order of the file, a page at a time', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B', 'C'])
    const { body: first } = await scene.call('GET', `/runs/${id}/postings?limit=2`)
    const { body: second } = await scene.call('GET', `/runs/${id}/postings?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ rowNumber }) => rowNumber)).toEqual([2, 3, 4])
  })
  test('a page that holds all there is tells of no further one', async () => {
    const scene = openScene()
    const id = await scene.start(['A', 'B'])
    await scene.start(['C'])
    expect((await scene.call('GET', '/runs?limit=2')).body.nextCursor).toBeUndefined()
    expect((await scene.call('GET', `/runs/${id}/postings?limit=2`)).body.nextCursor).toBeUndefined()
  })
  test('the stream of a run ends with its last state', async () => {
    const scene = openScene()
    const id = await scene.start(['A'])
    const stream = scene.call('GET', `/runs/${id}/events`)
    await scene.work()
    const states = (await stream).text.matchAll(/"status":"(\w+)"/g)
    expect([...states].at(-1)?.[1]).toBe('success')
  })
  test('nobody sees or retries the run of another company', async () => {
    const [mine, theirs] = [openScene(), openScene()]
    const id = await theirs.start(['A'])
    for (const path of [`/runs/${id}`, `/runs/${id}/events`, `/runs/${id}/postings`])
      expect((await mine.call('GET', path)).status).toBe(404)
    expect((await mine.call('POST', `/runs/${id}/retry`)).status).toBe(404)
    expect((await mine.call('GET', '/runs')).body.items).toEqual([])
    expect((await mine.call('GET', `/runs?ids=${id}`)).body.items).toEqual([])
  })
  test('the runs of a page of imports are told by their ids', async () => {
    const scene = openScene()
    const [first, second] = [await scene.start(['A']), await scene.start(['B']), await scene.start(['C'])]
    const { body } = await scene.call('GET', `/runs?ids=${first},${second}`)
    expect(body.items.map(({ id }: { id: string }) => id).sort()).toEqual([first, second].sort())
    expect((await scene.call('GET', '/runs?ids=all')).status).toBe(400)
  })
})

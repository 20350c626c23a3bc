import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import type { PostingRow, Refusal } from '../contract.ts'
import { postingSteps } from '../tables.ts'
import { createFarSide, type Fate } from '../testing/far-side.ts'
import { openPosting } from '../testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Refuses what is named, until it is taken out. */
function openScene(refused: Record<string, 'rejected' | 'approval-required' | 'period-locked'>) {
  const fateOf = ({ step, reference }: { step: string; reference: string }): Fate => {
    const code = refused[`${step} ${reference}`]
    return code ? { kind: 'refused', code } : { kind: 'answered' }
  }
  const far = createFarSide({ fateOf })
  const near = openPosting(database, far.session, { isFast: true })
  const change = (id: string, choice: string, body: object, userId = newId()) =>
    near.call('POST', `/runs/${id}/postings/${choice}`, 'full', userId, body)
  const readRun = async (id: string) => (await near.call('GET', `/runs/${id}`)).body
  const listRefusals = async (id: string): Promise<Refusal[]> =>
    (await near.call('GET', `/runs/${id}/refusals`)).body.items
  async function find(id: string, reference: string): Promise<PostingRow> {
    const items: PostingRow[] = (await near.call('GET', `/runs/${id}/postings`)).body.items
    const found = items.find((row) => row.reference === reference)
    if (!found) throw new Error(`no ${reference}`)
    return found
  }
  const idsOf = async (id: string, ...references: string[]) => ({
    ids: await Promise.all(references.map(async (reference) => (await find(id, reference)).id)),
  })
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
  async function post(...references: string[]): Promise<string> {
    const id = await near.start(references)
    await workUntilDone()
    return id
  }
  return { ...near, far, refused, change, readRun, listRefusals, find, idsOf, listTold, workUntilDone, post }
}

describe('of a run that partly failed', () => {
  test('each invoice says where it stands and what may be done about it, and each reason how many it holds up', async () => {
    const scene = openScene({ 'create A': 'rejected', 'create B': 'rejected', 'bookkeep C': 'period-locked' })
    const id = await scene.post('A', 'B', 'C', 'D')
    expect(await scene.readRun(id)).toMatchObject({ status: 'error', rejected: 3, returned: 0, handled: 0 })
    expect((await scene.find(id, 'A')).choices).toEqual(['retry', 'return', 'handle'])
    expect(await scene.find(id, 'C')).toMatchObject({ invoiceNumber: '1', choices: ['retry', 'handle'] })
    expect((await scene.find(id, 'D')).choices).toEqual([])
    expect(await scene.listRefusals(id)).toMatchObject([
      { step: 'create', code: 'rejected', serviceCode: '2000401', invoices: 2, returnable: 2 },
      { step: 'bookkeep', code: 'period-locked', invoices: 1, returnable: 0 },
    ])
  })

  test('those refused alike on days of their own are told with the first day and the last', async () => {
    const scene = openScene({ 'create A': 'rejected', 'create B': 'rejected', 'create C': 'rejected' })
    const id = await scene.post('A', 'B', 'C')
    const lockOn = async (reference: string, date: string) => {
      const problem = { code: 'payment-period-locked', serviceCode: null, message: null }
      await database.db
        .update(postingSteps)
        .set({ problem: { ...problem, params: { date, until: '2026-09-30' } } })
        .where(and(eq(postingSteps.postingId, (await scene.find(id, reference)).id), eq(postingSteps.ordinal, 0)))
    }
    await lockOn('A', '2026-09-14')
    expect((await scene.listRefusals(id)).find(({ code }) => code !== 'rejected')?.params).toEqual({
      ...{ date: '2026-09-14', until: '2026-09-30' },
    })
    await lockOn('B', '2026-09-02')
    await lockOn('C', '2026-09-28')
    expect(await scene.listRefusals(id)).toMatchObject([
      { invoices: 3, params: { date: '2026-09-02', lastDate: '2026-09-28', until: '2026-09-30' } },
    ])
  })

  test('what only one of those refused alike is about is not told for all of them; accounts of two years are two things', async () => {
    const all = ['A', 'B', 'C', 'D']
    const scene = openScene(Object.fromEntries(all.map((reference) => [`create ${reference}`, 'rejected' as const])))
    const id = await scene.post(...all)
    const meet = async (reference: string, code: string, params: Record<string, string | number>) =>
      database.db
        .update(postingSteps)
        .set({ problem: { code, serviceCode: null, message: null, params } })
        .where(and(eq(postingSteps.postingId, (await scene.find(id, reference)).id), eq(postingSteps.ordinal, 0)))
    await meet('A', 'invoice-number-used', { number: 'F-1', invoice: '17' })
    await meet('B', 'account-inactive', { account: 6110, year: 2025 })
    await meet('C', 'account-inactive', { account: 6110, year: 2026 })
    const paramsOf = async (wanted: string) =>
      (await scene.listRefusals(id)).flatMap(({ code, params }) => (code === wanted ? [params] : []))
    expect(await paramsOf('invoice-number-used')).toEqual([{ number: 'F-1', invoice: '17' }])
    expect(await paramsOf('account-inactive')).toEqual([
      { account: 6110, year: 2025 },
      { account: 6110, year: 2026 },
    ])
    await meet('D', 'invoice-number-used', { number: 'F-2', invoice: '18' })
    expect(await paramsOf('invoice-number-used')).toEqual([{}])
  })

  test('words of the other side that are about one of those refused alike are told as such', async () => {
    const scene = openScene({ 'create A': 'rejected', 'create B': 'rejected' })
    const id = await scene.post('A', 'B')
    const alike = await scene.listRefusals(id)
    expect(alike).toMatchObject([{ invoices: 2, answersDiffer: false }])
    const problem = { code: 'rejected', serviceCode: alike[0]?.serviceCode ?? null, message: 'Text 7 är för lång.' }
    const { ids } = await scene.idsOf(id, 'B')
    await database.db
      .update(postingSteps)
      .set({ problem })
      .where(and(inArray(postingSteps.postingId, ids), eq(postingSteps.ordinal, 0)))
    expect(await scene.listRefusals(id)).toMatchObject([{ invoices: 2, answersDiffer: true }])
  })

  test('one invoice alone is sent again', async () => {
    const scene = openScene({ 'create A': 'rejected', 'create B': 'rejected' })
    const id = await scene.post('A', 'B')
    for (const one of Object.keys(scene.refused)) delete scene.refused[one]
    expect(await scene.change(id, 'retry', await scene.idsOf(id, 'A'))).toMatchObject({ body: { changed: 1, left: 0 } })
    await scene.workUntilDone()
    expect((await scene.find(id, 'A')).steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
    expect(await scene.readRun(id)).toMatchObject({ status: 'error', rejected: 1, created: { done: 1, of: 2 } })
    expect([...scene.far.books.invoices.values()].map(({ reference }) => reference)).toEqual(['A'])
  })

  test('what was not made goes back to the preview with the answer; then the run is no error any more', async () => {
    const scene = openScene({ 'create A': 'rejected', 'create B': 'rejected' })
    const id = await scene.post('A', 'B', 'C')
    const why = { step: 'create', code: 'rejected', serviceCode: '2000401' }
    expect((await scene.change(id, 'return', { refusal: why })).body).toEqual({ changed: 2, left: 0 })
    expect(scene.returned).toMatchObject([
      {
        returned: [
          { reference: 'A', problem: { code: 'rejected', message: 'Perioden är låst.' } },
          { reference: 'B', problem: { code: 'rejected' } },
        ],
      },
    ])
    expect(await scene.readRun(id)).toMatchObject({ status: 'success', rejected: 0, returned: 2 })
    expect(await scene.find(id, 'A')).toMatchObject({ settled: { as: 'returned', by: 'Karin Ekdahl' }, choices: [] })
    const told = await scene.listTold()
    expect(told.filter((one) => one === 'posting-returned')).toHaveLength(2)
    expect(told.filter((one) => one === 'run-finished')).toHaveLength(1)
    await scene.call('POST', `/runs/${id}/retry`)
    await scene.workUntilDone()
    expect(scene.far.requests.filter(({ what, reference }) => what === 'create' && reference === 'A')).toHaveLength(1)
  })

  test('where each step of the others stands is told without what went back, also among the runs of its import', async () => {
    const scene = openScene({ 'create A': 'rejected', 'bookkeep B': 'rejected' })
    const id = await scene.post('A', 'B', 'C')
    const read = async () => {
      const { importId } = await scene.readRun(id)
      const { items } = (await scene.call('GET', `/runs?importId=${importId}`)).body
      expect(items.map((one: { id: string }) => one.id)).toEqual([id])
      return [items[0].created.held, items[0].bookkept.held, items[0].paid.held]
    }
    expect(await read()).toEqual([1, 2, 2])
    const why = { step: 'create', code: 'rejected', serviceCode: '2000401' }
    await scene.change(id, 'return', { refusal: why })
    expect(await read()).toEqual([0, 1, 1])
    expect((await scene.call('GET', `/runs?importId=${id}`)).body.items).toEqual([])
  })

  test('invoices that are held for different accounts are told apart, and are sent again apart', async () => {
    const scene = openScene({ 'create A': 'rejected', 'create B': 'rejected', 'create C': 'rejected' })
    const id = await scene.post('A', 'B', 'C')
    for (const [reference, account] of [
      ['A', 5410],
      ['B', 5420],
      ['C', 5420],
    ] as const) {
      const { id: postingId } = await scene.find(id, reference)
      const problem = {
        code: 'account-inactive',
        serviceCode: null,
        message: null,
        params: { account, row: reference },
      }
      const isOf = and(eq(postingSteps.postingId, postingId), eq(postingSteps.step, 'create'))
      await database.db.update(postingSteps).set({ problem }).where(isOf)
    }
    const [most, other] = await scene.listRefusals(id)
    expect([most, other]).toMatchObject([
      { code: 'account-inactive', params: { account: 5420 }, about: { account: 5420 }, invoices: 2 },
      { code: 'account-inactive', params: { account: 5410 }, about: { account: 5410 }, invoices: 1 },
    ])
    const { step, code, serviceCode, about } = most!
    const note = 'Bokförda för hand'
    expect((await scene.change(id, 'handle', { refusal: { step, code, serviceCode, about }, note })).body).toEqual({
      ...{ changed: 2, left: 0 },
    })
    expect(await scene.listRefusals(id)).toMatchObject([{ about: { account: 5410 }, invoices: 1 }])
  })

  test('an invoice that exists over there never goes back, nor one that may', async () => {
    const scene = openScene({ 'bookkeep A': 'period-locked' })
    const id = await scene.post('A')
    const answer = await scene.change(id, 'return', await scene.idsOf(id, 'A'))
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ path: 'ids', code: 'invoice-may-exist' }] } })
    expect(scene.returned).toEqual([])
    expect(await scene.readRun(id)).toMatchObject({ status: 'error', rejected: 1 })
  })

  test('an invoice that somebody cancelled over there before it was bookkept goes back once, whoever presses, and none of it is taken back later', async () => {
    const scene = openScene({
      get 'bookkeep A'(): 'rejected' {
        for (const invoice of scene.far.books.invoices.values())
          if (invoice.reference === 'A') invoice.isCancelled = true
        return 'rejected'
      },
    })
    const id = await scene.post('A', 'B')
    const why = { step: 'bookkeep', code: 'cancelled-there', serviceCode: null }
    // Trying again cannot bring it back.
    const choices = ['return', 'handle']
    expect(await scene.listRefusals(id)).toMatchObject([{ ...why, invoices: 1, returnable: 1, choices }])
    expect((await scene.find(id, 'A')).choices).toEqual(choices)
    expect(await scene.change(id, 'retry', await scene.idsOf(id, 'A'))).toMatchObject({ status: 409 })
    const chosen = await scene.idsOf(id, 'A')
    const answers = await Promise.all([
      scene.change(id, 'return', chosen),
      scene.change(id, 'return', { refusal: why }),
      scene.change(id, 'return', chosen),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(scene.returned).toMatchObject([{ returned: [{ reference: 'A', problem: { code: 'cancelled-there' } }] }])
    expect(await scene.readRun(id)).toMatchObject({ status: 'success', rejected: 0, returned: 1 })
    expect((await scene.listTold()).filter((one) => one === 'posting-returned')).toHaveLength(1)
    expect((await scene.call('GET', `/runs/${id}/undo`)).body).toMatchObject({ invoices: 1, credited: 1 })
  })

  test('one that stood still for something else and is cancelled then goes back when it was tried again', async () => {
    const scene = openScene({ 'bookkeep A': 'period-locked' })
    const id = await scene.post('A')
    for (const invoice of scene.far.books.invoices.values()) invoice.isCancelled = true
    expect((await scene.find(id, 'A')).choices).toEqual(['retry', 'handle'])
    await scene.change(id, 'retry', await scene.idsOf(id, 'A'))
    expect((await scene.change(id, 'return', await scene.idsOf(id, 'A'))).status).toBe(409)
    await scene.workUntilDone()
    expect(await scene.find(id, 'A')).toMatchObject({ choices: ['return', 'handle'] })
    expect(scene.far.requests.filter(({ what }) => what === 'bookkeep')).toHaveLength(1)
  })

  test('one that was cancelled stays where another of it came late, and is not made anew by trying again', async () => {
    const scene = openScene({ 'bookkeep A': 'period-locked' })
    const id = await scene.post('A')
    const { invoices } = scene.far.books
    const [made] = [...invoices.values()]
    invoices.set('99', { ...made!, number: '99' })
    made!.isCancelled = true
    await scene.change(id, 'retry', await scene.idsOf(id, 'A'))
    await scene.workUntilDone()
    const [refused] = await scene.listRefusals(id)
    expect(refused).toMatchObject({ step: 'bookkeep', code: 'found-twice', returnable: 0 })
    invoices.get('99')!.isCancelled = true
    await scene.change(id, 'retry', await scene.idsOf(id, 'A'))
    await scene.workUntilDone()
    expect((await scene.find(id, 'A')).choices).toContain('return')
    await scene.change(id, 'retry', await scene.idsOf(id, 'A'))
    await scene.workUntilDone()
    expect(scene.far.requests.filter(({ what }) => what === 'create')).toHaveLength(1)
  })

  test('one that nobody may look up is not known to be missing, so it does not go back', async () => {
    const scene = openScene({})
    scene.far.session.createSupplierInvoice = () => Promise.reject(new ConnectorError('unknown', 'after-check'))
    scene.far.session.findByReference = () =>
      Promise.reject(new ConnectorError('missing-scope', 'never', { serviceCode: '2000663', serviceMessage: 'Nej' }))
    const id = await scene.post('A')
    expect(await scene.listRefusals(id)).toMatchObject([
      { step: 'create', code: 'not-looked-up', serviceCode: '2000663', message: 'Nej', returnable: 0 },
    ])
    expect((await scene.find(id, 'A')).choices).toEqual(['retry', 'handle'])
  })

  test('what was seen to by hand is no error, keeps who and why, and the mark can be taken back', async () => {
    const scene = openScene({ 'bookkeep A': 'period-locked' })
    const id = await scene.post('A', 'B')
    const ids = await scene.idsOf(id, 'A')
    expect((await scene.change(id, 'handle', ids)).status).toBe(400)
    expect((await scene.change(id, 'handle', { ...ids, note: 'Bokförd på B 91' })).body).toEqual({
      changed: 1,
      left: 0,
    })
    expect(await scene.readRun(id)).toMatchObject({ status: 'success', rejected: 0, handled: 1 })
    expect(await scene.find(id, 'A')).toMatchObject({
      settled: { as: 'by-hand', by: 'Karin Ekdahl', note: 'Bokförd på B 91' },
      choices: ['unhandle'],
    })
    await scene.call('POST', `/runs/${id}/retry`)
    await scene.workUntilDone()
    expect(scene.far.requests.filter(({ what, reference }) => what === 'bookkeep' && reference === 'A')).toHaveLength(1)
    expect((await scene.change(id, 'unhandle', ids)).body).toEqual({ changed: 1, left: 0 })
    expect(await scene.readRun(id)).toMatchObject({ status: 'error', rejected: 1, handled: 0 })
    for (const one of Object.keys(scene.refused)) delete scene.refused[one]
    await scene.change(id, 'retry', ids)
    await scene.workUntilDone()
    expect(await scene.readRun(id)).toMatchObject({ status: 'success', paid: { done: 2, of: 2 } })
    expect(await scene.listTold()).toEqual(expect.arrayContaining(['posting-handled', 'posting-unhandled']))
  })

  test('taking the run back keeps what was seen to by hand and leaves what went back to the preview alone', async () => {
    const scene = openScene({ 'create A': 'rejected', 'create B': 'rejected' })
    const id = await scene.post('A', 'B', 'C')
    await scene.change(id, 'return', await scene.idsOf(id, 'A'))
    await scene.change(id, 'handle', { ...(await scene.idsOf(id, 'B')), note: 'Lagd för hand' })
    const expected = { invoices: 2, removed: 0, credited: 1, kept: 1, reasons: [{ code: 'by-hand', count: 1 }] }
    expect((await scene.call('GET', `/runs/${id}/undo`)).body).toMatchObject(expected)
    await scene.call('POST', `/runs/${id}/undo`)
    await scene.workUntilDone()
    expect((await scene.call('GET', `/runs/${id}/undo`)).body).toMatchObject({ ...expected, state: 'partly-reverted' })
    expect((await scene.find(id, 'B')).undo).toMatchObject({ outcome: 'kept', problem: { code: 'by-hand' }, steps: [] })
    expect((await scene.find(id, 'A')).undo).toBeNull()
    expect(scene.released).toEqual(['C'])
  })

  test('of two people who press at once one is told that the other was faster, whatever each pressed', async () => {
    for (const [first, second] of [
      ['return', 'return'],
      ['return', 'handle'],
      ['retry', 'return'],
      ['handle', 'retry'],
    ] as const) {
      const scene = openScene({ 'create A': 'rejected' })
      const id = await scene.post('A')
      const body = { ...(await scene.idsOf(id, 'A')), note: 'Lagd för hand' }
      const answers = await Promise.all([scene.change(id, first, body), scene.change(id, second, body)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await scene.workUntilDone()
      const run = await scene.readRun(id)
      expect(run.returned + run.handled + run.rejected).toBe(1)
      expect(scene.returned).toHaveLength(run.returned)
    }
  })

  test('nobody changes the invoices of another company, and unknown ones are said to be', async () => {
    const [mine, theirs] = [openScene({}), openScene({ 'create A': 'rejected' })]
    const id = await theirs.post('A')
    expect((await mine.change(id, 'return', await theirs.idsOf(id, 'A'))).status).toBe(404)
    expect((await theirs.change(id, 'return', { ids: [newId()] })).status).toBe(404)
    expect((await theirs.change(id, 'return', {})).status).toBe(400)
  })
})

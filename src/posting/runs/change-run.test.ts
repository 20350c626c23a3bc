import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { createFarSide, type Fate } from '../testing/far-side.ts'
import { openPosting } from '../testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function openScene(fateOf: Parameters<typeof createFarSide>[0]['fateOf'] = () => ({ kind: 'answered' })) {
  const far = createFarSide({ fateOf })
  const near = openPosting(database, far.session, { isFast: true })
  const change = (id: string, what: string) => near.call('POST', `/runs/${id}/${what}`)
  const readRun = async (id: string) => (await near.call('GET', `/runs/${id}`)).body
  async function workUntilDone(): Promise<void> {
    while (near.queued.length > 0) await near.work()
  }
  /** A person acts while the n:th invoice is being created. */
  function atCreate(nth: number, act: () => Promise<unknown>): void {
    const create = far.session.createSupplierInvoice
    let count = 0
    far.session.createSupplierInvoice = async (invoice) => {
      if (++count === nth) await act()
      return create(invoice)
    }
  }
  return { ...near, far, change, readRun, workUntilDone, atCreate }
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `R${index}`)

test('a paused run sends nothing until it goes on, and then does the rest once', async () => {
  const scene = openScene()
  const id = await scene.start(names(30))
  scene.atCreate(12, () => scene.change(id, 'pause'))
  await scene.workUntilDone()
  const sent = scene.far.requests.length
  expect(sent).toBeLessThan(90)
  expect(await scene.readRun(id)).toMatchObject({ status: 'ongoing', phase: 'paused', finishedAt: null })
  await scene.announceConnected()
  await scene.workUntilDone()
  expect(scene.far.requests).toHaveLength(sent)
  expect((await scene.change(id, 'resume')).body).toMatchObject({ phase: 'posting' })
  await scene.workUntilDone()
  expect(await scene.readRun(id)).toMatchObject({ status: 'success', paid: { done: 30, of: 30 } })
  expect(scene.far.requests).toHaveLength(120)
})

test('a paused run whose last invoices were under way ends like any other, and going on with it does nothing', async () => {
  const scene = openScene()
  const id = await scene.start(['A'], ['create'])
  scene.atCreate(1, () => scene.change(id, 'pause'))
  await scene.workUntilDone()
  const ended = await scene.readRun(id)
  expect(ended).toMatchObject({ status: 'success', phase: 'posting', created: { done: 1, of: 1 } })
  expect((await scene.change(id, 'resume')).body).toEqual(ended)
  await scene.workUntilDone()
  expect(await scene.readRun(id)).toEqual(ended)
  expect(scene.far.requests).toHaveLength(1)
})

test('a paused run keeps no other run waiting', async () => {
  const scene = openScene()
  const held = await scene.start(['A'])
  await scene.change(held, 'pause')
  const other = await scene.start(['B'])
  await scene.workUntilDone()
  expect(await scene.readRun(held)).toMatchObject({ phase: 'paused', created: { done: 0 } })
  expect(await scene.readRun(other)).toMatchObject({ status: 'success' })
})

test('a cancelled run drops what was not begun, says so, and can be gone on with', async () => {
  const scene = openScene()
  const id = await scene.start(names(30))
  scene.atCreate(12, () => scene.change(id, 'cancel'))
  await scene.workUntilDone()
  const run = await scene.readRun(id)
  expect(run).toMatchObject({ status: 'error', phase: 'cancelled', rejected: 0, unknown: 0 })
  expect(run.dropped).toBe(30 - run.paid.done)
  expect(run.dropped).toBeGreaterThan(10)
  expect(scene.far.books.invoices.size).toBe(run.created.done)
  await scene.change(id, 'retry')
  await scene.workUntilDone()
  expect(await scene.readRun(id)).toMatchObject({ status: 'success', phase: 'posting', dropped: 0, paid: { done: 30 } })
  expect(scene.far.books.invoices.size).toBe(30)
})

test('what somebody sent back or saw to of a cancelled run is not made when the rest is gone on with', async () => {
  const scene = openScene()
  const id = await scene.start(['A', 'B', 'C'])
  await scene.change(id, 'cancel')
  await scene.workUntilDone()
  const { items } = (await scene.call('GET', `/runs/${id}/postings`)).body
  const settle = (choice: string, body: object) =>
    scene.call('POST', `/runs/${id}/postings/${choice}`, 'full', undefined, body)
  expect((await settle('return', { ids: [items[0].id] })).body).toEqual({ changed: 1, left: 0 })
  expect((await settle('handle', { ids: [items[1].id], note: 'av mig' })).body).toEqual({ changed: 1, left: 0 })
  await scene.change(id, 'retry')
  await scene.workUntilDone()
  expect([...scene.far.books.invoices.values()].map(({ reference }) => reference)).toEqual(['C'])
  expect(await scene.readRun(id)).toMatchObject({ status: 'success', returned: 1, handled: 1, dropped: 0 })
})

test('of a cancelled run, what has no answer is looked up and not sent again', async () => {
  const fates: Record<string, Fate> = { A: { kind: 'lost-before' }, B: { kind: 'lost-after', lateMs: 0 } }
  const scene = openScene(
    ({ step, reference }) => (step === 'create' ? fates[reference] : null) ?? { kind: 'answered' },
  )
  const id = await scene.start(['A', 'B'])
  scene.atCreate(2, () => scene.change(id, 'cancel'))
  await scene.workUntilDone()
  expect(await scene.readRun(id)).toMatchObject({ phase: 'cancelled', created: { done: 1 }, rejected: 1, unknown: 0 })
  expect(scene.far.requests.filter(({ what }) => what === 'create')).toHaveLength(2)
})

test('a cancelled run can be taken back; one that has ended is neither paused nor cancelled', async () => {
  const scene = openScene()
  const id = await scene.start(names(3))
  await scene.change(id, 'cancel')
  await scene.change(id, 'undo')
  await scene.workUntilDone()
  expect((await scene.call('GET', `/runs/${id}/undo`)).body).toMatchObject({ state: 'reverted', removed: 3 })
  for (const what of ['pause', 'cancel', 'resume', 'retry'])
    expect(await scene.change(id, what)).toMatchObject({
      ...{ status: 409, body: { errors: [{ path: 'run', code: 'run-taken-back' }] } },
    })
})

test('a run that has ended, or is ending, says which when it is to be paused or taken back', async () => {
  const scene = openScene()
  const refused = (code: string) => ({ status: 409, body: { errors: [{ path: 'run', code }] } })
  const [done, ending] = [await scene.start(['A']), await scene.start(['B'])]
  expect(await scene.change(done, 'undo')).toMatchObject(refused('still-posting'))
  scene.atCreate(2, async () => {
    await scene.change(ending, 'cancel')
    expect(await scene.change(ending, 'retry')).toMatchObject(refused('run-being-cancelled'))
  })
  await scene.workUntilDone()
  expect(await scene.change(done, 'pause')).toMatchObject(refused('run-finished'))
  expect(await scene.change(ending, 'resume')).toMatchObject(refused('run-cancelled'))
})

test('nobody holds or ends the run of another company', async () => {
  const [mine, theirs] = [openScene(), openScene()]
  const id = await theirs.start(['A'])
  for (const what of ['pause', 'cancel', 'resume']) expect((await mine.change(id, what)).status).toBe(404)
})

test('a large run is cancelled, taken up and seen to by hand whole, and no statement changes more of it than a hasty server lets it', async () => {
  const scene = openScene()
  const id = await scene.start(names(1500))
  await database.db.execute(sql`
    create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from changed) > 4000 then raise exception 'that many take longer than the server lets them'; end if;
      return null;
    end $$`)
  await database.db.execute(sql`
    create trigger refuse_many after update on posting_steps referencing new table as changed
    for each statement execute function refuse_many()`)
  try {
    expect((await scene.change(id, 'cancel')).body).toMatchObject({
      phase: 'cancelled',
      status: 'error',
      dropped: 1500,
    })
    expect((await scene.change(id, 'retry')).body).toEqual({ reopened: 6000 })
    expect(await scene.readRun(id)).toMatchObject({ phase: 'posting', status: 'ongoing', dropped: 0 })
    await database.db.execute(sql`
      update posting_steps set state = 'rejected', problem = '{"code":"rejected"}' where run_id = ${id} and ordinal = 0`)
    const refusal = { step: 'create', code: 'rejected', serviceCode: null }
    const settle = (choice: string, more: object) =>
      scene.call('POST', `/runs/${id}/postings/${choice}`, 'full', newId(), { refusal, ...more })
    expect((await settle('handle', { note: 'In Fortnox' })).body).toEqual({ changed: 1500, left: 0 })
    expect(await scene.readRun(id)).toMatchObject({ status: 'success', handled: 1500 })
    const { body } = await scene.call('GET', `/runs/${id}/postings?limit=100`)
    const ids = body.items.map(({ id: posting }: { id: string }) => posting)
    expect((await scene.call('POST', `/runs/${id}/postings/unhandle`, 'full', newId(), { ids })).body).toEqual({
      ...{ changed: 100, left: 0 },
    })
    expect(await scene.readRun(id)).toMatchObject({ handled: 1400, rejected: 100 })
  } finally {
    await database.db.execute(sql`drop trigger refuse_many on posting_steps`)
  }
})

import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { createFarSide } from '../testing/far-side.ts'
import { openPosting } from '../testing/open-posting.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const confirmer = newId()
const colleague = newId()

const people = [
  { id: newId(), name: 'Agda Ek', role: 'owner' as const },
  { id: colleague, name: 'Bo Lind', role: 'admin' as const },
  { id: confirmer, name: 'Cilla Wik', role: 'admin' as const },
  { id: newId(), name: 'Dag Ask', role: 'full' as const },
]

/** A company whose template asks for approval, where nothing else is said; the fixture's invoices are of 1 250,00. */
function openScene(foreseen = { needsApproval: false, largest: 0, anyway: 0 }, holdRole?: () => Promise<Role | null>) {
  const far = createFarSide({})
  const near = openPosting(database, far.session, { isFast: true, people, foreseen, ...(holdRole && { holdRole }) })
  const act = (id: string, what: string, role: Role = 'admin', userId = colleague, body?: object) =>
    near.call('POST', `/runs/${id}/${what}`, role, userId, body)
  const setRule = (rule: object, role: Role = 'owner') => near.call('PUT', '/approval-rule', role, newId(), rule)
  const readRun = async (id: string, role: Role = 'admin', userId = colleague) =>
    (await near.call('GET', `/runs/${id}`, role, userId)).body
  const confirm = (references: readonly string[], needsApproval = true) =>
    near.start(references, undefined, undefined, { needsApproval, performedBy: confirmer })
  const listTold = async () =>
    (
      await database.db
        .select()
        .from(events)
        .where(eq(events.companyId, near.companyId))
        .orderBy(asc(events.at), asc(events.id))
    ).map(({ activity, actorId }) => [activity, actorId])
  async function workUntilDone(): Promise<void> {
    while (near.queued.length > 0) await near.work()
  }
  return { ...near, far, act, setRule, readRun, confirm, listTold, workUntilDone }
}

test('who was taken out of the company while a confirmation waited for its turn begins no run', async () => {
  const scene = openScene(undefined, async () => null)
  await expect(scene.confirm(['A'], false)).rejects.toMatchObject({ code: 'not-allowed' })
  expect((await scene.call('GET', '/runs')).body.items).toEqual([])
  expect(scene.queued).toEqual([])
})

describe('a run that needs approval', () => {
  test('sends nothing, whatever wakes the lane, until another person approves; then everything once', async () => {
    const scene = openScene()
    const id = await scene.confirm(['A', 'B'])
    await scene.announceConnected()
    await scene.workUntilDone()
    await scene.postNow()
    expect(scene.far.requests).toEqual([])
    expect(await scene.readRun(id)).toMatchObject({
      ...{ status: 'initiated', phase: 'awaiting-approval', finishedAt: null },
      approval: { role: 'admin', reason: 'template', state: 'waiting', mayDecide: true, hindrance: null, by: null },
    })
    expect((await scene.act(id, 'approve')).body).toMatchObject({
      phase: 'posting',
      approval: { state: 'approved', by: 'Karin Ekdahl', mayDecide: false },
    })
    await scene.workUntilDone()
    expect(await scene.readRun(id)).toMatchObject({ status: 'success', paid: { done: 2, of: 2 } })
    expect(scene.far.requests).toHaveLength(8)
    expect(await scene.listTold()).toEqual(
      expect.arrayContaining([
        ['approval-asked', confirmer],
        ['run-approved', colleague],
      ]),
    )
  })

  test('is never approved or refused by who confirmed it, nor by a role that is too low', async () => {
    const scene = openScene()
    const id = await scene.confirm(['A'])
    const reason = { reason: 'Fel konto' }
    for (const [what, body] of [
      ['approve', undefined],
      ['refuse', reason],
    ] as const) {
      expect(await scene.act(id, what, 'owner', confirmer, body)).toMatchObject({
        ...{ status: 403, body: { errors: [{ code: 'approver-confirmed' }] } },
      })
      expect((await scene.act(id, what, 'full', colleague, body)).status).toBe(403)
    }
    expect((await scene.readRun(id, 'owner', confirmer)).approval).toMatchObject({
      ...{ mayDecide: false, hindrance: 'approver-confirmed' },
    })
    await scene.setRule({ fromAmount: 1, approver: 'owner' })
    const other = await scene.confirm(['B'])
    expect(await scene.act(other, 'approve')).toMatchObject({
      ...{ status: 403, body: { errors: [{ code: 'approver-role' }] } },
    })
    await scene.workUntilDone()
    expect(scene.far.requests).toEqual([])
    expect((await scene.act(other, 'approve', 'owner')).status).toBe(200)
  })

  test('waits from an amount on, credits too, and below it is sent at once', async () => {
    const scene = openScene()
    await scene.setRule({ fromAmount: 125_001, approver: 'admin' })
    const below = await scene.confirm(['A'], false)
    expect(await scene.readRun(below)).toMatchObject({ phase: 'posting', approval: null })
    await scene.setRule({ fromAmount: 125_000, approver: 'admin' })
    const at = await scene.confirm(['B'], false)
    expect(await scene.readRun(at)).toMatchObject({ phase: 'awaiting-approval', approval: { reason: 'amount' } })
    await scene.workUntilDone()
    expect([...scene.far.books.invoices.values()].map(({ reference }) => reference)).toEqual(['A'])
  })

  test('goes by the role that is held when it is decided, and so does its rule', async () => {
    let held: Role | null = 'admin'
    const scene = openScene(undefined, async () => held)
    const id = await scene.confirm(['A'])
    for (const role of ['full', null] as const) {
      held = role
      for (const [what, body] of [['approve'], ['refuse', { reason: 'Fel konto' }]] as const)
        expect(await scene.act(id, what, 'admin', colleague, body)).toMatchObject({
          ...{ status: 403, body: { errors: [{ code: 'approver-role' }] } },
        })
      expect((await scene.setRule({ fromAmount: 1, approver: 'admin' }, 'admin')).status).toBe(403)
    }
    held = 'admin'
    expect((await scene.setRule({ fromAmount: 1, approver: 'owner' }, 'owner')).status).toBe(403)
    expect((await scene.act(id, 'approve')).status).toBe(200)
  })

  test('of two who decide at once one does', async () => {
    for (const second of ['approve', 'refuse'] as const) {
      const scene = openScene()
      const id = await scene.confirm(['A'])
      const answers = await Promise.all([
        scene.act(id, 'approve', 'admin', newId()),
        scene.act(id, second, 'admin', newId(), { reason: 'Fel konto' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await scene.workUntilDone()
      const run = await scene.readRun(id)
      expect(run.created.done + run.returned).toBe(1)
      expect(scene.far.books.invoices.size).toBe(run.created.done)
    }
  })

  test('that is refused sends every row back with the reason, and can neither be gone on with nor taken back', async () => {
    const scene = openScene()
    const id = await scene.confirm(['A', 'B'])
    expect((await scene.act(id, 'refuse', 'admin', colleague, { reason: ' ' })).status).toBe(400)
    expect((await scene.act(id, 'refuse', 'admin', colleague, { reason: 'Fel konto' })).body).toMatchObject({
      ...{ status: 'error', phase: 'refused', returned: 2, rejected: 0 },
      approval: { state: 'refused', refusal: 'Fel konto' },
    })
    const problem = { code: 'approval-refused', serviceCode: null, message: 'Fel konto' }
    expect(scene.returned).toMatchObject([
      {
        returned: [
          { reference: 'A', problem },
          { reference: 'B', problem },
        ],
      },
    ])
    for (const what of ['retry', 'resume', 'pause', 'cancel', 'approve', 'undo'])
      expect(await scene.act(id, what)).toMatchObject({
        ...{
          status: 409,
          body: { errors: [{ path: 'run', code: what === 'approve' ? expect.any(String) : 'run-refused' }] },
        },
      })
    await scene.workUntilDone()
    expect(scene.far.requests).toEqual([])
    expect((await scene.listTold()).at(-1)).toEqual(['run-refused', colleague])
  })

  test('can be cancelled meanwhile, waits anew when it is gone on with, and can be taken back unsent', async () => {
    const scene = openScene()
    const id = await scene.confirm(['A'])
    expect((await scene.act(id, 'pause', 'full', confirmer)).status).toBe(409)
    expect((await scene.act(id, 'undo', 'full', confirmer)).status).toBe(409)
    expect((await scene.act(id, 'cancel', 'full', confirmer)).body).toMatchObject({
      ...{ phase: 'cancelled', dropped: 1, approval: { state: 'withdrawn', mayDecide: false } },
    })
    expect((await scene.act(id, 'approve')).status).toBe(409)
    await scene.act(id, 'retry', 'full', confirmer)
    await scene.workUntilDone()
    expect(await scene.readRun(id)).toMatchObject({ phase: 'awaiting-approval', approval: { state: 'waiting' } })
    expect(scene.far.requests).toEqual([])
    await scene.act(id, 'cancel', 'full', confirmer)
    await scene.act(id, 'undo', 'full', confirmer)
    await scene.workUntilDone()
    expect((await scene.call('GET', `/runs/${id}/undo`)).body).toMatchObject({ state: 'reverted', removed: 1 })
    expect(scene.far.requests.filter(({ what }) => what !== 'look-up')).toEqual([])
  })
})

describe('before it is confirmed', () => {
  const foresee = async (foreseen: { needsApproval: boolean; largest: number; anyway?: number }, rule?: object) => {
    const scene = openScene({ anyway: 0, ...foreseen })
    if (rule) await scene.setRule(rule)
    return (await scene.call('GET', `/imports/${newId()}/approval`, 'admin', confirmer)).body
  }

  test('a person reads why it will wait and for whom, never for themselves', async () => {
    expect(await foresee({ needsApproval: true, largest: 100 })).toEqual({
      need: { role: 'admin', reason: 'template', fromAmount: null, largest: 100, approvers: ['Agda Ek', 'Bo Lind'] },
      anyway: 0,
    })
    expect(
      await foresee({ needsApproval: false, largest: 500_000 }, { fromAmount: 500_000, approver: 'owner' }),
    ).toEqual({
      need: { role: 'owner', reason: 'amount', fromAmount: 500_000, largest: 500_000, approvers: ['Agda Ek'] },
      anyway: 0,
    })
  })

  test('and nothing where it would go at once, but for how much of it may be imported before', async () => {
    expect(await foresee({ needsApproval: false, largest: 499_999, anyway: 3 })).toEqual({ need: null, anyway: 3 })
    expect(
      await foresee({ needsApproval: false, largest: 499_999 }, { fromAmount: 500_000, approver: 'owner' }),
    ).toEqual({ need: null, anyway: 0 })
  })
})

describe('the rule of a company', () => {
  test('says how many people could approve, and is changed by owners and admins, each up to their own role', async () => {
    const scene = openScene()
    expect((await scene.call('GET', '/approval-rule')).body).toEqual({
      ...{ fromAmount: null, approver: 'admin', people: { owner: 1, admin: 3 } },
    })
    expect((await scene.setRule({ fromAmount: 500_000, approver: 'admin' }, 'full')).status).toBe(403)
    expect((await scene.setRule({ fromAmount: 0, approver: 'admin' }, 'admin')).status).toBe(400)
    expect((await scene.setRule({ fromAmount: 500_000, approver: 'owner' }, 'admin')).status).toBe(403)
    expect((await scene.setRule({ fromAmount: 500_000, approver: 'owner' })).body).toMatchObject({
      fromAmount: 500_000,
    })
    expect(await scene.setRule({ fromAmount: null, approver: 'admin' }, 'admin')).toMatchObject({
      ...{ status: 403, body: { errors: [{ path: 'approver', code: 'approval-owner-only' }] } },
    })
    expect((await scene.listTold()).map(([activity]) => activity)).toEqual(['approval-rule-changed'])
  })

  test('is not overwritten by who has not seen what it is now', async () => {
    const scene = openScene()
    const before = { fromAmount: null, approver: 'admin' }
    expect((await scene.setRule({ fromAmount: 500_000, approver: 'admin', before })).status).toBe(200)
    // Sent again, since the answer was lost on its way: told once.
    expect((await scene.setRule({ fromAmount: 500_000, approver: 'admin', before })).status).toBe(200)
    expect((await scene.listTold()).map(([activity]) => activity)).toEqual(['approval-rule-changed'])
    expect(await scene.setRule({ fromAmount: 1_000, approver: 'admin', before })).toMatchObject({
      ...{ status: 409, body: { errors: [{ path: 'before', code: 'changed-by-another' }] } },
    })
    const seen = { fromAmount: 500_000, approver: 'admin' }
    expect((await scene.setRule({ fromAmount: 1_000, approver: 'admin', before: seen })).status).toBe(200)
  })
})

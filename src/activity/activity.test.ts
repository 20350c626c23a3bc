import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { type Api, createApi } from '#platform/http.ts'
import { openTestDatabase } from '../../test/database.ts'
import { type Activity, createActivity } from './index.ts'

const [ours, theirs, run] = [newId(), newId(), newId()]
const [ada, goneUser] = [newId(), newId()]
const people = new Map([[ada, 'Ada Ek']])
let database: OpenDatabase
let now: Date
let activity: Activity
let app: Api

async function get(query: string, companyId = ours) {
  const answer = await app.request(`/events?${query}`, { headers: { 'x-company': companyId } })
  return answer.json()
}
const subjects = (list: { items: { subject: string }[] }) => list.items.map((item) => item.subject)

beforeAll(async () => {
  database = await openTestDatabase()
  activity = createActivity({
    db: database.db,
    clock: { now: () => now },
    nameOf: async (id) => people.get(id) ?? null,
  })
  app = createApi()
  app.onError((error, c) =>
    error instanceof AppError ? c.json({ code: error.code }, 400) : c.json({ message: String(error) }, 500),
  )
  app.use('*', async (c, next) => {
    const actor = { userId: newId(), name: 'Ada Ek', email: 'a@example.com', language: 'sv' as const, sessionId: 's' }
    c.set('actor', actor)
    c.set('scope', { companyId: c.req.header('x-company') ?? '', companyName: 'A', role: 'full', actor })
    await next()
  })
  app.route('/', activity.routes)

  await withCompany(database.db, ours, async (tx) => {
    now = new Date('2026-10-31T22:59:59Z') // still October 31 in Sweden (winter time, +1)
    await activity.record(tx, ours, [{ type: 'info', activity: 'import-read', subject: 'oktober_100%.csv' }])
    now = new Date('2026-10-31T23:00:00Z')
    await activity.record(tx, ours, [
      { type: 'success', activity: 'invoice-created', subject: 'Tallticket AB', invoiceNumber: '4390', runId: run },
      { type: 'success', activity: 'invoice-bookkept', subject: 'Tallticket AB', invoiceNumber: '4390', runId: run },
      {
        type: 'error',
        activity: 'posting-rejected',
        subject: 'Polaris Flyg AB',
        runId: run,
        params: { message: 'Låst' },
      },
    ])
  })
  await withCompany(database.db, theirs, async (tx) => {
    for (let i = 0; i < 120; i++) {
      now = new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 3) * 1000)
      await activity.record(tx, theirs, [{ type: 'info', activity: 'import-read', subject: `file ${i}` }])
    }
  })
})
afterAll(() => database.close())

describe('an event', () => {
  const company = newId()
  const record = (...events: Parameters<Activity['record']>[2]) =>
    withCompany(database.db, company, (tx) => activity.record(tx, company, events))

  test('says who did it; what nobody did was done by Radvis, and of who is gone there is no name left', async () => {
    const event = { type: 'info', activity: 'template-changed', subject: 'A' } as const
    await record({ ...event, actorId: ada }, event, { ...event, actorId: goneUser })
    const { items } = await get('activity=template-changed', company)
    expect(items.map(({ by }: { by: string | null }) => by)).toEqual(['–', null, 'Ada Ek'])
    expect((await get('activity=template-changed')).items).toEqual([])
  })

  test('of an invoice that was taken back since says so, and of none with its number in another run', async () => {
    const event = { type: 'success', subject: 'A', runId: run } as const
    const other = newId()
    await record(
      ...['1', '2', '3'].map((invoiceNumber) => ({ ...event, activity: 'invoice-bookkept', invoiceNumber })),
      { ...event, activity: 'invoice-cancelled', invoiceNumber: '1' },
      { ...event, activity: 'invoice-credited', invoiceNumber: '2' },
      { ...event, activity: 'invoice-cancelled', invoiceNumber: '3', runId: other },
    )
    const { items } = await get('activity=invoice-bookkept', company)
    expect(items.map(({ takenBack }: { takenBack: string | null }) => takenBack)).toEqual([null, 'credited', 'removed'])
  })
})

describe('the list of events', () => {
  test('is newest first, and events recorded together keep their order', async () => {
    const { items } = await get('')
    expect(items.map((item: { activity: string }) => item.activity)).toEqual([
      'posting-rejected',
      'invoice-bookkept',
      'invoice-created',
      'import-read',
    ])
    expect(items[0]).toEqual({
      id: expect.any(String),
      at: '2026-10-31T23:00:00.000Z',
      type: 'error',
      activity: 'posting-rejected',
      subject: 'Polaris Flyg AB',
      invoiceNumber: null,
      runId: run,
      by: null,
      takenBack: null,
      params: { message: 'Låst' },
    })
  })

  test('is cut by activity', async () => {
    expect(subjects(await get('activity=posting-rejected'))).toEqual(['Polaris Flyg AB'])
    expect(subjects(await get('activity=posting'))).toEqual([])
  })

  test('is cut by type, run and search text, whose % and _ are ordinary characters', async () => {
    expect(subjects(await get('type=error'))).toEqual(['Polaris Flyg AB'])
    expect(subjects(await get(`runId=${run}&type=success`))).toHaveLength(2)
    expect(subjects(await get('q=polaris'))).toEqual(['Polaris Flyg AB'])
    expect(subjects(await get('q=4390'))).toHaveLength(2)
    expect(subjects(await get('q=_100%25'))).toEqual(['oktober_100%.csv'])
    expect(subjects(await get('q=%25Polaris'))).toEqual([])
  })

  test('is cut by Swedish days, both ends included', async () => {
    expect(subjects(await get('to=2026-10-31'))).toEqual(['oktober_100%.csv'])
    expect(subjects(await get('from=2026-11-01'))).toHaveLength(3)
    expect(subjects(await get('from=2026-10-31&to=2026-11-01'))).toHaveLength(4)
  })

  test('pages through every event once, also where instants are equal', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await get(cursor ? `cursor=${cursor}` : '', theirs)
      expect(page.items.length).toBeLessThanOrEqual(50)
      seen.push(...subjects(page))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => `file ${119 - i}`))
  })

  test('refuses a cursor that it never gave out', async () => {
    expect(await get('cursor=1_2')).toEqual({ code: 'invalid-input' })
    expect(await get("cursor=';drop table events")).toEqual({ code: 'invalid-input' })
    expect(await get(`cursor=999999999999999_${run}`)).toEqual({ code: 'invalid-input' })
  })
})

import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { type Database, withCompany } from '#platform/database.ts'
import { type Api, createApi, defineRoute, json, scopeOf } from '#platform/http.ts'
import { cutPage, pageSize } from '#platform/list-page.ts'
import { type Event, eventFilter, eventList } from './contract.ts'
import { type EventPosition, type EventRow, findTakenBack, listEvents, type TakenBackOf } from './store.ts'

const eventsRoute = defineRoute('full', {
  method: 'get',
  path: '/events',
  request: { query: eventFilter.extend({ cursor: z.string().max(100).optional() }) },
  responses: { 200: json(eventList) },
})

type Deps = { db: Database; nameOf(userId: string): Promise<string | null> }

export function activityRoutes({ db, nameOf }: Deps): Api {
  const api = createApi()
  api.openapi(eventsRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { cursor, ...filter } = c.req.valid('query')
    const after = cursor === undefined ? null : readCursor(cursor)
    const { page, last, takenBackOf } = await withCompany(db, companyId, async (tx) => {
      const cut = cutPage(await listEvents(tx, companyId, filter, { after, limit: pageSize + 1 }))
      return { ...cut, takenBackOf: await findTakenBack(tx, companyId, cut.page) }
    })
    const items = await Promise.all(page.map((row) => toEvent(row, nameOf, takenBackOf)))
    return c.json({ items, ...(last && { nextCursor: writeCursor(last) }) }, 200)
  })
  return api
}

async function toEvent(row: EventRow, nameOf: Deps['nameOf'], takenBackOf: TakenBackOf): Promise<Event> {
  const { id, at, type, activity, subject, invoiceNumber, runId, actorId, params } = row
  const by = actorId === null ? null : ((await nameOf(actorId)) ?? '–')
  return {
    ...{ id, at: at.toISOString(), type, activity, subject, invoiceNumber, runId, by },
    takenBack: takenBackOf(row),
    params,
  }
}

function writeCursor({ at, id }: EventRow): string {
  return `${at.getTime()}_${id}`
}

function readCursor(cursor: string): EventPosition {
  const [at = '', id = ''] = cursor.split('_')
  // Milliseconds until the year 2286; what PostgreSQL does not take for an instant has more.
  if (!/^\d{1,13}$/.test(at) || !z.uuid().safeParse(id).success) {
    throw new AppError('invalid-input', 'the cursor is none of ours', {
      errors: [{ path: 'cursor', code: 'invalid-format' }],
    })
  }
  return { at: Number(at), id }
}

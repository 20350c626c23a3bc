import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { type Database, withCompany } from '#platform/database.ts'
import { type Api, createApi, defineRoute, json, scopeOf } from '#platform/http.ts'
import { type Event, eventFilter, eventList } from './contract.ts'
import { type EventPosition, type EventRow, listEvents } from './store.ts'

const pageSize = 50

const eventsRoute = defineRoute('full', {
  method: 'get',
  path: '/events',
  request: { query: eventFilter.extend({ cursor: z.string().max(100).optional() }) },
  responses: { 200: json(eventList) },
})

export function activityRoutes({ db }: { db: Database }): Api {
  const api = createApi()
  api.openapi(eventsRoute, async (c) => {
    const { companyId } = scopeOf(c)
    const { cursor, ...filter } = c.req.valid('query')
    const after = cursor === undefined ? null : readCursor(cursor)
    const rows = await withCompany(db, companyId, (tx) =>
      listEvents(tx, companyId, filter, { after, limit: pageSize + 1 }),
    )
    const page = rows.slice(0, pageSize)
    const last = page.at(-1)
    const hasMore = rows.length > page.length
    return c.json({ items: page.map(toEvent), ...(last && hasMore && { nextCursor: writeCursor(last) }) }, 200)
  })
  return api
}

function toEvent({ id, at, type, activity, subject, invoiceNumber, runId, params }: EventRow): Event {
  return { id, at: at.toISOString(), type, activity, subject, invoiceNumber, runId, params }
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

import { Hono } from 'hono'
import { z } from 'zod'
import { stageRoutes } from '../source-stage.ts'
import { newRecordId } from './base-page.ts'
import { revokeUser } from './oauth.ts'
import type { Base } from './records.ts'
import { users } from './seed.ts'
import type { World } from './world.ts'

const table = z.strictObject({
  id: z.string().regex(/^tbl\w{14}$/),
  name: z.string().min(1),
  fields: z.array(
    z.looseObject({
      id: z.string().regex(/^fld/),
      name: z.string(),
      type: z.string(),
      options: z.looseObject({}).optional(),
    }),
  ),
  views: z
    .array(
      z.strictObject({
        id: z.string().regex(/^viw\w{14}$/),
        name: z.string(),
        only: z.strictObject({ fieldId: z.string(), value: z.unknown() }).optional(),
      }),
    )
    .default([]),
  records: z
    .array(z.strictObject({ id: z.string().optional(), fields: z.record(z.string(), z.unknown()) }))
    .default([]),
})
const baseSeed = z.strictObject({
  name: z.string().min(1),
  users: z.array(z.string()).default([users[0].id]),
  tables: z.array(table).min(1),
})
const viewFilter = z.strictObject({ only: z.strictObject({ fieldId: z.string(), value: z.unknown() }).nullable() })
const recordChange = z.strictObject({ fields: z.record(z.string(), z.unknown()) })

/** The control API, below /sandbox: for tests and people, never for the product. See README.md. */
export function controlRoutes(world: World): Hono {
  const app = new Hono()
  const { shelf, shelves } = world
  app.route(
    '/',
    stageRoutes(world, (user) => revokeUser(world, user)),
  )
  app.get('/bases', (c) => c.json([...shelf.table('bases').values()].map(({ tables: _, ...rest }) => rest)))
  app.get('/bases/:id', (c) => {
    const base = shelf.table('bases').get(c.req.param('id'))
    return base ? c.json(base) : c.json({ problem: 'No such base' }, 404)
  })
  app.put('/bases/:id', async (c) => {
    const parsed = baseSeed.safeParse(await c.req.json())
    if (!parsed.success) return c.json({ problem: z.prettifyError(parsed.error) }, 400)
    const id = c.req.param('id')
    shelves.atomically(() => shelf.put('bases', id, toBase(id, parsed.data, world.now())))
    return c.json({ id })
  })
  /** Changes the given fields of a record; a record that is not there is made. */
  app.patch('/bases/:id/:table/:record', async (c) => {
    const parsed = recordChange.safeParse(await c.req.json())
    const base = shelf.table('bases').get(c.req.param('id'))
    const found = base?.tables.find((one) => one.id === c.req.param('table'))
    if (!parsed.success || !base || !found) return c.json({ problem: 'No such table, or no fields' }, 400)
    const now = world.now().toISOString()
    const id = c.req.param('record')
    const isThere = found.records.some((record) => record.id === id)
    const records = isThere
      ? found.records.map((record) =>
          record.id === id
            ? { ...record, modifiedTime: now, fields: { ...record.fields, ...parsed.data.fields } }
            : record,
        )
      : [...found.records, { id, createdTime: now, modifiedTime: null, fields: parsed.data.fields }]
    world.saveTable(base, { ...found, records })
    return c.json({ id })
  })
  /** What a view shows from now on; its records are the same as before. */
  app.put('/bases/:id/:table/views/:view/filter', async (c) => {
    const parsed = viewFilter.safeParse(await c.req.json())
    const base = shelf.table('bases').get(c.req.param('id'))
    const found = base?.tables.find((one) => one.id === c.req.param('table'))
    if (!parsed.success || !base || !found) return c.json({ problem: 'No such table, or no filter' }, 400)
    const { only } = parsed.data
    const views = found.views.map(({ id, name }) => ({ id, name, ...(id === c.req.param('view') && only && { only }) }))
    world.saveTable(base, { ...found, views })
    return c.body(null, 204)
  })
  /** Listings under way are forgotten, as Airtable does after some minutes. */
  app.post('/forget-listings', (c) => {
    world.listings.clear()
    return c.body(null, 204)
  })
  return app
}

function toBase(id: string, seed: z.infer<typeof baseSeed>, now: Date): Base {
  const tables = seed.tables.map((given) => ({
    ...given,
    records: given.records.map((record) => ({
      id: record.id ?? newRecordId(),
      createdTime: now.toISOString(),
      modifiedTime: null,
      fields: record.fields,
    })),
  }))
  return { id, name: seed.name, users: seed.users, tables } as Base
}

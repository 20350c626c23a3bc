import { Hono } from 'hono'
import { z } from 'zod'
import { stageRoutes, userBody } from '../source-stage.ts'
import { revokeUser } from './oauth.ts'
import { newTab, serialOf } from './seed.ts'
import type { World } from './world.ts'

const cell = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({
    v: z.number(),
    f: z.enum(['DATE', 'DATE_TIME', 'TIME', 'CURRENCY', 'PERCENT', 'NUMBER']),
    pattern: z.string().optional(),
  }),
  z.strictObject({ v: z.union([z.number(), z.string()]), formula: z.string().startsWith('=') }),
  z.strictObject({ error: z.string() }),
  /** A day, as `YYYY-MM-DD`. */
  z.strictObject({ date: z.iso.date() }).transform(({ date }) => ({ v: serialOf(date), f: 'DATE' as const })),
])
const tab = z.strictObject({
  sheetId: z.int().nonnegative(),
  title: z.string().min(1),
  hidden: z.boolean().default(false),
  frozenRows: z.int().nonnegative().optional(),
  isProtected: z.boolean().default(false),
  rows: z.array(z.array(cell)).default([]),
  hiddenRows: z
    .strictObject({
      byFilter: z.array(z.int().positive()).default([]),
      byUser: z.array(z.int().positive()).default([]),
    })
    .optional(),
})
const documentSeed = z.strictObject({
  name: z.string().min(1),
  users: z.array(z.string()).default(['1001']),
  locale: z.string().default('sv_SE'),
  timeZone: z.string().default('Europe/Stockholm'),
  trashed: z.boolean().default(false),
  mimeType: z.string().optional(),
  /** Formulas were reckoned anew (IMPORTRANGE, TODAY): the file is no other version for that. */
  isReckoned: z.boolean().default(false),
  tabs: z.array(tab).min(1),
})

/** The control API, below /sandbox: for tests and people, never for the product. See README.md. */
export function controlRoutes(world: World): Hono {
  const app = new Hono()
  const { shelf, shelves } = world
  app.route(
    '/',
    stageRoutes(world, (user) => revokeUser(world, user)),
  )
  app.get('/documents', (c) => c.json([...shelf.table('documents').values()].map(({ tabs: _, ...rest }) => rest)))
  app.get('/documents/:id', (c) => {
    const document = shelf.table('documents').get(c.req.param('id'))
    return document ? c.json(document) : c.json({ problem: 'No such document' }, 404)
  })
  app.put('/documents/:id', async (c) => {
    const parsed = documentSeed.safeParse(await c.req.json())
    if (!parsed.success) return c.json({ problem: z.prettifyError(parsed.error) }, 400)
    const id = c.req.param('id')
    const { isReckoned, ...given } = parsed.data
    const version = (shelf.table('documents').get(id)?.version ?? 0) - (isReckoned ? 1 : 0)
    const tabs = given.tabs.map(({ sheetId, title, rows, hidden, frozenRows, hiddenRows, isProtected }) => ({
      ...newTab(sheetId, title, rows, hidden),
      ...(frozenRows !== undefined && { frozenRows }),
      ...(hiddenRows && { hiddenRows }),
      ...(isProtected && { isProtected }),
    }))
    world.saveDocument({ ...given, id, version, modifiedTime: '', tabs })
    return c.json({ id })
  })
  /** Shares it with the app as the picker does; DELETE takes that back. */
  app.on(['POST', 'DELETE'], '/documents/:id/picks', async (c) => {
    const parsed = userBody.safeParse(await c.req.json())
    if (!parsed.success) return c.json({ problem: z.prettifyError(parsed.error) }, 400)
    const file = c.req.param('id')
    const { user } = parsed.data
    shelves.atomically(() =>
      c.req.method === 'POST'
        ? shelf.put('picks', `${user} ${file}`, { user, file })
        : shelf.remove('picks', `${user} ${file}`),
    )
    return c.body(null, 204)
  })
  /** Whose consents are alive. */
  app.get('/grants', (c) => c.json([...new Set([...shelf.table('refreshTokens').values()].map(({ user }) => user))]))
  return app
}

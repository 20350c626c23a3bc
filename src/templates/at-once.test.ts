import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createActivity } from '#activity/index.ts'
import { AppError, errorCodes } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { createDiskFiles } from '#platform/files.ts'
import { type Api, createApi } from '#platform/http.ts'
import { times } from '../../test/at-once.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createTemplates } from './index.ts'

/** The same call from several at once: answered as if one came after the other. */
let database: OpenDatabase
let app: Api
let companyId = newId()
/** Happens once a template was looked up whose file is about to be read. */
let meanwhile: (() => Promise<unknown>) | null = null
const clock = { now: () => new Date('2026-08-01T10:00:00Z') }

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  const files = createDiskFiles(mkdtempSync(join(tmpdir(), 'radvis-templates-')))
  const templates = createTemplates({
    ...{ db, clock, activity: createActivity({ db, clock }) },
    files: {
      ...files,
      async locate(key) {
        const happening = meanwhile
        meanwhile = null
        await happening?.()
        return files.locate(key)
      },
    },
    accounts: { firmOf: async () => null, hasClients: async () => false },
  })
  app = createApi()
  app.onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code }, errorCodes[error.code].status)
      : c.json({ code: String(error) }, 500),
  )
  app.use('*', async (c, next) => {
    const actor = { userId: newId(), name: 'Ada Ek', email: 'ada@example.com', language: 'sv' as const, sessionId: 's' }
    c.set('actor', actor)
    c.set('scope', { companyId, companyName: 'Ek AB', role: 'full', actor })
    await next()
  })
  app.route('/', templates.routes)
})
afterAll(() => database.close())
beforeEach(() => {
  companyId = newId()
})

async function call(method: string, path: string, body?: unknown) {
  const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await app.request(path, body instanceof FormData ? { method, body } : init)
  return { status: answer.status, body: (await answer.json()) as { id: string; name: string } }
}
function form(fields: Record<string, string>) {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  made.set('file', new Blob(['Datum;Text;Belopp\n2026-03-02;ICA;100,00\n']), 'kort.csv')
  return made
}
const create = () =>
  call(
    'POST',
    '/templates',
    form({
      name: 'Kort',
      bank: 'SEB',
      sourceSystem: 'file',
      targetSystem: 'fortnox',
      resource: 'supplier-invoice',
      movement: 'import',
      granularity: 'row',
    }),
  )
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

test('copies that several make at once have names of their own', async () => {
  const { id } = (await create()).body
  const copies = await times(5, () => call('POST', `/templates/${id}/duplicate`))
  expect(copies.map(({ body }) => body.name).sort()).toEqual([
    'Kort (2)',
    'Kort (3)',
    'Kort (4)',
    'Kort (5)',
    'Kort (6)',
  ])
})

test('a template that several delete at once is deleted once', async () => {
  const { id } = (await create()).body
  expect(statuses(await times(4, () => call('DELETE', `/templates/${id}`)))).toEqual([200, 404, 404, 404])
})

test('a template that is copied while it is deleted is copied or gone', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = (await create()).body
    const copying = times(4, () => call('POST', `/templates/${id}/duplicate`))
    await call('DELETE', `/templates/${id}`)
    expect((await copying).filter(({ status }) => status !== 201 && status !== 404)).toEqual([])
  }
})

test('a template whose file several replace at once is copied with the file that it has', async () => {
  const { id } = (await create()).body
  const replace = () => call('PUT', `/templates/${id}/sample`, form({}))
  const copy = () => call('POST', `/templates/${id}/duplicate`)
  const answers = await times(8, (index) => (index % 2 === 0 ? replace() : copy()))
  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
})

test('a sample that is looked at while its template is deleted is as gone as one that was deleted before', async () => {
  const mapping = async (id: string) => ({ mapping: (await (await app.request(`/templates/${id}`)).json()).mapping })
  for (const ask of [
    (id: string) => call('GET', `/templates/${id}/sample`),
    (id: string) => call('GET', `/templates/${id}/sample/lines`),
    async (id: string) => call('POST', `/templates/${id}/preview`, await mapping(id)),
  ]) {
    const { id } = (await create()).body
    meanwhile = () => call('DELETE', `/templates/${id}`)
    expect((await ask(id)).status).toBe(404)
  }
})

test('a sample that is looked at while it is replaced is the one that replaced it', async () => {
  const { id } = (await create()).body
  meanwhile = () => call('PUT', `/templates/${id}/sample`, form({}))
  expect((await call('GET', `/templates/${id}/sample`)).status).toBe(200)
})

import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity } from '#activity/index.ts'
import { events } from '#activity/tables.ts'
import type { SourceReading, SourceRow } from '#connectors/source-connector.ts'
import type { StartImport } from '#imports/index.ts'
import { AppError, errorCodes } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { createApi } from '#platform/http.ts'
import { createLog } from '#platform/log.ts'
import { holdJobs } from '#platform/testing/hold-jobs.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import type { Template } from '#templates/contract.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createSources } from './index.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const header = ['Datum', 'Text', 'Belopp']
type Given = { cells: string[]; id?: string }
const line = (date: string, text: string, amount: string, id?: string): Given => ({
  cells: [date, text, amount],
  ...(id !== undefined && { id }),
})

/** One company with a spreadsheet; what stands in it is `sheet.rows`, and its version counts changes. */
function openSources() {
  const [companyId, userId] = [newId(), newId()]
  const sheet = {
    rows: [] as Given[],
    version: 1,
    failsWith: null as Error | null,
    since: [] as (string | null)[],
    whileRead: null as (() => Promise<void>) | null,
  }
  const clock = { time: new Date('2026-11-21T08:00:00Z') }
  const files = new Map<string, Uint8Array>()
  const held = holdJobs()
  const started: StartImport[] = []
  const templates = new Map<string, Template>()
  const deps: Parameters<typeof createSources>[0] = {
    db: database.db,
    clock: { now: () => clock.time },
    log: createLog('silent'),
    activity: createActivity({ db: database.db, clock: { now: () => clock.time } }),
    jobs: held.jobs,
    files: {
      async put(_company, bytes) {
        const key = newId()
        files.set(key, bytes instanceof Uint8Array ? bytes : await buffer(bytes))
        return { key, sha256: '' }
      },
      get: async (key) => files.get(key) ?? new Uint8Array(),
      delete: async (key) => void files.delete(key),
    },
    connections: { openSource: async () => ({ readRows: async (_address, options) => read(options?.since ?? null) }) },
    templates: {
      async createTemplate({ fields, file }) {
        const template = {
          ...fields,
          id: newId(),
          sampleFileName: file.name,
          mapping: { header },
        } as unknown as Template
        templates.set(template.id, template)
        files.set(`sample of ${template.id}`, file.bytes)
        return template
      },
      async getTemplate(company, id) {
        const template = company === companyId ? templates.get(id) : undefined
        if (!template) throw new AppError('not-found', 'no such template')
        return template
      },
      listTemplates: async () => [...templates.values()],
    },
    imports: {
      async startImport(request) {
        const id = newId()
        await withCompany(database.db, companyId, async (tx) => request.inTransaction?.(tx, id))
        started.push(request)
        return { id }
      },
    },
  }
  async function read(since: string | null): Promise<SourceReading> {
    sheet.since.push(since)
    if (sheet.failsWith) throw sheet.failsWith
    await sheet.whileRead?.()
    const version = String(sheet.version)
    if (since === version) return { extent: 'unchanged', version, calls: 1 }
    const rows = [{ cells: header, id: undefined }, ...sheet.rows].map(
      ({ cells, id }, index): SourceRow => ({
        number: index + 1,
        cells,
        kinds: index === 0 ? 'ttt' : 'dtn',
        recordId: id ?? null,
      }),
    )
    return { extent: 'all', table: 'Kort', columnIds: null, rows, locale: null, version, calls: 2 }
  }
  const sources = createSources(deps)
  const call = (method: string, path: string, body?: unknown, company = companyId) =>
    callAs(company, userId, sources.routes, { method, path, body })
  const work = () => held.workOff(sources.jobs.handlers)
  const runSchedules = () =>
    sources.jobs.handlers
      .find(({ definition }) => definition.name === 'sources.run-schedules')
      ?.run({}, new AbortController().signal)
  const create = async (): Promise<string> => {
    const address = {
      documentId: 'd1',
      documentName: 'Kortköp',
      tableId: '7',
      tableName: 'Kort',
      viewId: null,
      viewName: null,
    }
    const { body } = await call('POST', '/template-sources', {
      ...{ name: 'Kort', bank: 'SEB', granularity: 'row', connectorId: 'google-sheets' },
      ...address,
    })
    return body.templateId
  }
  /** Fetches and answers the rows that were imported, as they stand in the file. */
  async function fetchRows(id: string, extent: 'all' | 'changed' = 'changed') {
    expect((await call('POST', `/template-sources/${id}/fetch`, { extent })).status).toBe(202)
    const before = started.length
    await work()
    const request = started[before]
    const bytes = request && files.get(request.file.key)
    return bytes ? (readSpreadsheet(bytes).sheets[0]?.rows ?? []) : null
  }
  const outcome = async (id: string) => (await call('GET', `/template-sources/${id}`)).body.outcome
  return {
    ...{ companyId, sheet, clock, files, started, templates, queued: held.queued },
    ...{ call, work, runSchedules, create, fetchRows, outcome },
  }
}

async function callAs(
  companyId: string,
  userId: string,
  routes: ReturnType<typeof createSources>['routes'],
  { method, path, body }: { method: string; path: string; body: unknown },
) {
  const api = createApi()
  const actor = { userId, name: 'K', email: 'k@example.com', language: 'sv' as const, sessionId: 's' }
  api.use('*', async (c, next) => {
    c.set('actor', actor)
    c.set('scope', { companyId, companyName: 'A', role: 'full', actor })
    await next()
  })
  api.route('/', routes)
  api.onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code }, errorCodes[error.code].status)
      : c.json({ code: String(error) }, 500),
  )
  const answer = await api.request(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: answer.status, body: await answer.json() }
}

describe('a source', () => {
  test('gives every row the first time, and afterwards what is new at its own place in the sheet', async () => {
    const { sheet, create, fetchRows, outcome, files, started } = openSources()
    sheet.rows = [line('2026-11-01', '=Molnverket', '1250.5'), line('2026-11-02', 'Café Älv', '-10')]
    const id = await create()
    expect(readSpreadsheet(files.get(`sample of ${id}`) ?? new Uint8Array()).sheets[0]?.rows).toHaveLength(3)
    expect((await fetchRows(id))?.map(({ number, cells, kinds }) => [number, cells, kinds])).toEqual([
      [1, header, 'ttt'],
      [2, ['2026-11-01', '=Molnverket', '1250.5'], 'dtn'],
      [3, ['2026-11-02', 'Café Älv', '-10'], 'dtn'],
    ])
    expect(started[0]?.file.name).toBe('Kortköp – Kort.xlsx')
    expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 2, changedRows: 0, calls: 2 })
    sheet.rows.push(line('2026-11-02', 'Café Älv', '-10'))
    sheet.version++
    expect((await fetchRows(id))?.map(({ number, cells }) => [number, cells[1]])).toEqual([
      [1, 'Text'],
      [4, 'Café Älv'],
    ])
  })

  test('that has not changed is not read, and one that changed to and fro makes no import; both are said', async () => {
    const { sheet, create, fetchRows, outcome, started } = openSources()
    sheet.rows = [line('2026-11-01', 'Molnverket', '1250.5')]
    const id = await create()
    await fetchRows(id)
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged', calls: 1 })
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged', calls: 2 })
    expect([started.length, sheet.since]).toEqual([1, [null, null, '1', '1']])
    expect(await fetchRows(id, 'all')).toHaveLength(2)
  })

  test('with lasting identities tells a record that was changed afterwards, and keeps the identity beside its row', async () => {
    const { sheet, create, fetchRows, outcome, started } = openSources()
    sheet.rows = [line('2026-11-01', 'A', '1', 'recA'), line('2026-11-02', 'B', '2', 'recB')]
    const id = await create()
    await fetchRows(id)
    sheet.rows = [line('2026-11-02', 'B', '20', 'recB'), line('2026-11-03', 'C', '3', 'recC')]
    sheet.version++
    expect((await fetchRows(id))?.map(({ cells }) => cells)).toEqual([
      [...header, 'Record ID'],
      ['2026-11-02', 'B', '20', 'recB'],
      ['2026-11-03', 'C', '3', 'recC'],
    ])
    expect(await outcome(id)).toMatchObject({ newRows: 1, changedRows: 1 })
    expect(started[1]?.warnings).toEqual([{ code: 'source-rows-changed', params: { rows: 1 } }])
  })

  test('is fetched when its time has come, once, and then at the next', async () => {
    const { sheet, create, call, clock, runSchedules, queued, work, started } = openSources()
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    const schedule = { every: 'day', hour: 6, weekday: 1, day: 1 }
    const { body } = await call('PUT', `/template-sources/${id}/schedule`, { schedule })
    await runSchedules()
    expect(queued).toEqual([])
    clock.time = new Date(body.nextAt)
    await Promise.all([runSchedules(), runSchedules()])
    expect(queued).toHaveLength(1)
    await work()
    expect(started).toHaveLength(1)
    const after = (await call('GET', `/template-sources/${id}`)).body
    expect(Date.parse(after.nextAt) - Date.parse(body.nextAt)).toBe(86_400_000)
    await call('PUT', `/template-sources/${id}/schedule`, { schedule: null })
    clock.time = new Date(after.nextAt)
    await runSchedules()
    expect(queued).toEqual([])
  })

  test('that cannot be fetched says why, and nothing of what was seen is forgotten', async () => {
    const { companyId, sheet, create, fetchRows, outcome } = openSources()
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    await fetchRows(id)
    for (const [failure, code] of [
      [new AppError('source-not-found', 'gone'), 'source-not-found'],
      [new AppError('source-access-missing', 'unticked'), 'source-access-missing'],
      [new AppError('source-refused', 'no', { params: { name: 'Airtable', message: 'no' } }), 'source-refused'],
      [new AppError('source-unavailable', 'away'), 'source-unavailable'],
      [new AppError('source-unavailable', 'still away'), 'source-unavailable'],
      [new AppError('connection-lost', 'lost'), 'connection-lost'],
      [new Error('a bug'), 'fetching-failed'],
    ] as const) {
      sheet.failsWith = failure
      await fetchRows(id)
      expect(await outcome(id)).toMatchObject({ kind: 'failed', problem: { code } })
    }
    const told = await withCompany(database.db, companyId, (tx) => tx.select().from(events))
    expect(told.map(({ activity }) => activity)).toEqual(Array(6).fill('source-failed'))
    sheet.failsWith = null
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
  })

  test('that is out of reach when its time comes is tried again soon, and told once', async () => {
    const { companyId, sheet, create, call, clock, runSchedules, work, started } = openSources()
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    const schedule = { every: 'month', hour: 6, weekday: 1, day: 1 }
    const next = async () => Date.parse((await call('GET', `/template-sources/${id}`)).body.nextAt)
    await call('PUT', `/template-sources/${id}/schedule`, { schedule })
    const fetchWhenDue = async () => {
      clock.time = new Date(await next())
      await runSchedules()
      await work()
      return ((await next()) - clock.time.getTime()) / 60_000
    }
    sheet.failsWith = new AppError('source-unavailable', 'away')
    expect([await fetchWhenDue(), await fetchWhenDue(), await fetchWhenDue()]).toEqual([10, 60, 60])
    expect(await withCompany(database.db, companyId, (tx) => tx.select().from(events))).toHaveLength(1)
    sheet.failsWith = null
    expect(await fetchWhenDue()).toBeGreaterThan(20 * 24 * 60)
    expect(started).toHaveLength(1)
  })

  test('that is edited is told of, since its rows have no identity', async () => {
    const { sheet, create, fetchRows, started } = openSources()
    sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2')]
    const id = await create()
    await fetchRows(id)
    sheet.rows = [line('2026-11-01', 'A', '10'), line('2026-11-02', 'B', '2')]
    sheet.version++
    expect(await fetchRows(id)).toHaveLength(2)
    expect(started[1]?.warnings).toEqual([{ code: 'source-rows-gone', params: { rows: 1 } }])
  })

  test('that is fetched twice over, a process being taken for dead that was slow, is imported once', async () => {
    const { sheet, create, call, clock, work, started, outcome } = openSources()
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    const ask = () => call('POST', `/template-sources/${id}/fetch`, { extent: 'changed' })
    await ask()
    sheet.whileRead = async () => {
      sheet.whileRead = null
      clock.time = new Date(clock.time.getTime() + 31 * 60_000)
      await ask()
      await work()
    }
    await work()
    expect(started).toHaveLength(1)
    expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 1 })
  })

  test('is not fetched twice at once, and after half an hour taken for dead', async () => {
    const { sheet, create, call, clock } = openSources()
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    const ask = async () => (await call('POST', `/template-sources/${id}/fetch`, { extent: 'all' })).status
    expect([await ask(), await ask()]).toEqual([202, 409])
    clock.time = new Date(clock.time.getTime() + 31 * 60_000)
    expect(await ask()).toBe(202)
  })

  test("is no other company's to see, to plan or to fetch, and goes with its template", async () => {
    const { create, call, templates, fetchRows } = openSources()
    const id = await create()
    const stranger = newId()
    expect((await call('GET', `/template-sources/${id}`, undefined, stranger)).status).toBe(404)
    expect((await call('PUT', `/template-sources/${id}/schedule`, { schedule: null }, stranger)).status).toBe(404)
    expect((await call('POST', `/template-sources/${id}/fetch`, { extent: 'all' }, stranger)).status).toBe(404)
    templates.clear()
    expect((await call('GET', '/template-sources')).body).toEqual({ items: [] })
    await call('POST', `/template-sources/${id}/fetch`, { extent: 'all' }).catch(() => undefined)
    expect(await fetchRows(id).catch(() => null)).toBeNull()
  })
})

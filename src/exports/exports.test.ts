import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity } from '#activity/index.ts'
import { events } from '#activity/tables.ts'
import { type AccountingSession, ConnectorError, type ListedInvoice } from '#connectors/accounting-connector.ts'
import { AppError, errorCodes } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { createApi } from '#platform/http.ts'
import type { Jobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import type { Template, TemplateMapping } from '#templates/contract.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createExports } from './index.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const column = (index: number, name: string) =>
  ({ kind: 'source', from: { kind: 'column', index, name, occurrence: 0 } }) as const
const mapping: TemplateMapping = {
  header: ['Datum', 'Leverantör', 'Belopp', 'Moms'],
  fields: {
    invoiceDate: column(0, 'Datum'),
    merchant: column(1, 'Leverantör'),
    total: column(2, 'Belopp'),
    vatAmount: column(3, 'Moms'),
  },
  numberFormat: 'comma',
  dateOrder: 'ymd',
  signRule: 'as-is',
  outgoingDirections: [],
  currency: 'SEK',
  notInvoices: [],
  emptyFieldsConfirmed: true,
}
const invoice = (number: number, invoiceDate: string): ListedInvoice => ({
  number: String(number),
  supplierNumber: '1',
  supplierName: 'Ångström & Söner AB',
  invoiceDate,
  dueDate: null,
  finalPayDate: null,
  total: 100 * number,
  balance: 0,
  currency: 'SEK',
  rate: null,
  isBookkept: true,
  isCancelled: false,
  isCredit: false,
  costCenter: null,
  project: null,
})

/** One company with a template for export and an accounting system of two pages of invoices. */
function openExports(change: Partial<Template> = {}) {
  const [companyId, connectionId, templateId] = [newId(), newId(), newId()]
  const time = { now: new Date('2026-11-21T08:00:00Z') }
  const clock = { now: () => time.now }
  const files = new Map<string, Uint8Array>()
  const queued: unknown[] = []
  const system = {
    asked: [] as string[],
    failsWith: null as ConnectorError | null,
    sheetFailsWith: null as AppError | null,
    details: 0,
    written: null as unknown,
    whileRead: null as (() => Promise<unknown>) | null,
  }
  const session: Partial<AccountingSession> = {
    async *listSupplierInvoices(state) {
      system.asked.push(state)
      if (system.failsWith) throw system.failsWith
      yield [invoice(1, '2026-01-31'), invoice(2, '2026-02-01')]
      yield [invoice(3, '2026-02-28'), invoice(4, '2026-03-01')]
    },
    async readInvoiceDetail(number) {
      system.details++
      return { vat: 20 * Number(number), comments: null, ourReference: null, yourReference: null, ocr: null, rows: [] }
    },
  }
  const template = {
    ...{ id: templateId, name: 'Bokslut', bank: 'Vår', movement: 'export', targetSystem: 'fortnox', mapping },
    ...change,
  } as Template
  const exports = createExports({
    db: database.db,
    clock,
    log: createLog('silent'),
    activity: createActivity({ db: database.db, clock }),
    jobs: () =>
      ({
        enqueue: async (_tx: unknown, _job: unknown, payload: unknown) => void queued.push(payload),
      }) as unknown as Jobs,
    files: {
      async put(_company, bytes) {
        files.set(`k${files.size}`, bytes as Uint8Array)
        return { key: `k${files.size - 1}`, sha256: '' }
      },
      async get(key) {
        await system.whileRead?.()
        const bytes = files.get(key)
        if (!bytes) throw new Error(`no such file ${key}`)
        return bytes
      },
      delete: async (key) => void files.delete(key),
    },
    templates: {
      getTemplate: async (company, id) => {
        if (company !== companyId || id !== templateId) throw new AppError('not-found', 'no such template')
        return template
      },
    },
    connections: {
      findConnection: async () => ({ id: connectionId, connectorId: 'fortnox' }) as never,
      openSession: async () => session as AccountingSession,
      openSource: async () => ({
        async writeRows(_address, rows) {
          if (system.sheetFailsWith) throw system.sheetFailsWith
          system.written = rows
        },
      }),
    },
    nameOf: async () => 'Karin Ekdahl',
  })
  async function call(method: string, path: string, body?: unknown, company = companyId) {
    const api = createApi()
    const actor = { userId: newId(), name: 'K', email: 'k@example.com', language: 'sv' as const, sessionId: 's' }
    api.use('*', async (c, next) => {
      c.set('actor', actor)
      c.set('scope', { companyId: company, companyName: 'A', role: 'full', actor })
      await next()
    })
    api.route('/', exports.routes)
    api.onError((error, c) =>
      error instanceof AppError
        ? c.json({ code: error.code, errors: error.errors }, errorCodes[error.code].status)
        : c.json({ code: String(error) }, 500),
    )
    return api.request(path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  }
  const start = (filter: object = {}, format = 'csv', destination: object | null = null) =>
    call('POST', '/exports', {
      templateId,
      format,
      destination,
      filter: { from: null, to: null, state: 'all', ...filter },
    })
  const work = () => exports.jobs.handlers[0]?.run(queued.shift(), new AbortController().signal)
  const activities = () =>
    withCompany(database.db, companyId, async (tx) => (await tx.select().from(events)).map(({ activity }) => activity))
  return { start, work, call, system, files, activities, time, queued }
}

describe('an export', () => {
  test.each([
    [{}, 'Bokslut.csv'],
    [{ from: '2026-02-01' }, 'Bokslut från 2026-02-01.csv'],
    [{ to: '2026-02-28' }, 'Bokslut till och med 2026-02-28.csv'],
  ])('of %j says in the name of its file which days it is of', async (filter, fileName) => {
    expect(await (await openExports().start(filter)).json()).toMatchObject({ fileName })
  })

  test('writes the invoices of the period and state, each once, and can be downloaded and removed', async () => {
    const { start, work, call, system, files, activities } = openExports()
    const started = await start({ from: '2026-02-01', to: '2026-02-28', state: 'paid' })
    expect(started.status).toBe(202)
    const { id } = await started.json()
    expect((await call('GET', `/exports/${id}/file`)).status).toBe(404)
    await work()
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({ state: 'done', invoices: 2, read: 2 })
    expect(system).toMatchObject({ asked: ['paid'], details: 2 })
    const file = await call('GET', `/exports/${id}/file`)
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''Bokslut%202026-02-01--2026-02-28.csv")
    const { sheets } = readSpreadsheet(new Uint8Array(await file.arrayBuffer()))
    expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Datum', 'Leverantör', 'Belopp', 'Moms'],
      ['2026-02-01', 'Ångström & Söner AB', '2,00', '0,40'],
      ['2026-02-28', 'Ångström & Söner AB', '3,00', '0,60'],
    ])
    expect(await activities()).toEqual(['export-written'])
    expect((await call('DELETE', `/exports/${id}`)).status).toBe(204)
    expect([(await call('GET', `/exports/${id}`)).status, files.size]).toEqual([404, 0])
  })

  test('writes over the tab of a sheet, numbers as numbers', async () => {
    const { start, work, call, system } = openExports()
    const destination = {
      ...{ connectorId: 'google-sheets', documentId: 'd1', documentName: 'Bokslut', tableId: '7', tableName: 'Mars' },
    }
    expect((await start({}, 'google-sheets')).status).toBe(400)
    const { id } = await (await start({ from: '2026-03-01' }, 'google-sheets', destination)).json()
    await work()
    expect(system.written).toEqual([
      ['Datum', 'Leverantör', 'Belopp', 'Moms'],
      ['2026-03-01', 'Ångström & Söner AB', 4, 0.8],
    ])
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({
      state: 'done',
      fileName: 'Bokslut – Mars',
    })
    expect((await call('GET', `/exports/${id}/file`)).status).toBe(404)
  })

  test('says why it failed, and is tried again by the queue when the other side was only away', async () => {
    const { start, work, call, system, activities, queued } = openExports()
    const { id } = await (await start({}, 'xlsx')).json()
    system.failsWith = new ConnectorError('unavailable', 'safe')
    await work()
    expect(queued).toEqual([{ companyId: expect.any(String), exportId: id }])
    queued.shift()
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({ state: 'writing' })
    const { id: other } = await (await start()).json()
    system.failsWith = new ConnectorError('missing-licence', 'never', { serviceMessage: 'Licens saknas' })
    await work()
    expect(await (await call('GET', `/exports/${other}`)).json()).toMatchObject({
      state: 'failed',
      problem: { code: 'accounting-system-refused', params: { message: 'Licens saknas' } },
    })
    expect(await activities()).toEqual(['export-failed'])
  })

  test('waits for Google to come back, and gives up after an hour', async () => {
    const { start, work, call, system, time, queued } = openExports()
    const destination = {
      ...{ connectorId: 'google-sheets', documentId: 'd', documentName: 'Ark' },
      ...{ tableId: '0', tableName: 'Ut' },
    }
    const { id } = await (await start({}, 'google-sheets', destination)).json()
    system.sheetFailsWith = new AppError('source-unavailable', 'away')
    await work()
    expect(queued).toHaveLength(1)
    time.now = new Date(time.now.getTime() + 61 * 60_000)
    await work()
    expect(queued).toHaveLength(0)
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({
      state: 'failed',
      problem: { code: 'source-unavailable' },
    })
  })

  test('that is removed while it is written leaves nothing behind', async () => {
    const { start, work, call, files } = openExports()
    const { id } = await (await start()).json()
    await call('DELETE', `/exports/${id}`)
    await work()
    expect(files.size).toBe(0)
  })

  test('that is removed while it is downloaded is as gone as one that was removed before', async () => {
    const { start, work, call, system } = openExports()
    const { id } = await (await start()).json()
    await work()
    system.whileRead = () => call('DELETE', `/exports/${id}`)
    expect((await call('GET', `/exports/${id}/file`)).status).toBe(404)
  })

  test('goes through a template for export only, with dates in order', async () => {
    const { start } = openExports({ movement: 'import' })
    expect(await (await start()).json()).toMatchObject({ errors: [{ path: 'templateId', code: 'template-imports' }] })
    expect(await (await openExports().start({ from: '2026-02-01', to: '2026-01-01' })).json()).toMatchObject({
      errors: [{ path: 'filter.to', code: 'to-before-from' }],
    })
  })

  test("is no other company's to see, to download or to remove", async () => {
    const { start, work, call } = openExports()
    const { id } = await (await start()).json()
    await work()
    const stranger = newId()
    for (const [method, path] of [
      ['GET', `/exports/${id}`],
      ['GET', `/exports/${id}/file`],
      ['DELETE', `/exports/${id}`],
    ] as const)
      expect((await call(method, path, undefined, stranger)).status).toBe(404)
    expect(await (await call('GET', '/exports', undefined, stranger)).json()).toEqual({ items: [] })
  })
})

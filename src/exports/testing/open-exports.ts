import { createActivity } from '#activity/index.ts'
import { events } from '#activity/tables.ts'
import type { AccountingSession, ListedInvoice } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import type { Jobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { requestAs } from '#platform/testing/call-as.ts'
import type { Template, TemplateMapping } from '#templates/contract.ts'
import { createExports } from '../index.ts'
import type { ExportsDeps } from '../neighbours.ts'

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

/** An accounting system of two pages of invoices, and a spreadsheet; they fail and are slow as told. */
function openSystem() {
  const system = {
    asked: [] as string[],
    failsWith: null as Error | null,
    sheetFailsWith: null as AppError | null,
    storeFailsWith: null as Error | null,
    details: 0,
    whileDetail: null as ((number: string) => Promise<unknown>) | null,
    written: null as unknown,
    writes: 0,
    whileWritten: null as (() => Promise<unknown>) | null,
    whileRead: null as (() => Promise<unknown>) | null,
    whileListed: null as (() => Promise<unknown>) | null,
  }
  const session: Partial<AccountingSession> = {
    async *listSupplierInvoices(state) {
      system.asked.push(state)
      if (system.failsWith) throw system.failsWith
      await system.whileListed?.()
      yield [invoice(1, '2026-01-31'), invoice(2, '2026-02-01')]
      yield [invoice(3, '2026-02-28'), invoice(4, '2026-03-01')]
    },
    async readInvoiceDetail(number) {
      system.details++
      await system.whileDetail?.(number)
      return { vat: 20 * Number(number), comments: null, ourReference: null, yourReference: null, ocr: null, rows: [] }
    },
  }
  return { system, session }
}

function openFiles(
  files: Map<string, Uint8Array>,
  system: { whileRead: (() => Promise<unknown>) | null; storeFailsWith: Error | null },
): ExportsDeps['files'] {
  return {
    async put(_company, bytes) {
      if (system.storeFailsWith) throw system.storeFailsWith
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
  }
}

/** One company with a template for export and an accounting system of two pages of invoices. */
export function openExports(database: OpenDatabase, change: Partial<Template> = {}) {
  const [companyId, connectionId, templateId] = [newId(), newId(), newId()]
  const time = { now: new Date('2026-11-21T08:00:00Z') }
  const clock = { now: () => time.now }
  const files = new Map<string, Uint8Array>()
  const queued: { companyId: string; exportId: string }[] = []
  const { system, session } = openSystem()
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
        enqueue: async (_tx: unknown, _job: unknown, payload: (typeof queued)[number]) => void queued.push(payload),
        enqueueAll: async (_tx: unknown, _job: unknown, items: { payload: (typeof queued)[number] }[]) =>
          void queued.push(...items.map(({ payload }) => payload).filter((one) => one.companyId === companyId)),
      }) as unknown as Jobs,
    files: openFiles(files, system),
    templates: {
      getTemplate: async (company, id) => {
        if (company !== companyId || id !== templateId) throw new AppError('not-found', 'no such template')
        return template
      },
    },
    connections: {
      findConnection: async () => ({ id: connectionId, connectorId: 'fortnox' }) as never,
      openSession: async () => session as AccountingSession,
      openSource: async (_company, _connector, options) => ({
        async writeRows(_address, rows) {
          if (system.sheetFailsWith) throw system.sheetFailsWith
          await system.whileWritten?.()
          await options?.beforeSending?.()
          system.writes += 1
          system.written = rows
        },
      }),
    },
    nameOf: async () => 'Karin Ekdahl',
  })
  const call = (method: string, path: string, body?: unknown, company = companyId) =>
    requestAs({ companyId: company }, exports.routes, { method, path, body })
  const start = (filter: object = {}, format = 'csv', destination: object | null = null) =>
    call('POST', '/exports', {
      templateId,
      format,
      destination,
      filter: { from: null, to: null, state: 'all', ...filter },
    })
  const [writing, sweeping] = exports.jobs.handlers
  const work = (signal = new AbortController().signal) => writing?.run(queued.shift(), signal)
  const sweep = () => sweeping?.run({}, new AbortController().signal)
  const pass = (seconds: number) => {
    time.now = new Date(time.now.getTime() + seconds * 1000)
  }
  const activities = () =>
    withCompany(database.db, companyId, async (tx) => (await tx.select().from(events)).map(({ activity }) => activity))
  return { start, work, sweep, pass, time, call, system, files, activities, queued }
}

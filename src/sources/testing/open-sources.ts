import { buffer } from 'node:stream/consumers'
import { createActivity } from '#activity/index.ts'
import type { SourceReading, SourceRow } from '#connectors/source-connector.ts'
import type { StartImport } from '#imports/index.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type Database, type OpenDatabase, withCompany } from '#platform/database.ts'
import { deleteUnlessMade } from '#platform/files.ts'
import { createLog } from '#platform/log.ts'
import { callAs } from '#platform/testing/call-as.ts'
import { holdJobs } from '#platform/testing/hold-jobs.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import type { Template } from '#templates/contract.ts'
import { createSources } from '../index.ts'

export const header = ['Datum', 'Text', 'Belopp']
const column = (index: number) => ({
  kind: 'source',
  from: { kind: 'column', name: header[index], occurrence: 0, index },
})
type Given = { cells: string[]; id?: string; isHidden?: true }
export const line = (date: string, text: string, amount: string, id?: string): Given => ({
  cells: [date, text, amount],
  ...(id !== undefined && { id }),
})

/** What stands in the spreadsheet; its version counts changes. */
function openSheet() {
  const sheet = {
    name: 'Kort',
    header: header as readonly string[],
    columnIds: null as string[] | null,
    rows: [] as Given[],
    version: 1,
    failsWith: null as Error | null,
    since: [] as (string | null)[],
    /** Where rows were read from last. */
    address: null as unknown,
    whileRead: null as (() => Promise<void>) | null,
  }
  async function read(since: string | null, address: unknown): Promise<SourceReading> {
    sheet.since.push(since)
    sheet.address = address
    if (sheet.failsWith) throw sheet.failsWith
    await sheet.whileRead?.()
    const version = String(sheet.version)
    if (since === version) return { extent: 'unchanged', version, calls: 1 }
    const rows = [{ cells: [...sheet.header] }, ...sheet.rows].map(
      ({ cells, id, isHidden }: Given, index): SourceRow => ({
        number: index + 1,
        cells,
        kinds: index === 0 ? 't'.repeat(cells.length) : 'dtn'.padEnd(cells.length, 't'),
        recordId: id ?? null,
        ...(isHidden && { isHidden }),
      }),
    )
    return { extent: 'all', table: sheet.name, columnIds: sheet.columnIds, rows, locale: null, version, calls: 2 }
  }
  return { sheet, read }
}

type Neighbours = Parameters<typeof createSources>[0]

function holdFiles() {
  const files = new Map<string, Uint8Array>()
  const store = { failsWith: null as Error | null }
  const held: Neighbours['files'] = {
    async put(_company, bytes) {
      if (store.failsWith) throw store.failsWith
      const key = newId()
      files.set(key, bytes instanceof Uint8Array ? bytes : await buffer(bytes))
      return { key, sha256: '' }
    },
    get: async (key) => files.get(key) ?? new Uint8Array(),
    delete: async (key) => void files.delete(key),
  }
  return { files, store, held }
}

function holdTemplates(db: Database, companyId: string, files: Map<string, Uint8Array>) {
  const templates = new Map<string, Template>()
  const held: Neighbours['templates'] = {
    async createTemplate({ fields, file, inTransaction }) {
      const template = {
        ...fields,
        id: newId(),
        sampleFileName: file.name,
        mapping: { header, fields: { date: column(0), text: column(1), amount: column(2) } },
      } as unknown as Template
      await withCompany(db, companyId, async (tx) => inTransaction?.(tx, template.id))
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
  }
  return { templates, held }
}

/** One company with a spreadsheet, read with an account of its own; what stands in it is `sheet.rows`. */
export function openSources({ db }: OpenDatabase, account: string | null = null) {
  const [companyId, userId] = [newId(), newId()]
  const { sheet, read } = openSheet()
  const { files, store, held: heldFiles } = holdFiles()
  const { templates, held: heldTemplates } = holdTemplates(db, companyId, files)
  const clock = { time: new Date('2026-11-21T08:00:00Z') }
  const now = { now: () => clock.time }
  const held = holdJobs()
  const started: StartImport[] = []
  const toldGone: unknown[] = []
  const activity = createActivity({ db, clock: now })
  const sources = createSources({
    ...{ db, clock: now, log: createLog('silent'), activity },
    ...{ jobs: held.jobs, files: heldFiles, templates: heldTemplates },
    connections: {
      openSource: async () => ({ readRows: async (address, options) => read(options?.since ?? null, address) }),
      findConnection: async () => ({ tenantId: account }),
    },
    imports: {
      async startImport(request) {
        const id = newId()
        const making = withCompany(db, companyId, async (tx) => request.inTransaction?.(tx, id))
        await deleteUnlessMade(heldFiles, request.file.key, making)
        started.push(request)
        return { id }
      },
      nameSome: async (_company, { places }) => places.map(({ row }) => `row ${row}`).join('; ') || null,
      tellGone: async (_tx, _company, places) => void (places.length > 0 && toldGone.push(places)),
    },
  })
  const call = (method: string, path: string, body?: unknown, company = companyId) =>
    callAs({ companyId: company, userId }, sources.routes, { method, path, body })
  const work = () => held.workOff(sources.jobs.handlers)
  const run = (name: string, signal: AbortSignal) =>
    sources.jobs.handlers.find(({ definition }) => definition.name === name)?.run({}, signal)
  const runSchedules = () => run('sources.run-schedules', new AbortController().signal)
  /** How many jobs wait for a source after a sweep. */
  const sweep = async (id: string) => {
    await run('sources.sweep', AbortSignal.abort())
    return held.queued.filter(({ payload }) => (payload as { templateId?: string }).templateId === id).length
  }
  const tryToCreate = (change: object = {}) => call('POST', '/template-sources', { ...newSource, ...change })
  const create = async (): Promise<string> => (await tryToCreate()).body.templateId
  /** With its columns mapped, as a schedule wants them. */
  const createMapped = async (): Promise<string> => {
    const id = await create()
    const template = templates.get(id)
    const fields = { invoiceDate: column(0), merchant: column(1), total: column(2) }
    if (template) template.mapping = { ...template.mapping, fields } as Template['mapping']
    return id
  }
  /** Fetches and answers the rows that were imported, as they stand in the file. */
  async function fetchRows(id: string, extent: 'all' | 'changed' = 'changed') {
    const { status } = await call('POST', `/template-sources/${id}/fetch`, { extent })
    if (status !== 202) throw new Error(`the rows cannot be asked for: ${status}`)
    const before = started.length
    await work()
    const request = started[before]
    const bytes = request && files.get(request.file.key)
    return bytes ? (readSpreadsheet(bytes).sheets[0]?.rows ?? []) : null
  }
  /** What events say, the newest first. */
  const told = async () => {
    const { body } = await callAs({ companyId, userId }, activity.routes, { method: 'GET', path: '/events' })
    return body.items.map(({ activity: told, params }: { activity: string; params: object }) => ({ told, ...params }))
  }
  const outcome = async (id: string) => (await call('GET', `/template-sources/${id}`)).body.outcome
  return {
    ...{ companyId, sheet, clock, files, store, started, toldGone, templates, queued: held.queued },
    ...{ call, work, sweep, runSchedules, tryToCreate, create, createMapped, fetchRows, outcome, told },
  }
}

const newSource = {
  ...{ name: 'Kort', bank: 'SEB', granularity: 'row', connectorId: 'google-sheets' },
  ...{ documentId: 'd1', documentName: 'Kortköp', tableId: '7', tableName: 'Kort', viewId: null, viewName: null },
}

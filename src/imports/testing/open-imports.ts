import { createActivity } from '#activity/index.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { callAs } from '#platform/testing/call-as.ts'
import { holdJobs } from '#platform/testing/hold-jobs.ts'
import { noticesOf } from '../../../test/database.ts'
import { createImports, type ImportsDeps, type StartRun } from '../index.ts'
import type { ConfirmedInvoice } from '../neighbours.ts'
import { createReadingThreads } from '../read-in-thread.ts'
import { fakeConnections, fakeSuppliers, fakeTemplates, type Ids, ids, memoryFiles } from './fake-neighbours.ts'

/** A thread takes a second to start: one goes from test to test. */
const readInThread = createReadingThreads()

/** The capability for one new company, with faked neighbours; jobs wait until `work` is called. */
export function openImports(
  database: OpenDatabase,
  given: {
    ids?: Ids
    connections?: ImportsDeps['connections']
    rates?: ImportsDeps['rates']
    files?: ImportsDeps['files']
    patienceMs?: number
    clock?: ImportsDeps['clock']
  } = {},
) {
  const known = given.ids ?? ids()
  const { clock = { now: () => new Date('2026-11-21T08:00:00Z') } } = given
  const [{ connections, ...connected }, { suppliers, ...supplied }] = [fakeConnections(known), fakeSuppliers(known)]
  const [{ templates, ...templated }, { files, stored }] = [fakeTemplates(known), memoryFiles()]
  const held = holdJobs()
  const runs: (Omit<Parameters<StartRun>[1], 'invoices'> & { invoices: ConfirmedInvoice[] })[] = []
  const imports = createImports({
    db: database.db,
    clock,
    log: createLog('silent'),
    readInThread,
    ...(given.patienceMs && { patienceMs: given.patienceMs }),
    nameOf: async () => 'Karin Ekdahl',
    activity: createActivity({ db: database.db, clock }),
    rates: given.rates ?? { load: async () => ({}) },
    jobs: held.jobs,
    notices: noticesOf(database),
    ...{ files: given.files ?? files, connections: given.connections ?? connections, suppliers, templates },
  })
  imports.onConfirmed(async (_tx, run) => {
    const invoices: ConfirmedInvoice[] = []
    for await (const invoice of run.invoices) invoices.push(invoice)
    runs.push({ ...run, invoices })
    return newId()
  })
  const call = (method: string, path: string, body?: unknown, company = known.companyId) =>
    callAs({ companyId: company }, imports.routes, { method, path, body })
  const upload = (bytes: Uint8Array, name = 'kort.csv', templateId = known.templateId) =>
    call('POST', '/imports', uploadForm(templateId, new File([bytes as Uint8Array<ArrayBuffer>], name)))
  const work = () => held.workOff(imports.jobs.handlers)

  /** Sends an invoice's rows back to the preview, as posting does. */
  const giveBack = (importId: string, reference: string) =>
    withCompany(database.db, known.companyId, (tx) =>
      imports.returnRows(tx, { ...known, importId, returned: [{ reference, problem: null }] }),
    )

  /** Uploads, reads, and answers the checked import. */
  async function read(bytes: Uint8Array, name?: string, templateId?: string) {
    const { body } = await upload(bytes, name, templateId)
    await work()
    return (await call('GET', `/imports/${body.id}`)).body
  }

  return {
    ...{
      ...known,
      imports,
      runs,
      queued: held.queued,
      stored,
      call,
      upload,
      work,
      read,
      giveBack,
      templated: templated.state,
      templates,
    },
    ...supplied,
    state: connected.state,
  }
}

export function uploadForm(templateId: string, file: File | null): FormData {
  const form = new FormData()
  form.set('templateId', templateId)
  if (file) form.set('file', file)
  return form
}

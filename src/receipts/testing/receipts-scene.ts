import { createActivity } from '#activity/index.ts'
import { events } from '#activity/tables.ts'
import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import type { Jobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { callAs } from '#platform/testing/call-as.ts'
import type { PostedPurchase } from '#posting/index.ts'
import { createReceipts } from '../index.ts'

/** A PDF with a text layer of these lines, as small as one can be. */
export function pdfOf(...lines: string[]): Uint8Array {
  const content = `BT /F1 12 Tf 50 700 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`
  return new TextEncoder().encode(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`)
}
export const slip = pdfOf('Molnverket Norr', 'Datum 2026-09-05', 'Att betala 1 250,00 SEK')
export const photo = (seed: number) => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, seed)

/** `late`: carried out when the test lets it, long after its answer was given up; `unseen`: what it is about is not there yet. */
export type Fate = 'answered' | 'lost-before' | 'lost-after' | 'late' | 'refused' | 'unseen'

/** An inbox at the other side that loses answers as told. */
function openInbox() {
  const inbox = new Map<string, { name: string; invoice: string | null }>()
  const fates: Fate[] = []
  const late: (() => unknown)[] = []
  const requests: string[] = []
  /** What happens here while a request is under way. */
  const during: { upload?: () => Promise<unknown>; connect?: () => Promise<unknown> } = {}
  async function change<Result>(what: keyof typeof during, work: () => Result): Promise<Result> {
    requests.push(what)
    await during[what]?.()
    const fate = fates.shift() ?? 'answered'
    if (fate === 'refused') throw new ConnectorError('rejected', 'never', { serviceMessage: 'Nej.' })
    if (fate === 'unseen') throw new ConnectorError('not-found', 'never', { serviceMessage: 'Finns inte.' })
    if (fate === 'late') late.push(work)
    const result = fate === 'lost-before' || fate === 'late' ? null : work()
    if (fate !== 'answered') throw new ConnectorError('unknown', 'after-check')
    return result as Result
  }
  const session: Partial<AccountingSession> = {
    uploadFile: ({ name }) =>
      change('upload', () => {
        const fileId = newId()
        inbox.set(fileId, { name, invoice: null })
        return { fileId }
      }),
    findUploadedFile: async (name) =>
      [...inbox].find(([, one]) => one.name === name && one.invoice === null)?.[0] ?? null,
    connectFile: (invoiceNumber, fileId) =>
      change('connect', () => void inbox.set(fileId, { name: inbox.get(fileId)?.name ?? '', invoice: invoiceNumber })),
    listConnectedFiles: async (invoiceNumber) =>
      [...inbox].flatMap(([fileId, one]) => (one.invoice === invoiceNumber ? [{ fileId, name: one.name }] : [])),
  }
  return { inbox, fates, late, requests, during, session: session as AccountingSession }
}

/** One company with purchases, and an inbox at the other side. */
export function openReceiptsScene(database: OpenDatabase) {
  const companyId = newId()
  const purchases: PostedPurchase[] = []
  const { session, ...other } = openInbox()
  const files = new Map<string, Uint8Array>()
  const link = { db: database.db }
  const disk = { whileRead: null as (() => Promise<unknown>) | null }
  const clock = { time: new Date('2026-11-21T08:00:00Z') }
  const receipts = createReceipts({
    get db() {
      return link.db
    },
    clock: { now: () => clock.time },
    log: createLog('silent'),
    activity: createActivity({ db: database.db, clock: { now: () => clock.time } }),
    jobs: () => ({ enqueue: async () => undefined }) as unknown as Jobs,
    files: {
      async put(_company, bytes) {
        const key = newId()
        files.set(key, bytes as Uint8Array)
        return {
          key,
          sha256: Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex'),
        }
      },
      async get(key) {
        await disk.whileRead?.()
        const bytes = files.get(key)
        if (!bytes) throw Object.assign(new Error(`no such file ${key}`), { code: 'ENOENT' })
        return bytes
      },
      delete: async (key) => void files.delete(key),
    },
    connections: { openLine: async () => ({ session, untilTurn: () => 0 }) },
    posting: {
      listPurchases: async (_tx, _company, { before, except, limit }) =>
        purchases
          .map((one, index) => ({ ...one, id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` }))
          .filter(({ id, reference }) => (before === null || id < before) && !new Set(except).has(reference))
          .toReversed()
          .slice(0, limit),
      findPurchases: async (_tx, _company, references) =>
        purchases.filter(({ reference }) => references.includes(reference)),
    },
    mailDomain: 'in.radvis.example',
  })
  const buy = (change: Partial<PostedPurchase> = {}) =>
    purchases.push({
      ...{ reference: `RV-${purchases.length + 1}`, runId: newId(), connectionId: newId(), text: 'MOLNVERKET NORR' },
      ...{ supplierName: 'Molnverket Norr AB', date: '2026-09-05', amount: 125_000, currency: 'SEK', total: 125_000 },
      invoiceNumber: String(100 + purchases.length),
      ...change,
    })
  const call = (method: string, path: string, body?: unknown, company = companyId) =>
    callAs({ companyId: company }, receipts.routes, { method, path, body })
  const upload = async (...given: [string, Uint8Array][]) => {
    const form = new FormData()
    for (const [name, bytes] of given) form.append('files', new File([bytes as Uint8Array<ArrayBuffer>], name))
    return (await call('POST', '/receipts', form)).body.items
  }
  /** Runs the job; a quarter of an hour passes, so that what died is taken up again. */
  async function bring(minutes = 15): Promise<void> {
    await receipts.jobs.handlers[0]?.run({ companyId }, new AbortController().signal)
    clock.time = new Date(clock.time.getTime() + minutes * 60_000)
  }
  const activities = () =>
    withCompany(database.db, companyId, async (tx) => (await tx.select().from(events)).map(({ activity }) => activity))
  return { companyId, receipts, purchases, ...other, files, disk, link, buy, call, upload, bring, activities }
}

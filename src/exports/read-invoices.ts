import {
  type AccountingSession,
  ConnectorError,
  type InvoiceDetail,
  type ListedInvoice,
} from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import type { Template } from '#templates/contract.ts'
import type { ExportFilter } from './contract.ts'
import type { ExportsDeps } from './neighbours.ts'
import { note, type Writing } from './note-progress.ts'
import { patiently } from './patience.ts'
import { type InvoiceToWrite, needsDetail } from './rules/lay-out-invoices.ts'

/** More than this is no file that a person works with; the period can be narrowed. */
const mostInvoices = 100_000
/** Enough in flight to fill the accounting system's pace, few enough not to hold up a posting for long. */
const readAtOnce = 8
/** So many can be named, and looked up by a person; where more are refused it is nothing of single invoices. */
const mostLacking = 20

/** An invoice that the list names and that was refused when it was asked for: removed meanwhile, or closed to us. */
export type Lacking = { number: string; error: ConnectorError }
export type ReadInvoices = { invoices: InvoiceToWrite[]; lacking: Lacking[] }

/** The invoices of the export's filter. One that is refused by itself is in `lacking`; throws where none could be read, or many not. */
export async function readInvoices(deps: ExportsDeps, writing: Writing, template: Template): Promise<ReadInvoices> {
  const { record } = writing
  const session = await deps.connections.openSession(record.companyId, record.connectionId)
  const found: ListedInvoice[] = []
  for await (const page of session.listSupplierInvoices(record.filter.state)) {
    found.push(...page.filter((invoice) => isInPeriod(invoice, record.filter)))
    if (found.length > mostInvoices)
      throw new AppError('invalid-input', 'too many invoices', {
        errors: [{ path: 'filter', code: 'export-too-large', params: { limit: mostInvoices } }],
      })
    await note(deps, writing, { invoices: found.length })
  }
  if (!needsDetail(template.mapping))
    return { invoices: found.map((listed) => ({ listed, detail: null })), lacking: [] }
  return readWhole(deps, writing, session, found)
}

async function readWhole(
  deps: ExportsDeps,
  writing: Writing,
  session: AccountingSession,
  found: readonly ListedInvoice[],
): Promise<ReadInvoices> {
  const [invoices, lacking]: [InvoiceToWrite[], Lacking[]] = [[], []]
  for (let start = 0; start < found.length; start += readAtOnce) {
    const part = found.slice(start, start + readAtOnce)
    const read = await Promise.all(part.map(({ number }) => patiently(deps, writing, () => readOne(session, number))))
    for (const [index, listed] of part.entries()) {
      const detail = read[index]
      if (detail instanceof ConnectorError) lacking.push({ number: listed.number, error: detail })
      else invoices.push({ listed, detail: detail ?? null })
    }
    const [first] = lacking
    if (first && (lacking.length > mostLacking || lacking.length === found.length)) throw first.error
    await patiently(deps, writing, () => note(deps, writing, { read: invoices.length + lacking.length }))
  }
  return { invoices, lacking }
}

/** The invoice, or the accounting system's no to this one. */
function readOne(session: AccountingSession, number: string): Promise<InvoiceDetail | ConnectorError> {
  return session.readInvoiceDetail(number).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.retry === 'never') return error
    throw error
  })
}

function isInPeriod({ invoiceDate }: ListedInvoice, { from, to }: ExportFilter): boolean {
  if (from === null && to === null) return true
  return invoiceDate !== null && (from === null || invoiceDate >= from) && (to === null || invoiceDate <= to)
}

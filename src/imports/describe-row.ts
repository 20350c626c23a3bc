import { AppError } from '#kernel/errors.ts'
import { decimalFromMinor } from '#kernel/money.ts'
import { columnLetter } from '#kernel/row-problem.ts'
import { type InvoicePayment, isBalanced, type SupplierInvoice } from '#kernel/supplier-invoice.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { describeRecognition, type SupplierBook } from '#suppliers/index.ts'
import { composeGathered, getImport } from './check-import.ts'
import type { CreditOriginal, ImportRowDetail, RowReading } from './contract.ts'
import { findInvoiceNumbers, toRow } from './describe-import.ts'
import { type AssessmentBase, loadAssessmentBase, toAssess, withImported } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import { findCells, findRow, listRows, type StoredRow } from './row-store.ts'
import { draftPurchase } from './rules/assess-rows.ts'
import type { Draft } from './rules/draft-invoice.ts'
import { occurrenceKey } from './rules/duplicates.ts'
import type { InvoiceParts } from './rules/group-invoices.ts'
import { chartOn, type PostingGround, paymentAccountOf } from './rules/posting-ground.ts'
import { type DraftField, draftFields } from './rules/purchase.ts'
import { applyEdits } from './rules/row-edits.ts'
import { candidatesFor, type Original } from './rules/tie-refunds.ts'
import type { ImportRecord } from './store.ts'
import { findOriginals, refundOf } from './tie-refunds.ts'

/** The whole of one row: as it stands in the file, what became of each field, and the posting as it will be sent. */
export async function describeRow(
  deps: Neighbours,
  companyId: string,
  importId: string,
  rowId: number,
): Promise<ImportRowDetail> {
  const record = await getImport(deps, companyId, importId)
  const base = await loadAssessmentBase(deps, record)
  const { row, stored, cells, composed, assessment, credit } = await withCompany(deps.db, companyId, async (tx) => {
    const [listed] = await listRows(
      tx,
      { companyId, importId, connectionId: record.connectionId },
      { ids: [rowId] },
      { after: 0, limit: 1 },
    )
    const stored = await findRow(tx, companyId, importId, rowId)
    if (!listed || !stored) throw new AppError('not-found', 'no such row')
    const { reading } = applyEdits(stored)
    const cells = await findCells(tx, stored, reading ? otherRows(reading, stored.number) : [])
    const composed = record.granularity !== 'row' ? await composeGroup(tx, record, base, rowId) : null
    const assessment = await withImported(tx, base, record, [stored])
    const row = toRow(listed, await findInvoiceNumbers(deps, tx, record, [listed]))
    const refund = refundOf(stored, base)
    const originals = refund ? candidatesFor(refund, await findOriginals(tx, record, base, [refund])) : []
    const credit = refund && { tie: stored.creditOf, candidates: originals.slice(0, mostCandidates).map(toCandidate) }
    return { row, stored, cells, composed, assessment, credit }
  })
  const draft = draftStored(stored, assessment)
  const found = describeSupplier({ ...row, place: stored.reading?.fields.place }, base.book, draft)
  const suggest = found.isWaiting ? await deps.suppliers.loadSuggester(companyId, record.connectionId) : null
  const parts: Omit<InvoiceParts, 'invoice'> & { invoice: SupplierInvoice | null } = composed ??
    draft ?? { invoice: null, payment: null, steps: [] }
  const { invoice, payment, steps } = parts
  const chart = invoice && chartOn(invoice.invoiceDate, base.ground)
  return {
    ...row,
    cells: describeCells(stored, cells),
    fields: draft ? describeFields(draft, parts, base.ground) : [],
    accountRows: (invoice?.rows ?? []).map(({ account, role, debit, credit }) => ({
      account,
      role,
      debit,
      credit,
      name: chart?.get(account)?.name ?? '',
    })),
    credit,
    recognised: found.recognised,
    suggestions: suggest?.(row.merchant ?? '') ?? [],
    normalised: stored.normalisedMerchant,
    isBalanced: invoice !== null && isBalanced(invoice.rows),
    rowsInInvoice: composed?.rows.length ?? (invoice ? 1 : 0),
    steps,
    payment: payment && {
      date: payment.paymentDate,
      account: paymentAccountOf(payment, base.ground),
      modeOfPayment: payment.modeOfPayment ?? null,
    },
    request: invoice && deps.connections.connector(record.connectorId).previewRequest(invoice),
  }
}

/** More than a person looks through. */
const mostCandidates = 50

function toCandidate({ supplierNumber: _supplier, ownReference: _own, ...original }: Original): CreditOriginal {
  return original
}

/** Why the row has its supplier; `isWaiting`: it has none, and its merchant may resemble one. */
function describeSupplier(
  {
    merchant,
    supplierNumber,
    place,
  }: Pick<ImportRowDetail, 'merchant' | 'supplierNumber'> & { place: string | undefined },
  book: SupplierBook,
  draft: Draft | null,
): Pick<ImportRowDetail, 'recognised'> & { isWaiting: boolean } {
  if (merchant === null || supplierNumber === null) return { recognised: null, isWaiting: merchant !== null }
  const isByText = draft?.origins.supplier?.some(({ kind }) => kind === 'learned') ?? true
  const found = isByText ? book.find(merchant, { place }) : null
  const isSame = found?.supplier.number === supplierNumber
  return { recognised: found && isSame ? describeRecognition(found) : null, isWaiting: false }
}

function draftStored(row: StoredRow, base: Parameters<typeof draftPurchase>[1]): Draft | null {
  const { number, fingerprint, occurrence } = row
  const { reading } = toAssess(row)
  if (!reading || fingerprint === null || occurrence === null) return null
  return draftPurchase({ reading, number, identity: occurrenceKey(fingerprint, occurrence) }, base).draft
}

async function composeGroup(tx: CompanyDatabase, record: ImportRecord, base: AssessmentBase, rowId: number) {
  const { invoices } = await composeGathered(tx, record, base)
  return invoices.find(({ rows }) => rows.some(({ id }) => id === rowId)) ?? null
}

/** Rows of the sheet besides its own that a purchase's values stand in: the card's title, the note with the rate. */
function otherRows({ cellsOf }: RowReading, own: number): number[] {
  const numbers = Object.values(cellsOf).flatMap((cells) => cells.map((cell) => Number(/\d+$/.exec(cell)?.[0] ?? own)))
  return [...new Set(numbers)].filter((number) => number !== own)
}

function describeCells({ cells, reading }: StoredRow, others: ReadonlyMap<number, string[]>): ImportRowDetail['cells'] {
  const own = cells.map((value, i) => ({ letter: columnLetter(i), value })).filter(({ value }) => value.trim() !== '')
  const elsewhere = new Set(Object.values(reading?.cellsOf ?? {}).flat())
  const carried = [...others].flatMap(([number, found]) =>
    found
      .map((value, i) => ({ letter: `${columnLetter(i)}${number}`, value }))
      .filter(({ letter }) => elsewhere.has(letter)),
  )
  return [...own, ...carried]
}

function describeFields(
  { origins }: Draft,
  { invoice, payment }: { invoice: SupplierInvoice | null; payment: InvoicePayment | null },
  ground: PostingGround,
): ImportRowDetail['fields'] {
  if (!invoice) return []
  return draftFields.flatMap((field) => {
    const value = textOf(field, { invoice, payment }, ground)
    return value === undefined || value === '' || !origins[field] ? [] : [{ field, value, origins: origins[field] }]
  })
}

function textOf(
  field: DraftField,
  { invoice, payment }: { invoice: SupplierInvoice; payment: InvoicePayment | null },
  ground: PostingGround,
): string | undefined {
  const cost = invoice.rows.find(({ role }) => role === 'cost')
  switch (field) {
    case 'supplier':
      return invoice.supplierNumber
    case 'total':
    case 'vat':
      return decimalFromMinor(invoice[field], invoice.currency)
    case 'currency':
      return invoice.currency === 'SEK' ? 'SEK' : `${invoice.currency} ${invoice.rate}`
    case 'account':
      return cost && String(cost.account)
    case 'costCenter':
    case 'project':
      return cost?.[field]
    case 'rowText':
      return cost?.text
    case 'paymentDate':
    case 'modeOfPayment':
      return payment?.[field]
    case 'paymentAccount':
      return paymentAccountOf(payment, ground)?.toString()
    default:
      return invoice[field]
  }
}

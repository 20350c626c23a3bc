import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { KnownInvoice } from '#connections/index.ts'
import { isCounter } from '#kernel/invoice-reference.ts'
import { addDays } from '#kernel/local-dates.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import type { CreditTie } from './contract.ts'
import type { AssessmentBase } from './load-assessment.ts'
import { toAssess, withImported } from './load-assessment.ts'
import { type StoredRow, toStored } from './row-store.ts'
import { readAmount } from './rules/amounts.ts'
import { invoiceNumberOf } from './rules/draft-invoice.ts'
import { occurrenceKey } from './rules/duplicates.ts'
import { type Original, type Refund, type TakenBack, tieRefunds } from './rules/tie-refunds.ts'
import type { ImportRecord } from './store.ts'
import { importedPurchases, importRows } from './tables.ts'

/** As far back as a shop pays back: a year and a month. */
const daysBack = 400
const mostOwnRows = 5000

/** Ties the refunds of an import to the purchases they take back, within a transaction that has locked the import. */
export async function tieImportRefunds(
  tx: CompanyDatabase,
  record: ImportRecord,
  base: AssessmentBase,
): Promise<number[]> {
  const of = isOf(record)
  const rows = await tx
    .select()
    .from(importRows)
    .where(and(of, or(sql`${importRows.amount} < 0`, isNotNull(importRows.creditOf))))
    .orderBy(importRows.id)
  const stored = rows.map(toStored)
  const refunds = stored.flatMap((row) => refundOf(row, base) ?? [])
  if (refunds.length === 0 && stored.every(({ creditOf }) => creditOf === null)) return []
  const originals = await findOriginals(tx, record, base, refunds)
  const ties = tieRefunds(refunds, originals, await findTakenBack(tx, record, base, refunds))
  const changed = stored.flatMap(({ id, creditOf }) => {
    const tie = ties.get(id) ?? null
    return isSame(tie, creditOf) ? [] : [{ id, tie }]
  })
  if (changed.length > 0)
    await tx.execute(sql`
      update import_rows t set credit_of = nullif(r.tie, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(id int, tie jsonb)
      where t.company_id = ${record.companyId}::uuid and t.import_id = ${record.id}::uuid and t.id = r.id`)
  return changed.map(({ id }) => id)
}

const isOf = ({ companyId, id }: ImportRecord) => and(eq(importRows.companyId, companyId), eq(importRows.importId, id))

/** Null of a row that is no refund on its way. */
export function refundOf(row: StoredRow, { ground }: AssessmentBase): Refund | null {
  const { reading } = toAssess(row)
  if (!reading || row.supplierNumber === null || (row.state !== 'ready' && row.state !== 'attention')) return null
  const amount = readAmount(reading.fields, ground.rates)
  if ('problem' in amount || amount.total >= 0) return null
  const { id, supplierNumber, edits } = row
  const { invoiceDate: date } = reading.fields
  const { currency, total } = amount
  return { id, supplierNumber, date, currency, total: -total, chosen: edits?.creditOf, isReady: row.state === 'ready' }
}

/** Invoices over there, and purchases of the same file that go there with it. */
export async function findOriginals(
  tx: CompanyDatabase,
  record: ImportRecord,
  base: AssessmentBase,
  refunds: readonly Refund[],
): Promise<Original[]> {
  const suppliers = [...new Set(refunds.map(({ supplierNumber }) => supplierNumber))]
  const earliest = refunds.map(({ date }) => date).toSorted()[0]
  if (earliest === undefined) return []
  const known = await base.ledger.originals(tx, suppliers, addDays(earliest, -daysBack))
  // What took an earlier refund back is no purchase.
  const isPurchase = ({ total, reference }: KnownInvoice) => total > 0 && !(reference !== null && isCounter(reference))
  const there = known
    .filter(isPurchase)
    .flatMap(({ day, ...one }): Original[] => (day === null ? [] : [posted({ ...one, date: day })]))
  const numbers = new Set(known.map(({ number }) => number))
  const unposted = (await base.ledger.unposted(tx, suppliers)).flatMap(
    ({ reference, source: file, rowNumber: row, number, ...one }): Original[] => {
      const ownReference = reference
      if (number === null) return [{ key: `purchase ${reference}`, number, reference, ownReference, file, row, ...one }]
      return numbers.has(number) ? [] : [posted({ number, reference, ...one })]
    },
  )
  const own = await ownPurchases(tx, record, base, suppliers)
  return [...there, ...unposted, ...own]
}

type Posted = Pick<Original, 'invoiceNumber' | 'supplierNumber' | 'date' | 'currency' | 'total' | 'reference'> & {
  number: string
  creditedBy?: string | null
}
function posted({ number, invoiceNumber, supplierNumber, date, currency, total, ...one }: Posted): Original {
  const { reference, creditedBy } = one
  const isThere = { key: `invoice ${number}`, number, row: null, file: null, reference: null, ownReference: reference }
  return { ...isThere, invoiceNumber, supplierNumber, date, currency, total, ...(creditedBy && { creditedBy }) }
}

async function ownPurchases(
  tx: CompanyDatabase,
  record: ImportRecord,
  base: AssessmentBase,
  suppliers: readonly string[],
): Promise<Original[]> {
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify(suppliers)}::jsonb))`
  const rows = await tx
    .select()
    .from(importRows)
    .where(
      and(
        isOf(record),
        eq(importRows.state, 'ready'),
        sql`${importRows.amount} > 0`,
        sql`${importRows.supplierNumber} in ${wanted}`,
      ),
    )
    .orderBy(importRows.id)
    .limit(mostOwnRows)
  const stored = rows.map(toStored)
  const { referenceFor } = await withImported(tx, base, record, stored)
  return stored.flatMap((row) => {
    const { reading } = toAssess(row)
    const amount = reading && readAmount(reading.fields, base.ground.rates)
    if (!amount || 'problem' in amount || row.supplierNumber === null) return []
    const { sheet, fields } = reading
    const { fingerprint, occurrence } = row
    // Gathered with others it has its own day, but no number and no reference that are its own.
    const isAlone = record.granularity === 'row'
    const reference =
      !isAlone || fingerprint === null || occurrence === null
        ? null
        : referenceFor([occurrenceKey(fingerprint, occurrence)])
    return {
      key: `row ${row.id}`,
      number: null,
      invoiceNumber: isAlone ? invoiceNumberOf(fields, { number: row.number, sheet }) : fields.invoiceNumber,
      supplierNumber: row.supplierNumber,
      date: fields.invoiceDate,
      currency: amount.currency,
      total: amount.total,
      row: row.number,
      file: null,
      reference,
      ownReference: reference,
    }
  })
}

const mostTakenBack = 5000

/** Refunds from these suppliers that were confirmed before and not taken back, with what they were tied to: the latest of them. */
async function findTakenBack(
  tx: CompanyDatabase,
  { companyId, connectionId, id }: ImportRecord,
  base: AssessmentBase,
  refunds: readonly Refund[],
): Promise<TakenBack[]> {
  const suppliers = [...new Set(refunds.map(({ supplierNumber }) => supplierNumber))]
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify(suppliers)}::jsonb))`
  const rows = await tx
    .select()
    .from(importRows)
    .where(
      and(
        ...[eq(importRows.companyId, companyId), isNotNull(importRows.creditOf)],
        sql`${importRows.supplierNumber} in ${wanted}`,
        // Looked up by its key: before statistics are gathered PostgreSQL walks over all of a connection for each row.
        sql`exists (
          select from ${importedPurchases} p
          where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid
            and p.fingerprint = ${importRows.fingerprint} and p.occurrence = ${importRows.occurrence}
            and p.import_id = ${importRows.importId} and not p.is_released
          offset 0)`,
      ),
    )
    // By no index, which could be gone through instead of the few that are refunds.
    .orderBy(sql`${importRows.importId}::text desc, ${importRows.id} desc`)
    .limit(mostTakenBack)
  const own = new Set(refunds.map((refund) => refund.id))
  return rows.flatMap((row) => {
    const { reading } = toAssess(toStored(row))
    const amount = reading && readAmount(reading.fields, base.ground.rates)
    const isOwn = row.importId === id && own.has(row.id)
    if (isOwn || row.creditOf === null || !amount || 'problem' in amount) return []
    return [{ tie: row.creditOf, total: Math.abs(amount.total), vat: Math.abs(row.vat ?? 0) }]
  })
}

/** As JSON keeps them, whose fields have no order. */
function isSame(a: CreditTie | null, b: CreditTie | null): boolean {
  if (a === null || b === null) return a === b
  const fields = ['key', 'reason', 'number', 'invoiceNumber', 'reference', 'creditedBy'] as const
  return fields.every((field) => a[field] === b[field]) && isDeepStrictEqual(a.taken, b.taken)
}

import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { ListedInvoice } from '#connectors/accounting-connector.ts'
import { jsonbText } from '#kernel/jsonb-text.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { connections, knownInvoices } from './tables.ts'

type ConnectionKey = { companyId: string; connectionId: string }
export type KnownInvoice = Omit<typeof knownInvoices.$inferSelect, 'companyId' | 'connectionId' | 'isCancelled'>

const isOf = ({ companyId, connectionId }: ConnectionKey) =>
  and(eq(knownInvoices.companyId, companyId), eq(knownInvoices.connectionId, connectionId))
const isConnection = ({ companyId, connectionId }: ConnectionKey) =>
  and(eq(connections.companyId, companyId), eq(connections.id, connectionId))
const { number, supplierNumber, invoiceNumber, reference, day, currency, total } = knownInvoices
const columns = { number, supplierNumber, invoiceNumber, reference, day, currency, total }

/** So many go to the database at once: JSON of tens of thousands takes megabytes of both sides. */
const savedAtOnce = 1000

/** Those that are known as they are stay unwritten: what changed is asked for with an hour or two of what was read before. */
export async function saveKnownInvoices(
  tx: CompanyDatabase,
  key: ConnectionKey,
  invoices: readonly ListedInvoice[],
): Promise<void> {
  for (let from = 0; from < invoices.length; from += savedAtOnce)
    await savePart(tx, key, invoices.slice(from, from + savedAtOnce))
}

async function savePart(
  tx: CompanyDatabase,
  { companyId, connectionId }: ConnectionKey,
  invoices: readonly ListedInvoice[],
): Promise<void> {
  const kept = invoices.map(
    ({ number, supplierNumber, invoiceNumber, reference, invoiceDate, currency, total, isCancelled }) => ({
      ...{ number, supplierNumber, invoiceNumber, reference, invoiceDate, currency, total, isCancelled },
    }),
  )
  await tx.execute(sql`
    insert into known_invoices as known (company_id, connection_id, number, supplier_number, invoice_number, reference, day, currency, total, is_cancelled)
    select distinct on (r.number) ${companyId}::uuid, ${connectionId}::uuid, r.number, r."supplierNumber", r."invoiceNumber", r.reference, r."invoiceDate", r.currency, r.total, r."isCancelled"
    from jsonb_to_recordset(${jsonbText(kept)}::jsonb)
      as r(number text, "supplierNumber" text, "invoiceNumber" text, reference text, "invoiceDate" date, currency text, total bigint, "isCancelled" boolean)
    on conflict (company_id, connection_id, number) do update
    set supplier_number = excluded.supplier_number, invoice_number = excluded.invoice_number, reference = excluded.reference,
      day = excluded.day, currency = excluded.currency, total = excluded.total, is_cancelled = excluded.is_cancelled
    where (known.supplier_number, known.invoice_number, known.reference, known.day, known.currency, known.total, known.is_cancelled)
      is distinct from (excluded.supplier_number, excluded.invoice_number, excluded.reference, excluded.day, excluded.currency, excluded.total, excluded.is_cancelled)`)
}

/** Up to when invoices were read, null before the first time. */
export async function findInvoicesReadAt(tx: CompanyDatabase, key: ConnectionKey): Promise<Date | null> {
  const [row] = await tx.select({ at: connections.invoicesReadAt }).from(connections).where(isConnection(key))
  return row?.at ?? null
}

export async function saveInvoicesReadAt(tx: CompanyDatabase, key: ConnectionKey, at: Date): Promise<void> {
  await tx.update(connections).set({ invoicesReadAt: at }).where(isConnection(key))
}

/** Those with one of the suppliers' own numbers. */
export async function findKnownByNumbers(
  tx: CompanyDatabase,
  key: ConnectionKey,
  numbers: readonly string[],
): Promise<KnownInvoice[]> {
  if (numbers.length === 0) return []
  const wanted = sql`(select jsonb_array_elements_text(${jsonbText([...new Set(numbers)])}::jsonb))`
  return tx
    .select(columns)
    .from(knownInvoices)
    .where(and(isOf(key), eq(knownInvoices.isCancelled, false), inArray(knownInvoices.invoiceNumber, wanted)))
}

const mostOfSuppliers = 5000

/** Those of the suppliers since a day, the latest first. */
export async function listKnownOfSuppliers(
  tx: CompanyDatabase,
  key: ConnectionKey,
  suppliers: readonly string[],
  since: LocalDate,
): Promise<KnownInvoice[]> {
  if (suppliers.length === 0) return []
  return tx
    .select(columns)
    .from(knownInvoices)
    .where(
      and(
        isOf(key),
        eq(knownInvoices.isCancelled, false),
        inArray(knownInvoices.supplierNumber, [...new Set(suppliers)]),
        gte(knownInvoices.day, since),
      ),
    )
    .orderBy(desc(knownInvoices.day), desc(knownInvoices.number))
    .limit(mostOfSuppliers)
}

export async function deleteKnownInvoices(tx: CompanyDatabase, key: ConnectionKey): Promise<void> {
  await tx.delete(knownInvoices).where(isOf(key))
}

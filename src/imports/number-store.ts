import { sql } from 'drizzle-orm'
import { jsonbText } from '#kernel/jsonb-text.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { type CompanyDatabase, rowsOf } from '#platform/database.ts'
import { betweenIds } from './row-batches.ts'
import { type ClaimedNumber, clashCodes, type NumberedInvoice } from './rules/used-numbers.ts'

type OfImport = { companyId: string; importId: string }
export type NumberedRow = NumberedInvoice & { id: number; problems: RowProblem[]; isAlike: boolean; isWanted: boolean }

const hasClash = sql.raw(
  `exists (select from jsonb_array_elements(problems) p where p ->> 'code' in (${clashCodes.map((code) => `'${code}'`).join(', ')}))`,
)

/** Rows with a number that would be ready but for it. `isAlike`: another of them has the same; `isWanted`: a person has seen it. */
export async function listNumbered(tx: CompanyDatabase, { companyId, importId }: OfImport): Promise<NumberedRow[]> {
  const answer = await rowsOf<Omit<NumberedRow, 'rows'> & { number: number }>(
    tx.execute(sql`
    select id, number, supplier_number as "supplierNumber", invoice_number as "invoiceNumber", is_credit as "isCredit", problems,
      is_wanted as "isWanted", not is_wanted and count(*) filter (where not is_wanted) over (partition by supplier_number, is_credit, invoice_number) > 1 as "isAlike"
    from (
      select id, number, supplier_number, invoice_number, amount < 0 as is_credit, problems, decision is not distinct from 'import-anyway' as is_wanted
      from import_rows
      where company_id = ${companyId}::uuid and import_id = ${importId}::uuid and invoice_number is not null and supplier_number is not null
        and (state = 'ready' or state = 'attention' and ${hasClash})
    ) numbered order by id`),
  )
  return answer.map(({ number, ...row }) => ({ ...row, rows: [{ id: row.id, number }] }))
}

const batchSize = 5000

/**
 * Purchases of confirmed imports with these numbers, with the reference of their invoice. Looked up one by one through the keys
 * (`offset 0` keeps PostgreSQL from joining): it may know nothing yet of purchases written a moment ago.
 */
export async function findClaimed(
  tx: CompanyDatabase,
  { companyId, connectionId }: { companyId: string; connectionId: string },
  numbers: readonly string[],
): Promise<(ClaimedNumber & { reference: string })[]> {
  const distinct = [...new Set(numbers)]
  const found: (ClaimedNumber & { reference: string })[] = []
  for (let start = 0; start < distinct.length; start += batchSize) {
    const wanted = jsonbText(distinct.slice(start, start + batchSize))
    const answer = await rowsOf<(typeof found)[number]>(
      tx.execute(sql`
      select r.supplier_number as "supplierNumber", r.invoice_number as "invoiceNumber", r.amount < 0 as "isCredit",
        p.file_name as "fileName", p.row_number as row, p.reference
      from jsonb_array_elements_text(${wanted}::jsonb) as asked(number)
      cross join lateral (
        select * from import_rows numbered
        where numbered.company_id = ${companyId}::uuid and numbered.invoice_number = asked.number
          and numbered.supplier_number is not null
        offset 0) r
      cross join lateral (
        select * from imported_purchases known
        where known.company_id = ${companyId}::uuid and known.connection_id = ${connectionId}::uuid
          and known.fingerprint = r.fingerprint and known.occurrence = r.occurrence
          and known.import_id = r.import_id and known.row_id = r.id and not known.is_released
        offset 0) p`),
    )
    found.push(...answer)
  }
  return found
}

/** Writes what rows are held for that would be ready but for it, and which no longer are. */
export async function saveHeld(
  tx: CompanyDatabase,
  { companyId, importId }: OfImport,
  rows: readonly { id: number; problems: readonly RowProblem[]; state: 'ready' | 'attention' }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update import_rows t set problems = r.problems, state = r.state
    from jsonb_to_recordset(${jsonbText(rows)}::jsonb) as r(id int, problems jsonb, state text)
    where t.company_id = ${companyId}::uuid and t.import_id = ${importId}::uuid and ${betweenIds('t.id', rows)} and t.id = r.id`)
}

/** The numbers that the file or a person gives confirmed invoices, by reference; not those that were wanted although they are used. */
export async function findFileNumbers(
  tx: CompanyDatabase,
  { companyId, connectionId, importId }: OfImport & { connectionId: string },
  references: readonly string[],
): Promise<Map<string, string>> {
  const answer = await rowsOf<{ reference: string; number: string }>(
    tx.execute(sql`
    select p.reference, min(r.invoice_number) as number
    from imported_purchases p
    join import_rows r on r.company_id = p.company_id and r.import_id = p.import_id and r.id = p.row_id
    where p.company_id = ${companyId}::uuid and p.connection_id = ${connectionId}::uuid and p.import_id = ${importId}::uuid
      and p.reference in (select jsonb_array_elements_text(${jsonbText(references)}::jsonb))
    group by p.reference
    having min(r.invoice_number) is not null and bool_and(r.decision is distinct from 'import-anyway')`),
  )
  return new Map(answer.map(({ reference, number }) => [reference, number]))
}

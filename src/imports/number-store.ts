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

/** Purchases of confirmed imports with these numbers, with the reference of their invoice. */
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
      from import_rows r
      join imported_purchases p on p.company_id = r.company_id and p.connection_id = ${connectionId}::uuid
        and p.import_id = r.import_id and p.row_id = r.id and not p.is_released
      where r.company_id = ${companyId}::uuid and r.supplier_number is not null
        and r.invoice_number in (select jsonb_array_elements_text(${wanted}::jsonb))`),
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

import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RowProblem } from '#kernel/row-problem.ts'
import { vatTypes } from '#kernel/supplier-invoice.ts'
import { type ControlSum, granularities } from '#templates/contract.ts'
import {
  type CreditTie,
  type Decision,
  type ImportOptions,
  type ImportTotals,
  importStates,
  type ReturnReason,
  type RowEdits,
  rowStates,
} from './contract.ts'
import type { UnreadRow } from './rules/unread-row.ts'

/** JSON kept as text: nothing in SQL looks into it, and PostgreSQL need not take it apart for a million rows. */
const jsonText = <T>(name: string) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => JSON.parse(value) as T,
  })(name)
/** Compared byte by byte, which is quicker than in any language's order. */
const key = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' })
const instant = (name: string) => timestamp(name, { withTimezone: true })

export const imports = pgTable(
  'imports',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    templateId: uuid('template_id').notNull(),
    /** Name and granularity as they were when it was read: a template may be changed or deleted afterwards. */
    templateName: text('template_name').notNull(),
    templateVersion: integer('template_version').notNull(),
    granularity: text({ enum: granularities }).notNull(),
    /** As the template had it at the upload, should it be changed or deleted before the confirmation. */
    needsApproval: boolean('needs_approval').notNull(),
    connectorId: text('connector_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    fileKey: text('file_key').notNull(),
    fileName: text('file_name').notNull(),
    fileSha256: text('file_sha256').notNull(),
    state: text({ enum: importStates }).notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    totals: jsonb().$type<ImportTotals>(),
    /** How many invoices the ready rows make. */
    invoices: integer().notNull(),
    /** Of what its ready rows were to be posted as when they were checked last (shown-rows.ts). */
    fingerprint: text(),
    /** Currencies of purchases that say no amount in SEK: those that rates are wanted for. */
    rateCurrencies: text('rate_currencies').array().notNull(),
    /** Months (`2026-11`) that its purchases and their payments lie in: charts of accounts are wanted for their years. */
    months: text().array().notNull(),
    controlSums: jsonb('control_sums').$type<ControlSum[]>().notNull(),
    warnings: jsonb().$type<RowProblem[]>().notNull(),
    /** Why it could not be read; while it is being read, what that waits for. */
    problem: jsonb().$type<RowProblem>(),
    /** How many rows each supplier was found for, at the last count of them. */
    supplierRows: jsonb('supplier_rows').$type<Record<string, number>>().notNull().default({}),
    runId: uuid('run_id'),
    /** How often it was opened again after it was confirmed, for rows that came back. */
    reopened: integer().notNull().default(0),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** While its file is being read: until when whoever reads it is taken to be alive. */
    readingUntil: instant('reading_until'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('imports_by_time').on(table.companyId, table.createdAt),
    index('imports_by_file').on(table.companyId, table.fileSha256),
    // Looked for every minute among the imports of all companies.
    index('imports_being_read').on(table.companyId, table.id).where(sql`state = 'reading'`),
  ],
)

/** Every non-empty row of the file, in order; `id` counts from 1 within the import. */
export const importRows = pgTable(
  'import_rows',
  // What sums and filters look at stands before the long texts, behind which PostgreSQL has to count its way.
  {
    companyId: uuid('company_id').notNull(),
    importId: uuid('import_id').notNull(),
    id: integer().notNull(),
    number: integer().notNull(),
    account: integer(),
    /** Which of equal purchases it is, from 1. */
    occurrence: integer(),
    /** öre in SEK, purchases positive; bigint because sums are made in SQL. */
    amount: bigint({ mode: 'number' }),
    /** öre; null where the VAT is reverse charged or there is no invoice. */
    vat: bigint({ mode: 'number' }),
    state: text({ enum: rowStates }).notNull(),
    /** As it was checked last. */
    supplierNumber: text('supplier_number'),
    supplierName: text('supplier_name'),
    vatType: text('vat_type', { enum: vatTypes }),
    sheet: text().notNull(),
    cells: jsonText<string[]>('cells').notNull(),
    problems: jsonb().$type<RowProblem[]>().notNull(),
    /** What the template read, before suppliers, settings and options (rules/pack-reading); null for rows that are no purchase. */
    reading: text(),
    /** Card, holder or title of the section it stands in. */
    section: text(),
    normalisedMerchant: text('normalised_merchant'),
    /** The row's identity over files (imports/rules: fingerprint). */
    fingerprint: key(),
    /** The supplier's own number, where the file or a person says it; as it was checked last. */
    invoiceNumber: text('invoice_number'),
    /** The user wants it imported although it is a duplicate, or left out although it is ready. */
    decision: text({ enum: ['import-anyway', 'leave-out'] }),
    /** Why its invoice was not made, where the row came back from posting. */
    returned: jsonb().$type<ReturnReason>(),
    /** Set where the row could not be read whole. */
    unread: jsonb().$type<UnreadRow>(),
    /** Of a refund: the purchase it takes back (rules/tie-refunds.ts). */
    creditOf: jsonb('credit_of').$type<CreditTie>(),
    /** What was written by hand in place of the file's values, which stay in `reading` and `unread`. */
    edits: jsonb().$type<RowEdits>(),
  },
  // No other index over all rows: whatever looks for rows reads those of one import, which lie together.
  (table) => [
    primaryKey({ columns: [table.companyId, table.importId, table.id] }),
    index('import_rows_numbered')
      .on(table.companyId, table.invoiceNumber, table.importId)
      .where(sql`invoice_number is not null`),
    index('import_rows_left_out').on(table.companyId, table.importId).where(sql`decision = 'leave-out'`),
    index('import_rows_refunds').on(table.companyId, table.supplierNumber).where(sql`credit_of is not null`),
  ],
)

/** What a person said about a row, and where the row stands in the file: while that is read again, its id is not known. */
export type DecidedRow = {
  id: number
  sheet: string
  number: number
  decision: Decision | null
  edits: RowEdits | null
}

/** How a row stood before a change of many, and how that left it: what is different by now was said afterwards. */
type RowBefore = Omit<DecidedRow, 'sheet' | 'number'> & { after?: Pick<DecidedRow, 'decision' | 'edits'> }

/**
 * The last change of many rows of an import, and how they stood before it; while the file is read again, what was said
 * about any of them.
 */
export const rowChanges = pgTable(
  'row_changes',
  {
    companyId: uuid('company_id').notNull(),
    importId: uuid('import_id').notNull(),
    id: uuid().notNull(),
    before: jsonb().$type<(RowBefore | DecidedRow)[]>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.importId] })],
)

/**
 * Rows of two imports that hold one record of a source, as it stood at two times: at most one of them is to be imported.
 * Each pair stands here in both directions.
 */
export const recordVersions = pgTable(
  'record_versions',
  {
    companyId: uuid('company_id').notNull(),
    importId: uuid('import_id').notNull(),
    rowNumber: integer('row_number').notNull(),
    otherImportId: uuid('other_import_id').notNull(),
    otherRowNumber: integer('other_row_number').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.companyId, table.importId, table.rowNumber, table.otherImportId, table.otherRowNumber],
    }),
  ],
)

/** A purchase that was confirmed once: what later files are compared with. `reference` is the invoice's. */
export const importedPurchases = pgTable(
  'imported_purchases',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    fingerprint: key().notNull(),
    occurrence: integer().notNull(),
    importId: uuid('import_id').notNull(),
    rowId: integer('row_id').notNull(),
    rowNumber: integer('row_number').notNull(),
    fileName: text('file_name').notNull(),
    reference: text().notNull(),
    /** How often its invoice was taken back or sent back to edit: each new invoice for it gets a reference of its own. */
    givenBack: integer('given_back').notNull().default(0),
    /** Given back and not imported again: nobody's purchase now. */
    isReleased: boolean('is_released').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.connectionId, table.fingerprint, table.occurrence] }),
    // Without the company: where the database expects none of its rows, it would look purchases up by this index.
    index('imported_purchases_by_import').on(table.importId),
  ],
)

import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { type MatchReason, type ReceiptFacts, receiptStates, receiptTypes } from './contract.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A receipt or invoice (*underlag*) that came in, and the purchase it belongs to. */
export const receipts = pgTable(
  'receipts',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    fileKey: text('file_key').notNull(),
    fileName: text('file_name').notNull(),
    type: text({ enum: receiptTypes }).notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    from: text({ enum: ['upload', 'mail'] }).notNull(),
    sender: text(),
    facts: jsonb().$type<ReceiptFacts>().notNull(),
    state: text({ enum: receiptStates }).notNull(),
    /** Of the purchase it belongs to; null while nobody knows. */
    reference: text(),
    matchedBy: text('matched_by', { enum: ['person', 'radvis'] }),
    reasons: jsonb().$type<MatchReason[]>().notNull(),
    /** References that a person said it does not belong to. */
    declined: text().array().notNull(),
    /** Who is bringing it to the accounting system, until when. */
    attachingUntil: instant('attaching_until'),
    /** Something was sent whose answer may have been lost: look before sending again. */
    wasSent: integer('was_sent').notNull(),
    fileId: text('file_id'),
    problem: jsonb().$type<{ code: string; message: string | null }>(),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('one_receipt_per_file').on(table.companyId, table.sha256),
    index('receipts_by_reference').on(table.companyId, table.reference),
    index('receipts_by_state').on(table.state),
  ],
)

/** Where a company's receipts are mailed to: the part before the @. */
export const receiptAddresses = pgTable(
  'receipt_addresses',
  { companyId: uuid('company_id').notNull(), name: text().notNull() },
  (table) => [primaryKey({ columns: [table.companyId] }), unique('one_company_per_address').on(table.name)],
)

import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import {
  type ExportDestination,
  type ExportFilter,
  type ExportSummary,
  exportFormats,
  exportStates,
} from './contract.ts'

/** The accounting system's invoices written out through a template of movement export. */
export const exports = pgTable(
  'exports',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    templateId: uuid('template_id').notNull(),
    templateName: text('template_name').notNull(),
    connectionId: uuid('connection_id').notNull(),
    format: text({ enum: exportFormats }).notNull(),
    filter: jsonb().$type<ExportFilter>().notNull(),
    destination: jsonb().$type<ExportDestination>(),
    /** In which the states and kinds of invoices are named. */
    language: text({ enum: ['sv', 'en'] }).notNull(),
    state: text({ enum: exportStates }).notNull(),
    invoices: integer().notNull(),
    read: integer().notNull(),
    fileKey: text('file_key'),
    fileName: text('file_name').notNull(),
    problem: jsonb().$type<NonNullable<ExportSummary['problem']>>(),
    /** The taking of whoever writes it, and until when they are alive, which they renew (writing-lease.ts); null: nobody does. */
    writingSince: timestamp('writing_since', { withTimezone: true }),
    writingUntil: timestamp('writing_until', { withTimezone: true }),
    /** How many have died while they wrote it. */
    deaths: integer().notNull().default(0),
    createdBy: uuid('created_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('exports_by_template').on(table.companyId, table.templateId),
    // Looked for every minute among the exports of all companies.
    index('exports_being_written').on(table.companyId, table.id).where(sql`state = 'writing'`),
  ],
)

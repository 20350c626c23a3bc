import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What happened, for people to read. `code` + `params` make the text in the reader's language (messages/activity). */
export const events = pgTable(
  'events',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    type: text({ enum: ['success', 'error', 'info'] }).notNull(),
    /** What was done: `invoice-created`, `connection-lost`, … */
    activity: text().notNull(),
    /** What it was done to, as a person would say it: supplier, file, template. */
    subject: text().notNull(),
    /** The invoice's number in the accounting system. */
    invoiceNumber: text('invoice_number'),
    runId: uuid('run_id'),
    actorId: uuid('actor_id'),
    params: jsonb().$type<Record<string, string | number>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('events_by_time').on(table.companyId, table.at),
    index('events_by_run').on(table.companyId, table.runId),
  ],
)

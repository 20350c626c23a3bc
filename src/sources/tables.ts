import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { FetchOutcome, SourceSchedule } from './contract.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Where a template's rows are fetched, when, and how far the fetching has come. */
export const templateSources = pgTable(
  'template_sources',
  {
    companyId: uuid('company_id').notNull(),
    templateId: uuid('template_id').notNull(),
    connectorId: text('connector_id', { enum: ['google-sheets', 'airtable'] }).notNull(),
    documentId: text('document_id').notNull(),
    documentName: text('document_name').notNull(),
    tableId: text('table_id').notNull(),
    tableName: text('table_name').notNull(),
    viewId: text('view_id'),
    viewName: text('view_name'),
    schedule: jsonb().$type<SourceSchedule>(),
    nextAt: instant('next_at'),
    /** Asked for and not come to an end yet. */
    fetchingSince: instant('fetching_since'),
    /** Whoever fetches is alive until then, and renews it (fetching-lease.ts); null while nobody has begun. */
    fetchingUntil: instant('fetching_until'),
    /** What was asked for last. */
    fetchingExtent: text('fetching_extent', { enum: ['all', 'changed'] }).notNull(),
    fetchedAt: instant('fetched_at'),
    outcome: jsonb().$type<FetchOutcome>(),
    /** What the other side called its state when it was read last. */
    version: text(),
    /** The file with the rows that were there then (rules/source-changes.ts: SeenRows). */
    seenKey: text('seen_key'),
    createdBy: uuid('created_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.templateId] }),
    index('template_sources_by_time').on(table.nextAt),
    // Looked for several times a minute among the sources of all companies.
    index('template_sources_being_fetched')
      .on(table.companyId, table.templateId)
      .where(sql`fetching_since is not null`),
  ],
)

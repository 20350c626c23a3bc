import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { granularities, type TemplateMapping } from './contract.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** How a source's columns become fields of the target system (*mappningsmall*). */
export const templates = pgTable(
  'templates',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    bank: text().notNull(),
    sourceSystem: text('source_system', { enum: ['file', 'google-sheets', 'airtable'] }).notNull(),
    targetSystem: text('target_system').notNull(),
    resource: text({ enum: ['supplier-invoice'] }).notNull(),
    movement: text({ enum: ['import', 'export'] }).notNull(),
    granularity: text({ enum: granularities }).notNull(),
    sampleFileKey: text('sample_file_key').notNull(),
    sampleFileName: text('sample_file_name').notNull(),
    mapping: jsonb().$type<TemplateMapping>().notNull(),
    /** Counts the saved mappings. */
    version: integer().notNull(),
    /** What is imported through it waits for the approval of another person. */
    needsApproval: boolean('needs_approval').notNull().default(false),
    /** A firm's template that its client companies read and use. */
    isShared: boolean('is_shared').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
)

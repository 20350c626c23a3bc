import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { type VatType, vatTypes } from '#kernel/supplier-invoice.ts'
import type { NewDesignation } from './contract.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** The accounting system's supplier register, copied so that no row of a file costs a request. */
export const suppliers = pgTable(
  'suppliers',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    number: text().notNull(),
    name: text().notNull(),
    organisationNumber: text('organisation_number'),
    city: text(),
    countryCode: text('country_code'),
    isActive: boolean('is_active').notNull(),
    account: integer(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.connectionId, table.number] })],
)

/** Up to when a register was read by what changed (`readAt`) and as a whole (`wholeAt`). */
export const supplierReadings = pgTable(
  'supplier_readings',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    readAt: instant('read_at').notNull(),
    wholeAt: instant('whole_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.connectionId] })],
)

/** A supplier as our user wants it booked. */
export const mappedSuppliers = pgTable(
  'mapped_suppliers',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    connectionId: uuid('connection_id').notNull(),
    supplierNumber: text('supplier_number').notNull(),
    supplierName: text('supplier_name').notNull(),
    account: integer(),
    vatType: text('vat_type', { enum: vatTypes }),
    /** When a person said the VAT type last: rates change, and what was said before is asked about again. */
    vatChosenAt: instant('vat_chosen_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('one_mapping_per_supplier').on(table.companyId, table.connectionId, table.supplierNumber),
  ],
)

/** A text by which a supplier is known in files (*filbeteckning*); `normalised` is what is compared. */
export const designations = pgTable(
  'designations',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    mappedSupplierId: uuid('mapped_supplier_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    match: text({ enum: ['exact', 'starts-with', 'contains'] }).notNull(),
    text: text().notNull(),
    normalised: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('one_supplier_per_designation').on(table.companyId, table.connectionId, table.match, table.normalised),
    index('designations_by_supplier').on(table.companyId, table.mappedSupplierId),
  ],
)

/** Suppliers that a person said a merchant is not: never suggested for it again. */
export const declinedSuggestions = pgTable(
  'declined_suggestions',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** As rules/suggest-suppliers.ts (declineKey) has it. */
    merchant: text().notNull(),
    supplierNumber: text('supplier_number').notNull(),
    declinedAt: instant('declined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.connectionId, table.merchant, table.supplierNumber] })],
)

/**
 * A supplier being created in the accounting system: written before the request leaves and gone when its answer has come,
 * so that a second click, or a start after a crash, looks first whether it is there.
 */
export const supplierCreations = pgTable(
  'supplier_creations',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** Folded as in rules/normalise-merchant.ts. */
    name: text().notNull(),
    state: text({ enum: ['sent', 'unknown'] }).notNull(),
    /** Suppliers that had this name before: not the one being created. */
    known: text().array().notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.connectionId, table.name] })],
)

type MergedSupplier = {
  id: string
  supplierNumber: string
  supplierName: string
  account: number | null
  vatType: VatType | null
  /** When a person said the VAT type last, as an instant; merges of before are without it. */
  vatChosenAt?: string
  designations: NewDesignation[]
}

/** Mapped suppliers made one, with what it takes to undo that. */
export const supplierMerges = pgTable(
  'supplier_merges',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    connectionId: uuid('connection_id').notNull(),
    intoId: uuid('into_id').notNull(),
    intoName: text('into_name').notNull(),
    merged: jsonb().$type<MergedSupplier[]>().notNull(),
    /** Names of the others that were taught to the one that is left. */
    taught: jsonb().$type<NewDesignation[]>().notNull(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    undoneAt: instant('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
)

import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { obstacleKinds } from './contract.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A company's link to another system. Tokens are sealed (platform/encryption.ts, bound to the connection's id). */
export const connections = pgTable(
  'connections',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    connectorId: text('connector_id').notNull(),
    state: text({ enum: ['connected', 'disconnected'] }).notNull(),
    /** The other system's own number and name for the company. */
    tenantId: text('tenant_id'),
    tenantName: text('tenant_name'),
    /** Whose books they are (*organisationsnummer*), as written over there; of an accounting system only. */
    tenantNumber: text('tenant_number'),
    /** The number that a person has said to be right although the company's own is another. */
    acceptedNumber: text('accepted_number'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    expiresAt: instant('expires_at'),
    /** Counts refreshes, so that a waiter sees that somebody else refreshed. */
    tokenVersion: integer('token_version').notNull().default(0),
    refreshingUntil: instant('refreshing_until'),
    refreshedAt: instant('refreshed_at'),
    scopes: text().array().notNull(),
    lostReason: text('lost_reason'),
    connectedBy: uuid('connected_by'),
    connectedAt: instant('connected_at').notNull(),
    /** Up to when changes of the accounting system's invoices were read. */
    invoicesReadAt: instant('invoices_read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('one_connection_per_connector').on(table.companyId, table.connectorId),
    index('connections_by_tenant').on(table.connectorId, table.tenantId),
  ],
)

/** A consent under way: the state sent to the other side, good once and for ten minutes. */
export const consentStates = pgTable(
  'consent_states',
  {
    companyId: uuid('company_id').notNull(),
    state: text().notNull(),
    connectorId: text('connector_id').notNull(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Proof key (PKCE) of a source, sealed and bound to the state; null where the other side takes none. */
    keyVerifier: text('key_verifier'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.state] }),
    index('consent_states_by_state').on(table.state),
  ],
)

/** What the accounting system told us last: accounts, modes of payment, years…; and charts of other years, one row each. */
export const registers = pgTable(
  'registers',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    kind: text().notNull(),
    content: jsonb().notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.connectionId, table.kind] })],
)

/**
 * Supplier invoices as the accounting system lists them, whoever made them: for finding a number that is used and the
 * purchase that a refund belongs to. Kept up by asking for what changed, never by the row.
 */
export const knownInvoices = pgTable(
  'known_invoices',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** The accounting system's own. */
    number: text().notNull(),
    supplierNumber: text('supplier_number').notNull(),
    /** The supplier's own. */
    invoiceNumber: text('invoice_number'),
    reference: text(),
    day: date({ mode: 'string' }),
    currency: text().notNull(),
    /** Minor units of the currency; a credit invoice's is negative. */
    total: bigint({ mode: 'number' }).notNull(),
    isCancelled: boolean('is_cancelled').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.connectionId, table.number] }),
    index('known_invoices_by_supplier').on(table.companyId, table.connectionId, table.supplierNumber),
    index('known_invoices_by_number').on(table.companyId, table.connectionId, table.invoiceNumber),
  ],
)

/**
 * What the other side refused once and will refuse again until somebody there has changed something. `step` is the step of
 * a posting that met it, `day` the invoice's or payment's where that matters.
 */
export const obstacles = pgTable(
  'obstacles',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    kind: text({ enum: obstacleKinds }).notNull(),
    step: text().notNull(),
    serviceCode: text('service_code'),
    message: text(),
    day: date({ mode: 'string' }),
    metAt: instant('met_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.connectionId, table.kind, table.step] })],
)

/** How a company wants its invoices posted, as its settings page says. */
export const postingSettings = pgTable(
  'posting_settings',
  {
    companyId: uuid('company_id').notNull(),
    connectorId: text('connector_id').notNull(),
    usesWarehouse: boolean('uses_warehouse').notNull(),
    creditAccount: integer('credit_account'),
    paymentAccount: integer('payment_account'),
    modeOfPayment: text('mode_of_payment'),
    bookkeepInvoices: boolean('bookkeep_invoices').notNull(),
    payInvoices: boolean('pay_invoices').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.connectorId] })],
)

/** Which process sends now under a limit that the other side counts of all of them, and when its places are free. */
export const paces = pgTable('paces', {
  /** Connector and what it is counted of: the other side's own number for a company, a base, a person's account (paces.ts). */
  key: text().primaryKey(),
  holder: uuid(),
  heldUntil: instant('held_until').notNull(),
  /** In how many ms after `released_at`, when they were told last, each place that was not free will be. */
  busyMs: jsonb('busy_ms').$type<number[]>().notNull(),
  releasedAt: instant('released_at').notNull(),
  /** How many requests the holder begins at most before it has told its places anew; null: it tells them at the end only. */
  unheardOf: integer('unheard_of'),
  /** A holder that did not tell its places died: until then every place may have been used. */
  blockedUntil: instant('blocked_until').notNull(),
  /** The process that has asked for it first. */
  heir: uuid(),
  heirUntil: instant('heir_until'),
})

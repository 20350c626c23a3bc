import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { InvoicePayment, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import {
  approverRoles,
  runPhases,
  runStatuses,
  settlements,
  stepStates,
  steps,
  undoOutcomes,
  undoSteps,
} from './contract.ts'
import type { StepProblem } from './rules.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** One confirmed import on its way into the accounting system; a line of /app/transaction. */
export const runs = pgTable(
  'runs',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    importId: uuid('import_id').notNull(),
    /** How often the import had been opened again when it was confirmed: each confirmation is one run. */
    round: integer().notNull(),
    connectionId: uuid('connection_id').notNull(),
    source: text().notNull(),
    target: text().notNull(),
    performedBy: uuid('performed_by').notNull(),
    status: text({ enum: runStatuses }).notNull(),
    phase: text({ enum: runPhases }).notNull().default('posting'),
    /** Whose approval it needs and why; null: nobody's. */
    approverRole: text('approver_role', { enum: approverRoles }),
    approvalReason: text('approval_reason', { enum: ['template', 'amount'] }),
    decidedBy: uuid('decided_by'),
    decidedAt: instant('decided_at'),
    /** When it was last compared with what the accounting system has; null: to be compared before it goes on. */
    checkedAt: instant('checked_at'),
    /** Why it was not approved. */
    refusal: text(),
    undoneBy: uuid('undone_by'),
    undoStartedAt: instant('undo_started_at'),
    undoFinishedAt: instant('undo_finished_at'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    unique('one_run_per_confirmation').on(table.companyId, table.importId, table.round),
    index('runs_by_time').on(table.companyId, table.createdAt),
    // Looked for every minute among the runs of all companies.
    index('runs_unended').on(table.companyId, table.connectionId).where(sql`status in ('initiated', 'ongoing')`),
  ],
)

/** When a company's runs wait for another person; a company without one has no rule of its own. */
export const approvalRules = pgTable('approval_rules', {
  companyId: uuid('company_id').primaryKey(),
  /** öre in SEK */
  fromAmount: bigint('from_amount', { mode: 'number' }),
  approver: text({ enum: approverRoles }).notNull(),
})

/** One invoice to be posted: frozen as it was shown when the user confirmed. */
export const postings = pgTable(
  'postings',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid().notNull(),
    runId: uuid('run_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    position: integer().notNull(),
    rowNumber: integer('row_number').notNull(),
    /** The rows of the import that it was made of, by their ids there. */
    rowIds: integer('row_ids').array().notNull().default([]),
    text: text().notNull(),
    supplierName: text('supplier_name').notNull(),
    reference: text().notNull(),
    invoice: jsonb().$type<SupplierInvoice>().notNull(),
    payment: jsonb().$type<InvoicePayment>(),
    amount: bigint({ mode: 'number' }).notNull(),
    invoiceNumber: text('invoice_number'),
    voucher: text(),
    paymentNumber: text('payment_number'),
    /** How a person settled what stood still; `returned` ones are posted anew by another run, if at all. */
    settledAs: text('settled_as', { enum: settlements }),
    settledBy: uuid('settled_by'),
    settledAt: instant('settled_at'),
    settledNote: text('settled_note'),
    /** What became of it when the run was taken back, and why it was kept. */
    undoOutcome: text('undo_outcome', { enum: undoOutcomes }),
    undoProblem: jsonb('undo_problem').$type<StepProblem>(),
    creditNumber: text('credit_number'),
    creditVoucher: text('credit_voucher'),
    creditPaymentNumber: text('credit_payment_number'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex('one_posting_per_reference')
      .on(table.companyId, table.connectionId, table.reference)
      .where(sql`settled_as is distinct from 'returned'`),
    index('postings_made_anew')
      .on(table.companyId, table.connectionId, sql`split_part(reference, '.', 2)`)
      .where(sql`reference like '%.%'`),
    // Without the company, as those of the steps: of one that it expects no rows of, the database would look by these for a posting.
    index('postings_by_run').on(table.runId, table.position),
    index('postings_credit_without_voucher')
      .on(table.companyId, table.connectionId)
      .where(sql`credit_number is not null and credit_voucher is null`),
  ],
)

/** One request to be made for a posting. `sent` is written before the request leaves. */
export const postingSteps = pgTable(
  'posting_steps',
  {
    companyId: uuid('company_id').notNull(),
    postingId: uuid('posting_id').notNull(),
    ordinal: integer().notNull(),
    runId: uuid('run_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** Its posting's, so that what is to be done next is found among the steps alone. */
    position: integer().notNull().default(0),
    step: text({ enum: [...steps, ...undoSteps] }).notNull(),
    state: text({ enum: stepStates }).notNull(),
    /** Tries in a row that ended alike. */
    attempts: integer().notNull().default(0),
    /** The latest moment at which the last request may have left. */
    sentAt: instant('sent_at'),
    endedAt: instant('ended_at'),
    problem: jsonb().$type<StepProblem>(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.postingId, table.ordinal] }),
    index('posting_steps_by_run').on(table.runId, table.state),
    index('posting_steps_open').on(table.connectionId, table.state),
    index('posting_steps_created').on(table.connectionId, table.endedAt).where(sql`ordinal = 0 and state = 'done'`),
    // Few among the steps of all companies, and looked for every minute.
    index('posting_steps_sent_anew').on(table.endedAt).where(sql`state = 'done' and problem ->> 'code' = 'sent-anew'`),
  ],
)

/** Who may post over a connection now: one holder in the whole cluster, for as long as the lease lasts. */
export const lanes = pgTable(
  'lanes',
  {
    companyId: uuid('company_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    holder: uuid(),
    leaseUntil: instant('lease_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.connectionId] })],
)

import { z } from 'zod'
import { rowProblem } from '#kernel/problem-schemas.ts'
import { type VatType, vatTypes } from '#kernel/supplier-invoice.ts'
import { recognition, supplierSuggestion } from '#suppliers/contract.ts'
import { controlSum, counted, granularities, type ReadPurchase, type TargetField } from '#templates/contract.ts'

/** reading → checked → confirmed, and checked once more when rows come back; `failed`: the file cannot be read at all. */
export const importStates = ['reading', 'checked', 'confirmed', 'failed'] as const
export const rowStates = ['ready', 'attention', 'duplicate', 'skipped'] as const
export type RowState = (typeof rowStates)[number]

/** Rows of an import that it is given back as a workbook, which is written in memory; CSV is streamed and has no bound. */
export const mostInWorkbook = 20_000

/** What a file may be at the most. */
export const fileLimits = z.object({ megabytes: z.number(), rows: z.number().int(), columns: z.number().int() })

/** What is done in the accounting system for one invoice, in this order. */
export const postingSteps = ['create', 'bookkeep', 'create-payment', 'bookkeep-payment'] as const
export type PostingStep = (typeof postingSteps)[number]

/** Where a value came from: a cell, or a rule. */
export const origin = z.union([
  /** The Riksbank's rate, published that day. */
  z.object({ kind: z.literal('riksbank'), day: z.iso.date() }),
  z.object({ kind: z.literal('cell'), cells: z.array(z.string()) }),
  z.object({
    kind: z.enum(['edited', 'template', 'learned', 'supplier', 'setting', 'option', 'accounting-system', 'derived']),
  }),
])
export type Origin = z.infer<typeof origin>

export const importOptions = z.object({
  /** Payment and due date of every invoice; null: the row's own date. */
  paymentDate: z.iso.date().nullable(),
  /** Settings win over mapped fields. */
  settingsOverrideMapped: z.boolean(),
  /** Overrides of the company's settings for this import; null: as the settings say. */
  bookkeep: z.boolean().nullable(),
  pay: z.boolean().nullable(),
})
export type ImportOptions = z.infer<typeof importOptions>
export const changeOptionsRequest = importOptions.partial()

/** read = ready + attention + skipped + duplicate, counts and sums in öre, always. */
export const importTotals = z.object({
  read: counted,
  ready: counted,
  attention: counted,
  duplicate: counted,
  skipped: counted,
})
export type ImportTotals = z.infer<typeof importTotals>

export const importSummary = z.object({
  id: z.uuid(),
  templateId: z.uuid(),
  templateName: z.string(),
  granularity: z.enum(granularities),
  fileName: z.string(),
  state: z.enum(importStates),
  options: importOptions,
  totals: importTotals.nullable(),
  controlSums: z.array(controlSum),
  /** Warnings about the file as a whole, e.g. the same file was imported before, a hidden sheet was left out. */
  warnings: z.array(rowProblem),
  problem: rowProblem.nullable(),
  runId: z.uuid().nullable(),
  /** Open again for rows that came back; and whether it ever was, so that rows of an earlier run stay among `duplicate`. */
  isReopened: z.boolean(),
  isSentInParts: z.boolean(),
  /** What posting will do, once options and settings are weighed together. */
  steps: z.object({ bookkeep: z.boolean(), pay: z.boolean() }),
  /** Another one where anything is posted otherwise than before: amounts, suppliers, accounts, VAT, how it is paid. */
  fingerprint: z.string().nullable(),
  /** How many invoices the ready rows make: fewer than the rows where the template makes one of a whole sheet. */
  invoices: z.number().int(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
})
export type ImportSummary = z.infer<typeof importSummary>

/** The purchase that a refund takes back, and how it was found; `chosen` by a person. */
export const creditReasons = ['chosen', 'same-amount', 'latest-same-amount', 'only-one'] as const
export const creditOriginal = z.object({
  /** Names it in a choice: `invoice 4182` over there, `row 16` of this file, `purchase RV-…` on its way. */
  key: z.string(),
  /** The supplier's own number of it. */
  invoiceNumber: z.string().nullable(),
  /** The accounting system's, once it is there. */
  number: z.string().nullable(),
  date: z.iso.date(),
  currency: z.string(),
  /** Minor units of the currency. */
  total: z.number().int(),
  /** Where it stands in this file, or in another whose import is confirmed. */
  row: z.number().int().nullable(),
  file: z.string().nullable(),
  /** Our reference of its invoice, where the accounting system does not have that yet. */
  reference: z.string().nullable(),
  /** The credit invoice that somebody made there by hand, which takes all of it back; absent where there is none. */
  creditedBy: z.string().optional(),
})
export type CreditOriginal = z.infer<typeof creditOriginal>
export const creditTie = creditOriginal.extend({
  reason: z.enum(creditReasons),
  /**
   * What other refunds take back of it before this one, in minor units: `settled` those that were confirmed, which gave back
   * `vat` öre of what was deducted. Nothing where it is the first.
   */
  taken: z.object({ total: z.number().int(), settled: z.number().int(), vat: z.number().int() }).optional(),
})
export type CreditTie = z.infer<typeof creditTie>

/** What a row that is a purchase was read as; kept with the row, so that a check needs no file. `sheet` counts from 1. */
export type RowReading = ReadPurchase & { sheet: number } & Edited

/** What a person wrote in place of what the file says: the fields, and the VAT type, which no file has. */
export type Edited = { edited?: TargetField[]; vatType?: VatType; creditOf?: CreditTie }

/** What a person may write in a row, in the order of the grid's columns. */
export const editFields = [
  'invoiceDate',
  'merchant',
  'supplier',
  'account',
  'vatType',
  'vat',
  'persons',
  'total',
  'currency',
  'foreignAmount',
  'costCenter',
  'project',
  'dueDate',
  'paymentDate',
  'comments',
  /** Of a refund: which purchase it takes back (CreditOriginal.key); empty: none. */
  'creditOf',
] as const
export type EditField = (typeof editFields)[number]
/** As they are kept: days `YYYY-MM-DD`, amounts canonical decimal text, registers' own codes; empty: nothing, whatever the file says. */
export type RowEdits = Partial<Record<EditField, string>>

/** The accounting system's answer to an invoice, as posting tells it. */
export type ReturnReason = { code: string; serviceCode: string | null; message: string | null }

/** What the grid shows of a row besides its place and state. */
export const shownRow = z.object({
  date: z.string().nullable(),
  text: z.string(),
  merchant: z.string().nullable(),
  supplierNumber: z.string().nullable(),
  supplierName: z.string().nullable(),
  account: z.number().int().nullable(),
  /** öre; null where the VAT is reverse charged or there is no invoice. */
  vat: z.number().int().nullable(),
  vatType: z.enum(vatTypes).nullable(),
  /** öre in SEK, purchases positive. */
  amount: z.number().int().nullable(),
  currency: z.string().nullable(),
  isCredit: z.boolean(),
  /** Section of the file it stands in: card, holder, printed sum. */
  section: z.string().nullable(),
})
export type ShownRow = z.infer<typeof shownRow>

export const decisions = ['import-anyway', 'leave-out'] as const
export type Decision = (typeof decisions)[number]

/** One row of the file in the preview grid. */
export const importRow = shownRow.extend({
  /** Its place in the file, from 1 over all sheets. */
  id: z.number().int(),
  sheet: z.string(),
  number: z.number().int(),
  state: z.enum(rowStates),
  /** Why skipped, or what the attention is about; names a text in messages/problems. */
  problems: z.array(rowProblem),
  decision: z.enum(decisions).nullable(),
  /** What was written by hand in place of the file's values. */
  edits: z.partialRecord(z.enum(editFields), z.string()),
  /** Which of equal purchases of the day it is, from 1; null for rows that are no purchases. */
  occurrence: z.number().int().nullable(),
  /** The earlier import this is a duplicate of. */
  duplicateOf: z
    .object({ importId: z.uuid(), fileName: z.string(), row: z.number().int(), invoiceNumber: z.string().nullable() })
    .nullable(),
})
export type ImportRow = z.infer<typeof importRow>

/** The whole of one row: the cells as found, each field with its origin, and the posting to the last byte. */
export const importRowDetail = importRow.extend({
  cells: z.array(z.object({ letter: z.string(), value: z.string() })),
  fields: z.array(z.object({ field: z.string(), value: z.string(), origins: z.array(origin) })),
  accountRows: z.array(
    z.object({
      account: z.number().int(),
      name: z.string(),
      role: z.string(),
      debit: z.number().int(),
      credit: z.number().int(),
    }),
  ),
  isBalanced: z.boolean(),
  /** Of a refund: the purchase it takes back, and others that it could. */
  credit: z.object({ tie: creditTie.nullable(), candidates: z.array(creditOriginal) }).nullable(),
  /** Why the row has its supplier, where its text says it; null where the file or a person names the supplier. */
  recognised: recognition.nullable(),
  /** Suppliers that the merchant of a row without one resembles, each with its reason, best first. */
  suggestions: z.array(supplierSuggestion),
  /** The merchant's name as it is recognised by (UnmappedMerchant.normalised). */
  normalised: z.string().nullable(),
  /** How many rows of the file this invoice is made of. */
  rowsInInvoice: z.number().int(),
  steps: z.array(z.enum(postingSteps)),
  payment: z
    .object({ date: z.string(), account: z.number().int().nullable(), modeOfPayment: z.string().nullable() })
    .nullable(),
  /** The request body exactly as it will be sent. */
  request: z.unknown(),
})
export type ImportRowDetail = z.infer<typeof importRowDetail>

/** Values as typed; null takes an edit back, so that the file's own value stands again. */
export const fieldChanges = z.partialRecord(z.enum(editFields), z.string().trim().max(1000).nullable())
export type FieldChanges = z.infer<typeof fieldChanges>
const change = z.object({ decision: z.enum(decisions).nullable().optional(), fields: fieldChanges.optional() })
const required = { code: 'required' }
const changesSomething = (asked: z.infer<typeof change>) =>
  asked.decision !== undefined || Object.keys(asked.fields ?? {}).length > 0
/**
 * `remembers`: the supplier written in the row is meant by its merchant's text in every file. Without it that is so where
 * nobody was known by the text; where it meant another supplier the answer's lesson asks. `before`: refused unless so written.
 */
export const changeRowRequest = change
  .extend({ remembers: z.boolean().optional(), before: fieldChanges.optional() })
  .refine(changesSomething, { params: required })

/** Which rows of an import: all that are given are to fit. `problem` is a code, `q` is looked for in cells and supplier. */
export const rowFilter = z.object({
  state: z.enum(rowStates).optional(),
  q: z.string().trim().max(100).optional(),
  problem: z.string().max(60).optional(),
  supplier: z.string().max(60).optional(),
  account: z.coerce.number().int().optional(),
  edited: z.stringbool().optional(),
  /** Rows of the file: of this number, which each sheet has one of, and from this number on. */
  number: z.coerce.number().int().optional(),
  from: z.coerce.number().int().optional(),
})
export type RowFilter = z.infer<typeof rowFilter>

/** What rows can be put in order by; within equal ones, and where nothing is asked for, they stand as in the file. */
export const rowSorts = ['state', 'date', 'text', 'supplier', 'account', 'vat', 'amount'] as const
export const rowOrder = z.object({ sort: z.enum(rowSorts).optional(), isDown: z.stringbool().optional() })
export type RowOrder = { sort?: (typeof rowSorts)[number] | undefined; isDown?: boolean | undefined }

export const amountAnswers = ['as-read', 'as-refund'] as const
export type AmountAnswer = (typeof amountAnswers)[number]

/** POST /imports/{id}/rows/change: rows by id, or all that fit a filter, those not yet on the screen too. */
export const changeRowsRequest = change
  .extend({
    ids: z.array(z.number().int().min(1)).min(1).max(10_000).optional(),
    filter: rowFilter.extend({ edited: z.boolean().optional() }).optional(),
    /** Takes every edit of the rows back. */
    clearEdits: z.literal(true).optional(),
    /** Writes the day that the problem of a missing one names as the row's above. */
    dayAbove: z.literal(true).optional(),
    /** Writes the amount that was read, of rows whose problem asks for that: as it is, or as money back. */
    amountAsked: z.enum(amountAnswers).optional(),
    /** What the change, and no other, is called: whoever got no answer can ask for it again, and it is made once. */
    changeId: z.uuid().optional(),
  })
  .refine((asked) => changesSomething(asked) || asked.clearEdits || asked.dayAbove || asked.amountAsked, {
    params: required,
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), { params: required, path: ['ids'] })
export type ChangeRowsRequest = z.infer<typeof changeRowsRequest>
/** `left`: rows that cannot be changed so, of those named by id also headings and what is with posting. The last change of many rows can be undone, named by `changeId`. */
export const changeRowsAnswer = z.object({
  import: importSummary,
  changed: z.number().int(),
  left: z.number().int(),
  changeId: z.uuid(),
})
export const undoChangeRequest = z.object({ changeId: z.uuid() })
/** `kept`: rows that stay as they are, since what the change wrote in them was written over afterwards. */
export const undoChangeAnswer = importSummary.extend({ undone: z.number().int(), kept: z.number().int() })
/** That a merchant means a supplier: remembered (`isKept`), or to be asked about. `rows`: how many others it settles, of all imports that are not confirmed. */
export const rowLesson = z.object({
  merchant: z.string(),
  supplierName: z.string(),
  isKept: z.boolean(),
  rows: z.number().int(),
})
export type RowLesson = z.infer<typeof rowLesson>
/** The import, and the rows that came out differently: the one that was changed first, then those it is equal to. */
export const changeRowAnswer = importSummary.extend({ rows: z.array(importRow), lesson: rowLesson.nullable() })

/**
 * What the user was shown: how many invoices, for how much (öre), what is done with them, and by the summary's fingerprint
 * how each row is posted. When checking again gives anything else, nothing is posted.
 */
export const confirmRequest = z.object({
  invoices: z.number().int().min(1),
  sum: z.number().int().optional(),
  steps: z.object({ bookkeep: z.boolean(), pay: z.boolean() }).optional(),
  fingerprint: z.string().optional(),
})
export type ConfirmRequest = z.infer<typeof confirmRequest>
export const confirmAnswer = z.object({ runId: z.uuid() })

export const importRowList = z.object({ items: z.array(importRow), nextCursor: z.number().int().optional() })
export const importList = z.object({ items: z.array(importSummary), nextCursor: z.uuid().optional() })
/**
 * Which rows fit a filter, as runs of ids `[first, length, first, length, …]` in file order: what a list of a hundred
 * thousand rows is laid out by, before a window of it is fetched. `bands` are the rows that title or sum up a section.
 */
export const rowIndex = z.object({
  count: z.number().int(),
  /** How many of them are purchases that can be changed. */
  changeable: z.number().int(),
  runs: z.array(z.number().int()),
  bands: z.array(importRow),
  /** The import's rows stand in several sheets, each with numbers of its own. */
  hasSheets: z.boolean(),
})
export type RowIndex = z.infer<typeof rowIndex>

/** What rows can be filtered by, with how many each would leave, and rows that another open import holds too. */
const whole = z.number().int()
const problemGroup = z.object({ problem: rowProblem, rows: whole, sum: whole, isOne: z.boolean() })
export const rowGroups = z.object({
  problems: z.array(problemGroup),
  /** What is said of rows and stops none. */
  notes: z.array(problemGroup),
  suppliers: z.array(z.object({ number: z.string(), name: z.string(), rows: z.number().int() })),
  accounts: z.array(z.object({ account: z.number().int(), rows: z.number().int() })),
  /** `isOtherVersion`: as they stood in their source at another time. */
  elsewhere: z.array(
    z.object({
      ...{ importId: z.uuid(), fileName: z.string(), rows: whole, createdAt: z.iso.datetime() },
      isOtherVersion: z.boolean(),
    }),
  ),
})
export type RowGroups = z.infer<typeof rowGroups>

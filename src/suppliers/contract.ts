import { z } from 'zod'
import { textParams } from '#kernel/problem-schemas.ts'
import { vatTypes } from '#kernel/supplier-invoice.ts'

export const vatType = z.enum(vatTypes)
export const matchKinds = ['exact', 'starts-with', 'contains'] as const

export const designation = z.object({ id: z.uuid(), match: z.enum(matchKinds), text: z.string() })
export type Designation = z.infer<typeof designation>

/** A part of a name must be long enough not to be in everybody's. */
export const shortestPart = 3
export const newDesignation = z
  .object({ match: z.enum(matchKinds), text: z.string().trim().min(1).max(200) })
  .refine(({ match, text }) => match === 'exact' || text.length >= shortestPart, {
    path: ['text'],
    params: { code: 'designation-too-short' },
  })
export type NewDesignation = z.infer<typeof newDesignation>

const account = z.number().int().min(1000).max(9999).nullable()

export const mappedSupplier = z.object({
  id: z.uuid(),
  supplierNumber: z.string(),
  supplierName: z.string(),
  account,
  vatType: vatType.nullable(),
  designations: z.array(designation),
  updatedAt: z.iso.datetime(),
})
export type MappedSupplier = z.infer<typeof mappedSupplier>
export const mappedSupplierList = z.object({ items: z.array(mappedSupplier) })

/**
 * That whole texts which name nobody (`SWISH`, `PAYPAL 4029357733`) are to mean the supplier in every file: their rows may be
 * from anybody, so that without it new ones are refused as `designation-names-nobody`.
 */
const remembers = z.boolean().optional()

/**
 * PUT /mapped-suppliers: teaches that a text in files means this supplier, booked this way. Makes or updates. A text that
 * meant another supplier means this one from now on.
 */
export const mapSupplierRequest = z.object({
  supplierNumber: z.string().min(1).max(50),
  /** How it is booked: left out it stays as it is, and null takes it away. */
  account: account.optional(),
  vatType: vatType.nullable().optional(),
  /** New file designations to add. */
  designations: z.array(newDesignation).max(200),
  remembers,
})
export type MapSupplierRequest = z.infer<typeof mapSupplierRequest>

/** POST /mapped-suppliers/merges: the texts of `from` mean `into` from now on. */
export const mergeRequest = z
  .object({ into: z.uuid(), from: z.array(z.uuid()).min(1).max(50) })
  .refine(({ into, from }) => !from.includes(into), { path: ['from'], params: { code: 'merged-with-itself' } })
export const supplierMerge = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  intoId: z.uuid(),
  intoName: z.string(),
  /** Of those that were merged into it. */
  names: z.array(z.string()),
})
export type SupplierMerge = z.infer<typeof supplierMerge>
export const mergeList = z.object({ items: z.array(supplierMerge) })

/**
 * PATCH /mapped-suppliers/{id}: replaces what is given. A text that means another supplier is refused. `before`: the texts
 * as they were when the change of them began; what was taught or taken away since then stays so.
 */
export const changeMappedSupplierRequest = z.object({
  account: account.optional(),
  vatType: vatType.nullable().optional(),
  designations: z.array(newDesignation).max(200).optional(),
  before: z.object({ designations: z.array(designation.omit({ id: true })) }).optional(),
  remembers,
})
export type ChangeMappedSupplierRequest = z.infer<typeof changeMappedSupplierRequest>

/** POST /mapped-suppliers/test: which supplier a text in a file would get, and why. `place`: the city beside it. */
export const testTextRequest = z.object({
  text: z.string().trim().min(1).max(500),
  place: z.string().trim().max(200).optional(),
})
export const recognisedHows = [...matchKinds, 'spelling', 'cut-short'] as const
/** The supplier that a text means without anybody being asked, why, and how sure that is (from 0 to 1). */
export const recognition = z.object({
  supplierNumber: z.string(),
  supplierName: z.string(),
  how: z.enum(recognisedHows),
  /** The taught text that it was recognised by. */
  designation: z.string(),
  confidence: z.number(),
})
export type RecognisedSupplier = z.infer<typeof recognition>

export const suggestionReasons = [
  'same-name',
  'other-spelling',
  'other-country',
  'other-city',
  'same-beginning',
  'all-words',
  'misspelled',
  'common-words',
] as const
export type SuggestionReason = (typeof suggestionReasons)[number]
/** A supplier that a person is asked about. `like`: the name in the register, or the taught text, that it resembles. */
export const supplierSuggestion = z.object({
  supplierNumber: z.string(),
  supplierName: z.string(),
  confidence: z.number(),
  reason: z.enum(suggestionReasons),
  like: z.string(),
  isTaught: z.boolean(),
})
export type SupplierSuggestion = z.infer<typeof supplierSuggestion>

export const testTextAnswer = z.object({
  /** null: the text waits for a person. */
  recognised: recognition.nullable(),
  suggestions: z.array(supplierSuggestion),
})
export type TestTextAnswer = z.infer<typeof testTextAnswer>

/**
 * PUT /declined-suggestions: this merchant, however it is spelled, is not this supplier and the pair is suggested no more.
 * DELETE takes that back; so does mapping the merchant to the supplier.
 */
export const declinedSuggestion = z.object({
  merchant: z.string().trim().min(1).max(500),
  supplierNumber: z.string().min(1).max(50),
})

/**
 * POST /suppliers: creates a supplier in the accounting system. An active supplier of the same name answers 409 with the
 * error `supplier-exists` and its number, unless `force`.
 */
export const createSupplierRequest = z.object({
  name: z.string().trim().min(1).max(200),
  organisationNumber: z.string().trim().max(30).optional(),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  force: z.boolean().optional(),
})
export type CreateSupplierRequest = z.infer<typeof createSupplierRequest>

export const supplier = z.object({
  number: z.string(),
  name: z.string(),
  organisationNumber: z.string().nullable(),
  city: z.string().nullable(),
  isActive: z.boolean(),
  account: z.number().int().nullable(),
})
export type Supplier = z.infer<typeof supplier>
export const supplierList = z.object({ items: z.array(supplier) })

/** What can be wrong with a request about suppliers; each names a text in messages/suppliers (`suppliers_problem_…`). */
export const supplierProblems = [
  'supplier-unknown',
  'supplier-inactive',
  'supplier-exists',
  'supplier-being-created',
  'account-unknown',
  'account-inactive',
  'designation-taken',
  'designation-twice',
  'designation-names-nobody',
  'designation-too-short',
  'organisation-number-invalid',
  'supplier-number-missing',
  'supplier-twice',
  'account-unreadable',
  'vat-unreadable',
  'designation-too-long',
  'suppliers-changed',
  'supplier-mapped-again',
  'sheet-without-numbers',
  'sheet-column-twice',
  'sheet-id-unreadable',
  'sheet-mapping-gone',
  'sheet-number-differs',
  'sheet-name-differs',
  'changed-since-download',
] as const
export type SupplierProblem = (typeof supplierProblems)[number]

/**
 * The columns of the sheet that mapped suppliers are written to and read from; what a file leaves out stays as it is. The
 * id says which mapping a row is and how it was when the sheet was written.
 */
export const sheetColumns = [
  'number',
  'name',
  'exact',
  'starts-with',
  'contains',
  'account',
  'vat',
  'remove',
  'id',
] as const
export type SheetColumn = (typeof sheetColumns)[number]

const sheetMapping = mappedSupplier
  .pick({ supplierNumber: true, supplierName: true, account: true, vatType: true })
  .extend({ designations: z.array(z.object({ match: z.enum(matchKinds), text: z.string() })) })
const sheetSupplier = sheetMapping.extend({ row: z.number().int() })
export type SheetSupplier = z.infer<typeof sheetSupplier>
const sheetChange = z.object({ row: z.number().int(), before: sheetMapping, after: sheetMapping })
export type SheetChange = z.infer<typeof sheetChange>
/** Why a row of the sheet is not done; `code` names a text in messages/suppliers. */
const sheetProblem = z.object({
  row: z.number().int(),
  column: z.enum(sheetColumns),
  value: z.string(),
  code: z.enum(supplierProblems),
  params: textParams,
})
export type SheetProblem = z.infer<typeof sheetProblem>
/** POST /mapped-suppliers/sheet: what the sheet would do; `fingerprint` goes with the sheet when it is confirmed. */
export const sheetPlan = z.object({
  fingerprint: z.string(),
  added: z.array(sheetSupplier),
  changed: z.array(sheetChange),
  removed: z.array(sheetSupplier),
  /** Rows that say what is so already. */
  unchanged: z.number().int(),
  /** Mapped suppliers that the sheet leaves out; they stay as they are. */
  untouched: z.number().int(),
  refused: z.array(sheetProblem),
  /** Titles of columns that hold something and are none of `sheetColumns`: what stands in them is not read. */
  unread: z.array(z.string()),
})
export type SheetPlan = z.infer<typeof sheetPlan>
/** POST /mapped-suppliers/sheet/confirm: how many suppliers were mapped, changed and removed. */
export const sheetApplied = z.object({ added: z.number().int(), changed: z.number().int(), removed: z.number().int() })

import { z } from 'zod'

/** A column of the source by position, name and occurrence, since names repeat; or a value carried down from around the rows. */
export const columnRef = z.union([
  z.object({ kind: z.literal('column'), index: z.number().int().min(0), name: z.string(), occurrence: z.number().int().min(0) }),
  /** `card` and `holder` stand in section titles, `rate-note` in the row under a foreign purchase, `sheet` is the sheet's name. */
  z.object({ kind: z.literal('carried'), name: z.enum(['card', 'holder', 'section', 'sheet', 'rate-note']) }),
])
export type ColumnRef = z.infer<typeof columnRef>

/** Fields of the target system (Fortnox supplier invoice) that a row can fill. */
export const targetFields = [
  'merchant', 'invoiceDate', 'total', 'amountIn', 'amountOut', 'direction', 'currency', 'foreignAmount', 'rate', 'vatAmount',
  'dueDate', 'invoiceNumber', 'providerId', 'account', 'costCenter', 'project', 'comments', 'ourReference', 'yourReference', 'rowText', 'status', 'card',
] as const
export const targetField = z.enum(targetFields)
export type TargetField = z.infer<typeof targetField>

/** `when`: SEB Kort's `Utl.belopp/moms` is VAT where the row's currency is SEK and the foreign amount where it is not. */
export const fieldSource = z.union([
  z.object({ kind: z.literal('source'), from: columnRef, when: z.enum(['domestic', 'foreign']).optional() }),
  z.object({ kind: z.literal('join'), from: z.array(columnRef).min(1).max(6), separator: z.string().max(5) }),
  z.object({ kind: z.literal('constant'), value: z.string().max(200) }),
])
export type FieldSource = z.infer<typeof fieldSource>

export const numberFormats = ['auto', 'comma', 'dot'] as const // decimal mark; grouping is whatever else stands between digits
export const dateOrders = ['auto', 'ymd', 'dmy', 'mdy'] as const
/** as-is: purchases are positive; inverted: purchases are negative; two-columns: amountOut is a purchase, amountIn a refund; direction: a column says which. */
export const signRules = ['as-is', 'inverted', 'two-columns', 'direction'] as const

export const templateMapping = z.object({
  /** Names of the header row as found in the sample, in order: how the row is recognised in the next file. */
  header: z.array(z.string()),
  fields: z.partialRecord(targetField, fieldSource),
  numberFormat: z.enum(numberFormats),
  dateOrder: z.enum(dateOrders),
  signRule: z.enum(signRules),
  /** Values of the direction column that mean money out. */
  outgoingDirections: z.array(z.string()),
  /** Currency of `total` where no column says (the account's currency). */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Texts that make a row a payment to the card or another movement that is no purchase; compared case-folded from the start. */
  notInvoices: z.array(z.string()),
  /** The user has seen which fields stay empty. */
  emptyFieldsConfirmed: z.boolean(),
})
export type TemplateMapping = z.infer<typeof templateMapping>

export const template = z.object({
  id: z.uuid(),
  name: z.string(),
  bank: z.string(),
  sourceSystem: z.enum(['file', 'google-sheets', 'airtable']),
  targetSystem: z.string(),
  resource: z.enum(['supplier-invoice']),
  movement: z.enum(['import', 'export']),
  granularity: z.enum(['row', 'sheet']),
  sampleFileName: z.string(),
  mapping: templateMapping,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Template = z.infer<typeof template>

/** Multipart form fields of POST /templates; the sample comes as `file` (exactly one). */
export const createTemplateFields = z.object({
  name: z.string().trim().min(1).max(100),
  bank: z.string().trim().min(1).max(100),
  sourceSystem: z.enum(['file']),
  targetSystem: z.enum(['fortnox']),
  resource: z.enum(['supplier-invoice']),
  movement: z.enum(['import']),
  granularity: z.enum(['row', 'sheet']),
})
export type CreateTemplateFields = z.infer<typeof createTemplateFields>

/** Why a column was suggested; the browser turns it into a sentence. */
export const suggestionReason = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })

/** GET /templates/{id}/sample: what the mapping page shows beside the fields. */
export const templateSample = z.object({
  fileName: z.string(),
  kind: z.string(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  /** 1-based row of the first header. */
  headerRow: z.number().int().nullable(),
  columns: z.array(z.object({ ref: columnRef, letter: z.string(), label: z.string(), samples: z.array(z.string()), filled: z.number().int() })),
  rows: z.array(z.object({ number: z.number().int(), cells: z.array(z.string()) })),
  suggestions: z.array(z.object({ field: targetField, source: fieldSource, reason: suggestionReason, confidence: z.number().min(0).max(1) })),
  numberFormat: z.object({ suggested: z.enum(numberFormats), isAmbiguous: z.boolean() }),
  dateOrder: z.object({ suggested: z.enum(dateOrders), isAmbiguous: z.boolean() }),
  signRule: z.object({ suggested: z.enum(signRules), purchases: z.number().int(), refunds: z.number().int() }),
})
export type TemplateSample = z.infer<typeof templateSample>

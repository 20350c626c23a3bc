import { z } from 'zod'
import { fileEncodings } from '#kernel/file-encodings.ts'
import type { LocalDate } from '#kernel/local-dates.ts'

/** A sample is read again at every change of the mapping, so it stays small; imports take larger files. */
export const maxSampleMegabytes = 10

/** What files of rows are called, those that templates are made of and those that are imported; of which kind one is its bytes tell. */
export const fileEndings = ['.csv', '.txt', '.tsv', '.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.html', '.htm'] as const

/** Fields of the target system (Fortnox supplier invoice) that a row can fill; `fee` is part of what was paid. */
export const targetFields = [
  'merchant',
  'place', // the city, which is no part of the merchant's name
  /** Number or name in the accounting system's register; `merchant` is the text that a supplier is recognised by. */
  'supplier',
  'invoiceDate',
  'total',
  'fee',
  'amountIn',
  'amountOut',
  'direction',
  'currency',
  'accountCurrency',
  'foreignAmount',
  'rate',
  'vatAmount',
  'vatRate',
  /** How many took part in representation. */
  'persons',
  'dueDate',
  'paymentDate',
  'modeOfPayment',
  'invoiceNumber',
  'ocr',
  'providerId',
  'account',
  'costCenter',
  'project',
  'comments',
  'ourReference',
  'yourReference',
  'rowText',
  'status',
  'type',
  'card',
] as const
export const targetField = z.enum(targetFields)
export type TargetField = z.infer<typeof targetField>

/** A column of the source by position, name and occurrence, since names repeat; or a value carried down from around the rows. */
export const columnRef = z.union([
  z.object({
    kind: z.literal('column'),
    index: z.number().int().min(0),
    name: z.string(),
    occurrence: z.number().int().min(0),
  }),
  /** `card` and `holder` stand in section titles, `rate-note` in the row under a foreign purchase, `sheet` is the sheet's name. */
  z.object({ kind: z.literal('carried'), name: z.enum(['card', 'holder', 'section', 'sheet', 'rate-note']) }),
])
export type ColumnRef = z.infer<typeof columnRef>
export type MappedColumn = Extract<ColumnRef, { kind: 'column' }>

/** What some sources write inside a longer text; the rules behind each name stand in rules/cells/text-patterns.ts. */
export const textPatterns = [
  'digits',
  'last-four',
  'before-comma',
  'date-in-text',
  'amex-foreign-amount',
  'amex-foreign-currency',
  'id-kind',
] as const
export type TextPattern = (typeof textPatterns)[number]

const [mappedText, comparedTexts] = [z.string().max(200), z.array(z.string()).max(1000)] // a row is compared with each
/** A text and what stands in its place; applied in order, before the value is read as a date, a number or a name. */
export const replacement = z.object({
  match: z.enum(['contains', 'exact']),
  find: z.string().min(1).max(200),
  put: mappedText,
})
export type Replacement = z.infer<typeof replacement>
const replace = z.array(replacement).max(50).optional()

/** The first rule that a row meets gives the value. Texts are compared case-folded; of `has-figure` (1 to 9: an amount of 0,00 is none) the text says nothing. */
export const choiceRule = z.object({
  from: columnRef,
  match: z.enum(['contains', 'starts', 'equals', 'has-figure']),
  text: mappedText,
  value: mappedText,
})
export type ChoiceRule = z.infer<typeof choiceRule>

/** A fixed text between the columns that a field is put together of. */
export const textPart = z.object({ kind: z.literal('text'), text: mappedText })
export const joinPart = z.union([...columnRef.options, textPart])
export type JoinPart = z.infer<typeof joinPart>

/** `when`: SEB Kort's `Utl.belopp/moms` is VAT where the row's currency is SEK and the foreign amount where it is not. `swapped`: where `by` says `text` another column is read, or none. */
export const fieldSource = z.union([
  z.object({
    kind: z.literal('source'),
    from: columnRef,
    when: z.enum(['domestic', 'foreign']).optional(),
    swapped: z.object({ by: columnRef, text: mappedText, from: columnRef.nullable() }).optional(),
    replace,
  }),
  z.object({ kind: z.literal('pattern'), from: columnRef, pattern: z.enum(textPatterns), replace }),
  z.object({ kind: z.literal('join'), from: z.array(joinPart).min(1).max(6), separator: z.string().max(5), replace }),
  /** The first of the columns that holds something. */
  z.object({ kind: z.literal('first'), from: z.array(columnRef).min(1).max(6), replace }),
  z.object({ kind: z.literal('sum'), from: z.array(columnRef).min(1).max(6) }), // `Netto` and `Moms`, `Kr` and `Öre`
  z.object({ kind: z.literal('choose'), rules: z.array(choiceRule).min(1).max(100), otherwise: columnRef.nullable() }),
  z.object({ kind: z.literal('constant'), value: mappedText }),
])
export type FieldSource = z.infer<typeof fieldSource>

export const numberFormats = ['auto', 'comma', 'dot'] as const // decimal mark; grouping is whatever else stands between digits
export const dateOrders = ['auto', 'ymd', 'dmy', 'mdy'] as const
/** as-is: purchases are positive; inverted: purchases are negative; two-columns: amountOut is a purchase, amountIn a refund; direction: a column says which. */
export const signRules = ['as-is', 'inverted', 'two-columns', 'direction'] as const

export const templateMapping = z.object({
  /** Names of the header row as found in the sample, in order: how the row is recognised in the next file. */
  header: z.array(z.string()),
  /** A person said that there is no header: columns go by place, and a row that looks like one changes nothing. */
  columnsByPlace: z.boolean().optional(),
  /** Names of the sheets that are read, whatever their case; absent: every visible sheet. A text file has none to choose. */
  sheets: z.array(z.string().max(255)).max(1000).optional(),
  fields: z.partialRecord(targetField, fieldSource),
  numberFormat: z.enum(numberFormats),
  dateOrder: z.enum(dateOrders),
  signRule: z.enum(signRules),
  /** Values of the direction column that mean money out, and in besides the words of banks: any other is asked about. */
  outgoingDirections: comparedTexts,
  incomingDirections: comparedTexts.optional(),
  /** Currency of `total` where no column says (the account's currency). */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /**
   * A card's statement (default) or a bank account's: on an account, money in that is no refund of a card purchase is
   * `incoming` and becomes no credit invoice.
   */
  account: z.enum(['card', 'bank']).optional(),
  /** Values of the `type` field that are card purchases; rows of another type are other movements. Empty: every row counts. */
  purchaseTypes: comparedTexts.optional(),
  /** Texts that make a row a payment to the card or another movement that is no purchase; compared case-folded from the start. */
  notInvoices: comparedTexts,
  /** Titles of the sections whose rows are purchases, in files that have sections; empty: every section counts. */
  purchaseSections: z.array(z.string().max(100)).max(20).optional(),
  missingYear: z.enum(['latest']).optional(), // where the file nowhere says the month: the latest such day that has been
  /** How the file's letters are written, where it does not show by itself; a byte order mark in the file outweighs it. */
  encoding: z.enum(fileEncodings).optional(),
  /** The day of purchase stands in the text: `SAN FRANCISC/26-07-20`, `Kortköp 260301 Google Workspace`. */
  dateFromText: z.boolean().optional(),
  hasOwnStates: z.boolean().optional(), // a list of the company's own: rows that a state would leave out are asked about
  isSellersReport: z.boolean().optional(), // a payment service's to its seller; a month with sales alone does not show it
  isOfPurchases: z.boolean().optional(), // a person said so, of what looks like account rows, income or pay
  emptyFieldsConfirmed: z.boolean(), // the user has seen which fields stay empty
})
export type TemplateMapping = z.infer<typeof templateMapping>

/** What one invoice is made of: a row, or rows of one supplier, currency and VAT type in a sheet, the file or on a card. */
export const granularities = ['row', 'sheet', 'supplier', 'card'] as const
export type Granularity = (typeof granularities)[number]

export const template = z.object({
  id: z.uuid(),
  name: z.string(),
  bank: z.string(),
  sourceSystem: z.enum(['file', 'google-sheets', 'airtable']),
  targetSystem: z.string(),
  resource: z.enum(['supplier-invoice']),
  movement: z.enum(['import', 'export']),
  granularity: z.enum(granularities),
  sampleFileName: z.string(),
  mapping: templateMapping,
  /** Counts the saved mappings. */
  version: z.number().int(),
  /** What is imported through it is not sent before another person has approved it. */
  needsApproval: z.boolean(),
  /** Offered to all client companies of this firm. */
  isShared: z.boolean(),
  /** The firm that shares it, where it is another company's: then it can be used and copied, not changed. */
  sharedBy: z.object({ id: z.uuid(), name: z.string() }).nullable(),
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
  /** `export` reads the mapping backwards: the accounting system's invoices are written in the sample's columns. */
  movement: z.enum(['import', 'export']),
  granularity: z.enum(granularities),
})
export type CreateTemplateFields = z.infer<typeof createTemplateFields>

/** What a template that is saved as a file says it is. */
export const templateFileKind = { format: 'radvis-template', version: 1 } as const

/** Why a row of the file is no invoice; each names a text in messages/problems. */
export const skipReasons = [
  'heading',
  'header',
  'section-title',
  'printed-total',
  'rate-note',
  'payment-to-card',
  'pending',
  'zero-amount',
  'balance-row',
  'incoming',
  'other-movement',
  'blank-date-and-amount',
  'preamble',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** Null where a row has none. */
type PlainText = 'invoiceNumber' | 'providerId' | 'account' | 'costCenter' | 'project' | 'comments' | 'rowText' | 'card'
export type ReadFields = Record<PlainText | 'ourReference' | 'yourReference', string | null> & {
  merchant: string
  invoiceDate: LocalDate
  /** Öre, purchases positive, as the file says it where the account is kept in SEK; else null. */
  amountSek: number | null
  /** Of the purchase: the foreign currency where `foreignAmount` is known, else the account's. */
  currency: string
  /** Minor units of `currency`, signed as the amount. */
  foreignAmount: number | null
  /** Account currency per unit of `currency`, canonical decimal text; where `amountSek` is null as the file writes it. */
  rate: string | null
  /** Minor units of the account's currency, signed as the amount. */
  vatAmount: number | null
  dueDate: LocalDate | null
  /** The following stand only where the template maps them, so that a million rows carry no empty ones. */
  supplier?: string
  place?: string
  /** Percent as canonical decimal text. */
  vatRate?: string
  /** A whole number above zero. */
  persons?: string
  /** Of the amount what card or bank took for itself, above zero: minor units of the account's currency. */
  fee?: number
  paymentDate?: LocalDate
  modeOfPayment?: string
  ocr?: string
}

/** `cellsOf`: the cells each field was read from. `byTemplate`: fields whose text a rule of the template gave or changed. */
export type ReadPurchase = {
  fields: ReadFields
  cellsOf: Partial<Record<TargetField, string[]>>
  byTemplate?: TargetField[]
}

/** How many rows, and their sum in minor units of the account's currency. */
export const counted = z.object({ count: z.number().int(), sum: z.number().int() })
/** A total printed in the file against the rows it sums up; minor units of the account's currency. */
export const controlSum = z.object({
  /** Where the file has several, each with cells of its own. */
  sheet: z.string().optional(),
  cell: z.string(),
  label: z.string(),
  printed: z.number().int(),
  counted: z.number().int(),
  agrees: z.boolean(),
})
export type ControlSum = z.infer<typeof controlSum>

/** PATCH /templates/{id} */
export const changeTemplateRequest = z.object({
  name: z.string().trim().min(1).max(100).optional(),
  bank: z.string().trim().min(1).max(100).optional(),
  granularity: z.enum(granularities).optional(),
  needsApproval: z.boolean().optional(), // owners and admins only
})
export type ChangeTemplateRequest = z.infer<typeof changeTemplateRequest>

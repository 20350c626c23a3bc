import { z } from 'zod'

/** What the other side takes: Fortnox shows these three beside an invoice. */
export const receiptTypes = ['pdf', 'jpeg', 'png'] as const
export type ReceiptType = (typeof receiptTypes)[number]
export const receiptContentTypes: Readonly<Record<ReceiptType, string>> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
}
/** What others let through to Fortnox (midday-ai/midday). */
export const maxReceiptBytes = 10 * 2 ** 20
/** Of one request; more are sent in several. */
export const mostFiles = 20
export const mostFormBytes = maxReceiptBytes * mostFiles

/**
 * waiting: nobody has said which purchase it belongs to; matched: it has, and the invoice is waited for; attached: it is
 * at the invoice in the accounting system; rejected: the accounting system said no.
 */
export const receiptStates = ['waiting', 'matched', 'attached', 'rejected'] as const

/** What stands in the file, as far as it can be read, or as a person has told. Amounts are minor units. */
export const receiptFacts = z.object({
  amounts: z.array(z.object({ minor: z.number().int(), currency: z.string().nullable(), isTotal: z.boolean() })),
  dates: z.array(z.iso.date()),
  /** The text, folded, for finding merchants in. */
  text: z.string(),
})
export type ReceiptFacts = z.infer<typeof receiptFacts>

export const matchReasons = [
  'amount-is-total',
  'amount-found',
  'amount-in-sek',
  'same-day',
  'near-day',
  'merchant-found',
  'merchant-partly',
  'currency-same',
] as const
export type MatchReason = (typeof matchReasons)[number]

/** A purchase that was posted, as receipts are matched with it. */
export const purchase = z.object({
  reference: z.string(),
  runId: z.uuid(),
  text: z.string(),
  supplierName: z.string(),
  date: z.iso.date(),
  /** öre in SEK, refunds below zero. */
  amount: z.number().int(),
  currency: z.string(),
  /** Minor units of `currency`. */
  total: z.number().int(),
  /** Null until the invoice is made. */
  invoiceNumber: z.string().nullable(),
})
export type Purchase = z.infer<typeof purchase>

export const receiptMatch = z.object({
  purchase,
  confidence: z.number().min(0).max(1),
  reasons: z.array(z.enum(matchReasons)),
})
export type ReceiptMatch = z.infer<typeof receiptMatch>

export const receipt = z.object({
  id: z.uuid(),
  fileName: z.string(),
  type: z.enum(receiptTypes),
  bytes: z.number().int(),
  from: z.enum(['upload', 'mail']),
  /** Who sent the letter it came in. */
  sender: z.string().nullable(),
  state: z.enum(receiptStates),
  /** Amount and day as a person sees them: the likeliest of those found. */
  amount: z.object({ minor: z.number().int(), currency: z.string().nullable() }).nullable(),
  date: z.iso.date().nullable(),
  /** The purchase it belongs to. */
  purchase: purchase.nullable(),
  matchedBy: z.enum(['person', 'radvis']).nullable(),
  reasons: z.array(z.enum(matchReasons)),
  /** Where it waits: purchases it may belong to, likeliest first. */
  suggestions: z.array(receiptMatch),
  problem: z.object({ code: z.string(), message: z.string().nullable() }).nullable(),
  createdAt: z.iso.datetime(),
})
export type Receipt = z.infer<typeof receipt>
export const receiptList = z.object({ items: z.array(receipt), nextCursor: z.uuid().optional() })

/** POST /receipts: each file on its own, in their order; one that is refused does not keep the others out. */
export const uploadAnswer = z.object({
  items: z.array(
    z.object({
      fileName: z.string(),
      receipt: receipt.nullable(),
      /** `file-too-large`, `receipt-unsupported`, `receipt-there-already`, `empty`, `too-many-files`. */
      problem: z.string().nullable(),
    }),
  ),
})

/** PATCH /receipts/{id}: which purchase it belongs to (null: none of those), or what it says. */
export const changeReceiptRequest = z.object({
  reference: z.string().max(64).nullable().optional(),
  amount: z.object({ minor: z.number().int(), currency: z.string().regex(/^[A-Z]{3}$/) }).optional(),
  date: z.iso.date().optional(),
})
export type ChangeReceiptRequest = z.infer<typeof changeReceiptRequest>

export const missingList = z.object({ items: z.array(purchase), nextCursor: z.string().optional() })
/** Null where no receiver is configured. */
export const receiptAddress = z.object({ address: z.string().nullable() })

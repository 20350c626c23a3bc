import { z } from 'zod'
import { vatTypes } from '#kernel/supplier-invoice.ts'
import { supplierSuggestion } from '#suppliers/contract.ts'

/** A merchant text that no supplier is known for, with how much hangs on it. */
export const unmappedMerchant = z.object({
  merchant: z.string(),
  normalised: z.string(),
  /** Every name gathered here, `normalised` among them: other letters, cities behind it, texts cut short. */
  spellings: z.array(z.string()),
  /** Exact designations that settle all of them: `merchant`, and names gathered here that nobody would know by it. */
  designations: z.array(z.string()),
  rows: z.number().int(),
  sum: z.number().int(),
  /** Suppliers whose name resembles it, best first. */
  suggestions: z.array(supplierSuggestion),
})
export type UnmappedMerchant = z.infer<typeof unmappedMerchant>
export const unmappedMerchantList = z.object({ items: z.array(unmappedMerchant) })
/** The same over all imports that are not confirmed; `imports` are those it stands in, most rows first. */
export const waitingMerchant = unmappedMerchant.extend({ imports: z.array(z.uuid()) })
export type WaitingMerchant = z.infer<typeof waitingMerchant>
export const waitingMerchantList = z.object({ items: z.array(waitingMerchant) })

/** Where a proposed account, and a proposed VAT type, is known from. */
export const accountReasons = ['register', 'earlier-rows'] as const
export const vatReasons = ['earlier-rows', 'eu', 'outside-eu'] as const
/** GET /suppliers/{number}/proposal: how a supplier that nobody mapped yet might be booked, and why; a person chooses. */
export const bookingProposal = z.object({
  account: z.object({ account: z.number().int(), reason: z.enum(accountReasons), rows: z.number().int() }).nullable(),
  vat: z
    .object({
      vatTypes: z.array(z.enum(vatTypes)),
      reason: z.enum(vatReasons),
      rows: z.number().int(),
      country: z.string().nullable(),
    })
    .nullable(),
})
export type BookingProposal = z.infer<typeof bookingProposal>

/** POST /mapped-suppliers/preview: `more` merchants than the shown ones; `supplierName` of who has them now. */
export const designationPreview = z.object({
  rows: z.number().int(),
  merchants: z.array(z.object({ merchant: z.string(), supplierName: z.string().nullable(), rows: z.number().int() })),
  more: z.number().int(),
})
export type DesignationPreview = z.infer<typeof designationPreview>

/** GET /mapped-suppliers/use. `openRows`: those of imports not confirmed yet; `lastUsed`: when the last file with it came. */
export const supplierUse = z.object({
  supplierNumber: z.string(),
  rows: z.number().int(),
  openRows: z.number().int(),
  lastUsed: z.iso.datetime(),
})
export type SupplierUse = z.infer<typeof supplierUse>
export const supplierUseList = z.object({ items: z.array(supplierUse) })

/** GET /mapped-suppliers/stopped: a supplier that each of the last files of a template held and the newest does not. */
const stoppedSupplier = z.object({
  supplierNumber: z.string(),
  supplierName: z.string(),
  templateName: z.string(),
  /** How many files in a row it was found in. */
  files: z.number().int(),
  lastFile: z.string(),
  newestImportId: z.uuid(),
  newestFile: z.string(),
  /** Texts that wait for a supplier and resemble it. */
  resembling: z.array(z.string()),
})
export type StoppedSupplier = z.infer<typeof stoppedSupplier>
export const stoppedSupplierList = z.object({ items: z.array(stoppedSupplier) })

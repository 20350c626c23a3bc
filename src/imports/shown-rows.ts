import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type PostingGround, wantedSteps } from './rules/posting-ground.ts'

/** One number for what the ready rows of an import are posted as; it is counted on the walk that sums them. */
export const hashOfReady = sql<string>`coalesce(bit_xor(hash_record_extended(
  row(id, supplier_number, account, vat_type, vat, amount, invoice_number, occurrence, edits, credit_of), 0
)) filter (where state = 'ready'), 0)::text`

/**
 * Names what a person sees before confirming, down to each row's account and VAT: where it is another one by then, something
 * was changed (ImportSummary.fingerprint).
 */
export function fingerprintShown(hash: bigint, ground: PostingGround): string {
  const { settings, options, supplierDebtAccount, inputVatAccount, payment } = ground
  const { paymentDate, settingsOverrideMapped } = options
  const posted = [wantedSteps(settings, options), settings.usesWarehouse, paymentDate, settingsOverrideMapped]
  return createHash('sha256')
    .update(JSON.stringify([String(hash), supplierDebtAccount, inputVatAccount, payment, ...posted]))
    .digest('base64url')
    .slice(0, 22)
}

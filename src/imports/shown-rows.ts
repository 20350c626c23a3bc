import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { bankCosts } from './rules/draft-invoice.ts'
import { type PostingGround, wantedSteps } from './rules/posting-ground.ts'

/** What a row is posted as. */
const hashes = [
  "hashtextextended(coalesce(supplier_number, ''), seed)",
  "hashtextextended(coalesce(vat_type, ''), seed)",
  "hashtextextended(coalesce(invoice_number, ''), seed)",
  'hashint4extended(coalesce(account, -1), seed)',
  'hashint4extended(coalesce(occurrence, -1), seed)',
  'hashint8extended(coalesce(vat, -9e18::bigint), seed)',
  'hashint8extended(coalesce(amount, -9e18::bigint), seed)',
]
const further = 'coalesce(jsonb_hash_extended(edits, id), 0) # coalesce(jsonb_hash_extended(credit_of, -id), 0)'

/**
 * One number for what the ready rows of an import are posted as; it is counted on the walk that sums them. Each value's hash
 * is the seed of the next one's: PostgreSQL's own hash of a record takes longer than the rest of the walk.
 */
export const hashOfReady = sql<string>`coalesce(bit_xor(${sql.raw(
  `${hashes.reduce((seed, hash) => hash.replace('seed', seed), 'id')} # ${further}`,
)}) filter (where state = 'ready'), 0)::text`

/**
 * Names what a person sees before confirming, down to each row's account and VAT: where it is another one by then, something
 * was changed (ImportSummary.fingerprint).
 */
export function fingerprintShown(hash: bigint, ground: PostingGround): string {
  const { settings, options, supplierDebtAccount, inputVatAccount, payment } = ground
  const { paymentDate, settingsOverrideMapped } = options
  const steps = wantedSteps(settings, options)
  const posted = [steps, settings.usesWarehouse, paymentDate, settingsOverrideMapped, ...rowsDependOn(ground, steps)]
  return createHash('sha256')
    .update(JSON.stringify([String(hash), supplierDebtAccount, inputVatAccount, payment, ...posted]))
    .digest('base64url')
    .slice(0, 22)
}

/**
 * What the accounting system has that decides rows and steps beside the row itself: the method of each year, by which
 * account each mode pays (a file may name its own), where cost centre and project follow onto other rows than the cost's,
 * and whether bank costs have an account of their own. Charts of other years are read later than the file, so they are left out.
 */
function rowsDependOn(
  { financialYears, modesOfPayment, charts, currentYear }: PostingGround,
  { pay }: { pay: boolean },
): unknown[] {
  const chart = currentYear === null ? undefined : charts.get(currentYear)
  const demanding = [...(chart?.values() ?? [])].flatMap(({ number, costCenterRule, projectRule }) =>
    costCenterRule === 'mandatory' || projectRule === 'mandatory' ? [[number, costCenterRule, projectRule]] : [],
  )
  const modes = pay ? [...modesOfPayment.values()].map(({ code, name, account }) => [code, name, account]).sort() : []
  return [
    financialYears.map(({ id, method }) => [id, method]),
    modes,
    demanding,
    chart?.get(bankCosts)?.isActive ?? false,
  ]
}

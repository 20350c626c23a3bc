import { withBreaks } from '#kernel/with-breaks.ts'
import { withCompany } from '#platform/database.ts'
import type { Purchase, Receipt } from './contract.ts'
import { listOpenPurchases } from './match-waiting.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import { matchReceipt } from './rules/match-receipt.ts'
import type { ReceiptRecord } from './store.ts'

/** Receipts with their purchases, and with suggestions where they wait. */
export async function describeReceipts(
  deps: ReceiptsDeps,
  companyId: string,
  records: readonly ReceiptRecord[],
): Promise<Receipt[]> {
  const references = records.flatMap(({ reference }) => reference ?? [])
  const taken = await withCompany(deps.db, companyId, (tx) => deps.posting.findPurchases(tx, companyId, references))
  const byReference = new Map(taken.map((one) => [one.reference, one]))
  const isAsked = records.some(({ state }) => state === 'waiting')
  const open = isAsked ? await listOpenPurchases(deps, companyId) : []
  return withBreaks(describeEach(records, byReference, open))
}

/** Stops after every receipt. */
function* describeEach(
  records: readonly ReceiptRecord[],
  byReference: ReadonlyMap<string, Purchase>,
  open: readonly Purchase[],
): Generator<undefined, Receipt[]> {
  const described: Receipt[] = []
  for (const record of records) {
    yield
    described.push(describe(record, byReference.get(record.reference ?? '') ?? null, open))
  }
  return described
}

function describe(record: ReceiptRecord, purchase: Purchase | null, open: readonly Purchase[]): Receipt {
  const { id, fileName, type, bytes, from, sender, state, facts, matchedBy, reasons, declined, problem } = record
  const candidates = open.filter(({ reference }) => !declined.includes(reference))
  const amount = facts.amounts.find(({ isTotal }) => isTotal) ?? largest(facts.amounts)
  return {
    ...{ id, fileName, type, bytes, from, sender, state, matchedBy, reasons, problem },
    amount: amount ? { minor: amount.minor, currency: amount.currency } : null,
    date: facts.dates[0] ?? null,
    purchase: purchase && shown(purchase),
    suggestions:
      state === 'waiting'
        ? matchReceipt(facts, candidates).map((match) => ({ ...match, purchase: shown(match.purchase) }))
        : [],
    createdAt: record.createdAt.toISOString(),
  }
}

function largest(amounts: ReceiptRecord['facts']['amounts']) {
  return amounts.toSorted((a, b) => Math.abs(b.minor) - Math.abs(a.minor))[0]
}

export function shown(purchase: Purchase): Purchase {
  const { reference, runId, text, supplierName, date, amount, currency, total, invoiceNumber } = purchase
  return { reference, runId, text, supplierName, date, amount, currency, total, invoiceNumber }
}

import { isDeepStrictEqual } from 'node:util'
import { withBreaks } from '#kernel/with-breaks.ts'
import { withCompany } from '#platform/database.ts'
import type { PostedPurchase } from '#posting/index.ts'
import type { Purchase, ReceiptMatch } from './contract.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import { receiptPages } from './receipt-pages.ts'
import { certainMatch, matchReceipt } from './rules/match-receipt.ts'
import { changeReceipt, listTaken, listToMatch, lockReceipt, type ReceiptRecord } from './store.ts'

/** Purchases are matched for so long; older ones have their receipts or never get them. */
const lookBackMs = 120 * 86_400_000
const mostPurchases = 5000
/** Receipts of a financial year may come before its purchases are posted; what waits for longer waits for a person. */
const waitsMs = 400 * 86_400_000

/** The latest purchases without a receipt, or a page of them. */
export async function listOpenPurchases(
  deps: ReceiptsDeps,
  companyId: string,
  page: { before: string | null; limit: number } = { before: null, limit: mostPurchases },
): Promise<(PostedPurchase & { id: string })[]> {
  const since = new Date(deps.clock.now().getTime() - lookBackMs)
  return withCompany(deps.db, companyId, async (tx) => {
    const except = await listTaken(tx, companyId)
    return deps.posting.listPurchases(tx, companyId, { since, except, ...page })
  })
}

/** Gives receipts that wait their purchases, where Radvis is certain. */
export async function matchWaiting(deps: ReceiptsDeps, companyId: string, signal: AbortSignal): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - waitsMs)
  const pages = receiptPages((page) =>
    withCompany(deps.db, companyId, (tx) => listToMatch(tx, companyId, { since, ...page })),
  )
  let open: Purchase[] | null = null
  const taken = new Set<string>()
  for await (const waiting of pages) {
    open ??= await listOpenPurchases(deps, companyId)
    for (const { receipt, match } of await withBreaks(findMatches(waiting, open, taken))) {
      if (signal.aborted) return
      await saveMatch(deps, receipt, match)
    }
  }
}

/** Stops after every receipt. A purchase that one of them has is no other's: it is `taken`. */
function* findMatches(
  waiting: readonly ReceiptRecord[],
  open: readonly Purchase[],
  taken: Set<string>,
): Generator<undefined, { receipt: ReceiptRecord; match: ReceiptMatch }[]> {
  const found: { receipt: ReceiptRecord; match: ReceiptMatch }[] = []
  for (const receipt of waiting) {
    yield
    const candidates = open.filter(({ reference }) => !taken.has(reference) && !receipt.declined.includes(reference))
    const match = certainMatch(matchReceipt(receipt.facts, candidates))
    if (!match) continue
    taken.add(match.purchase.reference)
    found.push({ receipt, match })
  }
  return found
}

/** What a person has said of it since it was read goes before; what follows from that is found by the next sweep. */
async function saveMatch(deps: ReceiptsDeps, read: ReceiptRecord, { purchase, reasons }: ReceiptMatch): Promise<void> {
  const { companyId, id } = read
  await withCompany(deps.db, companyId, async (tx) => {
    const now = await lockReceipt(tx, companyId, id)
    if (!now || !isDeepStrictEqual(saidOf(now), saidOf(read))) return
    const { reference } = purchase
    await changeReceipt(tx, companyId, id, { state: 'matched', reference, matchedBy: 'radvis', reasons })
  })
}

function saidOf({ state, reference, facts, declined }: ReceiptRecord) {
  return { state, reference, facts, declined }
}

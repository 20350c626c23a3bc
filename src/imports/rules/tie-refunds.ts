import { purchaseOf } from '#kernel/invoice-reference.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { CreditOriginal, CreditTie } from '../contract.ts'

/** A refund; `total` as it is paid back, above zero. `chosen`: the key a person chose, empty for none. */
export type Refund = {
  id: number
  supplierNumber: string
  date: LocalDate
  currency: string
  total: number
  chosen: string | undefined
  /** It goes with the next confirmation; others wait for something. */
  isReady?: boolean
}
/** `ownReference`: ours, of whatever was posted through Radvis. */
export type Original = CreditOriginal & { supplierNumber: string; ownReference: string | null }
/** A refund of another import, or of this one before, that is posted or on its way. */
export type TakenBack = { tie: Pick<CreditTie, 'number' | 'reference'>; total: number; vat: number }

/** Purchases that a refund can take back: of the supplier, in its currency, not after it, and not smaller. The latest first. */
export function candidatesFor(refund: Takes, originals: readonly Original[]): Original[] {
  return latestFirst(originals).filter((one) => mayTakeBack(refund, one))
}

type Takes = Omit<Refund, 'id' | 'chosen'>

function mayTakeBack({ supplierNumber, currency, date, total }: Takes, one: Original): boolean {
  return one.supplierNumber === supplierNumber && one.currency === currency && one.date <= date && one.total >= total
}

function latestFirst(originals: readonly Original[]): Original[] {
  return originals.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
}

/**
 * Ties each refund to the purchase it takes back. What a person chose comes first; then a purchase of exactly the amount,
 * the latest where several are; then the only one that is large enough. Where several larger ones could be meant none is
 * taken: a wrong tie is worse than none. What was taken back once, here or before, cannot be taken back again.
 */
export function tieRefunds(
  refunds: readonly Refund[],
  originals: readonly Original[],
  before: readonly TakenBack[] = [],
): Map<number, CreditTie | null> {
  const ties = new Map<number, CreditTie | null>()
  const taken = new Map<string, number>()
  const settled = settledOf(originals, before)
  for (const [key, { total }] of settled) taken.set(key, total)
  const left = (one: Original) => one.total - (taken.get(one.key) ?? 0)
  const candidatesOf = indexCandidates(originals)
  const take = (refund: Refund, found: { original: Original; reason: CreditTie['reason'] } | null) => {
    if (found) taken.set(found.original.key, (taken.get(found.original.key) ?? 0) + refund.total)
    ties.set(refund.id, found && tieOf(found.original, found.reason))
  }
  for (const refund of refunds.filter(({ chosen }) => chosen !== undefined)) {
    const original = candidatesOf(refund).all.find((one) => one.key === refund.chosen && mayTakeBack(refund, one))
    take(refund, original ? { original, reason: 'chosen' } : null)
  }
  for (const refund of refunds.filter(({ chosen }) => chosen === undefined)) {
    const { sameAmount, all } = candidatesOf(refund)
    const isFree = (one: Original) => left(one) >= refund.total && mayTakeBack(refund, one)
    take(refund, chooseSame(sameAmount.filter(isFree)) ?? chooseOnly(all, isFree))
  }
  return withTaken(refunds, ties, settled)
}

/** Where the candidates of each of thousands of refunds are looked for: the purchases are put in order once. */
function indexCandidates(originals: readonly Original[]) {
  const placeOf = ({ supplierNumber, currency }: Takes | Original) => `${supplierNumber}\n${currency}`
  const amountOf = (one: Takes | Original) => `${placeOf(one)}\n${one.total}`
  const inOrder = latestFirst(originals)
  const [ofSupplier, ofAmount] = [Map.groupBy(inOrder, placeOf), Map.groupBy(inOrder, amountOf)]
  return (refund: Refund) => ({
    sameAmount: ofAmount.get(amountOf(refund)) ?? [],
    all: ofSupplier.get(placeOf(refund)) ?? [],
  })
}

type Settled = ReadonlyMap<string, { total: number; vat: number }>

/** What was taken back of each purchase for good, and the VAT that went back with it. */
function settledOf(originals: readonly Original[], before: readonly TakenBack[]): Settled {
  const settled = new Map<string, { total: number; vat: number }>()
  const byNumber = Map.groupBy(originals, ({ number }) => number)
  const byPurchase = Map.groupBy(originals, ({ ownReference }) => ownReference && purchaseOf(ownReference))
  for (const { tie, total, vat } of before) {
    const alike = new Set([
      ...((tie.number !== null && byNumber.get(tie.number)) || []),
      ...((tie.reference !== null && byPurchase.get(purchaseOf(tie.reference))) || []),
    ])
    for (const { key } of [...alike].filter((original) => isOf(tie, original))) {
      const sum = settled.get(key) ?? { total: 0, vat: 0 }
      settled.set(key, { total: sum.total + total, vat: sum.vat + vat })
    }
  }
  return settled
}

/** What waits may never be confirmed, and comes after what is ready. */
function withTaken(
  refunds: readonly Refund[],
  ties: ReadonlyMap<number, CreditTie | null>,
  settled: Settled,
): Map<number, CreditTie | null> {
  const known = new Map(ties)
  const taken = new Map<string, number>()
  for (const { id, total } of refunds.toSorted((a, b) => Number(b.isReady ?? true) - Number(a.isReady ?? true))) {
    const tie = ties.get(id)
    if (!tie) continue
    const { total: before, vat } = settled.get(tie.key) ?? { total: 0, vat: 0 }
    const sum = taken.get(tie.key) ?? before
    taken.set(tie.key, sum + total)
    if (sum > 0) known.set(id, { ...tie, taken: { total: sum, settled: before, vat } })
  }
  return known
}

/** Our reference tells a purchase from before it had a number over there. */
function isOf({ number, reference }: TakenBack['tie'], original: Original): boolean {
  if (number !== null && original.number !== null) return number === original.number
  const { ownReference } = original
  return reference !== null && ownReference !== null && purchaseOf(reference) === purchaseOf(ownReference)
}

function chooseSame(same: readonly Original[]) {
  const [original] = same
  if (!original) return null
  return { original, reason: same.length === 1 ? 'same-amount' : 'latest-same-amount' } as const
}

function chooseOnly(candidates: readonly Original[], isFree: (one: Original) => boolean) {
  let only: Original | null = null
  for (const one of candidates) {
    if (!isFree(one)) continue
    if (only) return null
    only = one
  }
  return only && ({ original: only, reason: 'only-one' } as const)
}

function tieOf(
  { supplierNumber: _supplier, ownReference: _own, ...original }: Original,
  reason: CreditTie['reason'],
): CreditTie {
  return { ...original, reason }
}

/** What the credit invoice says of the purchase it takes back, in the books' own language. */
export function creditComment({ invoiceNumber, number, date }: CreditTie): string {
  const own = invoiceNumber === null ? '' : ` ${invoiceNumber}`
  return `Kreditfaktura till faktura${own}, ${date}${number === null ? '' : `, löpnummer ${number}`}`
}

import type { ControlSum } from '../../contract.ts'

/**
 * Sums of the file's blocks against the totals printed under them. In SEB Kort's file the first block holds payments,
 * interest and fees; its `Summa köp/uttag` is what the cards' blocks below come to, and its `Totalt belopp` both together,
 * or either what the block itself does; the former then without the payments, which are no purchases.
 */
export type ControlSums = {
  /** Begins a block unless the running one is still empty. */
  startBlock(): void
  nameBlock(isPurchases: boolean): void
  count(minor: number, isPayment?: boolean): void
  /** Of a row that is not booked yet: a formula below the rows adds it too. */
  countPending(minor: number): void
  print(total: { sheet: string; cell: string; label: string; printed: number; isPurchaseSum: boolean }): void
  /** Whether the block, or all before this row, has come to this: a figure alone on its row that equals it is a total. */
  isSum(minor: number, fewestRows?: number): boolean
  /** What is less than one of the block's rows is no total of them, where all have the same sign. */
  mayBeTotal(minor: number): boolean
  finish(file: { hasSheets: boolean }): ControlSum[]
}

type Block = {
  sum: number
  /** What of it is above zero, and what below. */
  above: number
  below: number
  largest: number
  payments: number
  pending: number
  rows: number
  isPurchases: boolean
  hasPurchaseSum: boolean
  isClosed: boolean
}
type Printed = {
  sheet: string
  cell: string
  label: string
  printed: number
  /** The block that it stands in, or under. */
  block: Block
  own: number
  /** What all rows above it come to, with and without payments, and with what is not booked yet. */
  above: readonly number[]
  /** Of the block, without payments. */
  unpaid: number
  addsPurchases: boolean
  isOnlyPurchases: boolean
}

/** `isUnsigned`: a column for each direction, or one that says it: totals then stand without the sign that rows are given. */
export function createControlSums(isUnsigned = false): ControlSums {
  let block: Block = newBlock()
  const blocks: Block[] = [block]
  const printed: Printed[] = []
  const startBlock = () => {
    if (block.rows === 0 && !block.isClosed) return
    block = newBlock()
    blocks.push(block)
  }
  const all = newBlock()
  const isOf = ({ sum, above, below, pending }: Block, minor: number) =>
    minor === sum ||
    minor === sum + pending ||
    (isUnsigned && [sum, above, below].some((one) => Math.abs(one) === Math.abs(minor)))
  const comesTo = (minor: number) => isOf(block, minor)
  return {
    startBlock,
    nameBlock(isPurchases) {
      startBlock()
      block.isPurchases = isPurchases
    },
    count(minor, isPayment = false) {
      if (block.isClosed) startBlock()
      addTo(block, minor, isPayment)
      addTo(all, minor, isPayment)
    },
    countPending(minor) {
      if (block.isClosed) startBlock()
      block.pending += minor
      all.pending += minor
    },
    print({ isPurchaseSum, ...total }) {
      const isOfOthers = isPurchaseSum && !block.isPurchases
      printed.push({
        ...total,
        block,
        above: [all.sum, all.sum - all.payments, all.sum + all.pending],
        own: comesTo(total.printed) ? total.printed : block.sum,
        unpaid: block.sum - block.payments,
        addsPurchases: !isPurchaseSum && block.hasPurchaseSum,
        isOnlyPurchases: isOfOthers,
      })
      if (isOfOthers) block.hasPurchaseSum = true
      if (!isPurchaseSum) block.isClosed = true
    },
    isSum: (minor, fewestRows = 0) =>
      (block.rows >= fewestRows && (comesTo(minor) || minor === block.sum - block.payments)) ||
      (all.rows >= Math.max(fewestRows, 1) && (isOf(all, minor) || minor === all.sum - all.payments)),
    mayBeTotal: (minor) => (block.above !== 0 && block.below !== 0) || Math.abs(minor) >= block.largest,
    finish({ hasSheets }) {
      const purchases = sumOf(blocks.filter(({ isPurchases }) => isPurchases))
      return printed.map(({ sheet, cell, label, printed: total, ...found }) => {
        const { block: its, own, unpaid, above, addsPurchases, isOnlyPurchases } = found
        const place = blocks.indexOf(its)
        const later = blocks.slice(place + 1).filter(({ rows }) => rows > 0)
        const statement = purchasesOfStatement(blocks, place)
        const whole = purchases === null ? own : isOnlyPurchases ? purchases : addsPurchases ? own + purchases : own
        const others = [
          own,
          ...above,
          ...(isOnlyPurchases ? [unpaid] : []),
          ...(statement === null ? [] : [isOnlyPurchases ? statement : own + statement]),
          // a total that stands above its rows
          ...(its.rows === 0 ? [later[0]?.sum ?? 0, later.reduce((sum, { sum: one }) => sum + one, 0)] : []),
        ]
        const counted = others.includes(total) ? total : whole
        return { ...(hasSheets && { sheet }), cell, label, printed: total, counted, agrees: total === counted }
      })
    },
  }
}

function addTo(block: Block, minor: number, isPayment: boolean): void {
  block.sum += minor
  if (minor > 0) block.above += minor
  else block.below += minor
  block.largest = Math.max(block.largest, Math.abs(minor))
  if (isPayment) block.payments += minor
  block.rows++
}

/** Null where no block is of purchases. */
function sumOf(blocks: readonly Block[]): number | null {
  return blocks.length === 0 ? null : blocks.reduce((sum, { sum: own }) => sum + own, 0)
}

/** Of one statement where several stand below each other: the blocks until the next that other events are printed in. */
function purchasesOfStatement(blocks: readonly Block[], place: number): number | null {
  const below = blocks.slice(place + 1)
  const next = below.findIndex(({ hasPurchaseSum }) => hasPurchaseSum)
  return sumOf((next < 0 ? below : below.slice(0, next)).filter(({ isPurchases }) => isPurchases))
}

function newBlock(): Block {
  return {
    sum: 0,
    above: 0,
    below: 0,
    largest: 0,
    payments: 0,
    pending: 0,
    rows: 0,
    isPurchases: false,
    hasPurchaseSum: false,
    isClosed: false,
  }
}

import type { ControlSum } from './reading.ts'

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
  print(total: { cell: string; label: string; printed: number; isPurchaseSum: boolean }): void
  /** Whether the block has come to this so far: a figure alone on its row that equals it is its total. */
  isBlockSum(minor: number, fewestRows?: number): boolean
  finish(): ControlSum[]
}

type Block = {
  sum: number
  /** What of it is above zero, and what below. */
  above: number
  below: number
  payments: number
  rows: number
  isPurchases: boolean
  hasPurchaseSum: boolean
  isClosed: boolean
}
type Printed = {
  cell: string
  label: string
  printed: number
  own: number
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
  const comesTo = (minor: number) =>
    minor === block.sum ||
    (isUnsigned && [block.sum, block.above, block.below].some((sum) => Math.abs(sum) === Math.abs(minor)))
  return {
    startBlock,
    nameBlock(isPurchases) {
      startBlock()
      block.isPurchases = isPurchases
    },
    count(minor, isPayment = false) {
      if (block.isClosed) startBlock()
      block.sum += minor
      if (minor > 0) block.above += minor
      else block.below += minor
      if (isPayment) block.payments += minor
      block.rows++
    },
    print({ isPurchaseSum, ...total }) {
      const isOfOthers = isPurchaseSum && !block.isPurchases
      printed.push({
        ...total,
        own: comesTo(total.printed) ? total.printed : block.sum,
        unpaid: block.sum - block.payments,
        addsPurchases: !isPurchaseSum && block.hasPurchaseSum,
        isOnlyPurchases: isOfOthers,
      })
      if (isOfOthers) block.hasPurchaseSum = true
      if (!isPurchaseSum) block.isClosed = true
    },
    isBlockSum: (minor, fewestRows = 0) => comesTo(minor) && block.rows >= fewestRows,
    finish() {
      const cards = blocks.filter(({ isPurchases }) => isPurchases)
      const purchases = cards.reduce((sum, { sum: own }) => sum + own, 0)
      return printed.map(({ cell, label, printed: total, own, unpaid, addsPurchases, isOnlyPurchases }) => {
        const whole = cards.length === 0 ? own : isOnlyPurchases ? purchases : addsPurchases ? own + purchases : own
        const counted = total === own ? own : isOnlyPurchases && total === unpaid ? unpaid : whole
        return { cell, label, printed: total, counted, agrees: total === counted }
      })
    },
  }
}

function newBlock(): Block {
  return {
    sum: 0,
    above: 0,
    below: 0,
    payments: 0,
    rows: 0,
    isPurchases: false,
    hasPurchaseSum: false,
    isClosed: false,
  }
}

import type { Receipt } from '#receipts/contract.ts'

const busyMs = 3_000
const slowMs = 30_000
/** A receipt that was just taken is matched in a moment, if Radvis can. */
const freshMs = 30_000
/** What has not changed for so long waits for something, such as an approval, that may take days. */
const patienceMs = 60_000

type Pages = readonly { items: readonly Pick<Receipt, 'state' | 'createdAt'>[] }[]

/** How soon receipts are asked for again, from what they were the last time; `pages` that are the same say that nothing changed. */
export function createReceiptPace(now: () => number = Date.now): (pages: Pages | undefined) => number | false {
  let seen: Pages | undefined
  let changedAt = 0
  return (pages) => {
    if (pages !== seen) {
      seen = pages
      changedAt = now()
    }
    const items = pages?.flatMap((page) => page.items) ?? []
    // By a clock that is an hour behind it would be fresh for an hour.
    const isFresh = ({ createdAt }: Pick<Receipt, 'createdAt'>) => Math.abs(now() - Date.parse(createdAt)) < freshMs
    if (items.some((one) => one.state === 'waiting' && isFresh(one))) return busyMs
    if (!items.some(({ state }) => state === 'matched')) return false
    return now() - changedAt < patienceMs ? busyMs : slowMs
  }
}

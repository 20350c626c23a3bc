import type { ReceiptRecord } from './store.ts'

const pageSize = 500

/** All receipts that `list` finds, newest first and a page at a time: those that wait for longest are behind the newest. */
export async function* receiptPages(
  list: (page: { before: string | null; limit: number }) => Promise<ReceiptRecord[]>,
): AsyncGenerator<ReceiptRecord[]> {
  let before: string | null = null
  for (;;) {
    const page = await list({ before, limit: pageSize })
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    before = page.at(-1)?.id ?? null
  }
}

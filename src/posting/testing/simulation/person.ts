import type { Books } from './books.ts'
import type { Random } from './random.ts'
import type { TokenServer } from './token-server.ts'

type Time = { now(): number; sleep(ms: number): Promise<void> }

/** Somebody who works in the accounting system meanwhile. */
export async function workInBooks(
  {
    time,
    random,
    books,
    tokens,
    tell,
  }: { time: Time; random: Random; books: Books; tokens: TokenServer; tell(line: string): void },
  untilMs: number,
): Promise<void> {
  while (time.now() < untilMs) {
    await time.sleep(random.between(300, 8_000))
    const invoice = books.invoices[random.between(0, Math.max(0, books.invoices.length - 1))]
    const act = random.between(1, 24)
    tell(`person ${act} ${invoice?.reference ?? ''}`)
    if (act === 1 && invoice) books.bookkeep(invoice.number)
    if (act === 2 && invoice && !invoice.isBookkept) invoice.isCancelled = true
    if (act === 3 && invoice)
      books.pay({ InvoiceNumber: invoice.number, Amount: invoice.total, PaymentDate: '2026-10-07' })
    if (act === 4) {
      const payment = books.payments.find((one) => !one.isBookkept && !one.isDeleted)
      if (payment) payment.isDeleted = true
    }
    if (act === 5) {
      books.lock(true)
      await time.sleep(random.between(100, 2_000))
      books.lock(false)
    }
    if (act === 6) tokens.revoke()
  }
}

/** Somebody who is told that the connection was lost, and connects again. */
export async function keepConnected(
  { time, random, tokens, tell }: { time: Time; random: Random; tokens: TokenServer; tell(line: string): void },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await time.sleep(random.between(500, 10_000))
    if (!tokens.memory.isLost()) continue
    await time.sleep(random.between(0, 60_000))
    tokens.connect()
    tell('person connects again')
  }
}

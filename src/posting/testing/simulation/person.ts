import type { Books } from './books.ts'
import type { Random } from './random.ts'
import type { TokensModel } from './tokens.ts'

type Time = { now(): number; sleep(ms: number): Promise<void> }

/** Somebody who works in the accounting system meanwhile, and connects again when the connection was lost. */
export async function actAsPerson(
  {
    time,
    random,
    books,
    tokens,
    tell,
  }: { time: Time; random: Random; books: Books; tokens: TokensModel; tell(line: string): void },
  untilMs: number,
): Promise<void> {
  while (time.now() < untilMs) {
    await time.sleep(random.between(300, 8_000))
    if (tokens.isLost()) {
      await time.sleep(random.between(1_000, 60_000))
      tokens.reconnect()
      tell('person connects again')
    }
    const invoice = books.invoices[random.between(0, Math.max(0, books.invoices.length - 1))]
    const act = random.between(1, 24)
    tell(`person ${act} ${invoice?.reference ?? ''}`)
    if (act === 1 && invoice) books.bookkeep(invoice.number)
    if (act === 2 && invoice && !invoice.isBookkept) invoice.isCancelled = true
    if (act === 3 && invoice)
      books.pay({ InvoiceNumber: invoice.number, Amount: Number(invoice.total), PaymentDate: '2026-10-07' }, true)
    if (act === 4) {
      const payment = books.payments.find((one) => !one.isBookkept && !one.isDeleted)
      if (payment) payment.isDeleted = true
    }
    if (act === 5) {
      books.lock(true)
      await time.sleep(random.between(100, 2_000))
      books.lock(false)
    }
    if (act === 6) tokens.refuseNext()
  }
  tokens.calmDown()
  await time.sleep(1_000) // a refresh under way may still be refused
  if (tokens.isLost()) tokens.reconnect()
}

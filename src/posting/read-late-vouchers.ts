import type { AccountingSession } from '#connectors/accounting-connector.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { voucherText } from './read-voucher.ts'
import {
  type ConnectionKey,
  type FoundVoucher,
  findWithoutVoucher,
  saveVouchers,
  type WithoutVoucher,
} from './voucher-store.ts'

/** So long after an invoice was made its voucher is asked for, at the end of each lane. */
const lateForMs = 24 * 3600_000
/** The other side's clock is not ours. */
const marginMs = 10 * 60_000
/** Payments have no list that tells their vouchers. */
const mostPayments = 20

/**
 * Asks once more for vouchers (*verifikationer*) that were told neither when the invoice was bookkept nor when it was read
 * right after it (read-voucher.ts). The list of what changed tells those of all invoices; nothing is asked where none is
 * missing. What fails here is asked for by the next lane: the books are as they should be.
 */
export async function readLateVouchers(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  key: ConnectionKey,
  session: AccountingSession,
): Promise<void> {
  try {
    const since = new Date(clock.now().getTime() - lateForMs)
    const missing = await withCompany(db, key.companyId, (tx) => findWithoutVoucher(tx, key, since))
    if (missing.length === 0) return
    const found = [...(await ofInvoices(session, missing)), ...(await ofPayments(session, missing))]
    await withCompany(db, key.companyId, (tx) => saveVouchers(tx, key, found))
  } catch (error) {
    log.warn({ err: error, ...key }, 'vouchers that are missing could not be read')
  }
}

async function ofInvoices(session: AccountingSession, missing: readonly WithoutVoucher[]): Promise<FoundVoucher[]> {
  const wanted = missing.filter(({ paymentNumber }) => paymentNumber === null)
  if (wanted.length === 0) return []
  const byNumber = new Map(wanted.map(({ id, invoiceNumber }) => [invoiceNumber, id]))
  const earliest = Math.min(...wanted.map(({ createdAt }) => createdAt?.getTime() ?? 0))
  const found: FoundVoucher[] = []
  for await (const invoices of session.listChangedInvoices(new Date(earliest - marginMs))) {
    for (const { number, isBookkept, voucher } of invoices) {
      const id = byNumber.get(number)
      if (id !== undefined && isBookkept && voucher) found.push({ id, voucher: voucherText(voucher) })
    }
    if (found.length >= byNumber.size) break
  }
  return found
}

/** In a cash year the voucher is the payment's. */
async function ofPayments(session: AccountingSession, missing: readonly WithoutVoucher[]): Promise<FoundVoucher[]> {
  const found: FoundVoucher[] = []
  for (const { id, paymentNumber } of missing.filter((one) => one.paymentNumber !== null).slice(0, mostPayments)) {
    const voucher = (await session.readPayment(paymentNumber ?? ''))?.voucher
    if (voucher) found.push({ id, voucher: voucherText(voucher) })
  }
  return found
}

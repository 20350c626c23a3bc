import type { AccountingSession } from '#connectors/accounting-connector.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, withCompany } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { voucherText } from '../steps/read-voucher.ts'
import {
  type ConnectionKey,
  type FoundVoucher,
  findCreditsWithoutVoucher,
  findWithoutVoucher,
  saveVouchers,
  type WithoutVoucher,
} from './voucher-store.ts'

/** So long after an invoice was made, or a credit invoice bookkept, its voucher is asked for, at the end of each lane. */
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
    const { missing, credits } = await withCompany(db, key.companyId, async (tx) => ({
      missing: await findWithoutVoucher(tx, key, since),
      credits: await findCreditsWithoutVoucher(tx, key, since),
    }))
    const found = [...(await ofInvoices(session, missing, credits)), ...(await ofPayments(session, missing))]
    await withCompany(db, key.companyId, (tx) => saveVouchers(tx, key, found))
  } catch (error) {
    log.warn({ err: error, ...key }, 'vouchers that are missing could not be read')
  }
}

async function ofInvoices(
  session: AccountingSession,
  missing: readonly WithoutVoucher[],
  credits: readonly WithoutVoucher[],
): Promise<FoundVoucher[]> {
  const wanted = [...missing.filter(({ paymentNumber }) => paymentNumber === null), ...credits]
  if (wanted.length === 0) return []
  const byNumber = new Map(wanted.map((one) => [one.invoiceNumber, { id: one.id, isCredit: credits.includes(one) }]))
  const earliest = Math.min(...wanted.map(({ createdAt }) => createdAt?.getTime() ?? 0))
  const found: FoundVoucher[] = []
  for await (const invoices of session.listChangedInvoices(new Date(earliest - marginMs))) {
    for (const { number, isBookkept, voucher } of invoices) {
      const posting = byNumber.get(number)
      if (posting && isBookkept && voucher) found.push({ ...posting, voucher: voucherText(voucher) })
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
    if (voucher) found.push({ id, voucher: voucherText(voucher), isCredit: false })
  }
  return found
}

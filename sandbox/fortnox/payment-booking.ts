import { type Ore, toSek } from './amounts.ts'
import { type Company, settingsOf } from './company.ts'
import { refuse } from './errors.ts'
import { bookVoucher, predefinedAccount, sumOf } from './ledger.ts'
import { localMinute } from './local-time.ts'
import type { InvoiceRecord, PaymentRecord, VoucherRow } from './records.ts'

/** Books a payment: the voucher takes the debt against the mode's account, and the invoice's balance goes down. */
export function bookkeepPayment(
  company: Company,
  payment: PaymentRecord,
  invoice: InvoiceRecord,
  now: Date,
): PaymentRecord {
  const mode = company.table('modesOfPayment').get(payment.modeOfPayment)
  if (mode === undefined) throw refuse('modeOfPaymentNotFound', payment.modeOfPayment)
  const settled = settledAmount(payment)
  const isCash = settingsOf(company).accountingMethod === 'CASH' && !invoice.booked
  const voucher = bookVoucher(
    company,
    {
      series: 'E',
      date: payment.paymentDate,
      description: `Leverantörsbetalning ${payment.number}, ${invoice.supplierName}`.slice(0, 200),
      referenceType: 'SUPPLIERPAYMENT',
      referenceNumber: String(payment.number),
      rows: withExchangeDifference(company, [
        ...(isCash
          ? costShare(invoice, settled)
          : [voucherRow(predefinedAccount(company, 'SUPDEBT', 'Leverantörsskulder'), debtShare(invoice, settled))]),
        ...payment.writeOffs.map((writeOff) =>
          voucherRow(writeOff.account, -toSek(writeOff.amount, payment.rate, invoice.unit), writeOff.text),
        ),
        voucherRow(mode.account, -payment.amount),
      ]),
    },
    now,
  )
  const booked: PaymentRecord = { ...payment, booked: true, voucher, modified: localMinute(now) }
  company.put('payments', payment.number, booked)
  const balance = invoice.balance - settled
  company.put('invoices', invoice.number, {
    ...invoice,
    balance,
    finalPayDate: balance === 0 ? payment.paymentDate : invoice.finalPayDate,
    modified: localMinute(now),
  })
  return booked
}

function settledAmount(payment: PaymentRecord): Ore {
  return payment.writeOffs.reduce((sum, writeOff) => sum + writeOff.amount, payment.amountCurrency)
}

/** What of the debt in SEK this payment takes away; the last payment takes all that is left. */
function debtShare(invoice: InvoiceRecord, settled: Ore): Ore {
  const debt = -sumOf(invoice.rows.filter((row) => row.code === 'TOT'))
  const paidBefore = invoice.total - invoice.balance
  return proportion(debt, paidBefore + settled, invoice.total) - proportion(debt, paidBefore, invoice.total)
}

/** By the cash method the payment books the invoice's own rows, in the share that is paid. */
function costShare(invoice: InvoiceRecord, settled: Ore): VoucherRow[] {
  const costs = invoice.rows.filter((row) => row.code !== 'TOT')
  const rows = costs.map((row) => ({
    ...voucherRow(row.account, proportion(row.debit - row.credit, settled, invoice.total), row.text),
    costCenter: row.costCenter,
    project: row.project,
  }))
  const rest = debtShare(invoice, settled) - sumOf(rows)
  const first = costs[0]
  return rest === 0 || first === undefined ? rows : [...rows, voucherRow(first.account, rest)]
}

function proportion(amount: Ore, part: Ore, whole: Ore): Ore {
  return whole === 0 ? 0 : toSek(amount, String(Math.abs(part)), Math.abs(whole)) * Math.sign(part) * Math.sign(whole)
}

function withExchangeDifference(company: Company, rows: VoucherRow[]): VoucherRow[] {
  const difference = sumOf(rows)
  if (difference === 0) return rows
  const account =
    difference > 0
      ? predefinedAccount(company, 'CURRENCYWIN', 'Valutakursvinster')
      : predefinedAccount(company, 'CURRENCYLOSS', 'Valutakursförluster')
  return [...rows, voucherRow(account, -difference)]
}

function voucherRow(account: number, amount: Ore, text = ''): VoucherRow {
  return { account, debit: Math.max(amount, 0), credit: Math.max(-amount, 0), costCenter: '', project: '', text }
}

import { counterReference, isCounter } from '#kernel/invoice-reference.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import { type KnownInvoice, numberAndAmountOf } from './hand-credits.ts'

type Numbered = { supplierNumber: string; invoiceNumber: string; total: number }

/** A supplier numbers its invoices and its credits apart: a credit may carry the number of what it takes back. */
const keyOf = ({ supplierNumber, invoiceNumber, total }: Numbered) =>
  `${supplierNumber} ${total < 0 ? '-' : '+'} ${invoiceNumber}`

/** The accounting system's number of the invoice that has a supplier's number, by supplier and number. */
export type UsedNumbers = ReadonlyMap<string, string>
export const noNumbers: UsedNumbers = new Map()

/** Numbers that stand there and were not credited whole: what was taken back may come again. */
export function findUsedNumbers(known: readonly KnownInvoice[]): UsedNumbers {
  const used = new Map<string, string>()
  for (const alike of Map.groupBy(known, numberAndAmountOf).values())
    for (const { number, supplierNumber, invoiceNumber, total } of withoutTakenBack(alike))
      if (invoiceNumber !== null) used.set(keyOf({ supplierNumber, invoiceNumber, total }), number)
  return used
}

/**
 * Of invoices and credits of one number and amount those that stand. A credit without a reference of its own takes one
 * invoice back, made by hand or by a run that was taken back; one with it is a refund, which has a row of its own in a file
 * as its purchase has: both numbers are used, until the refund is taken back by an invoice that names it
 * (posting/steps/counter-refund.ts).
 */
function withoutTakenBack(alike: readonly KnownInvoice[]): KnownInvoice[] {
  const counters = new Set(alike.flatMap(({ reference }) => (reference && isCounter(reference) ? [reference] : [])))
  const left = alike.filter(
    ({ reference }) => reference === null || !(counters.has(reference) || counters.has(counterReference(reference))),
  )
  const invoices = left.filter(({ total }) => total > 0)
  const references = new Set(invoices.map(({ reference }) => reference))
  const isRefund = ({ reference }: KnownInvoice) => reference !== null && !references.has(reference)
  const credits = left.filter((one) => one.total < 0 && !isRefund(one))
  const takenBack = new Set([...invoices.slice(0, credits.length), ...credits.slice(0, invoices.length)])
  return left.filter((one) => !takenBack.has(one))
}

/** An invoice that rows make, with the number that the file gives it; rows of one invoice share theirs. */
export type NumberedInvoice = {
  supplierNumber: string
  invoiceNumber: string
  isCredit: boolean
  rows: readonly { id: number; number: number }[]
}
/** A row of an import that was confirmed and whose invoice is not made yet. */
export type ClaimedNumber = Omit<NumberedInvoice, 'rows'> & { fileName: string; row: number }

/** Numbers that two invoices on their way have in common, on the rows of each: the accounting system has neither yet, so it cannot tell. */
export function findNumberClashes(
  invoices: readonly NumberedInvoice[],
  claimed: readonly ClaimedNumber[],
): Map<number, RowProblem> {
  const alike = Map.groupBy(invoices, identify)
  const before = new Map(claimed.map((one) => [identify(one), one]))
  return new Map(
    invoices.flatMap((invoice) => {
      const problem = clashOf(invoice, alike.get(identify(invoice)) ?? [], before.get(identify(invoice)))
      return problem ? invoice.rows.map(({ id }): [number, RowProblem] => [id, problem]) : []
    }),
  )
}

function clashOf(
  invoice: NumberedInvoice,
  alike: readonly NumberedInvoice[],
  earlier: ClaimedNumber | undefined,
): RowProblem | null {
  const { invoiceNumber: number } = invoice
  if (earlier) return { code: 'invoice-number-claimed', params: { number, file: earlier.fileName, row: earlier.row } }
  const other = alike.find((one) => one !== invoice)?.rows[0]
  return other ? { code: 'invoice-number-twice', params: { number, row: other.number } } : null
}

const identify = ({ supplierNumber, invoiceNumber, isCredit }: Omit<NumberedInvoice, 'rows'>) =>
  JSON.stringify([supplierNumber, isCredit, invoiceNumber])

/** What `findNumberClashes` says, which stops a row that is ready but for it. */
export const clashCodes: readonly string[] = ['invoice-number-twice', 'invoice-number-claimed']

/** A number that the file gives and that the supplier's invoice there has already; one of our making is no number of theirs. */
export function checkNumber(
  invoice: SupplierInvoice | null,
  fileNumber: string | null,
  used: UsedNumbers,
): RowProblem | null {
  if (!invoice?.invoiceNumber || fileNumber === null) return null
  const number = used.get(keyOf({ ...invoice, invoiceNumber: invoice.invoiceNumber }))
  return number === undefined ? null : { code: 'invoice-number-used', params: { number: fileNumber, invoice: number } }
}

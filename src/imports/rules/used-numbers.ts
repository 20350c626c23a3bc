import type { RowProblem } from '#kernel/row-problem.ts'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'

/** An invoice as the accounting system has it; `number` is the system's own. */
type Known = { number: string; supplierNumber: string; invoiceNumber: string | null; total: number }
type Numbered = { supplierNumber: string; invoiceNumber: string; total: number }

/** A supplier numbers its invoices and its credits apart: a credit may carry the number of what it takes back. */
const keyOf = ({ supplierNumber, invoiceNumber, total }: Numbered) =>
  `${supplierNumber} ${total < 0 ? '-' : '+'} ${invoiceNumber}`

/** The accounting system's number of the invoice that has a supplier's number, by supplier and number. */
export type UsedNumbers = ReadonlyMap<string, string>
export const noNumbers: UsedNumbers = new Map()

/** Numbers that stand there and were not credited whole: what was taken back may come again. */
export function findUsedNumbers(known: readonly Known[]): UsedNumbers {
  const used = new Map<string, string>()
  for (const { number, supplierNumber, invoiceNumber, total } of known) {
    if (invoiceNumber === null) continue
    const own = { supplierNumber, invoiceNumber, total }
    const isTakenBack = known.some(
      (other) =>
        other.supplierNumber === supplierNumber && other.invoiceNumber === invoiceNumber && other.total === -total,
    )
    if (!isTakenBack) used.set(keyOf(own), number)
  }
  return used
}

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

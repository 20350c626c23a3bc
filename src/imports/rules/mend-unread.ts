import { minorFromDecimal, multiplyRounded } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields } from '#templates/contract.ts'
import { nothingElseRead } from '#templates/rules/mapping/nothing-else-read.ts'
import type { EditField, RowEdits } from '../contract.ts'
import type { UnreadRow } from './unread-row.ts'

/** What stood in the way of reading a row and is not written by hand yet; then what is still missing. */
export function leftToMend(unread: UnreadRow, written: RowEdits): RowProblem[] {
  const left = unread.problems.filter((problem) => !isAnswered(problem, unread, written))
  if (left.length > 0) return left
  const { known } = unread
  const { amountSek, foreignAmount } = fieldsToMend(unread, written)
  const hasAmount = written.total !== undefined || amountSek !== null || foreignAmount !== null
  return [
    ...((written.invoiceDate ?? known?.invoiceDate ?? null) === null ? [{ code: 'date-missing' }] : []),
    ...((written.merchant ?? known?.merchant ?? null) === null ? [{ code: 'merchant-missing' }] : []),
    ...(hasAmount ? [] : [{ code: 'amount-missing' }]),
    ...besideToAsk(unread, written),
  ]
}

/** The fields of a row whose problems are answered, before what is written takes their place. */
export function fieldsToMend(unread: UnreadRow, written: RowEdits): Omit<ReadFields, 'merchant' | 'invoiceDate'> {
  const { known, amount } = unread
  const fields = {
    ...nothingElseRead,
    ...{ amountSek: known?.rest ? null : amount, currency: 'SEK', foreignAmount: null, ...known?.rest?.fields },
    ...{ card: known?.card ?? null, providerId: known?.providerId ?? null },
  }
  const sek = written.total === undefined ? null : minorFromDecimal(written.total, 'SEK')
  const amountBeside = amountOfFile(unread, fields, written)
  if (sek && amountBeside) atRateOf(fields, sek, amountBeside)
  // What was given back was written without the fee, which is booked on its own.
  if (sek && unread.problems.some(({ code }) => code === 'fee-above-refund')) delete fields.fee
  const isAbroad = fields.foreignAmount !== null || written.foreignAmount !== undefined
  return isAbroad ? fields : { ...fields, currency: 'SEK' }
}

/** VAT and a fee in kronor, of an amount that cost `sek`. */
export function atRateOf(fields: Pick<ReadFields, 'vatAmount' | 'fee'>, sek: number, amount: number): void {
  const toKronor = (minor: number) => multiplyRounded(minor, Math.abs(sek), Math.abs(amount))
  if (fields.vatAmount !== null) fields.vatAmount = toKronor(fields.vatAmount)
  if (fields.fee !== undefined) fields.fee = toKronor(fields.fee)
}

/** The amount in the file's own currency whose kronor a person wrote: read from the file, or written too. */
function amountOfFile(
  unread: UnreadRow,
  { amountSek, foreignAmount }: Pick<ReadFields, 'amountSek' | 'foreignAmount'>,
  written: RowEdits,
): number | null {
  const isOpen = isCurrencyOpen(unread)
  if (isOpen && amountSek && !isInKronor(written)) return amountSek
  if (amountSek !== null || foreignAmount !== null || !written.foreignAmount) return null
  const own = unread.known?.currency ?? 'SEK'
  const { currency = own } = written
  return currency !== 'SEK' && (isOpen || currency === own) ? minorFromDecimal(written.foreignAmount, currency) : null
}

/** VAT and a fee beside an amount that nobody could read, in a currency that is not the one the amount was written in by hand. */
function besideToAsk(unread: UnreadRow, written: RowEdits): RowProblem[] {
  const { known } = unread
  const fields = fieldsToMend(unread, written)
  const isOther = isCurrencyOpen(unread) ? !isInKronor(written) : known !== null && known.currency !== 'SEK'
  if (!isOther || fields.amountSek !== null || fields.foreignAmount !== null) return []
  if (amountOfFile(unread, fields, written) !== null) return []
  const cellOf = (field: 'vatAmount' | 'fee') => known?.rest?.cellsOf[field]?.[0]
  return [
    ...(fields.vatAmount && written.vat === undefined ? [{ code: 'vat-unreadable', cell: cellOf('vatAmount') }] : []),
    ...(fields.fee ? [{ code: 'fee-in-other-currency', cell: cellOf('fee') }] : []),
  ]
}

const isInKronor = ({ currency }: RowEdits) => currency === 'SEK'

const isOfCurrency = ({ code, params }: RowProblem) =>
  code === 'currency-unreadable' ||
  code === 'amount-in-other-currency' ||
  (code === 'column-missing' && params?.field === 'currency')

/** Nobody knows yet which currency the amount is in, nor what stands beside it. */
function isCurrencyOpen({ problems }: UnreadRow): boolean {
  return problems.some(isOfCurrency)
}

/**
 * Each problem is answered by what is written in its own place, and by nothing else: an edit of the comment says nothing of
 * an amount of VAT. What is doubted about a row as a whole is answered by its amount, as its text says.
 */
function isAnswered(problem: RowProblem, { known }: UnreadRow, written: RowEdits): boolean {
  const { code, params } = problem
  const has = (field: EditField) => written[field] !== undefined
  if (isOfCurrency(problem)) return has('total') || isInKronor(written)
  // Status, type, id and card cannot be written, and a formula without a result says none of them.
  if (code === 'formula-failed') return false
  if (code === 'column-missing' && (params?.field === 'merchant' || params?.field === 'invoiceDate'))
    return has(params.field)
  if (code === 'merchant-missing') return has('merchant')
  if (code === 'persons-unreadable') return has('persons')
  if (code === 'vat-exceeds-total' && !has('vat')) {
    const total = minorFromDecimal(written.total ?? '0', 'SEK') ?? 0
    return Math.abs(total) > Math.abs(known?.rest?.fields.vatAmount ?? Number.POSITIVE_INFINITY)
  }
  if (code.startsWith('vat-')) return has('vat')
  if (code.startsWith('foreign-amount-')) return has('foreignAmount') || isInKronor(written)
  if (code.startsWith('date-'))
    return has(params?.field === 'dueDate' || params?.field === 'paymentDate' ? params.field : 'invoiceDate')
  return has('total')
}

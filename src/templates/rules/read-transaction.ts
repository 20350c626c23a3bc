import { currencyDecimals, decimalFromMinor, minorFromDecimal } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields, ReadPurchase, SkipReason, TargetField } from '../contract.ts'
import { readText, type SourceText } from './bind-fields.ts'
import { isCardPaymentLabel, isDeposit, isPaidFromAccount } from './card-payments.ts'
import { isCash } from './card-texts.ts'
import { isBlank, isFailedFormula, normaliseLabel, startsWithAny, tidyText } from './cell-text.ts'
import { isNeutralDirection } from './directions.ts'
import { doubtedText, isAllowance, unclearState } from './doubted-rows.ts'
import { merchantOf } from './merchant-text.ts'
import { isMovedBeside, isRefundedBeside } from './moved-beside.ts'
import { type ReadingRules, readFigure } from './read-amount.ts'
import type { RowOutcome } from './reading.ts'
import {
  isBalanceLabel,
  isCardRefundLabel,
  isCreditMark,
  isPendingLabel,
  isRefundType,
  type PaymentState,
} from './row-marks.ts'
import { type StateSource, statusOf } from './row-state.ts'
import { isPendingType, isReversalType } from './type-words.ts'
import { isOneOfTypes } from './types-left-out.ts'

export type TransactionRules = ReadingRules & {
  /** Normalised beginnings of texts that are no invoices. */
  notInvoices: readonly string[]
  /** Normalised types that are purchases; empty: all are. */
  purchaseTypes: ReadonlySet<string>
  /** Normalised titles of the sections that hold purchases; empty: all do. */
  sections: ReadonlySet<string>
}

/** A row whose date and amount were read: what is left to decide is what kind of movement it is. */
export type Transaction = StateSource & {
  isOutsideSections: boolean
  /** Below a title that calls them not booked. */
  isUnderPending: boolean
  invoiceDate: { date: string; cells: string[] }
  /** Minor units of `currency`, purchases positive. */
  amount: { minor: number; cells: string[]; fee?: { minor: number; cells: string[] } }
  /** Currency of the row, and of its total: the account's where a foreign amount stands beside it. */
  currency: { row: string; total: string; account: string; cells: string[] }
}

export function readTransaction(found: Transaction, rules: TransactionRules): RowOutcome {
  const transaction = signedByType(found, rules)
  const { minor } = transaction.amount
  const amountSek = transaction.currency.total === 'SEK' ? { amountSek: minor } : {}
  const merchant = textOf(transaction, 'merchant')
  const failed = failedCell(transaction)
  if (failed) return { kind: 'unreadable', problems: [failed], ...amountSek }
  const isMoved = dayOrAmount.test(merchant.text) || (minor === 0 && figure.test(merchant.text))
  if (isMoved) return { kind: 'unreadable', problems: [figureAsName(merchant)], ...amountSek }
  const state = statusOf(transaction)
  const reason = skipReason(transaction, merchant.text, state, rules)
  if (reason === 'balance-row') return { kind: 'skipped', reason }
  if (reason) return { kind: 'skipped', reason, ...amountSek }
  const isUnclear = state === 'unclear' || (state === 'returned' && minor > 0)
  const doubt = isUnclear
    ? unclearState(textOf(transaction, 'status'), transaction.context.row)
    : doubtedText([merchant, textOf(transaction, 'type')])
  if (doubt) return { kind: 'unreadable', problems: [doubt], ...amountSek }
  const read = readFields(transaction, merchant, rules)
  return 'problems' in read
    ? { kind: 'unreadable', problems: read.problems, ...amountSek }
    : { kind: 'purchase', ...read }
}

const figure = /^[-+\u2212]?\d[\d \u00a0]*(?:[.,]\d{1,2})?$/
const dayOrAmount = /^(?:\d{1,4}([-/.])\d{1,2}\1\d{1,4}|[-\u2212][\d \u00a0]{1,15}[.,]\d\d)$/

/** No shop is called by a day or an amount: the columns of a file without a header were moved, or rows of other columns pasted in. */
function figureAsName({ text, cells }: SourceText): RowProblem {
  return { code: 'merchant-missing', cell: cells[0], value: text }
}

/** Sources that write every amount without a sign say by the row's type that it is a refund. */
function signedByType(transaction: Transaction, { mapping }: TransactionRules): Transaction {
  const { amount, fields } = transaction
  if (mapping.signRule !== 'as-is' || amount.minor <= 0 || !fields.has('type')) return transaction
  const type = normaliseLabel(textOf(transaction, 'type').text)
  const isRefund = isRefundType(type) || isReversalType(type) || isCreditMark(type)
  return isRefund ? { ...transaction, amount: { ...amount, minor: -amount.minor } } : transaction
}

function textOf({ fields, context }: Transaction, field: TargetField): SourceText {
  const source = fields.get(field)
  const found = source ? readText(source, context) : { text: '', isTyped: false, cells: [] }
  return found.text === '' ? found : { ...found, text: tidyText(found.text) }
}

/** Fields whose texts decide what a row is, or whether it was met before. */
const decidingFields = ['type', 'status', 'direction', 'providerId', 'card'] as const

/** A formula without a result says nothing, so that no row may be left out, or taken for another, by it. */
function failedCell({ fields, context }: Transaction): RowProblem | null {
  for (const field of decidingFields) {
    const source = fields.get(field)
    const found = source && readText(source, context)
    if (found && isFailedFormula(found.text)) return { code: 'formula-failed', cell: found.cells[0], value: found.text }
  }
  return null
}

function skipReason(
  transaction: Transaction,
  merchant: string,
  state: PaymentState,
  rules: TransactionRules,
): SkipReason | null {
  const { minor } = transaction.amount
  const label = normaliseLabel(merchant)
  if (isBalanceLabel(label)) return 'balance-row'
  const type = normaliseLabel(textOf(transaction, 'type').text)
  const isCalledPending = transaction.isUnderPending || isPendingLabel(label) || isPendingType(type)
  if (state === 'pending' || (isCalledPending && !saysBooked(transaction, state, rules))) return 'pending'
  if (state === 'void') return 'other-movement'
  if (minor === 0) return 'zero-amount'
  if (transaction.isOutsideSections) return isCardPayment(label, rules) ? 'payment-to-card' : 'other-movement'
  if (isNeutral(transaction)) return 'other-movement'
  const isBank = rules.mapping.account === 'bank'
  const isPurchaseType = rules.purchaseTypes.size === 0 || isOneOfTypes(type, rules.purchaseTypes)
  if (isBank && rules.purchaseTypes.size === 0 && startsWithAny(type, rules.notInvoices)) return movementOf(minor)
  if (startsWithAny(label, rules.notInvoices)) return isBank ? movementOf(minor) : 'payment-to-card'
  const isUntyped = isBank && rules.purchaseTypes.size === 0
  const movesBeside = () => isMovedBeside(transaction.fields.get('merchant'), transaction.context, rules.notInvoices)
  if (isUntyped && (isPaidFromAccount(label) || isAllowance(label) || movesBeside())) return movementOf(minor)
  if (!isBank && minor < 0 && (isCardPaymentLabel(label) || isDeposit(type))) return 'payment-to-card'
  if (rules.purchaseTypes.size === 0 && isCash(label)) return 'other-movement'
  if (!isPurchaseType) return isBank ? movementOf(minor) : 'other-movement'
  if (!isBank || rules.purchaseTypes.size > 0) return null
  const isRefunded = () =>
    isCardRefundLabel(label) ||
    isRefundType(type) ||
    isRefundedBeside(transaction.fields.get('merchant'), transaction.context)
  if (minor < 0 && !isRefunded()) return 'incoming'
  // what is given back to a customer of ours is no purchase
  if (minor > 0 && isRefundType(type)) return 'other-movement'
  return null
}

/**
 * A column of the state, or of the day of booking, outweighs a shop's name: `Reserverat Bord AB` is booked where it says so.
 * Not the day in a bank's file that has no column of types: Handelsbanken gives `Prel …` a day of booking too.
 */
function saysBooked(
  transaction: Transaction,
  state: PaymentState,
  { mapping, purchaseTypes }: TransactionRules,
): boolean {
  if (state !== 'done' || textOf(transaction, 'status').text === '') return false
  return !transaction.isBlankStatusPending || mapping.account === 'card' || purchaseTypes.size > 0
}

function isCardPayment(label: string, { mapping, notInvoices }: TransactionRules): boolean {
  return mapping.account !== 'bank' && startsWithAny(label, notInvoices)
}

function isNeutral(transaction: Transaction): boolean {
  return transaction.fields.has('direction') && isNeutralDirection(textOf(transaction, 'direction').text)
}

function movementOf(minor: number): SkipReason {
  return minor < 0 ? 'incoming' : 'other-movement'
}

function readFields(
  transaction: Transaction,
  merchant: SourceText,
  rules: TransactionRules,
): ReadPurchase | { problems: RowProblem[] } {
  const { amount, currency, invoiceDate } = transaction
  const problems: RowProblem[] = []
  const totalField = rules.mapping.signRule === 'two-columns' ? (amount.minor > 0 ? 'amountOut' : 'amountIn') : 'total'
  const cellsOf: Partial<Record<TargetField, string[]>> = {
    merchant: merchant.cells,
    invoiceDate: invoiceDate.cells,
    [totalField]: amount.cells,
  }
  if (currency.cells.length > 0) cellsOf.currency = currency.cells
  if (amount.fee) cellsOf.fee = amount.fee.cells
  if (merchant.text === '') problems.push({ code: 'merchant-missing' })
  if (isFailedFormula(merchant.text))
    problems.push({ code: 'merchant-missing', cell: merchant.cells[0], value: merchant.text })
  const found: Found = { transaction, rules, problems, cellsOf, byTemplate: [] }
  note(found, 'merchant', merchant)
  const text = (field: TargetField) => readTextField(found, field)
  const fields: ReadFields = {
    merchant: merchantOf(merchant.text),
    invoiceDate: invoiceDate.date,
    ...readCurrency(found),
    vatAmount: readVat(found),
    dueDate: readDate(found, 'dueDate'),
    invoiceNumber: text('invoiceNumber'),
    providerId: text('providerId'),
    account: text('account'),
    costCenter: text('costCenter'),
    project: text('project'),
    comments: text('comments'),
    ourReference: text('ourReference'),
    yourReference: text('yourReference'),
    rowText: text('rowText'),
    card: text('card'),
    ...readAdded(found),
    ...(amount.fee && { fee: amount.fee.minor }),
  }
  if (problems.length > 0) return { problems }
  return found.byTemplate.length > 0 ? { fields, cellsOf, byTemplate: found.byTemplate } : { fields, cellsOf }
}

/** Fields that few templates map. */
function readAdded(
  found: Found,
): Pick<ReadFields, 'supplier' | 'place' | 'vatRate' | 'persons' | 'paymentDate' | 'modeOfPayment' | 'ocr'> {
  const { fields } = found.transaction
  const added: ReturnType<typeof readAdded> = {}
  for (const field of ['supplier', 'place', 'modeOfPayment', 'ocr'] as const) {
    const text = fields.has(field) ? readTextField(found, field) : null
    if (text !== null) added[field] = text
  }
  const vatRate = fields.has('vatRate') ? readVatRate(found) : null
  if (vatRate !== null) added.vatRate = vatRate
  const persons = fields.has('persons') ? readPersons(found) : null
  if (persons !== null) added.persons = persons
  const paymentDate = fields.has('paymentDate') ? readDate(found, 'paymentDate') : null
  if (paymentDate !== null) added.paymentDate = paymentDate
  return added
}

type Found = {
  transaction: Transaction
  rules: TransactionRules
  problems: RowProblem[]
  cellsOf: Partial<Record<TargetField, string[]>>
  byTemplate: TargetField[]
}

/** Keeps where a field's value came from. */
function note({ cellsOf, byTemplate }: Found, field: TargetField, source: SourceText): void {
  cellsOf[field] = source.cells
  if (source.isByTemplate) byTemplate.push(field)
}

function readTextField(found: Found, field: TargetField): string | null {
  const { transaction } = found
  if (!transaction.fields.has(field)) return null
  const source = textOf(transaction, field)
  if (source.text === '') return null
  note(found, field, source)
  return field === 'providerId' ? withoutQuotes(source.text) || null : source.text
}

/** Where a purchase was made in another currency and the file says both amounts, the foreign one is what the supplier charged. */
function readCurrency(found: Found): Pick<ReadFields, 'amountSek' | 'currency' | 'foreignAmount' | 'rate'> {
  const { currency, amount } = found.transaction
  if (currency.total !== 'SEK')
    return { amountSek: null, currency: currency.total, foreignAmount: amount.minor, rate: readRateToSek(found) }
  const plain = { amountSek: amount.minor, currency: 'SEK', foreignAmount: null, rate: null }
  if (currency.row === 'SEK') return plain
  const decimal = readDecimal(found, 'foreignAmount')
  const size = decimal === null ? null : minorFromDecimal(decimal.replace(/^-/, ''), currency.row)
  if (!size) return plain
  const foreignAmount = amount.minor < 0 ? -size : size
  return {
    amountSek: amount.minor,
    currency: currency.row,
    foreignAmount,
    rate: readRate(found, { size, currency: currency.row, sek: Math.abs(amount.minor) }),
  }
}

/**
 * Of an amount in another currency alone, as the file writes it; whether it is one to SEK is for the day's rate to say. Beside
 * the account's amount and the purchase's a rate leads from one to the other, and 1 or 0 in the account's own currency to none.
 */
function readRateToSek(found: Found): string | null {
  const { row, total, account } = found.transaction.currency
  const decimal = row === total ? readDecimal(found, 'rate') : null
  const saysNothing = decimal !== null && account === total && [0, 1].includes(Number(decimal))
  if (saysNothing) delete found.cellsOf.rate
  return saysNothing ? null : decimal
}

/** Files quote rates per unit, per hundred or upside down; one that does not take the foreign amount to the SEK amount is left out. */
function readRate(found: Found, paid: { size: number; currency: string; sek: number }): string | null {
  const decimal = readDecimal(found, 'rate')
  if (decimal === null) return null
  // With a fee in the amount the file's rate no longer leads from one to the other; the rate is then derived.
  if (found.transaction.amount.fee) {
    delete found.cellsOf.rate
    return null
  }
  const foreign = paid.size / 10 ** currencyDecimals(paid.currency)
  const isRight = Math.abs((foreign * Number(decimal) * 100) / paid.sek - 1) <= 0.05
  if (!isRight) delete found.cellsOf.rate
  return isRight ? decimal : null
}

function readVat(found: Found): number | null {
  const { transaction, problems } = found
  const decimal = readDecimal(found, 'vatAmount')
  if (decimal === null) return null
  const { currency, amount } = transaction
  const size = Math.abs(minorFromDecimal(decimal, currency.total) ?? 0)
  const source = transaction.fields.get('vatAmount')
  // In a column shared with foreign amounts a zero says that the shop reported no VAT, not that there was none.
  if (size === 0 && source?.kind === 'part' && source.when) return null
  if (size >= Math.abs(amount.minor) && size > 0) {
    problems.push({
      code: 'vat-exceeds-total',
      cell: found.cellsOf.vatAmount?.[0],
      value: decimalFromMinor(size, currency.total),
    })
    return null
  }
  return amount.minor < 0 && size !== 0 ? -size : size
}

/** A further number of the row as decimal text; null where it is absent, or not meant for a row like this. */
function readDecimal(found: Found, field: 'foreignAmount' | 'vatAmount' | 'rate'): string | null {
  const { transaction, rules, problems } = found
  const source = transaction.fields.get(field)
  if (!source) return null
  const isForeign = transaction.currency.row !== transaction.currency.account
  if (source.kind === 'part' && source.when && (source.when === 'foreign') !== isForeign) return null
  const text = readText(source, transaction.context)
  const ofCurrency = field === 'foreignAmount' ? transaction.currency.row : transaction.currency.total
  const number = readFigure(source, transaction.context, rules.columns.numbers[field], ofCurrency)
  if (number.kind === 'empty') return null
  if (number.kind === 'unreadable') {
    problems.push({
      code: `${problemNames[field]}-${number.reason === 'amount-ambiguous' ? 'ambiguous' : 'unreadable'}`,
      cell: text.cells[0],
      value: text.text,
    })
    return null
  }
  note(found, field, text)
  return number.decimal
}

/** Ids that a spreadsheet program was kept from taking for numbers: `'00123`. */
function withoutQuotes(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && quotes.includes(text.charAt(start))) start++
  while (end > start && quotes.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
const quotes = '\'"`\u2019'

/** `25`, `25 %`, or `0,25` as a workbook holds 25 %. */
function readVatRate(found: Found): string | null {
  const source = textOf(found.transaction, 'vatRate')
  if (isBlank(source.text)) return null
  const bare = source.text.replace(/%$/, '').trim().replace(',', '.')
  const percent = /^\d{1,2}(\.\d+)?$/.test(bare) ? Number(bare) : Number.NaN
  const rate = percent > 0 && percent < 1 && !source.text.endsWith('%') ? percent * 100 : percent
  if (Number.isNaN(rate)) {
    found.problems.push({ code: 'vat-rate-unreadable', cell: source.cells[0], value: source.text })
    return null
  }
  note(found, 'vatRate', source)
  return String(Math.round(rate * 100) / 100)
}

/** `4`, `4 st`, `4 personer`. */
function readPersons(found: Found): string | null {
  const source = textOf(found.transaction, 'persons')
  if (isBlank(source.text)) return null
  const count = /^([1-9]\d{0,3})(?:\s*(?:st|pers(?:oner)?|people|persons)\.?)?$/i.exec(source.text.trim())?.[1]
  if (count === undefined) {
    found.problems.push({ code: 'persons-unreadable', cell: source.cells[0], value: source.text })
    return null
  }
  note(found, 'persons', source)
  return count
}

const problemNames = { foreignAmount: 'foreign-amount', vatAmount: 'vat', rate: 'rate' } as const

function readDate(found: Found, field: 'dueDate' | 'paymentDate'): string | null {
  const { transaction, rules, problems } = found
  if (!transaction.fields.has(field)) return null
  const source = textOf(transaction, field)
  const reading = rules.columns.dates[field](source.text)
  if (reading.kind === 'empty') return null
  if (reading.kind === 'unreadable') {
    problems.push({ code: reading.reason, cell: source.cells[0], value: source.text, params: { field } })
    return null
  }
  note(found, field, source)
  return reading.date
}

import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadPurchase, SkipReason } from '../../contract.ts'
import { isFailedFormula, normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { statusOf } from '../columns/row-state.ts'
import { lacking, readText, type SourceText } from '../mapping/bind-fields.ts'
import type { RowOutcome } from '../mapping/reading.ts'
import { isGivenAsCredit, neverByCard, saysMoneyIn } from '../words/account-movements.ts'
import { isCardPaymentLabel, isDeposit, isPaidFromAccount, isPaidToGiro } from '../words/card-payments.ts'
import { isIncoming, isNeutralDirection } from '../words/directions.ts'
import { isAllowance, isOfNoShop, mayBeRefund, saysMoneyBack } from '../words/doubted-words.ts'
import type { PaymentState } from '../words/payment-states.ts'
import { isBalanceLabel, isCreditMark, isPendingLabel, mayBeReservation } from '../words/row-marks.ts'
import {
  isOpenReturn,
  isPendingType,
  isRefundType,
  isRefusedType,
  isReversalType,
  isTransferBack,
} from '../words/type-words.ts'
import { cardCostIn, isCash } from './card-texts.ts'
import { doubtedText, problemOfState } from './doubted-rows.ts'
import { doubtedType } from './doubted-types.ts'
import { isMovedBeside, isMovementLabel, isRefundedBeside } from './moved-beside.ts'
import { isCardRefundLabel, isPaidBackByDay } from './paid-back.ts'
import { withFee } from './read-amount.ts'
import { readFields } from './read-fields.ts'
import { type Transaction, type TransactionRules, textOf } from './transaction.ts'
import { isCalledPurchase, isOneOfTypes } from './types-left-out.ts'

export function readTransaction(found: Transaction, rules: TransactionRules): RowOutcome {
  const { beforeFee, transaction, tooMuch } = signed(found, rules)
  const { minor } = transaction.amount
  const amountSek = transaction.currency.total === 'SEK' ? { amountSek: minor } : {}
  const merchant = merchantIn(transaction)
  const failed = failedCell(transaction)
  if (failed) return { kind: 'unreadable', problems: [failed], ...amountSek }
  const isMoved = dayOrAmount.test(merchant.text) || (minor === 0 && figure.test(merchant.text))
  if (isMoved) return { kind: 'unreadable', problems: [figureAsName(merchant)], ...amountSek }
  const state = statusOf(transaction)
  const left = whyLeft(tooMuch ? beforeFee : transaction, merchant.text, state, rules)
  if (left?.reason === 'balance-row') return { kind: 'skipped', reason: left.reason }
  if (left?.reason === 'zero-amount' && costAbroad(transaction)) {
    const { fields, context } = transaction
    return { kind: 'unreadable', problems: [lacking('amount-missing', fields.get('total'), context)], ...amountSek }
  }
  if (left && !isAskedAbout(left.reason)) return { kind: 'skipped', reason: left.reason, ...amountSek }
  const doubt = left ? askedOf(left.reason, merchant) : doubtOf(transaction, merchant, state, rules)
  const doubts = [doubt, tooMuch].flatMap((problem) => problem ?? [])
  if (doubts.length > 0) return { kind: 'unreadable', problems: doubts, ...amountSek }
  const { problems, ...read } = readFields(transaction, merchant, rules)
  return problems.length > 0 ? { kind: 'unreadable', problems, ...amountSek } : { kind: 'purchase', ...read }
}

/** `Belopp SEK` of 0,00 and a sum in `Belopp EUR`: what was paid there has no amount yet, rather than none. */
function costAbroad(transaction: Transaction): boolean {
  return /[1-9]/.test(textOf(transaction, 'foreignAmount').text)
}

function merchantIn(transaction: Transaction): SourceText {
  const shop = textOf(transaction, 'merchant')
  return (shop.text === '' && cardCostIn(transaction.context.row)) || shop
}

/** A fee of more than the refund: what came back was bought all the same, and its VAT goes the other way than what was paid. */
function signed(found: Transaction, rules: TransactionRules) {
  const beforeFee = signedByType(found, rules)
  const transaction = { ...beforeFee, amount: withFee(beforeFee.amount) }
  const { minor, fee } = transaction.amount
  const tooMuch: RowProblem | null =
    beforeFee.amount.minor < 0 && minor >= 0 ? { code: 'fee-above-refund', cell: fee?.cells[0] } : null
  return { beforeFee, transaction, tooMuch }
}

const askedOf = (code: string, { text, cells }: SourceText): RowProblem => ({ code, cell: cells[0], value: text })

/**
 * What would be left out if all of it could be read is no purchase by what is mended alone: it is asked about where that is
 * said. An amount of nothing says so itself.
 */
function askedOfLeft({ reason, by }: Left, merchant: SourceText, transaction: Transaction): RowProblem | null {
  if (reason === 'zero-amount') return null
  if (isAskedAbout(reason)) return askedOf(reason, merchant)
  const said = by === 'merchant' ? merchant : textOf(transaction, by)
  if (said.cells.length === 0) return askedOf('booked-unclear', merchant)
  return by === 'status' ? problemOfState(said, transaction.context.row) : askedOf('booked-unclear', said)
}

function doubtOf(
  transaction: Transaction,
  merchant: SourceText,
  state: PaymentState,
  rules: TransactionRules,
): RowProblem | null {
  const { minor } = transaction.amount
  const type = textOf(transaction, 'type')
  const isUnclear = state === 'unclear' || (state === 'returned' && minor > 0)
  if (isUnclear) return problemOfState(textOf(transaction, 'status'), transaction.context.row)
  const isOfAccount = rules.mapping.account === 'bank' && rules.purchaseTypes.size === 0
  if (isOfAccount && minor > 0 && numberAlone.test(merchant.text)) return figureAsName(merchant)
  const isOfCard = rules.mapping.account !== 'bank' && rules.purchaseTypes.size === 0
  const label = normaliseLabel(merchant.text)
  if (isOfCard && isOfNoCard(label, minor)) return askedOf('row-of-account', merchant)
  if (rules.columns.lacksMinus && minor > 0 && saysMoneyBack(label)) return askedOf('refund-or-purchase', merchant)
  if (mayBeReservation(label) && !saysBooked(transaction, state, rules)) return askedOf('booked-unclear', merchant)
  return doubtedText([merchant, type]) ?? (minor > 0 ? doubtedType(type, rules) : null)
}

/** `Lön` either way, `Bg 123-4567` that went out, `Swish från Anna` that came in: an account's, whose first file had nothing that said so. */
function isOfNoCard(label: string, minor: number): boolean {
  if (startsWithAny(label, neverByCard)) return true
  return minor < 0 ? saysMoneyIn(label, false) && !isGivenAsCredit(label) : isPaidToGiro(label)
}

/**
 * Everything that can be read of a row that is no purchase yet, and what stands in the way of that; its day and shop are
 * read elsewhere. Whether it is a purchase at all is asked where nothing else asks for its amount (`isAsked`).
 */
export function readBeside(
  found: Transaction,
  rules: TransactionRules,
  isAsked: boolean,
): ReadPurchase & { problems: RowProblem[] } {
  const { beforeFee, transaction, tooMuch } = signed(found, rules)
  const merchant = merchantIn(transaction)
  const state = statusOf(transaction)
  const left = isAsked ? whyLeft(tooMuch ? beforeFee : transaction, merchant.text, state, rules) : null
  const asked = left && askedOfLeft(left, merchant, transaction)
  const doubt = asked ?? (isAsked ? doubtOf(transaction, merchant, state, rules) : null)
  const failed = failedCell(transaction)
  const { problems, ...read } = readFields(transaction, merchant, rules)
  const ofFields = problems.filter(({ code }) => code !== 'merchant-missing')
  const inTheWay = [failed, doubt, tooMuch].flatMap((problem) => problem ?? [])
  return { ...read, problems: [...inTheWay, ...ofFields] }
}

const figure = /^[-+\u2212]?\d[\d \u00a0]*(?:[.,]\d{1,2})?$/
const dayOrAmount = /^(?:\d{1,4}([-/.])\d{1,2}\1\d{1,4}|[-\u2212][\d \u00a0]{1,15}[.,]\d\d|\d[\d \u00a0]{0,14},\d\d)$/

/** An account's or a payment's, to whomever it went. */
const numberAlone = /^(?:\d[ -]?){5,}$/

/** No shop is called by a day or an amount: the columns of a file without a header were moved, or rows of other columns pasted in. */
const figureAsName = (source: SourceText) => askedOf('merchant-missing', source)

/** Sources that write every amount without a sign say by the row's type that it is a refund. */
function signedByType(transaction: Transaction, { mapping }: TransactionRules): Transaction {
  const { amount, fields } = transaction
  if (mapping.signRule !== 'as-is' || amount.minor <= 0 || !fields.has('type')) return transaction
  const type = normaliseLabel(textOf(transaction, 'type').text)
  const isRefund = isRefundType(type) || isReversalType(type) || isCreditMark(type)
  return isRefund ? { ...transaction, amount: { ...amount, minor: -amount.minor } } : transaction
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

/** Why a row is left out, or a person is asked whether it is, and the field that says it. */
type AskedReason = 'refund-unclear' | 'refund-or-payment'
type Left = { reason: SkipReason | AskedReason; by: 'merchant' | 'status' | 'type' | 'direction' }
const isAskedAbout = (reason: Left['reason']): reason is AskedReason =>
  reason === 'refund-unclear' || reason === 'refund-or-payment'
const leftOut = (reason: Left['reason'], by: Left['by'] = 'merchant'): Left => ({ reason, by })

function whyLeft(
  transaction: Transaction,
  merchant: string,
  state: PaymentState,
  rules: TransactionRules,
): Left | null {
  const label = normaliseLabel(merchant)
  if (isBalanceLabel(label)) return leftOut('balance-row')
  const type = normaliseLabel(textOf(transaction, 'type').text)
  if (state === 'pending') return leftOut('pending', 'status')
  const isCalledPending = transaction.isUnderPending || isPendingLabel(label)
  if ((isCalledPending || isPendingType(type)) && !saysBooked(transaction, state, rules))
    return leftOut('pending', isCalledPending ? 'merchant' : 'type')
  if (state === 'void') return leftOut('other-movement', 'status')
  if (isRefusedType(type)) return leftOut('other-movement', 'type')
  if (transaction.amount.minor === 0) return leftOut('zero-amount')
  return whyNoPurchase(transaction, { label, type }, rules)
}

/** Of what was paid: what no shop was, or what came in. */
function whyNoPurchase(
  transaction: Transaction,
  { label, type: said }: { label: string; type: string },
  rules: TransactionRules,
): Left | null {
  const { minor } = transaction.amount
  if (transaction.isOutsideSections) return leftOut(isCardPayment(label, rules) ? 'payment-to-card' : 'other-movement')
  if (isNeutral(transaction)) return leftOut('other-movement', 'direction')
  const isBank = rules.mapping.account === 'bank'
  const isUntyped = rules.purchaseTypes.size === 0
  const type = isBank && isUntyped && isDirection(transaction) ? '' : said
  if (isBank && isUntyped && startsWithAny(type, rules.notInvoices)) return leftOut(movementOf(minor), 'type')
  if (isMovementLabel(label, minor, rules.notInvoices)) return leftOut(isBank ? movementOf(minor) : 'payment-to-card')
  const movesBeside = () =>
    isMovedBeside(transaction.fields.get('merchant'), transaction.context, minor, rules.notInvoices)
  if (isBank && isUntyped && (isPaidFromAccount(label) || isAllowance(label) || movesBeside()))
    return leftOut(movementOf(minor))
  if (!isBank && minor < 0 && (isCardPaymentLabel(label) || isPaidToGiro(label))) return leftOut('payment-to-card')
  if (!isBank && minor < 0 && isDeposit(type)) return leftOut('payment-to-card', 'type')
  if (isCash(label)) return leftOut('other-movement')
  if (!isUntyped && !isOneOfTypes(type, rules.purchaseTypes)) {
    if (!isBank && isCalledPurchase(type, minor)) return null
    const isUnclear =
      isBank && minor < 0 && isRefundType(type) && ![type, label].some(isOfNoShop) && !isTransferBack(type)
    return leftOut(isUnclear ? 'refund-unclear' : isBank ? movementOf(minor) : 'other-movement', 'type')
  }
  if (!isBank || !isUntyped) return null
  // `Kreditering` is what shops give back and, beside `Debitering`, all that comes in
  const isCredited = () => isRefundType(type) && !saysMoneyIn(label, true)
  const isRefunded = () =>
    transaction.amount.isTakenBack ||
    isCardRefundLabel(label) ||
    (rules.mapping.dateFromText === true && isPaidBackByDay(textOf(transaction, 'merchant').text)) ||
    (isRefundType(type) && !isIncoming(type)) ||
    isRefundedBeside(transaction.fields.get('merchant'), transaction.context)
  // No more came in than was paid to the same elsewhere in the file: a shop gave it back, or a customer is bought from too.
  const isFromShop = () =>
    type === '' && -minor <= rules.paidTo(label) && !isOfNoShop(label) && !saysMoneyIn(label, true)
  if (minor < 0 && !isRefunded()) {
    if (mayBeRefund(label) || isOpenReturn(type) || isCredited()) return leftOut('refund-unclear')
    return leftOut(isFromShop() ? 'refund-or-payment' : 'incoming')
  }
  // what is given back to a customer of ours is no purchase
  if (minor > 0 && isRefundType(type)) return leftOut('other-movement', 'type')
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

/** One column tells which way the money went and no more: `Insättning` may be of whatever came in, and `Kreditering` too. */
function isDirection(transaction: Transaction): boolean {
  const [type, direction] = [textOf(transaction, 'type'), textOf(transaction, 'direction')]
  return type.cells[0] !== undefined && type.cells[0] === direction.cells[0]
}

function movementOf(minor: number): SkipReason {
  return minor < 0 ? 'incoming' : 'other-movement'
}

import type { FieldSource, TargetField } from '../../contract.ts'
import { looksNegative, saysSide } from '../cells/amounts.ts'
import { normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { isBalanceBefore } from '../columns/compare-amounts.ts'
import { isPurchaseType } from '../columns/guess-types.ts'
import { type ColumnProfile, columnOf } from '../columns/profile-columns.ts'
import { fallsBy } from '../columns/running-balance.ts'
import type { LocatedTable } from '../layout/locate-table.ts'
import { moneyOut, onlyIn } from '../words/account-movements.ts'
import {
  cardPayments,
  isCardPaymentLabel,
  isDeposit,
  isPaidIn,
  isPaidToGiro,
  isPaidToNobody,
} from '../words/card-payments.ts'
import { namesCustomer } from '../words/customer-names.ts'
import { isOfNoShop, mayBeRefund } from '../words/doubted-words.ts'
import { isRefundType } from '../words/type-words.ts'
import { saysCard } from './guess-account.ts'

/** What is written of money in, on a card; not what also says that an account paid a bill: `Autogirobetalning`, `Betalt BG`. */
const payments = cardPayments.map(normaliseLabel).filter((label) => !/^(?:autogiro|betalt)/.test(label))
const thanks = /^payment,?(?: -)? ?thank you/

const told = { rule: 'as-is', isOpen: false } as const

type Row = {
  isNegative: boolean
  /** `open`: paid in, and nothing says to what. */
  isPayment: boolean | 'open'
  isRefund: boolean
  isPurchase: boolean
  label: string
}

/**
 * A card's file with a balance, of what is owed or of the credit that is left: purchases have no sign, and an account's would
 * have a minus. Told by how the card is paid, by what is given back, or by a balance that falls by each amount. Open where
 * only the names of columns say card; null where nothing does.
 */
export function findCardDebt(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  table: LocatedTable,
  called: string,
): { rule: 'as-is'; isOpen: boolean } | null {
  const balance = columns.find(({ role, figures }) => role === 'balance' && figures > 0)
  const total = columnOf(columns, fields.total)
  const isOfInvoices = fields.invoiceNumber !== undefined && fields.dueDate !== undefined
  if (!balance || !total || isOfInvoices || fields.direction || total.values.some(saysSide)) return null
  const rows = rowsOf(total, columns, fields)
  const isCalledCard = () => saysCard(columns, fields, table, called) || columns.some(isDayOfPurchase)
  if (rows.some(({ isNegative, isPayment, label }) => isPayment !== true && isOfAccount(label, isNegative))) return null
  const isTakenOff = (marked: readonly Row[]) => marked.length > 0 && marked.every(({ isNegative }) => isNegative)
  const isPaid = isTakenOff(rows.filter(({ isPayment }) => isPayment === true))
  const others = rows.filter(({ isPayment, isRefund }) => !isPayment && !isRefund)
  // a course or a membership is bought by card too
  const isOfCards =
    saysCard(columns, fields, table, called) || columns.some(({ role, filled }) => role === 'card' && filled > 0)
  if (isPaidByCustomers(rows) && !isOfCards)
    return isPaid && areGivenBack(others) ? { rule: 'as-is', isOpen: true } : null
  const negative = others.filter(({ isNegative }) => isNegative).length
  const isPlain = negative * 2 < others.length
  // What an account has left falls by what went out too, to whoever it went.
  if (fallsBy(balance, total) && !isBalanceBefore(balance) && (isPlain || isCreditLeft(balance)))
    return { rule: 'as-is', isOpen: !isCreditLeft(balance) && !isCalledCard() }
  const bought = rows.filter(({ isPurchase }) => isPurchase)
  const isBought = bought.length > 0 && bought.every(({ isNegative }) => !isNegative)
  const isCharged = others.some(({ isNegative, label }) => isNegative && takenForSales.test(label))
  if (isPaid && others.length > 0 && negative * 2 <= others.length)
    return areGivenBack(others) || (isBought && !isCharged) || isCalledCard() ? told : { rule: 'as-is', isOpen: true }
  if (!isPlain) return null
  const isGivenBack = isTakenOff(rows.filter(({ isRefund }) => isRefund))
  if (isBought && isGivenBack) return told
  const paid = rows.filter(({ isPayment }) => isPayment)
  const mayBePaid = isTakenOff(paid) && (areGivenBack(others) || paid.every(({ label }) => isPaidToNobody(label)))
  return isBought || isGivenBack || mayBePaid || isCalledCard() ? { rule: 'as-is', isOpen: true } : null
}

/** An association's account or a landlord's takes in more than it pays, as a card's debt does: by whom most of it is from. */
function isPaidByCustomers(rows: readonly Row[]): boolean {
  const above = rows.filter(({ isNegative }) => !isNegative)
  return above.length > 0 && above.filter(({ label }) => namesCustomer(label)).length * 2 >= above.length
}

/** What is taken from a seller's account for what customers paid by card; a card's debt rises by it. */
const takenForSales = /avgift|(?<!\p{L})fees?(?!\p{L})|gebyr|gebühr|provision|commission/u

/** What has a minus and no word for it is a refund where something was bought in the same shop; an account pays others than pay it. */
function areGivenBack(others: readonly Row[]): boolean {
  const shopOf = (label: string) => label.split(' ', 1)[0]
  const bought = new Set(others.filter(({ isNegative }) => !isNegative).map(({ label }) => shopOf(label)))
  return others.every(({ isNegative, label }) => !isNegative || bought.has(shopOf(label)))
}

/** Those that moved something. */
function rowsOf(
  total: ColumnProfile,
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
): Row[] {
  const labelsOf = (column: ColumnProfile | undefined) => {
    const texts = new Map(column?.rows.map((row, place) => [row, normaliseLabel(column.values[place] ?? '')]))
    return (row: number) => texts.get(row) ?? ''
  }
  const [textOf, typeOf] = [labelsOf(columnOf(columns, fields.merchant)), labelsOf(columnOf(columns, fields.type))]
  return total.values.flatMap((amount, place) => {
    if (!/[1-9]/.test(amount)) return []
    const [label, type] = [textOf(total.rows[place] ?? -1), typeOf(total.rows[place] ?? -1)]
    return {
      label,
      isNegative: looksNegative(amount),
      isPayment: [label, type].some(isPayment) || ([label, type].some(mayBePayment) && 'open'),
      isRefund: isRefundType(type) || (mayBeRefund(label) && !namesCustomer(label)),
      isPurchase: isPurchaseType(type),
    }
  })
}

/** `Inbetalning skattekonto` and `Payment received in error` are what an account pays. */
function isPayment(label: string): boolean {
  if (isOfNoShop(label) || takenBack.test(label)) return false
  if (isPaidIn(label) && !isCardPaymentLabel(label) && !/^in\p{L}+ - tack/u.test(label)) return false
  return startsWithAny(label, payments) || isDeposit(label) || thanks.test(label)
}
const takenBack =
  /(?<!\p{L})(?:revers(?:al|ed)|returned|refund(?:ed)?|bounced|in error|återförd?|återföring|retur|makulerad)(?!\p{L})/u

/** `Inbetalning 261012`, `Inbetalning Nordea`: to the card, or from the account to somebody. */
function mayBePayment(label: string): boolean {
  return isPaidIn(label) && !isOfNoShop(label) && !takenBack.test(label)
}

function isOfAccount(label: string, isNegative: boolean): boolean {
  const isTax = isPaidIn(label) && isOfNoShop(label)
  return isNegative ? isTax || startsWithAny(label, moneyOut) || isPaidToGiro(label) : onlyIn.test(label)
}

function isCreditLeft({ name }: ColumnProfile): boolean {
  return /^(?:disponib|tillgänglig|kvar|available|remaining)/.test(normaliseLabel(name))
}

function isDayOfPurchase({ name, dates }: ColumnProfile): boolean {
  return (
    dates > 0 &&
    /^(?:in)?köps?(?:datum|dag)$|^(?:purchase date|kjøpsdato|købsdato|kaufdatum)$/.test(normaliseLabel(name))
  )
}
